/*
 * The schedule's rows are kept, and handed out again for each machine.
 */
#include "cli/command/command.h"

#include "cli/grid/grid.h"
#include "core/schedule.h"
#include "number/number.h"

/* Hands out all rows, which it does not own, at once. */
struct again {
	struct schedule schedule;
	const struct transmissions *list;
	int is_given;
};

static enum status again_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct again *again = (struct again *)schedule;

	(void)err;
	*rows = again->list->row;
	*count = again->is_given ? 0 : again->list->count;
	again->is_given = 1;
	return STATUS_OK;
}

/* It lives on its caller's stack. */
static void again_close(struct schedule *schedule)
{
	(void)schedule;
}

static enum status keep_all(struct transmissions *list,
	struct schedule *schedule, uint64_t max_bits, struct err *err)
{
	const struct transmission *row;
	uint64_t unit = schedule->header.unit;
	enum status status = STATUS_OK;
	size_t count;
	mpz_t bytes;

	mpz_init(bytes);
	do {
		status = schedule_next(schedule, &row, &count, err);
		if (status != STATUS_OK)
			break;
		for (size_t i = 0; i < list->count; i++) {
			list->row[i].tick *= schedule->header.unit / unit;
			list->row[i].taken *= schedule->header.unit / unit;
		}
		unit = schedule->header.unit;
		number_set_u64(bytes, 2 * (list->count + count));
		mpz_mul_ui(bytes, bytes, sizeof *row);
		status = limit_check_bytes("replaying so many transmissions",
			bytes, max_bits / 8, err);
		for (size_t i = 0; i < count && status == STATUS_OK; i++)
			transmissions_add(list, &row[i]);
	} while (count > 0 && status == STATUS_OK);
	mpz_clear(bytes);
	return status;
}

/* The finish on the machine of the present row. */
static enum status simulate(
	mpq_t finish, const struct problem_grid *ask, struct err *err)
{
	struct again again = *(const struct again *)ask->args;
	struct machine_message message;
	struct schedule *simulated;
	enum status status;

	machine_message_init(&message);
	latency_message(&message, &ask->latency);
	status = schedule_simulated(&simulated, &again.schedule,
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
	static const struct schedule_ops ops = {again_next, again_close};
	struct transmissions list = {0};
	const struct again again = {
		.schedule = {.header = schedule->header, .ops = &ops},
		.list = &list};
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
	status = keep_all(&list, schedule, (uint64_t)output->max_bits, err);
	if (status == STATUS_OK)
		status = problem_grid_print(&ask, latency, out, err);
	transmissions_clear(&list);
	sweep_clear(&messages);
	mpq_clear(value);
	return status;
}
