/*
 * A path is a line from cell to cell; its first and last cell are highlighted.
 * A cell's number stands in its upper left corner, clear of the line.
 */
#include "format/board/board.h"

#include <inttypes.h>

#include "base/bits.h"
#include "number/number.h"

enum {
	PADDING = 6,
	CELL_HIGH = 36,	  /* the height of a cell with a number */
	CELL_LEAST = 36,  /* and its least width */
	CELL_PLAIN = 6,	  /* both sides of a cell without a number */
	NUMBER_DOWN = 13, /* from a cell's upper edge to its number's foot */
	LINE_DOWN = 23	  /* and to the line */
};

enum status path_check(uint64_t cells, struct err *err)
{
	if (cells <= PATH_MOST)
		return STATUS_OK;
	return out_too_large(err,
		"the picture would have %" PRIu64 " cells, more than 65536",
		cells);
}

static uint64_t count_cells(const struct path *path)
{
	return path->columns * path->rows;
}

/* The length of the longest name of count columns or rows. */
static uint64_t longest_name(const struct path *path, uint64_t count)
{
	char name[PATH_NAME];
	uint64_t most = 0;

	for (uint64_t i = 0; i < count; i++)
		most = most_u64(most, path->name(name, i, count));
	return most;
}

static void write_path_line(struct board *board, const struct path *path)
{
	struct out *out = &board->out;

	out_text(out, "<path class=\"c0\" style=\"marker:none\" d=\"");
	for (uint64_t i = 0; i < count_cells(path); i++) {
		const struct path_cell *cell = &path->cell[i];

		svg_point(out, i == 0 ? 'M' : 'L',
			board_x(board, cell->column) + board->wide / 2,
			board_y(board, cell->row) +
				(board->high < CELL_HIGH ? board->high / 2
							 : LINE_DOWN));
	}
	out_text(out, "\"/>\n");
}

static void write_path_ends(struct board *board, const struct path *path)
{
	const struct path_cell *first = path->cell,
			       *last = &path->cell[count_cells(path) - 1];

	board_frame(board, "mark", first->column, first->row);
	out_text(&board->out, "/>\n");
	if (last == first)
		return;
	board_frame(board, "node", last->column, last->row);
	out_text(&board->out, "/>\n");
}

static void write_path_numbers(struct board *board, const struct path *path)
{
	for (uint64_t i = 0; i < count_cells(path); i++) {
		const struct path_cell *cell = &path->cell[i];
		char text[NUMBER_U64_MAX];

		svg_text(&board->out, "", "start",
			board_x(board, cell->column) + PADDING / 2,
			board_y(board, cell->row) + NUMBER_DOWN, text,
			number_u64(text, i));
	}
}

static void write_path_names(struct board *board, const struct path *path)
{
	char name[PATH_NAME];

	for (uint64_t i = 0; i < path->columns; i++)
		board_column(
			board, i, name, path->name(name, i, path->columns));
	for (uint64_t i = 0; i < path->rows; i++)
		board_row(board, i, name, path->name(name, i, path->rows));
}

enum status path_write_svg(const struct path *path, FILE *file, struct err *err)
{
	int is_numbered = count_cells(path) <= PATH_NUMBERED;
	char text[NUMBER_U64_MAX];
	uint64_t letters = number_u64(text, count_cells(path) - 1);
	uint64_t name_x = longest_name(path, path->columns);
	struct board board = {.columns = path->columns,
		.rows = path->rows,
		.across = path->across,
		.down = path->down,
		.meaning = "the path begins in the orange cell and ends in the "
			   "blue one"};
	enum status status;

	board.wide = board.high = CELL_PLAIN;
	if (is_numbered) {
		board.wide = most_u64(2 * (letters * SVG_LETTER_MOST + PADDING),
			name_x * SVG_LETTER_MOST + PADDING);
		board.wide = most_u64(board.wide, CELL_LEAST);
		board.high = CELL_HIGH;
	}
	board.step_x = board.wide;
	board.step_y = board.high;
	status = board_place(
		&board, is_numbered ? longest_name(path, path->rows) : 0, err);
	if (status != STATUS_OK)
		return status;
	board_begin(&board, file, path->title, 1);
	write_path_ends(&board, path);
	write_path_line(&board, path);
	if (is_numbered) {
		write_path_names(&board, path);
		write_path_numbers(&board, path);
	}
	board_end(&board);
	return STATUS_OK;
}
