/*
 * time: the least time to inform n processors, f_lambda(n); B(P,L) in the
 * LogP paper's steps.
 */
#include "cli/command.h"
#include "cli/bound_table.h"
#include "cli/schedule_output.h"
#include "fibonacci/fibonacci.h"
#include "model/postal/bounds.h"

struct time_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors;
	int all, operation; /* reduce takes the same time */
};

static const struct time_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	PROCESSORS_OPTION(struct time_args, OPTION_INTEGERS),
	LATENCY_OPTIONS(struct time_args, OPTION_RATIONALS, 1),
	MODEL_OPTION(struct time_args, latency_models),
	{
		.name = "all",
		.kind = OPTION_FLAG,
		.field = offsetof(struct time_args, all),
		.help = "the value and the papers' bounds on it",
	},
	{
		.name = "messages",
		.letters = "mk",
		.kind = OPTION_REFUSED,
		.arg = "M",
		.help = "'time' is for one message: see 'bound', 'compare' and "
			"'optimum'",
	},
	OPERATION_OPTION(struct time_args),
	PICTURE_OPTIONS(struct time_args),
	OUTPUT_OPTIONS(struct time_args, table_formats_drawn),
	OPTION_END,
};

/*
 * The least time, elapsed, in units of one send.  A latency below 1 means a
 * gap above it: lambda·f_(1/lambda)(n) + lambda - 1 for n >= 2, lambda > 0.
 */
static enum status least_time(
	mpq_t t, const struct problem *problem, struct err *err)
{
	mpq_t inverse;
	enum status status;

	if (mpq_cmp_ui(problem->lambda, 1, 1) >= 0)
		return fibonacci_time(
			t, problem->lambda, problem->n, problem->max_bits, err);
	mpq_set_ui(t, 0, 1);
	if (mpq_sgn(problem->lambda) == 0 || mpz_cmp_ui(problem->n, 1) == 0)
		return STATUS_OK;
	mpq_init(inverse);
	mpq_inv(inverse, problem->lambda);
	status = fibonacci_time(t, inverse, problem->n, problem->max_bits, err);
	mpq_mul(t, t, problem->lambda);
	mpq_add(t, t, problem->lambda);
	mpq_set_ui(inverse, 1, 1);
	mpq_sub(t, t, inverse);
	mpq_clear(inverse);
	return status;
}

static enum status print_all_times(struct grid *grid,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	struct bound_list list = {0};
	enum status status = postal_time_list(&list, problem, err);

	if (status == STATUS_OK)
		bound_table_print(grid, &list, latency, latency_show);
	bound_list_clear(&list);
	return status;
}

static enum status print_problem_time(const struct time_args *args,
	struct grid *grid, const struct latency *latency, struct err *err)
{
	enum status status = STATUS_OK;
	struct problem problem;
	mpq_t t;

	mpq_init(t);
	problem_init(&problem);
	problem.max_bits = (uint64_t)args->output.max_bits;
	while (status == STATUS_OK && grid_next(grid)) {
		mpz_set(problem.n, mpq_numref(grid_value(grid, 0)));
		mpq_set(problem.lambda, grid_value(grid, 1));
		if (args->all) {
			status = print_all_times(grid, &problem, latency, err);
			continue;
		}
		status = least_time(t, &problem, err);
		if (status != STATUS_OK)
			break;
		latency_show(t, latency, t);
		table_rational(grid_row(grid), t);
		table_end(&grid->table);
	}
	problem_clear(&problem);
	mpq_clear(t);
	return status;
}

static enum status run_time(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {"time", NULL};
	const struct time_args *args = data;
	struct latency latency;
	struct grid grid = {0};
	enum status status;

	status = operation_check(args->operation, OPERATIONS_ALIKE, err);
	if (status != STATUS_OK)
		return status;
	status = latency_init(&latency, &args->latency, !args->all, err);
	if (status == STATUS_OK) {
		grid_axis(&grid, "n", &args->processors, 1);
		grid_axis(&grid, "l", latency.sweep, 0);
		if (picture_has_all(&args->processors))
			grid.picture.steps = PLOT_BEFORE;
		grid.picture.unit = latency_unit(&args->latency);
		if (args->all)
			bound_table_draw(&grid);
		status = grid_open(&grid, out, &args->output,
			args->all ? bound_table_columns : columns, err);
		if (status == STATUS_OK)
			status = print_problem_time(args, &grid, &latency, err);
		if (status == STATUS_OK)
			status = grid_draw(&grid, err);
		grid_close(&grid);
	}
	latency_clear(&latency);
	return status;
}

const struct command cmd_time = {
	.name = "time",
	.summary = "the least time to inform n: f_lambda(n); B(P,L) in logp",
	.example = "fibcast time -n 14 -l 5/2",
	.shows = "15/2",
	.also = "fibcast time -n 1000 --logp 6,2,4",
	.options = options,
	.size = sizeof(struct time_args),
	.defaults = &defaults,
	.run = run_time,
};
