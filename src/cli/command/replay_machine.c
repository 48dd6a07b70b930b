/*
 * The schedule's rows are kept, and handed out again for each machine.
 */
#include "cli/command/command.h"

#include "cli/grid/grid.h"
#include "core/schedule.h"
#include "number/number.h"

/* What is replayed: the rows, in the header's unit. */
struct again {
	struct schedule_header header;
	struct transmissions list;
};

/* What a block takes of it: the n-th part of the bytes, rounded up. */
static enum status set_block(struct machine_message *message,
	const struct latency *latency, uint64_t processors, struct err *err)
{
	mpq_t size;

	if (latency->machine.points > 1)
		return err_usage(err, "--machine: blocks need a machine with "
				      "the same figures for all sizes");
	mpq_init(size);
	number_set_u64(mpq_numref(size), processors);
	mpq_div(size, latency->size, size);
	number_ceil(mpq_numref(size), size);
	mpz_set_ui(mpq_denref(size), 1);
	machine_message_set(message, &latency->machine, size);
	mpq_clear(size);
	return STATUS_OK;
}

/* The finish on the machine of the present row. */
static enum status simulate(
	mpq_t finish, struct problem_grid *ask, struct err *err)
{
	const struct again *again = ask->args;
	struct machine_message message;
	struct schedule *simulated = NULL;
	enum status status = STATUS_OK;

	machine_message_init(&message);
	latency_message(&message, &ask->latency);
	if (schedule_is_by_block(again->header.operation))
		status = set_block(
			&message, &ask->latency, again->header.processors, err);
	if (status == STATUS_OK)
		status = schedule_simulated(&simulated,
			schedule_lent(&again->header, &again->list),
			&(struct schedule_machine){
				.text = "", .message = &message},
			ask->problem.max_bits, err);
	if (status == STATUS_OK) {
		schedule_finish_time(finish, &simulated->header);
		schedule_close(simulated);
	}
	machine_message_clear(&message);
	return status;
}

enum status replay_machine_write(struct schedule *schedule,
	const struct latency_args *latency, const struct output *output,
	FILE *out, struct err *err)
{
	static const char *const columns[] = {"finish", NULL};
	struct again again = {.list = {0}};
	struct sweep messages = {0};
	struct problem_grid ask = {.messages = &messages,
		.output = output,
		.below_one = 1,
		.columns = columns,
		.find = simulate,
		.args = &again,
		.grid.picture.up = "finish"};
	enum status status;
	mpq_t value;

	mpq_init(value);
	number_set_u64(mpq_numref(value), schedule->header.messages);
	sweep_set(&messages, value);
	status = transmissions_pull(
		&again.list, schedule, (uint64_t)output->max_bits, err);
	again.header = schedule->header;
	if (status == STATUS_OK)
		status = problem_grid_print(&ask, latency, out, err);
	transmissions_clear(&again.list);
	sweep_clear(&messages);
	mpq_clear(value);
	return status;
}
