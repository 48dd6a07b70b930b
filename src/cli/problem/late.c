/* The options --late and --due.  Their times are in the user's unit, which on a
 * machine is the machine's. */
#include "cli/problem/problem.h"

#include "base/mem.h"
#include "number/number.h"

int late_is_given(const struct late_args *args)
{
	return args->late.range || args->due.range;
}

static const char *late_name(const struct late_args *args)
{
	return args->due.range ? "--due" : "--late";
}

static const struct sweep *late_times(const struct late_args *args)
{
	return args->due.range ? &args->due : &args->late;
}

enum status late_check(const struct late_args *args, int operation,
	const struct sweep *processors, const struct latency_args *latency,
	struct err *err)
{
	int is_due = args->due.range != NULL;
	const char *name = late_name(args);

	if (!late_is_given(args))
		return STATUS_OK;
	if (operation != (is_due ? OPERATION_BROADCAST : OPERATION_REDUCE))
		return err_usage(err, name,
			is_due ? ": only for a broadcast"
			       : ": only with --op reduce");
	if (is_due && args->late.range)
		return err_usage(
			err, "--late and --due: only one can be given");
	if (processors->is_sweep || processors->stream)
		return err_usage(err, name,
			": with it the number of processors cannot be a sweep");
	if (late_times(args)->stream && latency_is_swept(latency))
		return err_usage(err, name,
			": standard input is read once: with it the latency "
			"and the bytes cannot be sweeps");
	return STATUS_OK;
}

/* A growing list of times. */
struct times {
	struct postal_late list;
	size_t capacity;
};

static void times_clear(struct times *times)
{
	for (size_t i = 0; i < times->list.count; i++)
		mpq_clear(times->list.time[i]);
	mem_free(times->list.time);
}

static void times_add(
	struct times *times, const struct latency *latency, const mpq_t shown)
{
	struct postal_late *list = &times->list;

	list->time = mem_grow(
		list->time, &times->capacity, list->count, sizeof *list->time);
	mpq_init(list->time[list->count]);
	latency_read(list->time[list->count++], latency, shown);
}

/* Reads the next line of standard input, or moves to the next value. */
static enum status next_time(
	struct sweep_cursor *cursor, int *more, struct err *err)
{
	enum status status;

	if (!cursor->sweep->stream) {
		*more = sweep_cursor_next(cursor);
		return STATUS_OK;
	}
	status = sweep_read(cursor->sweep, more, err);
	sweep_cursor_first(cursor);
	return status;
}

/* Reads up to n+1 times. */
static enum status read_values(struct times *times, const struct sweep *sweep,
	const struct latency *latency, const mpz_t n, struct err *err)
{
	enum status status = STATUS_OK;
	struct sweep_cursor cursor;
	int more = 1;

	sweep_cursor_init(&cursor, sweep);
	if (sweep->stream)
		status = next_time(&cursor, &more, err);
	while (status == STATUS_OK && more &&
		mpz_cmp_ui(n, times->list.count) >= 0) {
		times_add(times, latency, cursor.value);
		status = next_time(&cursor, &more, err);
	}
	sweep_cursor_clear(&cursor);
	return status;
}

/* Checks that there are as many times as processors. */
static enum status check_times_count(
	const mpz_t count, const mpz_t n, struct err *err)
{
	int order = mpz_cmp(count, n);

	if (order == 0)
		return STATUS_OK;
	return err_usage(err, "has ", ERR_OWN,
		order > 0 ? mem_join("too many", NULL)
			  : number_integer_text(count),
		mpz_cmp_ui(count, 1) == 0 ? " time for " : " times for ",
		ERR_OWN, number_integer_text(n), " processors");
}

/* What a time takes in memory, with its two numbers. */
enum { TIME_BYTES = 96 };

/* Reads one time for each processor.  Nothing is read where their number is
 * known to be another, or too large for memory. */
static enum status read_times(struct times *times, const struct sweep *sweep,
	const struct latency *latency, const struct problem *problem,
	struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t count;

	if (!sweep->stream)
		status = check_times_count(sweep->count, problem->n, err);
	if (status == STATUS_OK)
		status = limit_check_each("a time for each processor",
			problem->n, TIME_BYTES, problem->max_bits / 8, err);
	if (status == STATUS_OK)
		status = read_values(times, sweep, latency, problem->n, err);
	if (status != STATUS_OK)
		return status;
	mpz_init(count);
	number_set_u64(count, times->list.count);
	status = check_times_count(count, problem->n, err);
	mpz_clear(count);
	return status;
}

/* Converts the schedule to the machine's time, if there is a machine. */
static enum status late_scale(struct schedule **schedule,
	const struct latency *latency, const struct problem *problem,
	enum operation operation, struct err *err)
{
	struct on_machine machine;
	enum status status;

	if (!latency->machine.given)
		return STATUS_OK;
	on_machine_init(&machine, latency, problem, operation, 0);
	status = schedule_scaled(
		schedule, *schedule, latency->unit, &machine.header, err);
	on_machine_clear(&machine);
	return status;
}

static enum status blame(
	const struct late_args *args, enum status status, struct err *err)
{
	if (status == STATUS_USAGE)
		err_prefix(err, late_name(args));
	return status;
}

enum status late_tree(struct tree *tree, mpq_t time,
	const struct late_args *args, const struct latency *latency,
	const struct problem *problem, struct err *err)
{
	struct times times = {0};
	enum status status =
		read_times(&times, late_times(args), latency, problem, err);

	if (status == STATUS_OK)
		status = postal_late_tree(tree, time, problem, &times.list,
			args->due.range != NULL, err);
	times_clear(&times);
	return blame(args, status, err);
}

enum status late_open(struct schedule **schedule, mpq_t time,
	const struct late_args *args, const struct latency *latency,
	const struct problem *problem, struct err *err)
{
	int is_due = args->due.range != NULL;
	struct times times = {0};
	enum status status =
		read_times(&times, late_times(args), latency, problem, err);

	if (status == STATUS_OK)
		status = postal_late_open(
			schedule, time, problem, &times.list, is_due, err);
	times_clear(&times);
	if (blame(args, status, err) != STATUS_OK)
		return status;
	mpq_mul(time, time, latency->unit);
	return late_scale(schedule, latency, problem,
		is_due ? OPERATION_BROADCAST : OPERATION_REDUCE, err);
}
