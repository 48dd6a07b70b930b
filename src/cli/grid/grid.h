/*
 * A question asked for every combination of its options' values, and the table
 * or picture of its answers.
 */
#ifndef FIBCAST_CLI_GRID_GRID_H
#define FIBCAST_CLI_GRID_GRID_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "cli/input/input.h"
#include "cli/output/output.h"
#include "cli/problem/problem.h"
#include "core/problem.h"
#include "fibonacci/fibonacci.h"
#include "format/table.h"

/* An axis of a grid: an option, its column, and its present value.  Only an
 * option that is a sweep has a column. */
struct grid_axis {
	const char *name; /* of the column */
	int is_count;	  /* never printed with --decimals */
	int is_long;	  /* a value may be too large for a JSON integer */
	struct sweep_cursor cursor;
};

/* -- picture.c: a grid's table as a plot, a chart or a map. */

/* The choices of --log. */
enum { PICTURE_LOG_X = 1, PICTURE_LOG_Y = 2, PICTURE_LOG_NONE = 4 };
extern const char *const picture_axes[];

/* The option rows for the struct output at args.output, for commands that print
 * the table of a grid. */
#define PICTURE_OPTIONS(args)                                                  \
	OPTION(args, output.log, "log", OPTION_CHOICES, "AXES",                \
		"logarithmic axes of a plot", .further = 1,                    \
		.choices = picture_axes),                                      \
		OPTION(args, output.title, "title", OPTION_TEXT, "TEXT",       \
			"title of a picture", .further = 1),                   \
		OPTION(args, output.ascii, "ascii", OPTION_FLAG, NULL,         \
			"draw the chart without Unicode", .further = 1)

enum { PICTURE_TITLE = 240, PICTURE_LABEL = 80 };

/* How a command wants its table drawn; zero is the default. */
struct picture {
	const char *across; /* the column along x; NULL: a swept option */
	const char *up;	    /* the column along y; NULL: the first answer */
	const char *up_too; /* a second line, if there would be only one */
	const char *lines;  /* a column of names, with a line for each */
	/* Parts of the title, or NULL: a value with what comes before it,
	 * ", cost " "clog"; an operation other than broadcast; ", inside
	 * 4,1,1"; "L 6us, o 2us". */
	const char *about, *value, *operation, *setting, *machine;
	const char *unit; /* of times */
	/* A map's columns: who wins, by which ratio, a number in each cell. */
	const char *winner, *ratio, *count;
	enum plot_steps steps; /* may be set until the picture is drawn */
	/* Private to picture.c. */
	int is_chart; /* drawn in characters */
	struct plot plot;
	struct map map;
	struct plot_look look;
	char title[PICTURE_TITLE];
	char x_label[PICTURE_LABEL], y_label[PICTURE_LABEL];
};

/* Whether the values are consecutive integers, such as 4, 5, 6. */
int picture_has_all(const struct sweep *sweep);

/* Whether the output format is a picture. */
int picture_is_drawn(const struct output *output);

/*
 * Prepares the table to be drawn, if the format is a picture; columns: the
 * names of the answers.
 * Errors: STATUS_USAGE for options that a picture does not have, or for no
 * sweep or more than two; STATUS_LIMIT for more lines than can be told apart,
 * or too many cells.
 */
enum status picture_open(struct picture *picture, struct table *table,
	const struct grid_axis *axes, size_t count, const char *const *columns,
	const struct output *output, struct err *err) WARN_UNUSED;

/* Draws the rows collected.  Errors: those of plot_write_svg. */
enum status picture_draw(struct picture *picture, struct table *table,
	struct err *err) WARN_UNUSED;

void picture_clear(struct picture *picture);

/*
 * -- grid.c: a column for each swept option, then the answers.  Without a sweep
 * the answer is printed alone.
 */

/* Axes: n, bytes or block, m, L, o, g, G, l, node, inside, lanes, ports, t. */
enum { GRID_AXES_MAX = 13, GRID_HELD = 1 << 16 };

struct grid {
	struct grid_axis axis[GRID_AXES_MAX];
	size_t axes;
	const char *first; /* a column before the axes, or NULL */
	int started;	   /* a combination has been reached */
	int answered;	   /* a row has been begun */
	size_t further;	   /* passes after this one, each after grid_rewind */
	struct grid_axis *stream; /* which reads standard input, or NULL */
	int64_t max_rows;
	uint64_t rows_each; /* for one line of the stream, or without one */
	uint64_t rows;	    /* for all lines so far */
	uint64_t done;	    /* combinations */
	struct meter meter;
	struct table table;
	struct picture picture; /* of the table, where the format is one */
};

/* Adds an option, in the order of the columns; returns where its present value
 * is, as long as the grid stays in its place. */
const __mpq_struct *grid_axis(struct grid *grid, const char *name,
	const struct sweep *sweep, int is_count);

