/* Axes are added in the order of the columns, and read back in that order. */
#include "cli/grid/grid.h"

#include <assert.h>
#include <inttypes.h>

#include "cli/problem/problem.h"

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

/* The axes, in the order of the columns; read_row reads them in that order. */
static void add_axes(struct problem_grid *ask)
{
	if (ask->processors)
		grid_axis(&ask->grid, "n", ask->processors, 1);
	if (ask->latency.bytes)
		grid_axis(&ask->grid, "bytes", ask->latency.bytes, 1);
	if (ask->latency.block)
		grid_axis(&ask->grid, "block", ask->latency.block, 0);
	if (ask->messages)
		grid_axis(&ask->grid, "m",
			sweep_or_one(&ask->one, ask->messages), 1);
	add_figures(&ask->grid, &ask->latency);
	if (!latency_varies(&ask->latency))
		grid_axis(&ask->grid, "l", ask->latency.sweep, 0);
	if (ask->time)
		grid_axis(&ask->grid, "t", ask->time, 0);
}

/* With the unit, where it is known. */
static void name_columns(struct problem_grid *ask)
{
	struct picture *picture = &ask->grid.picture;

	for (size_t i = 0; ask->columns[i]; i++) {
		assert(i + 1 < PROBLEM_COLUMNS);
		ask->named[i] = latency_column(&ask->latency, ask->columns[i]);
	}
	if (picture->up)
		picture->up = latency_column(&ask->latency, picture->up);
	if (picture->across)
		picture->across =
			latency_column(&ask->latency, picture->across);
}

/* Sets the problem, and the time, of the present row. */
static enum status read_row(struct problem_grid *ask, struct err *err)
{
	const struct grid *grid = &ask->grid;
	const __mpq_struct *bytes = NULL, *block = NULL;
	size_t axis = 0;
	enum status status;

	if (ask->processors)
		mpz_set(ask->problem.n, mpq_numref(grid_value(grid, axis++)));
	if (ask->latency.bytes)
		bytes = grid_value(grid, axis++);
	if (ask->latency.block)
		block = grid_value(grid, axis++);
	if (ask->messages)
		mpz_set(ask->problem.m, mpq_numref(grid_value(grid, axis++)));
	read_figures(&ask->latency, grid, &axis);
	if (!latency_varies(&ask->latency))
		mpq_set(ask->problem.lambda, grid_value(grid, axis++));
	if (ask->time)
		ask->at = grid_value(grid, axis);
	status = operation_check_messages(ask->operation, ask->problem.m, err);
	if (status == STATUS_OK && latency_blocks(&ask->latency))
		status = latency_at_blocks(
			&ask->latency, ask->problem.n, bytes, block, err);
	else if (status == STATUS_OK && ask->latency.machine.given)
		status = latency_at(ask->problem.lambda, &ask->latency,
			bytes ? mpq_numref(bytes) : NULL, ask->problem.m,
			ask->below_one, err);
	if (status == STATUS_OK)
		status = latency_nodes(&ask->problem, &ask->latency, err);
	return status;
}

/* Whether every row has a problem.  Only a machine's may not have one, and a
 * number of messages, of which the greatest will do. */
static enum status check_all_rows(struct problem_grid *ask, struct err *err)
{
	enum status status = STATUS_OK;

	if (ask->grid.stream)
		return STATUS_OK;
	if (ask->messages && ask->messages->range)
		status = operation_check_messages(ask->operation,
			mpq_numref(sweep_greatest(ask->messages)), err);
	if (status != STATUS_OK || !latency_varies(&ask->latency))
		return status;
	do
		status = read_row(ask, err);
	while (status == STATUS_OK && grid_advance(&ask->grid));
	grid_rewind(&ask->grid);
	return status;
}

/* What the title of a picture says of the problem besides its numbers. */
static void name_setting(
	struct problem_grid *ask, const struct latency_args *latency)
{
	struct picture *picture = &ask->grid.picture;
	char *text = ask->setting;

	if (latency->operation != OPERATION_BROADCAST)
		picture->operation = schedule_operations[latency->operation];
	*text = '\0';
	picture->setting = text;
	if (latency->model > MODEL_LOGP && !ask->grid.first)
		text_add(text, PROBLEM_SETTING, ", %s",
			broadcast_models[latency->model]);
	if (latency_ports(latency) > 1)
		text_add(text, PROBLEM_SETTING, ", %lu ports",
			latency_ports(latency));
	if (latency->node > 0)
		text_add(text, PROBLEM_SETTING, ", nodes of %" PRId64,
			latency->node);
	if (latency->node > 0 && latency->inside)
		text_add(text, PROBLEM_SETTING, ", inside %s", latency->inside);
}

static enum status open_table(struct problem_grid *ask,
	const struct latency_args *latency, FILE *out, struct err *err)
{
	enum status status;

	if (latency_ports(latency) > 1 || latency->node > 0)
		ask->below_one = 0;
	status = latency_init(&ask->latency, latency, ask->below_one, err);
	ask->grid.picture.unit = latency_unit(latency);
	problem_init(&ask->problem);
	ask->problem.max_bits = (uint64_t)ask->output->max_bits;
	ask->problem.ports = latency_ports(latency);
	ask->problem.jumps = &ask->jumps;
	name_setting(ask, latency);
	if (status != STATUS_OK)
		return status;
	add_axes(ask);
	name_columns(ask);
	if (latency_machine_text(ask->machine, &ask->latency))
		ask->grid.picture.machine = ask->machine;
	if (ask->check)
		status = ask->check(ask, err);
	if (status == STATUS_OK)
		status = grid_open(
			&ask->grid, out, ask->output, ask->named, err);
	return status == STATUS_OK ? check_all_rows(ask, err) : status;
}

/* An answer that is one value. */
static enum status answer_value(struct problem_grid *ask, struct err *err)
{
	enum status status;
	mpq_t value;

	mpq_init(value);
	status = ask->find(value, ask, err);
	if (status == STATUS_OK) {
		table_rational(grid_row(&ask->grid), value);
		table_end(&ask->grid.table);
	}
	mpq_clear(value);
	return status;
}

enum status problem_grid_print(struct problem_grid *ask,
	const struct latency_args *latency, FILE *out, struct err *err)
{
	enum status status = open_table(ask, latency, out, err);

	while (grid_next(&ask->grid, &status, err)) {
		status = read_row(ask, err);
		if (status == STATUS_OK)
			status = ask->answer ? ask->answer(ask, err)
					     : answer_value(ask, err);
	}
	grid_close(&ask->grid, status);
	problem_clear(&ask->problem);
	fibonacci_jumps_clear(&ask->jumps);
	latency_clear(&ask->latency);
	sweep_clear(&ask->one);
	return status;
}
