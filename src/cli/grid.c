/*
 * The axes turn like an odometer's wheels.  The table keeps its header back
 * until there is a row to follow it.
 */
#include "cli/grid.h"

#include <assert.h>

void grid_axis(struct grid *grid, const char *name, const struct sweep *sweep,
	int is_count)
{
	struct grid_axis *axis = &grid->axis[grid->axes++];

	assert(grid->axes <= GRID_AXES_MAX);
	axis->name = name;
	axis->is_count = is_count;
	sweep_cursor_init(&axis->cursor, sweep);
}

static enum status check_grid_rows(
	const struct grid *grid, int64_t max_rows, struct err *err)
{
	mpz_t count;
	enum status status;

	mpz_init_set_ui(count, 1);
	for (size_t i = 0; i < grid->axes; i++)
		mpz_mul(count, count, grid->axis[i].cursor.sweep->count);
	status = output_check_rows("the table", count, max_rows, err);
	mpz_clear(count);
	return status;
}

int grid_is_swept(const struct grid *grid)
{
	for (size_t i = 0; i < grid->axes; i++)
		if (grid->axis[i].cursor.sweep->is_sweep)
			return 1;
	return 0;
}

enum status grid_open(struct grid *grid, FILE *file,
	const struct output *output, const char *const *columns,
	struct err *err)
{
	struct table *table = &grid->table;
	enum status status = check_grid_rows(grid, output->max_rows, err);

	if (status != STATUS_OK)
		return status;
	table_init(table, file, (enum table_format)output->format,
		!output->no_header && (grid_is_swept(grid) || columns[1]),
		output->decimals);
	if (grid->first)
		table_column(table, grid->first);
	for (size_t i = 0; i < grid->axes; i++)
		if (grid->axis[i].cursor.sweep->is_sweep)
			table_column(table, grid->axis[i].name);
	for (size_t i = 0; columns[i]; i++)
		table_column(table, columns[i]);
	return picture_open(&grid->picture, table, grid->axis, grid->axes,
		columns, output, file, err);
}

/* The odometer: the last axis varies fastest. */
static int advance_grid(struct grid *grid)
{
	for (size_t i = grid->axes; i-- > 0;) {
		if (sweep_cursor_next(&grid->axis[i].cursor))
			return 1;
		sweep_cursor_first(&grid->axis[i].cursor);
	}
	return 0;
}

int grid_next(struct grid *grid)
{
	if (!grid->started)
		return grid->started = 1;
	return !ferror(grid->table.out.file) && advance_grid(grid);
}

struct table *grid_row(struct grid *grid)
{
	struct table *table = &grid->table;

	grid->answered = 1;
	for (size_t i = 0; i < grid->axes; i++) {
		const struct grid_axis *axis = &grid->axis[i];

		if (!axis->cursor.sweep->is_sweep)
			continue;
		if (axis->is_count)
			table_integer(table, mpq_numref(axis->cursor.value));
		else
			table_rational(table, axis->cursor.value);
	}
	return table;
}

const __mpq_struct *grid_value(const struct grid *grid, size_t axis)
{
	return grid->axis[axis].cursor.value;
}

enum status grid_draw(struct grid *grid, struct err *err)
{
	if (!grid->table.plot)
		return STATUS_OK;
	return picture_draw(&grid->picture, &grid->table, err);
}

void grid_close(struct grid *grid)
{
	for (size_t i = 0; i < grid->axes; i++)
		sweep_cursor_clear(&grid->axis[i].cursor);
	grid->table.header &= grid->answered;
	if (grid->table.out.text)
		table_finish(&grid->table);
	picture_clear(&grid->picture);
}
