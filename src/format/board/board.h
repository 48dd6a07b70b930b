/*
 * Pictures of a grid of cells: what they share, and the two that there are.
 *
 * Words of this folder:
 *   board      the grid on its page
 *   step       the distance from one cell to the next
 *   meaning    the line of text below that explains the colours
 *   hierarchy  processes at positions, a column of cells for each time
 *   track      an upright line beside a column, along which messages are drawn
 *   path       a numbering of the cells, drawn as a line through them
 */
#ifndef FIBCAST_FORMAT_BOARD_BOARD_H
#define FIBCAST_FORMAT_BOARD_BOARD_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "format/out.h"
#include "format/svg.h"

/*
 * What pictures of a grid of cells share: its place on the page, cells with a
 * text, the names of rows and columns.
 */

/* A board; all lengths are in pixels. */
struct board {
	uint64_t columns, rows;
	uint64_t wide, high;	   /* of a cell */
	uint64_t step_x, step_y;   /* from one cell to the next */
	uint64_t left, top;	   /* of the first cell */
	uint64_t width, height;	   /* of the picture */
	const char *across, *down; /* what columns and rows are */
	const char *meaning;	   /* below, or "" */
	struct out out;
};

/*
 * Places a board whose counts, cells and texts are set; name: letters of a
 * row's longest name.
 * Errors: STATUS_LIMIT for a picture that is too large.
 */
enum status board_place(
	struct board *board, uint64_t name, struct err *err) WARN_UNUSED;

/* Opens the picture with its title, and writes all texts but those of cells,
 * rows and columns; colours: of arrows. */
void board_begin(
	struct board *board, FILE *file, const char *title, unsigned colours);
void board_end(struct board *board);

/* The left and the upper edge of a cell. */
uint64_t board_x(const struct board *board, uint64_t column);
uint64_t board_y(const struct board *board, uint64_t row);

/* Write the name of a column or a row. */
void board_column(
	struct board *board, uint64_t column, const char *name, size_t size);
void board_row(
	struct board *board, uint64_t row, const char *name, size_t size);

/* Begins the frame of a cell, as svg_rect does; class: `cell`, a frame; `node`,
 * filled; `mark`, standing out. */
void board_frame(
	struct board *board, const char *class, uint64_t column, uint64_t row);

/* Writes the text of a cell. */
void board_text(struct board *board, uint64_t column, uint64_t row,
	const char *text, size_t size);

/*
 * A revolving hierarchy: who is at which position at which time, and who sends
 * to whom.
 */

/* A message from one row to another, sent at every time. */
struct hierarchy_pair {
	size_t from, to;
	size_t track; /* where it is drawn, from 0 on; set by the writer */
};

struct hierarchy {
	const char *title;
	size_t rows, times;
	uint64_t first;	     /* the position of the first row */
	const uint64_t *who; /* times · rows processes, time by time */
	char *const *time;   /* the times as text */
	size_t marked;	     /* the process that is marked */
	struct hierarchy_pair *pair;
	size_t pairs;
};

/* Whether rows · times cells have room, before anything is set.
 * Errors: STATUS_LIMIT. */
enum status hierarchy_check(
	const mpz_t rows, const mpz_t times, struct err *err) WARN_UNUSED;

/* Draws the hierarchy; messages of a process to itself are left out.
 * Errors: STATUS_LIMIT for a picture that is too large. */
enum status hierarchy_write_svg(
	struct hierarchy *hierarchy, FILE *file, struct err *err) WARN_UNUSED;

/*
 * A numbering of the cells of a grid as a path through them.
 */

/* The most cells; beyond PATH_NUMBERED they have no numbers. */
enum { PATH_MOST = 1 << 16, PATH_NUMBERED = 1 << 12, PATH_NAME = 24 };

struct path_cell {
	uint64_t column, row;
};

struct path {
	const char *title, *across, *down; /* what columns and rows are */
	uint64_t columns, rows;		   /* their product: the cells */
	const struct path_cell *cell;	   /* in the order of the numbering */
	/* Writes the name of column, or row, i of that many; its length. */
	size_t (*name)(char name[PATH_NAME], uint64_t i, uint64_t count);
};

/* Whether so many cells can be drawn, asked before they are made.
 * Errors: STATUS_LIMIT past PATH_MOST. */
enum status path_check(uint64_t cells, struct err *err) WARN_UNUSED;

enum status path_write_svg(
	const struct path *path, FILE *file, struct err *err) WARN_UNUSED;

#endif
