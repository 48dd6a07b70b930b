/*
 * bound: what no algorithm that broadcasts m messages can beat; a reduction is
 * a broadcast reversed, so that it has the same bounds.
 */
#include "model/bounds.h"
#include "cli/command.h"
#include "cli/bound_table.h"
#include "cli/schedule_output.h"

struct bound_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages;
	int all, operation;
};

static const struct bound_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	PROCESSORS_OPTION(struct bound_args, OPTION_INTEGERS),
	MESSAGES_OPTION(struct bound_args, OPTION_INTEGERS),
	LATENCY_OPTIONS(struct bound_args, OPTION_RATIONALS, 0),
	MODEL_OPTION(struct bound_args, broadcast_models),
	{
		.name = "all",
		.kind = OPTION_FLAG,
		.field = offsetof(struct bound_args, all),
		.help = "every known bound, and whether it holds",
	},
	OPERATION_OPTION(struct bound_args),
	PICTURE_OPTIONS(struct bound_args),
	OUTPUT_OPTIONS(struct bound_args, table_formats_drawn),
	OPTION_END,
};

static enum status print_all_bounds(struct grid *grid, enum model model,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	struct bound_list list = {0};
	enum status status = model_bound_list(&list, model, problem, err);

	if (status == STATUS_OK)
		bound_table_print(grid, &list, latency, latency_show_bound);
	bound_list_clear(&list);
	return status;
}

static enum status print_best(struct grid *grid, enum model model,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	enum status status;
	mpq_t bound;

	mpq_init(bound);
	status = model_bound(bound, model, problem, err);
	if (status == STATUS_OK) {
		latency_show_bound(bound, latency, bound);
		table_rational(grid_row(grid), bound);
		table_end(&grid->table);
	}
	mpq_clear(bound);
	return status;
}

static enum status print_bound(const struct bound_args *args, struct grid *grid,
	const struct latency *latency, struct err *err)
{
	enum model model = (enum model)args->latency.model;
	struct problem problem;
	enum status status = STATUS_OK;

	problem_init(&problem);
	problem.max_bits = (uint64_t)args->output.max_bits;
	while (status == STATUS_OK && grid_next(grid)) {
		mpz_set(problem.n, mpq_numref(grid_value(grid, 0)));
		mpz_set(problem.m, mpq_numref(grid_value(grid, 1)));
		mpq_set(problem.lambda, grid_value(grid, 2));
		status = args->all ? print_all_bounds(grid, model, &problem,
					     latency, err)
				   : print_best(grid, model, &problem, latency,
					     err);
	}
	problem_clear(&problem);
	return status;
}

static enum status run_bound(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {"bound", NULL};
	const struct bound_args *args = data;
	struct latency latency;
	struct sweep one = {0};
	struct grid grid = {0};
	enum status status;

	status = operation_check(args->operation, OPERATIONS_ALIKE, err);
	if (status != STATUS_OK)
		return status;
	status = latency_init(&latency, &args->latency, 0, err);
	if (status == STATUS_OK) {
		grid_axis(&grid, "n", &args->processors, 1);
		grid_axis(&grid, "m", sweep_or_one(&one, &args->messages), 1);
		grid_axis(&grid, "l", latency.sweep, 0);
		grid.picture.unit = latency_unit(&args->latency);
		if (args->all)
			bound_table_draw(&grid);
		status = grid_open(&grid, out, &args->output,
			args->all ? bound_table_columns : columns, err);
		if (status == STATUS_OK)
			status = print_bound(args, &grid, &latency, err);
		if (status == STATUS_OK)
			status = grid_draw(&grid, err);
		grid_close(&grid);
	}
	sweep_clear(&one);
	latency_clear(&latency);
	return status;
}

const struct command cmd_bound = {
	.name = "bound",
	.summary = "a time that no algorithm can beat; T_lb in logp",
	.example = "fibcast bound -n 14 -m 3 -l 5/2",
	.shows = "10",
	.also = "fibcast bound --model telephone -n 14 -m 5 --all",
	.options = options,
	.size = sizeof(struct bound_args),
	.defaults = &defaults,
	.run = run_bound,
};
