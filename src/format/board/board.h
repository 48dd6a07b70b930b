/*
 * What pictures of a grid of cells share: its place on the page, cells with a
 * text, the names of rows and columns.
 */
#ifndef FIBCAST_FORMAT_BOARD_BOARD_H
#define FIBCAST_FORMAT_BOARD_BOARD_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "format/out.h"
#include "format/svg.h"

/* Lengths are in pixels. */
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

/* The name of a column or a row. */
void board_column(
	struct board *board, uint64_t column, const char *name, size_t size);
void board_row(
	struct board *board, uint64_t row, const char *name, size_t size);

/* Begins the frame of a cell, as svg_rect does; class: `cell`, a frame; `node`,
 * filled; `mark`, standing out. */
void board_frame(
	struct board *board, const char *class, uint64_t column, uint64_t row);

/* The text in a cell. */
void board_text(struct board *board, uint64_t column, uint64_t row,
	const char *text, size_t size);

#endif
