/*
 * reach: the most processors that can know one message at time t, F_lambda(t).
 */
#include "base/mem.h"
#include "number/limit.h"
#include "number/number.h"
#include "cli/command.h"
#include "cli/bound_table.h"
#include "fibonacci/fibonacci.h"
#include "model/postal/bounds.h"

#include <string.h>

struct reach_args {
	struct output output;
	struct latency_args latency;
	struct sweep time;
	int64_t approx; /* digits, 0: all */
	int all;
};

static const struct reach_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	LATENCY_OPTIONS(struct reach_args, OPTION_RATIONALS, 1),
	{
		.name = "time",
		.letters = "t",
		.kind = OPTION_RATIONALS,
		.field = offsetof(struct reach_args, time),
		.arg = "TIME",
		.help = "since the first send may start",
		.required = 1,
	},
	{
		.name = "approx",
		.kind = OPTION_COUNT,
		.field = offsetof(struct reach_args, approx),
		.arg = "D",
		.help = "only the first D digits, as 1.2345e678",
		.least = 1,
		.most = OUTPUT_DECIMALS_MAX,
	},
	{
		.name = "all",
		.kind = OPTION_FLAG,
		.field = offsetof(struct reach_args, all),
		.help = "the value and the papers' bounds on it",
	},
	PICTURE_OPTIONS(struct reach_args),
	OUTPUT_OPTIONS(struct reach_args, table_formats_drawn),
	OPTION_END,
};

/* mantissa·10^exponent as 1.2345e678, all of it if that is short. */
static void print_approx(
	struct table *table, const mpz_t mantissa, mpz_t exponent)
{
	char *digits = number_integer_text(mantissa), *power, *text;
	size_t size = strlen(digits), fraction = size - 1;

	if (mpz_sgn(exponent) == 0) {
		table_number(table, digits, size);
		mem_free(digits);
		return;
	}
	mpz_add_ui(exponent, exponent, fraction);
	power = number_integer_text(exponent);
	text = mem_array(size + strlen(power) + 3, 1);
	text[0] = digits[0];
	if (fraction > 0) {
		text[1] = '.';
		memcpy(text + 2, digits + 1, fraction);
	}
	strcat(strcat(text, "e"), power);
	table_number(table, text, strlen(text));
	mem_free(text);
	mem_free(power);
	mem_free(digits);
}

static enum status print_first(const struct reach_args *args, struct grid *grid,
	const mpq_t lambda, const mpq_t t, struct err *err)
{
	mpz_t mantissa, exponent;
	enum status status;

	mpz_inits(mantissa, exponent, NULL);
	status = fibonacci_approx(mantissa, exponent, lambda, t,
		(uint64_t)args->approx, (uint64_t)args->output.max_bits, err);
	if (status == STATUS_OK) {
		print_approx(grid_row(grid), mantissa, exponent);
		table_end(&grid->table);
	}
	mpz_clears(mantissa, exponent, NULL);
	return status;
}

static enum status print_all_reaches(const struct reach_args *args,
	struct grid *grid, const mpq_t lambda, const mpq_t t, struct err *err)
{
	struct bound_list list = {0};
	enum status status = postal_reach_list(
		&list, lambda, t, (uint64_t)args->output.max_bits, err);

	if (status == STATUS_OK)
		bound_table_print(grid, &list, NULL, NULL);
	bound_list_clear(&list);
	return status;
}

static enum status print_exact(const struct reach_args *args, struct grid *grid,
	const mpq_t lambda, const mpq_t t, struct err *err)
{
	mpz_t reach;
	enum status status;

	mpz_init(reach);
	status = fibonacci_reach(
		reach, lambda, t, (uint64_t)args->output.max_bits, err);
	if (status == STATUS_OK) {
		table_integer(grid_row(grid), reach);
		table_end(&grid->table);
	}
	mpz_clear(reach);
	return status;
}

static enum status print_reach(const struct reach_args *args, struct grid *grid,
	const struct latency *latency, struct err *err)
{
	enum status status = STATUS_OK;
	mpq_t t;

	mpq_init(t);
	while (status == STATUS_OK && grid_next(grid)) {
		const __mpq_struct *lambda = grid_value(grid, 0);

		latency_read(t, latency, grid_value(grid, 1));
		if (args->all)
			status = print_all_reaches(args, grid, lambda, t, err);
		else if (args->approx)
			status = print_first(args, grid, lambda, t, err);
		else
			status = print_exact(args, grid, lambda, t, err);
	}
	mpq_clear(t);
	return status;
}

