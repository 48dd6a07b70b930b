/*
 * time: the least time to inform n processors, f_lambda(n); B(P,L) in the
 * LogP paper's steps; and that of a census.
 */
#include "cli/command.h"
#include "cli/bound_table.h"
#include "cli/problem_grid.h"
#include "cli/schedule_output.h"
#include "fibonacci/fibonacci.h"
#include "fibonacci/jumps.h"
#include "model/census/census.h"
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
static enum status least_time(mpq_t t, struct fibonacci_jumps *jumps,
	const struct problem *problem, struct err *err)
{
	mpq_t inverse;
	enum status status;

	if (mpq_cmp_ui(problem->lambda, 1, 1) >= 0)
		return fibonacci_jumps_time(
			       jumps, t, problem->lambda, problem->n)
			       ? STATUS_OK
			       : fibonacci_time(t, problem->lambda, problem->n,
					 problem->max_bits, err);
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

static enum status print_all_times(struct problem_grid *ask, struct err *err)
{
	struct bound_list list = {0};
	enum status status = postal_time_list(&list, &ask->problem, err);

	if (status == STATUS_OK)
		bound_table_print(
			&ask->grid, &list, &ask->latency, latency_show);
	bound_list_clear(&list);
	return status;
}

static enum status print_least_time(struct problem_grid *ask,
	struct fibonacci_jumps *jumps, int operation, struct err *err)
{
	enum status status;
	mpq_t t;

	mpq_init(t);
	status = operation == OPERATION_CENSUS
			 ? census_time(t, &ask->problem, NULL, err)
			 : least_time(t, jumps, &ask->problem, err);
	if (status == STATUS_OK) {
		latency_show(t, &ask->latency, t);
		table_rational(grid_row(&ask->grid), t);
		table_end(&ask->grid.table);
	}
	mpq_clear(t);
	return status;
}

static enum status run_time(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {"time", NULL};
	const struct time_args *args = data;
	struct problem_grid ask = {
		.processors = &args->processors,
		.output = &args->output,
		.columns = args->all ? bound_table_columns : columns,
		.below_one = !args->all && args->operation != OPERATION_CENSUS,
	};
	struct fibonacci_jumps jumps = {0};
	enum status status =
		operation_check(args->operation, OPERATIONS_ALIKE, err);

	if (status == STATUS_OK && args->all &&
		args->operation == OPERATION_CENSUS)
		status = err_set(err, STATUS_USAGE,
			"--all: not used with --op census", NULL);
	if (status != STATUS_OK)
		return status;
	if (args->all)
		bound_table_draw(&ask.grid);
	if (picture_has_all(&args->processors))
		ask.grid.picture.steps = PLOT_BEFORE;
	status = problem_grid_open(&ask, &args->latency, out, err);
	while (problem_grid_next(&ask, &status, err))
		status = args->all ? print_all_times(&ask, err)
				   : print_least_time(&ask, &jumps,
					     args->operation, err);
	fibonacci_jumps_clear(&jumps);
	problem_grid_close(&ask);
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
