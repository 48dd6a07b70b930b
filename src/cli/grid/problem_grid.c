/* Axes are added in the order of the columns, and read back in that order. */
#include "cli/grid/problem_grid.h"

#include <assert.h>

#include "cli/problem/operation.h"

/* Adds the machine's figures that are swept as axes of a grid. */
static void add_figures(struct grid *grid, const struct latency *latency)
{
	for (int i = 0; i < MACHINE_FIGURES; i++)
		if (latency->figure[i].range)
			grid_axis(grid,
				latency_figure_column(
					latency, (enum machine_figure)i),
				&latency->figure[i], 0);
}

/* Sets them to the grid's present values, which begin with that axis, and moves
 * it past them. */
static void read_figures(
	struct latency *latency, const struct grid *grid, size_t *axis)
{
	for (int i = 0; i < MACHINE_FIGURES; i++)
		if (latency->figure[i].range)
			mpq_set(machine_figure(&latency->machine,
					(enum machine_figure)i),
				grid_value(grid, (*axis)++));
}

enum status problem_grid_open(struct problem_grid *ask,
	const struct latency_args *latency, FILE *out, struct err *err)
{
	enum status status =
		latency_init(&ask->latency, latency, ask->below_one, err);

	ask->grid.picture.unit = latency_unit(latency);
	problem_init(&ask->problem);
	ask->problem.max_bits = (uint64_t)ask->output->max_bits;
	if (status == STATUS_OK && ask->messages && !ask->messages->stream &&
		ask->messages->range)
		status = operation_check_messages(ask->operation,
			mpq_numref(sweep_greatest(ask->messages)), err);
	if (status == STATUS_OK && ask->check)
		status = ask->check(ask, err);
	if (status != STATUS_OK)
		return status;
	if (ask->processors)
		grid_axis(&ask->grid, "n", ask->processors, 1);
	if (ask->latency.bytes)
		grid_axis(&ask->grid, "bytes", ask->latency.bytes, 1);
	if (ask->messages)
		grid_axis(&ask->grid, "m",
			sweep_or_one(&ask->one, ask->messages), 1);
	add_figures(&ask->grid, &ask->latency);
	if (!latency_varies(&ask->latency))
		grid_axis(&ask->grid, "l", ask->latency.sweep, 0);
	if (ask->time)
		grid_axis(&ask->grid, "t", ask->time, 0);
	for (size_t i = 0; ask->columns[i]; i++) {
		assert(i + 1 < PROBLEM_COLUMNS);
		ask->named[i] = latency_column(&ask->latency, ask->columns[i]);
	}
	if (ask->grid.picture.up)
		ask->grid.picture.up =
			latency_column(&ask->latency, ask->grid.picture.up);
	if (ask->grid.picture.across)
		ask->grid.picture.across =
			latency_column(&ask->latency, ask->grid.picture.across);
	return grid_open(&ask->grid, out, ask->output, ask->named, err);
}

int problem_grid_next(
	struct problem_grid *ask, enum status *status, struct err *err)
{
	const struct grid *grid = &ask->grid;
	const __mpq_struct *bytes = NULL;
	size_t axis = 0;

	if (!grid_next(&ask->grid, status, err)) {
		if (*status == STATUS_OK)
			latency_warn(&ask->latency);
		return 0;
	}
	if (ask->processors)
		mpz_set(ask->problem.n, mpq_numref(grid_value(grid, axis++)));
	if (ask->latency.bytes)
		bytes = grid_value(grid, axis++);
	if (ask->messages)
		mpz_set(ask->problem.m, mpq_numref(grid_value(grid, axis++)));
	read_figures(&ask->latency, grid, &axis);
	if (!latency_varies(&ask->latency))
		mpq_set(ask->problem.lambda, grid_value(grid, axis++));
	if (ask->time)
		ask->at = grid_value(grid, axis);
	*status = operation_check_messages(ask->operation, ask->problem.m, err);
	if (*status == STATUS_OK && ask->latency.machine.given)
		*status = latency_at(ask->problem.lambda, &ask->latency,
			bytes ? mpq_numref(bytes) : NULL, ask->problem.m,
			ask->below_one, err);
	if (*status == STATUS_OK)
		latency_note_busy(
			&ask->latency, ask->problem.n, ask->problem.m);
	return *status == STATUS_OK;
}

void problem_grid_close(struct problem_grid *ask)
{
	grid_close(&ask->grid);
	problem_clear(&ask->problem);
	latency_clear(&ask->latency);
	sweep_clear(&ask->one);
}
