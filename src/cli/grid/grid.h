/*
 * A question asked for every combination of its options' values, and the table
 * of its answers: a column for each swept option, then the answers.  Without a
 * sweep the answer is printed alone.
 */
#ifndef FIBCAST_CLI_GRID_GRID_H
#define FIBCAST_CLI_GRID_GRID_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "cli/grid/axis.h"
#include "cli/grid/picture.h"
#include "cli/input/sweep.h"
#include "cli/output/output.h"
#include "format/table.h"

/* n, bytes, m, L, o, g, G, l, t. */
enum { GRID_AXES_MAX = 9, GRID_HELD = 1 << 16 };

struct grid {
	struct grid_axis axis[GRID_AXES_MAX];
	size_t axes;
	const char *first;	  /* a column before them, or NULL */
	int started, answered;	  /* a combination; a row of one */
	struct grid_axis *stream; /* that reads standard input, or NULL */
	int64_t max_rows;
	uint64_t rows_each, rows; /* of a line of it, and of all so far */
	struct table table;
	struct picture picture; /* of the table, where the format is one */
};

/* Adds an option, in the order of the columns. */
void grid_axis(struct grid *grid, const char *name, const struct sweep *sweep,
	int is_count);

/*
 * Opens the table, and reads the first line of a stream; columns: the answers'
 * names, up to NULL.  A single column without a sweep, but in JSON, has no
 * header.
 * Errors: STATUS_LIMIT past --max-rows, with the number of rows; those of
 * sweep_read and of picture_open.
 */
enum status grid_open(struct grid *grid, FILE *file,
	const struct output *output, const char *const *columns,
	struct err *err) WARN_UNUSED;

/*
 * Goes to the next combination: the last option varies fastest, but what is
 * read from standard input slowest.  0 after the last one, when the file cannot
 * be written, or if *status is not STATUS_OK.  After the last one a picture is
 * drawn.
 * Errors, in *status: those of sweep_read and of picture_draw; STATUS_LIMIT
 * past
 * --max-rows.
 */
int grid_next(struct grid *grid, enum status *status, struct err *err);

/* Whether any option was a sweep. */
int grid_is_swept(const struct grid *grid);

/* Starts a row of this combination: the swept options' cells. */
struct table *grid_row(struct grid *grid);

/* The value of an axis in this row, by its index. */
const __mpq_struct *grid_value(const struct grid *grid, size_t axis);

/* Goes to the next combination alone; 0, and back to the first, after the last
 * one. */
int grid_advance(struct grid *grid);

/* Goes back to before the first combination; no axis may be a stream. */
void grid_rewind(struct grid *grid);

/*
 * Finishes the table, if it was opened, and frees everything.  Of a table that
 * is refused nothing is printed, not even a header, unless it reads a stream or
 * more than GRID_HELD bytes of it have been printed already.
 */
void grid_close(struct grid *grid, enum status status);

#endif
