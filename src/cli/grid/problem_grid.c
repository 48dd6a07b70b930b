/*
 * Each row: the axes' present values make the problem, which the command then
 * answers.  An option that the command does not have is no axis.
 */
#include "cli/grid/grid.h"

#include <assert.h>

#include "number/number.h"

/* Adds an option that is given. */
static const __mpq_struct *add_given(struct problem_grid *ask, const char *name,
	const struct sweep *sweep, int is_count)
{
	return sweep->range ? grid_axis(&ask->grid, name, sweep, is_count)
			    : NULL;
}

/* Adds the axes in the order of the columns. */
static void add_axes(struct problem_grid *ask, const struct latency_args *given)
{
	struct grid *grid = &ask->grid;
	const struct latency *latency = &ask->latency;

	if (ask->processors)
		ask->n = grid_axis(grid, "n", ask->processors, 1);
	if (latency->bytes)
		ask->bytes = grid_axis(grid, "bytes", latency->bytes, 1);
	if (latency->block)
		ask->block = grid_axis(grid, "block", latency->block, 0);
	if (ask->messages)
		ask->m = grid_axis(
			grid, "m", sweep_or_one(&ask->one, ask->messages), 1);
	for (int i = 0; i < MACHINE_FIGURES; i++)
		if (latency->figure[i].range)
			ask->figure[i] = grid_axis(grid,
				latency_figure_column(
					latency, (enum machine_figure)i),
				&latency->figure[i], 0);
	if (!latency_varies(latency))
		ask->lambda = grid_axis(grid, "l", latency->sweep, 0);
	ask->node = add_given(ask, "node", &given->node, 1);
	ask->inside = add_given(ask, "inside", &latency->inner, 0);
	ask->lanes = add_given(ask, "lanes", &given->lanes, 1);
	ask->ports = add_given(ask, "ports", &given->ports, 1);
	if (ask->time)
		ask->at = grid_axis(grid, "t", ask->time, 0);
}

/* Names the columns of times with their unit, where it is known. */
static void name_columns(struct problem_grid *ask)
{
	struct picture *picture = &ask->grid.picture;

	if (ask->columns == bound_table_columns) {
		picture->lines = "bound";
		picture->up = "value";
	}
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

/* Sets the problem of the present row. */
static enum status read_row(struct problem_grid *ask, struct err *err)
{
	struct machine *machine = &ask->latency.machine;
	struct nodes *nodes = &ask->latency.nodes;
	enum status status;

	if (ask->n)
		mpz_set(ask->problem.n, mpq_numref(ask->n));
	if (ask->m)
		mpz_set(ask->problem.m, mpq_numref(ask->m));
	for (int i = 0; i < MACHINE_FIGURES; i++)
		if (ask->figure[i])
			mpq_set(machine_figure(machine, (enum machine_figure)i),
				ask->figure[i]);
	if (ask->lambda)
		mpq_set(ask->problem.lambda, ask->lambda);
	if (ask->node)
		mpz_set(nodes->size, mpq_numref(ask->node));
	if (ask->inside)
		mpq_set(nodes->latency, ask->inside);
	if (ask->lanes)
		nodes->lanes = number_get_u64(mpq_numref(ask->lanes));
	if (ask->ports)
		ask->problem.ports = mpz_get_ui(mpq_numref(ask->ports));
	status = operation_check_messages(ask->operation, ask->problem.m, err);
	if (status == STATUS_OK && latency_blocks(&ask->latency))
		status = latency_at_blocks(&ask->latency, ask->problem.n,
			ask->bytes, ask->block, err);
	else if (status == STATUS_OK && machine->given)
		status = latency_at(ask->problem.lambda, &ask->latency,
			ask->bytes ? mpq_numref(ask->bytes) : NULL,
			ask->problem.m, err);
	if (status == STATUS_OK)
		status = latency_nodes(&ask->problem, &ask->latency, err);
	return status;
}

/* Refuses the table if a row has no problem.  That takes a machine's figures,
 * or a number of messages that the operation does not allow: then the greatest
 * is such a number. */
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

/* Writes what a picture's title says of the problem besides its numbers. */
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
	if (latency->inside && !ask->inside)
		text_add(text, PROBLEM_SETTING, ", inside %s", latency->inside);
}

static enum status open_table(struct problem_grid *ask,
	const struct latency_args *latency, FILE *out, struct err *err)
{
	enum status status;

	if (latency_ports(latency) > 1 || latency->node.range)
		ask->below_one = 0;
	status = latency_init(&ask->latency, latency, ask->below_one, err);
	ask->grid.picture.unit = latency_unit(latency);
	problem_init(&ask->problem);
	ask->problem.max_bits = (uint64_t)ask->output->max_bits;
	ask->problem.ports = latency_ports(latency);
	ask->problem.jumps = &ask->jumps;
	if (status != STATUS_OK)
		return status;
	add_axes(ask, latency);
	name_setting(ask, latency);
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

/* Prints an answer that is one value. */
static enum status answer_value(struct problem_grid *ask, struct err *err)
{
	enum status status;
	mpq_t value;

	mpq_init(value);
	status = ask->find(value, ask, err);
	if (status == STATUS_OK) {
		struct table *table = grid_row(&ask->grid);

		if (ask->is_amount)
			table_amount(table, mpq_numref(value));
		else
			table_rational(table, value);
		table_end(table);
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