/* Refuses the table if its longest answer is too long: F grows with t and
 * shrinks with lambda. */
static enum status check_reach_size(const struct reach_args *args,
	const struct latency *latency, struct err *err)
{
	mpz_t bits;
	mpq_t t;
	enum status status;

	if (args->approx)
		return STATUS_OK;
	mpz_init(bits);
	mpq_init(t);
	latency_read(t, latency, sweep_greatest(&args->time));
	fibonacci_bits(bits, sweep_least(latency->sweep), t);
	status = limit_check_bits(
		"F(t)", bits, (uint64_t)args->output.max_bits, err);
	if (status == STATUS_LIMIT) {
		const struct err limit = *err;

		status = err_set(err, STATUS_LIMIT, limit.msg,
			"; --approx D prints the first D", NULL);
	}
	mpq_clear(t);
	mpz_clear(bits);
	return status;
}

/*
 * Between the times of a sweep F changes nowhere, if it is whole multiples of
 * 1/b for lambda = a/b that it steps through: F changes at these alone.
 */
static int is_fine(const struct latency *latency, const struct sweep_range *t,
	const mpq_t lambda)
{
	mpq_t first, step;
	int fine;

	mpq_inits(first, step, NULL);
	latency_read(first, latency, t->first);
	latency_read(step, latency, t->step);
	mpq_div(first, first, step);
	mpz_mul(mpq_numref(step), mpq_numref(step), mpq_denref(lambda));
	fine = mpz_cmp_ui(mpq_denref(first), 1) == 0 &&
	       mpz_divisible_p(mpq_denref(step), mpq_numref(step));
	mpq_clears(first, step, NULL);
	return fine;
}

/* Steps where all of them are there, else points that are joined. */
static enum plot_steps reach_steps(
	const struct reach_args *args, const struct latency *latency)
{
	const struct sweep_range *t = args->time.range;
	struct sweep_cursor cursor;
	int fine = args->time.ranges == 1 && !t->multiply &&
		   mpz_cmp_ui(t->count, 1) > 0;

	if (!picture_is_drawn(&args->output))
		return PLOT_STRAIGHT;
	sweep_cursor_init(&cursor, latency->sweep);
	do
		fine = fine && is_fine(latency, t, cursor.value);
	while (fine && sweep_cursor_next(&cursor));
	sweep_cursor_clear(&cursor);
	return fine ? PLOT_AFTER : PLOT_STRAIGHT;
}

static enum status run_reach(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {"reach", NULL};
	const struct reach_args *args = data;
	struct latency latency;
	struct grid grid = {0};
	enum status status;

	if (args->all && args->approx)
		return err_set(err, STATUS_USAGE,
			"--all and --approx: only one can be given", NULL);
	status = latency_init(&latency, &args->latency, 0, err);
	if (status == STATUS_OK)
		status = check_reach_size(args, &latency, err);
	if (status == STATUS_OK) {
		grid_axis(&grid, "l", latency.sweep, 0);
		grid_axis(&grid, "t", &args->time, 0);
		grid.picture.steps = reach_steps(args, &latency);
		if (args->all)
			bound_table_draw(&grid);
		status = grid_open(&grid, out, &args->output,
			args->all ? bound_table_columns : columns, err);
		if (status == STATUS_OK)
			status = print_reach(args, &grid, &latency, err);
		if (status == STATUS_OK)
			status = grid_draw(&grid, err);
		grid_close(&grid);
	}
	latency_clear(&latency);
	return status;
}

const struct command cmd_reach = {
	.name = "reach",
	.summary = "how many processors can know a message by t: F_lambda(t)",
	.example = "fibcast reach -l 5/2 -t 15/2",
	.shows = "14",
	.also = "fibcast reach -l 5/2 -t 1e6 --approx 10",
	.options = options,
	.size = sizeof(struct reach_args),
	.defaults = &defaults,
	.run = run_reach,
};
