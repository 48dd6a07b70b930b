/*
 * A table as a plot: the numbers of one column over those of another, a line
 * for each value of a third.  Rows come as they would into a table, cell by
 * cell, as text, so that what a picture says is what the table says.
 *
 * Memory is bounded: a line with many points keeps only the first in each of
 * PLOT_PLACES places along the x axis.
 */
#ifndef FIBCAST_FORMAT_PLOT_PLOT_H
#define FIBCAST_FORMAT_PLOT_PLOT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "format/plot/decimal.h"

enum {
	PLOT_COLUMNS = 12,
	PLOT_LINES = 40,       /* more cannot be told apart */
	PLOT_PLACES = 1 << 10, /* along the x axis */
	PLOT_TITLE = 480
};

/* What a column is to the plot. */
enum plot_role {
	PLOT_NOTE, /* a remark on a point */
	PLOT_X,
	PLOT_Y, /* several: a line each */
	PLOT_LINE
};

/* How the points of a line are joined. */
enum plot_steps {
	PLOT_STRAIGHT,
	PLOT_AFTER, /* a value holds until the next */
	PLOT_BEFORE /* it holds since the last */
};

/* For log_x and log_y. */
enum { PLOT_LINEAR, PLOT_LOG, PLOT_AUTO };

struct plot_look {
	const char *title;
	const char *x_label, *y_label;
	int log_x; /* PLOT_LINEAR or PLOT_LOG */
	int log_y; /* PLOT_AUTO: logarithmic if values differ by a factor of
		      1000 */
	enum plot_steps steps;
	/* of the chart alone */
	int ascii, colour;
	uint64_t columns; /* of the terminal, 0: 80 */
};

struct plot_point {
	struct decimal x, y;
	char *title; /* the cells of its row */
};

struct plot_line {
	char *name;
	struct plot_point *point;
	size_t count, capacity;
	int thinned; /* points were left out */
};

struct plot {
	const char *column[PLOT_COLUMNS];
	enum plot_role role[PLOT_COLUMNS];
	size_t columns, y_columns;
	int log_x;
	struct plot_line *line;
	size_t lines, capacity;
	uint64_t points; /* received, kept or not */
	/* The row being received. */
	size_t cell;
	struct decimal x, y[PLOT_COLUMNS];
	int has_x, has_y[PLOT_COLUMNS];
	char name[PLOT_TITLE], title[PLOT_TITLE];
};

void plot_init(struct plot *plot, int log_x);
void plot_clear(struct plot *plot);

/* Adds a column; call before the first cell. The name is kept, not copied. */
void plot_column(struct plot *plot, const char *name, enum plot_role role);

/* The next cell of this row, and the end of a row.  A row without x or y has no
 * point. */
void plot_cell(struct plot *plot, const char *text, size_t size);
void plot_end(struct plot *plot);

/* Adds "n 14" to a title of PLOT_TITLE bytes; what does not fit is left out. */
void plot_title_add(
	char *title, const char *column, const char *text, size_t size);

/* A copy of the text; mem_free it. */
char *plot_copy(const char *text) __attribute__((returns_nonnull));

/* STATUS_LIMIT: a chart needs that many columns, and the terminal has fewer. */
enum status plot_too_narrow(uint64_t needs, uint64_t has, struct err *err);

/*
 * Draws the plot, as SVG or in characters.
 * Errors: STATUS_USAGE if a value is 0 on a logarithmic axis; STATUS_LIMIT for
 * more than PLOT_LINES lines, for values too close to each other to be drawn
 * or, in characters, for a terminal too narrow.
 */
enum status plot_write_svg(struct plot *plot, const struct plot_look *look,
	FILE *file, struct err *err) WARN_UNUSED;
enum status plot_write_chart(struct plot *plot, const struct plot_look *look,
	FILE *file, struct err *err) WARN_UNUSED;

#endif
