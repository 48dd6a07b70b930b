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

static enum status check_rows(
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
	struct rows *rows = &grid->rows;
	enum status status = check_rows(grid, output->max_rows, err);

	if (status != STATUS_OK)
		return status;
	rows_init(rows, file, (enum row_format)output->format,
		!output->no_header && (grid_is_swept(grid) || columns[1]),
		output->decimals);
	if (grid->first)
		rows_column(rows, grid->first);
	for (size_t i = 0; i < grid->axes; i++)
		if (grid->axis[i].cursor.sweep->is_sweep)
			rows_column(rows, grid->axis[i].name);
	for (size_t i = 0; columns[i]; i++)
		rows_column(rows, columns[i]);
	return STATUS_OK;
}

/* The odometer: the last axis varies fastest. */
static int advance(struct grid *grid)
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
	return !ferror(grid->rows.out.file) && advance(grid);
}

struct rows *grid_row(struct grid *grid)
{
	struct rows *rows = &grid->rows;

	grid->answered = 1;
	for (size_t i = 0; i < grid->axes; i++) {
		const struct grid_axis *axis = &grid->axis[i];

		if (!axis->cursor.sweep->is_sweep)
			continue;
		if (axis->is_count)
			rows_integer(rows, mpq_numref(axis->cursor.value));
		else
			rows_rational(rows, axis->cursor.value);
	}
	return rows;
}

const __mpq_struct *grid_value(const struct grid *grid, size_t axis)
{
	return grid->axis[axis].cursor.value;
}

void grid_close(struct grid *grid)
{
	for (size_t i = 0; i < grid->axes; i++)
		sweep_cursor_clear(&grid->axis[i].cursor);
	grid->rows.header &= grid->answered;
	if (grid->rows.out.text)
		rows_finish(&grid->rows);
}
