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

/* The finish on the machine of the present row. */
static enum status simulate(
	mpq_t finish, const struct problem_grid *ask, struct err *err)
{
	const struct again *again = ask->args;
	struct machine_message message;
	struct schedule *simulated;
	enum status status;

	machine_message_init(&message);
	latency_message(&message, &ask->latency);
	status = schedule_simulated(&simulated,
		schedule_lent(&again->header, &again->list),
		&(struct schedule_machine){.text = "", .message = &message},
		ask->problem.max_bits, err);
	if (status == STATUS_OK) {
		number_set_u64(mpq_numref(finish), simulated->header.finish);
		number_set_u64(mpq_denref(finish), simulated->header.unit);
		mpq_canonicalize(finish);
		schedule_close(simulated);
	}
	machine_message_clear(&message);
	return status;
}

static enum status answer_finish(struct problem_grid *ask, struct err *err)
{
	enum status status;
	mpq_t finish;

	mpq_init(finish);
	status = simulate(finish, ask, err);
	if (status == STATUS_OK) {
		table_rational(grid_row(&ask->grid), finish);
		table_end(&ask->grid.table);
	}
	mpq_clear(finish);
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
		.answer = answer_finish,
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
