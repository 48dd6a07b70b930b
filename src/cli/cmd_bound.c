/*
 * bound: what no algorithm that broadcasts m messages can beat.
 */
#include "cli/command.h"
#include "cli/facts.h"
#include "model/logp.h"
#include "model/postal_bounds.h"

struct bound_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages;
	int all;
};

static const struct bound_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	PROCESSORS_OPTION(struct bound_args, OPTION_INTEGERS),
	MESSAGES_OPTION(struct bound_args, OPTION_INTEGERS),
	LATENCY_OPTIONS(struct bound_args, OPTION_RATIONALS),
	MODEL_OPTION(struct bound_args),
	{"all", NULL, OPTION_FLAG, offsetof(struct bound_args, all), NULL, NULL,
		"every bound of the papers, and whether it holds", 0, 0, 0},
	OUTPUT_OPTIONS(struct bound_args, row_formats),
	OPTION_END,
};

/* One combination of the table. */
struct problem {
	const __mpz_struct *n, *m;
	const __mpq_struct *lambda;
	const struct latency *latency;
	uint64_t max_bits;
};

static enum status print_all(
	struct grid *grid, const struct problem *problem, struct err *err)
{
	struct bound_list list = {0};
	int steps = problem->latency->steps;
	enum status status;

	if (steps)
		status = logp_bound_list(&list, problem->n, problem->m,
			mpq_numref(problem->lambda), problem->max_bits, err);
	else
		status = postal_bound_list(&list, problem->n, problem->m,
			problem->lambda, problem->max_bits, err);
	if (status == STATUS_OK)
		facts_print(grid, &list, steps ? NULL : problem->latency);
	bound_list_clear(&list);
	return status;
}

static enum status print_best(
	struct grid *grid, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t bound;

	mpq_init(bound);
	if (problem->latency->steps) {
		status = logp_lower_bound(mpq_numref(bound), problem->n,
			problem->m, mpq_numref(problem->lambda),
			problem->max_bits, err);
	} else {
		status = postal_lower_bound(bound, problem->n, problem->m,
			problem->lambda, problem->max_bits, err);
		latency_show(bound, problem->latency, bound);
	}
	if (status == STATUS_OK) {
		rows_rational(grid_row(grid), bound);
		rows_end(&grid->rows);
	}
	mpq_clear(bound);
	return status;
}

static enum status print(const struct bound_args *args, struct grid *grid,
	const struct latency *latency, struct err *err)
{
	enum status status = STATUS_OK;

	while (status == STATUS_OK && grid_next(grid)) {
		struct problem problem = {
			.n = mpq_numref(grid_value(grid, 0)),
			.m = mpq_numref(grid_value(grid, 1)),
			.lambda = grid_value(grid, 2),
			.latency = latency,
			.max_bits = (uint64_t)args->output.max_bits,
		};

		status = args->all ? print_all(grid, &problem, err)
				   : print_best(grid, &problem, err);
	}
	return status;
}

static enum status run(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {"bound", NULL};
	const struct bound_args *args = data;
	struct latency latency;
	struct sweep one = {0};
	struct grid grid = {0};
	enum status status;

	status = latency_init(&latency, &args->latency, 0, err);
	if (status == STATUS_OK) {
		grid_axis(&grid, "n", &args->processors, 1);
		grid_axis(&grid, "m", sweep_or_one(&one, &args->messages), 1);
		grid_axis(&grid, "l", latency.sweep, 0);
		status = grid_open(&grid, out, &args->output,
			args->all ? facts_columns : columns, err);
		if (status == STATUS_OK)
			status = print(args, &grid, &latency, err);
		grid_close(&grid);
	}
	sweep_clear(&one);
	latency_clear(&latency);
	return status;
}

const struct command cmd_bound = {
	.name = "bound",
	.summary = "a time that no algorithm can beat",
	.example = "fibcast bound -n 14 -m 3 -l 5/2",
	.shows = "19/2",
	.options = options,
	.size = sizeof(struct bound_args),
	.defaults = &defaults,
	.run = run,
};
