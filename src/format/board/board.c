/*
 * Where the cells of a board and their names are; the first row is on top.
 * Above the grid stand two lines: `down` and `across` side by side, then the
 * names of the columns.
 */
#include "format/board/board.h"

#include <string.h>

#include "base/bits.h"

enum {
	LINE = 18, /* of text */
	GAP = 8
};

static uint64_t text_width(const char *text)
{
	return strlen(text) * SVG_LETTER_MOST;
}

/* More columns or rows than a side has pixels are too many in any case; capping
 * them avoids overflow. */
enum status board_place(struct board *board, uint64_t letters, struct err *err)
{
	uint64_t columns = least_u64(board->columns, SVG_SIDE_MOST);
	uint64_t rows = least_u64(board->rows, SVG_SIDE_MOST);

	board->left = SVG_MARGIN + letters * SVG_LETTER_MOST + GAP;
	board->top = SVG_TOP + LINE + LINE;
	board->width =
		most_u64(board->left + columns * board->step_x + SVG_MARGIN,
			text_width(board->meaning) + SVG_MARGINS);
	board->width = most_u64(
		board->width, board->left + text_width(board->across) +
				      text_width(board->down) + SVG_MARGINS);
	board->height = board->top + rows * board->step_y + GAP + SVG_MARGIN;
	if (*board->meaning)
		board->height += LINE;
	return svg_check_size(board->width, board->height, NULL, err);
}

/* Highlighted cells are orange, after Okabe and Ito. */
static void write_board_style(struct out *out)
{
	out_text(out, "<style>\n.cell{fill:none;stroke:#afb8c1}\n"
		      ".mark{fill:#ffe0a3;stroke:#b27d00}\n.in{stroke:none}\n"
		      "@media(prefers-color-scheme:dark){\n"
		      ".cell{stroke:#4b535d}\n"
		      ".mark{fill:#5c4200;stroke:#e69f00}\n}\n</style>\n");
}

void board_begin(
	struct board *board, FILE *file, const char *title, unsigned colours)
{
	struct out *out = &board->out;

	out_init(out, file);
	svg_begin(out, board->width, board->height, title, colours);
	write_board_style(out);
	svg_text(out, "dim", "start", SVG_MARGIN, SVG_TOP + LINE - SVG_FOOT,
		board->down, strlen(board->down));
	svg_text(out, "dim", "start",
		most_u64(board->left, SVG_MARGINS + text_width(board->down)),
		SVG_TOP + LINE - SVG_FOOT, board->across,
		strlen(board->across));
	if (*board->meaning)
		svg_text(out, "dim", "start", SVG_MARGIN,
			board->height - SVG_MARGIN, board->meaning,
			strlen(board->meaning));
}

void board_end(struct board *board)
{
	svg_end(&board->out);
	out_finish(&board->out);
}

uint64_t board_x(const struct board *board, uint64_t column)
{
	return board->left + column * board->step_x;
}

uint64_t board_y(const struct board *board, uint64_t row)
{
	return board->top + row * board->step_y;
}

void board_column(
	struct board *board, uint64_t column, const char *name, size_t size)
{
	svg_text(&board->out, "", "middle",
		board_x(board, column) + board->wide / 2,
		board->top - SVG_FOOT - 1, name, size);
}

void board_row(struct board *board, uint64_t row, const char *name, size_t size)
{
	svg_text(&board->out, "", "end", board->left - GAP,
		board_y(board, row) + board->high / 2 + SVG_FOOT, name, size);
}

void board_frame(
	struct board *board, const char *class, uint64_t column, uint64_t row)
{
	svg_rect(&board->out, class, board_x(board, column),
		board_y(board, row), board->wide, board->high);
}

void board_text(struct board *board, uint64_t column, uint64_t row,
	const char *text, size_t size)
{
	svg_text(&board->out, "in", "middle",
		board_x(board, column) + board->wide / 2,
		board_y(board, row) + board->high / 2 + SVG_FOOT, text, size);
}
