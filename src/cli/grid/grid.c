/*
 * The axes turn like the wheels of an odometer: with n = 2,3 and m = 1,2 the
 * combinations are (2,1), (2,2), (3,1), (3,2).  The table holds its header back
 * until a row follows it.
 */
#include "cli/grid/grid.h"

#include <assert.h>
#include <unistd.h>

#include "number/number.h"
#include "format/out.h"

/* Whether a value may be too large for a JSON integer. */
static int is_long(const struct sweep *sweep)
{
	return sweep->stream ||
	       mpz_sizeinbase(mpq_numref(sweep_greatest(sweep)), 2) > JSON_BITS;
}

const __mpq_struct *grid_axis(struct grid *grid, const char *name,
	const struct sweep *sweep, int is_count)
{
	struct grid_axis *axis = &grid->axis[grid->axes++];

	assert(grid->axes <= GRID_AXES_MAX);
	axis->name = name;
	axis->is_count = is_count;
	axis->is_long = is_count && is_long(sweep);
	sweep_cursor_init(&axis->cursor, sweep);
	if (sweep->stream && !grid->stream)
		grid->stream = axis;
	return axis->cursor.value;
}

void grid_multiply(mpz_t count, const struct grid *grid)
{
	for (size_t i = 0; i < grid->axes; i++)
		if (!grid->axis[i].cursor.sweep->stream)
			mpz_mul(count, count,
				grid->axis[i].cursor.sweep->count);
}

/* Counts the rows for one line of the stream, or for all combinations. */
static enum status count_grid_rows(struct grid *grid, struct err *err)
{
	mpz_t count;
	enum status status;

	mpz_init_set_ui(count, grid->further + 1);
	grid_multiply(count, grid);
	status = output_check_rows("the table", count, grid->max_rows, err);
	if (status == STATUS_OK)
		grid->rows_each = number_get_u64(count);
	mpz_clear(count);
	return status;
}

static enum status add_grid_rows(struct grid *grid, struct err *err)
{
	if ((uint64_t)grid->max_rows - grid->rows < grid->rows_each)
		return err_limit(
			err, "the table has more rows than --max-rows allows");
	grid->rows += grid->rows_each;
	return STATUS_OK;
}

/* Reads the stream's next line, if there is one; the axes that are not read are
 * at their first values. */
static enum status read_line(struct grid *grid, int *more, struct err *err)
{
	struct sweep_cursor *cursor = &grid->stream->cursor;
	enum status status;

	if (!sweep_is_ready(cursor->sweep))
		table_flush(&grid->table);
	status = sweep_read(cursor->sweep, more, err);
	for (size_t i = 0; i < grid->axes; i++)
		if (grid->axis[i].cursor.sweep->stream)
			sweep_cursor_first(&grid->axis[i].cursor);
	return status == STATUS_OK && *more ? add_grid_rows(grid, err) : status;
}

int grid_is_swept(const struct grid *grid)
{
	for (size_t i = 0; i < grid->axes; i++)
		if (grid->axis[i].cursor.sweep->is_sweep)
			return 1;
	return 0;
}

/* Shows progress unless rows would appear on the terminal in between. */
static void start_meter(struct grid *grid, const struct output *output)
{
	if (!grid->stream &&
		(picture_is_drawn(output) || !isatty(STDOUT_FILENO)))
		meter_start(&grid->meter);
}

enum status grid_open(struct grid *grid, FILE *file,
	const struct output *output, const char *const *columns,
	struct err *err)
{
	struct table *table = &grid->table;
	enum status status;
	int more;

	grid->max_rows = output->max_rows;
	status = count_grid_rows(grid, err);
	if (status == STATUS_OK && grid->stream)
		status = read_line(grid, &more, err);
	if (status != STATUS_OK)
		return status;
	table_init(table, file, output->format->rows,
		output_has_head(output,
			grid_is_swept(grid) || grid->first || columns[1]),
		output->decimals);
	if (!grid->stream)
		out_hold(&table->out, GRID_HELD);
	start_meter(grid, output);
	if (grid->first)
		table_column(table, grid->first);
	for (size_t i = 0; i < grid->axes; i++)
		if (grid->axis[i].cursor.sweep->is_sweep)
			table_column(table, grid->axis[i].name);
	table_columns(table, columns);
	return picture_open(&grid->picture, table, grid->axis, grid->axes,
		columns, output, err);
}

int grid_advance(struct grid *grid)
{
	for (size_t i = grid->axes; i-- > 0;) {
		if (mpz_cmp_ui(grid->axis[i].cursor.sweep->count, 1) <= 0)
			continue;
		if (sweep_cursor_next(&grid->axis[i].cursor))
			return 1;
		sweep_cursor_first(&grid->axis[i].cursor);
	}
	return 0;
}

int grid_next(struct grid *grid, enum status *status, struct err *err)
{
	int more = 0;

	if (*status != STATUS_OK)
		return 0;
	if (!grid->started)
		return grid->started = 1;
	if (ferror(grid->table.out.file))
		return 0;
	meter_show(&grid->meter, ++grid->done, grid->rows_each);
	if (grid_advance(grid))
		return 1;
	meter_stop(&grid->meter);
	if (grid->stream)
		*status = read_line(grid, &more, err);
	if (*status == STATUS_OK && !more && grid->further == 0 &&
		grid->table.writer == &rows_drawn)
		*status = picture_draw(&grid->picture, &grid->table, err);
	return *status == STATUS_OK && more;
}

struct table *grid_row(struct grid *grid)
{
	struct table *table = &grid->table;

	grid->answered = 1;
	for (size_t i = 0; i < grid->axes; i++) {
		const struct grid_axis *axis = &grid->axis[i];

		if (!axis->cursor.sweep->is_sweep)
			continue;
		if (axis->is_count && axis->is_long)
			table_amount(table, mpq_numref(axis->cursor.value));
		else if (axis->is_count)
			table_integer(table, mpq_numref(axis->cursor.value));
		else
			table_rational(table, axis->cursor.value);
	}
	return table;
}

void grid_rewind(struct grid *grid)
{
	assert(!grid->stream);
	for (size_t i = 0; i < grid->axes; i++)
		sweep_cursor_first(&grid->axis[i].cursor);
	grid->started = 0;
}

void grid_close(struct grid *grid, enum status status)
{
	meter_stop(&grid->meter);
	for (size_t i = 0; i < grid->axes; i++)
		sweep_cursor_clear(&grid->axis[i].cursor);
	grid->table.header &= grid->answered;
	if (status != STATUS_OK && !grid->stream)
		table_drop(&grid->table);
	else if (grid->table.out.text)
		table_finish(&grid->table);
	picture_clear(&grid->picture);
}

/* -- --all */

const char *const bound_table_columns[] = {
	"bound", "value", "holds", "source", NULL};

void bound_table_print(struct grid *grid, const struct bound_list *list,
	const struct latency *latency,
	void (*show)(mpq_t shown, const struct latency *latency,
		const mpq_t elapsed))
{
	mpq_t shown;

	mpq_init(shown);
	for (size_t i = 0; i < list->count; i++) {
		const struct bound *bound = &list->bound[i];
		struct table *table = grid_row(grid);

		table_text(table, bound->name);
		if (bound->is_count || !latency) {
			table_amount(table, mpq_numref(bound->value));
		} else {
			show(shown, latency, bound->value);
			table_rational(table, shown);
		}
		table_text(table, bound_holds[bound->holds]);
		table_text(table, bound->source);
		table_end(table);
	}
	mpq_clear(shown);
}
