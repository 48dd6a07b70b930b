/*
 * SVG pictures of a grid of cells: what they share, and the two pictures, a
 * hierarchy and a path.
 *
 * Words of this folder:
 *   board      the grid on its page
 *   step       the distance from one cell to the next
 *   meaning    the line of text below the grid that explains the colours
 *   hierarchy  processes at positions, a column of cells for each time
 *   track      a vertical line beside a column, along which messages are drawn
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

/* A board; all lengths are in pixels. */
struct board {
	uint64_t columns, rows;
	uint64_t wide, high;	   /* the size of a cell */
	uint64_t step_x, step_y;   /* from one cell to the next */
	uint64_t left, top;	   /* the corner of the first cell */
	uint64_t width, height;	   /* the size of the picture */
	const char *across, *down; /* what columns and rows stand for */
	const char *meaning;	   /* "" for none */
	struct out out;
};

/*
 * Sets left, top, width and height; the other members but out must be set.
 * letters: the length of the longest name of a row.
 * Errors: STATUS_LIMIT for a picture that is too large.
 */
enum status board_place(
	struct board *board, uint64_t letters, struct err *err) WARN_UNUSED;

/* Opens the picture and writes across, down and meaning; colours: how many
 * colours of arrows, as in svg_begin. */
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

/* Begins the frame of a cell, as svg_rect does; class: `cell`, an empty frame;
 * `node`, filled; `mark`, highlighted. */
void board_frame(
	struct board *board, const char *class, uint64_t column, uint64_t row);

/* Writes the text of a cell. */
void board_text(struct board *board, uint64_t column, uint64_t row,
	const char *text, size_t size);

/*
 * A revolving hierarchy: which process is at which position at which time, and
 * who sends to whom.
 */

/* A message from one row to another, sent at every time. */
struct hierarchy_pair {
	size_t from, to;
	size_t track; /* the number of its track, set by the writer */
};

struct hierarchy {
	const char *title;
	size_t rows, times;
	uint64_t first;	     /* the position of the first row */
	const uint64_t *who; /* times · rows processes, time by time */
	char *const *time;   /* the times as text */
	size_t marked;	     /* the process to highlight */
	struct hierarchy_pair *pair;
	size_t pairs;
};

/* Refuses rows · times cells that cannot have room, before a hierarchy is made.
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

/* The most cells; the most with numbers; the size of a name. */
enum { PATH_MOST = 1 << 16, PATH_NUMBERED = 1 << 12, PATH_NAME = 24 };

struct path_cell {
	uint64_t column, row;
};

struct path {
	const char *title, *across, *down; /* as in struct board */
	uint64_t columns, rows;
	const struct path_cell *cell; /* all cells, by their numbers */
	/* Writes the name of column, or row, i of count; returns its length. */
	size_t (*name)(char name[PATH_NAME], uint64_t i, uint64_t count);
};

/* Refuses too many cells, before they are made.
 * Errors: STATUS_LIMIT past PATH_MOST. */
enum status path_check(uint64_t cells, struct err *err) WARN_UNUSED;

enum status path_write_svg(
	const struct path *path, FILE *file, struct err *err) WARN_UNUSED;

#endif