/* Multiplies count by the number of combinations, without a stream's values. */
void grid_multiply(mpz_t count, const struct grid *grid);

/*
 * Opens the table, and reads the first line of a stream; columns: the answers'
 * names, up to NULL.  A single column without a sweep has no header, except in
 * JSON.
 * Errors: STATUS_LIMIT past --max-rows, with the number of rows; those of
 * sweep_read and of picture_open.
 */
enum status grid_open(struct grid *grid, FILE *file,
	const struct output *output, const char *const *columns,
	struct err *err) WARN_UNUSED;

/*
 * Goes to the next combination: the last option varies fastest, but one that
 * reads standard input slowest.  Returns 0 after the last combination, when the
 * file cannot be written, or if *status is not STATUS_OK.  A picture is drawn
 * after the last combination.
 * Errors, in *status: those of sweep_read and of picture_draw; STATUS_LIMIT
 * past --max-rows.
 */
int grid_next(struct grid *grid, enum status *status, struct err *err);

/* Whether any option is a sweep. */
int grid_is_swept(const struct grid *grid);

/* Starts a row of this combination with the cells of the swept options. */
struct table *grid_row(struct grid *grid);

/* Goes to the next combination, and does nothing else; after the last one
 * returns 0 and is back at the first. */
int grid_advance(struct grid *grid);

/* Goes back to before the first combination; no axis may be a stream. */
void grid_rewind(struct grid *grid);

/*
 * Finishes the table, if it was opened, and frees everything.  If status is an
 * error, nothing is printed, not even a header, unless the table reads a stream
 * or more than GRID_HELD bytes have been printed already.
 */
void grid_close(struct grid *grid, enum status status);

/*
 * -- --all: the table of the bounds on a quantity.
 */

/* Its columns.  In a picture each bound is a line. */
extern const char *const bound_table_columns[];

/* Prints a row for each bound.  show, latency_show or latency_show_bound, turns
 * times into the user's; without a latency all values are counts. */
void bound_table_print(struct grid *grid, const struct bound_list *list,
	const struct latency *latency,
	void (*show)(mpq_t shown, const struct latency *latency,
		const mpq_t elapsed));

/*
 * -- problem_grid.c: a row for every problem given by -n, -m, -l and -t.  Holds
 * the latency, the table, and the problem of the present row.
 *
 * 	struct problem_grid ask = {
 * 		.processors = ..., .columns = ..., .answer = answer_time};
 * 	return problem_grid_print(&ask, &args->latency, out, err);
 */

enum { PROBLEM_COLUMNS = 8, PROBLEM_SETTING = 120 };

struct problem_grid {
	/* Set before opening.  The sweeps become columns in this order, the
	 * latency before the time.  NULL: the command has no such option.
	 * Messages not given are 1. */
	const struct sweep *processors, *messages, *time;
	const struct output *output;
	const char *const *columns; /* of the answer, NULL-terminated */
	int operation;		    /* which limits the number of messages */
	int below_one;		    /* latencies may be below 1 */
	/* Called once the latency and the axes are known: refuses a table that
	 * would have too many rows, or numbers that are too long.  NULL: no
	 * such check. */
	enum status (*check)(struct problem_grid *ask, struct err *err);
	/* Prints the present row's answer, in one row or several, or refuses
	 * it.  NULL: the answer is the one value that find sets, as the user
	 * reads it. */
	enum status (*answer)(struct problem_grid *ask, struct err *err);
	enum status (*find)(
		mpq_t value, struct problem_grid *ask, struct err *err);
	int is_amount;	  /* that value is a count, not a time */
	const void *args; /* the command's, for these functions */
	void *state;	  /* that answer or find keeps between rows, or NULL */
	enum model model; /* where the command has several */

	struct latency latency;
	struct grid grid;
	struct problem problem;	      /* of this row */
	struct fibonacci_jumps jumps; /* that all rows share */
	/* The present values of the options; NULL: it is no axis. */
	const __mpq_struct *n, *bytes, *block, *m, *figure[MACHINE_FIGURES],
		*lambda, *node, *inside, *lanes, *ports, *at;
	struct sweep one;
	const char *named[PROBLEM_COLUMNS]; /* the columns, with the unit */
	/* For the picture's title. */
	char machine[LATENCY_MACHINE], setting[PROBLEM_SETTING];
};

/*
 * Prints the table.  All rows are looked at before the first is answered: one
 * without a problem, such as a latency below 1, refuses the table.  So does an
 * error of answer, with the exceptions of grid_close.
 * Errors: those of latency_init, check, answer and the grid; STATUS_USAGE for a
 * row's latency or number of messages that is not possible.
 */
enum status problem_grid_print(struct problem_grid *ask,
	const struct latency_args *latency, FILE *out,
	struct err *err) WARN_UNUSED;

#endif
