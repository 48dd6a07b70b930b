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

/*
 * -- A question asked for every combination of its options' values, and the
 * table of its answers: a column for each swept option, then the answers.
 * Without a sweep the answer is printed alone.
 */

/* An axis of a grid, that is, a swept option: its column and its present value.
 */
struct grid_axis {
	const char *name; /* of the column */
	int is_count;	  /* never printed with --decimals */
	int is_long;	  /* some exceed JSON's exact integers */
	struct sweep_cursor cursor;
};

/* -- picture.c: a grid's table drawn: which column goes across and which up,
 * what the axes are called, and the options for it. */

/* The choices of --log. */
enum { PICTURE_LOG_X = 1, PICTURE_LOG_Y = 2, PICTURE_LOG_NONE = 4 };
extern const char *const picture_axes[];

/* The rows of options for the struct output at args.output, for commands that
 * print the table of a grid. */
#define PICTURE_OPTIONS(args)                                                  \
	OPTION(args, output.log, "log", OPTION_CHOICES, "AXES",                \
		"logarithmic axes of a plot", .further = 1,                    \
		.choices = picture_axes),                                      \
		OPTION(args, output.title, "title", OPTION_TEXT, "TEXT",       \
			"title of a picture", .further = 1),                   \
		OPTION(args, output.ascii, "ascii", OPTION_FLAG, NULL,         \
			"draw the chart without Unicode", .further = 1)

enum { PICTURE_TITLE = 240, PICTURE_LABEL = 80 };

/* What a command knows of its picture; zero is the default. */
struct picture {
	const char *across; /* a column; NULL: a swept option */
	const char *up;	    /* NULL: the first answer */
	const char *up_too; /* a second line, if there is only one */
	const char *lines;  /* a column of names, with a line each */
	const char *about;  /* said in the title, before a value: ", cost " */
	const char *value;
	const char *operation; /* said in the title, but of a broadcast: NULL */
	const char *setting;   /* ", nodes of 4", said in the title, or NULL */
	const char *machine;   /* "L 6us, o 2us", said in the title, or NULL */
	const char *unit;      /* of times */
	const char *winner;    /* in a map: who wins, and its ratio */
	const char *ratio;
	const char *count;     /* in a map: a number in each cell */
	enum plot_steps steps; /* must be set by the time it is drawn */
	/* Private to the picture. */
	int is_chart; /* in characters */
	struct plot plot;
	struct map map;
	struct plot_look look;
	char title[PICTURE_TITLE];
	char x_label[PICTURE_LABEL], y_label[PICTURE_LABEL];
};

/* Whether the values are consecutive, as 4, 5, 6, so that none lies between. */
int picture_has_all(const struct sweep *sweep);

/* Whether the output format is a picture. */
int picture_is_drawn(const struct output *output);

/*
 * Sets the table up to be drawn; columns: the answers' names.
 * Errors: STATUS_USAGE for options that a picture does not have, or for no
 * sweep or more than two; STATUS_LIMIT for more lines than can be told apart,
 * or too many cells.
 */
enum status picture_open(struct picture *picture, struct table *table,
	const struct grid_axis *axes, size_t count, const char *const *columns,
	const struct output *output, struct err *err) WARN_UNUSED;

/* Draws the rows collected. Errors: those of plot_write_svg. */
enum status picture_draw(struct picture *picture, struct table *table,
	struct err *err) WARN_UNUSED;

void picture_clear(struct picture *picture);

/* -- grid.c */

/* n, bytes or block, m, L, o, g, G, l, t. */
enum { GRID_AXES_MAX = 9, GRID_HELD = 1 << 16 };

struct grid {
	struct grid_axis axis[GRID_AXES_MAX];
	size_t axes;
	const char *first;     /* a column before them, or NULL */
	int started, answered; /* a combination; a row of one */
	size_t further; /* passes after this one, each after grid_rewind */
	struct grid_axis *stream; /* that reads standard input, or NULL */
	int64_t max_rows;
	uint64_t rows_each, rows; /* of a line of it, and of all so far */
	uint64_t done;		  /* combinations */
	struct meter meter;
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

/*
 * -- --all: the table of the bounds on a quantity.
 */

/* The columns of that table. */
extern const char *const bound_table_columns[];

/* Prints a row for each bound.  Times are shown as latency_show or
 * latency_show_bound does; without a latency all values are counts. */
void bound_table_print(struct grid *grid, const struct bound_list *list,
	const struct latency *latency,
	void (*show)(mpq_t shown, const struct latency *latency,
		const mpq_t elapsed));

/* In a picture there is a line for each bound. */
void bound_table_draw(struct grid *grid);

/*
 * -- A table of answers, with a row for every problem given by -n, -m, -l and
 * -t: holds the latency, the table, and the problem of the present row.
 *
 * 	struct problem_grid ask = {
 * 		.processors = ..., .columns = ..., .answer = answer_time};
 * 	return problem_grid_print(&ask, &args->latency, out, err);
 */

enum { PROBLEM_COLUMNS = 8, PROBLEM_SETTING = 120 };

struct problem_grid {
	/* Set before opening. The sweeps become columns in this order, the
	 * latency before the time; NULL for those that the command does not
	 * have; messages are 1 by default. */
	const struct sweep *processors, *messages, *time;
	const struct output *output;
	const char *const *columns; /* of the answer, NULL-terminated */
	int operation;		    /* which limits the number of messages */
	int below_one;		    /* latencies may be below 1 */
	/* Asked once the latency and the axes are known: refuses a table that
	 * would have too many rows, or too long numbers.  NULL: none has. */
	enum status (*check)(struct problem_grid *ask, struct err *err);
	/* Prints the present row's answer, or rows, or refuses it; NULL: the
	 * answer is the one value that find sets, as the user reads it. */
	enum status (*answer)(struct problem_grid *ask, struct err *err);
	enum status (*find)(
		mpq_t value, struct problem_grid *ask, struct err *err);
	const void *args; /* of the command, for these two */
	void *state;	  /* that answer keeps from row to row, or NULL */
	enum model model; /* where the command has several */

	struct latency latency;
	struct grid grid;
	struct problem problem;	      /* of this row */
	struct fibonacci_jumps jumps; /* that all rows share */
	const __mpq_struct *at;	      /* its time, if times are swept */
	struct sweep one;
	const char *named[PROBLEM_COLUMNS]; /* the columns, with the unit */
	/* Of the picture's title. */
	char machine[LATENCY_MACHINE], setting[PROBLEM_SETTING];
};

/*
 * Prints the table.  Before the first row is answered, all have been looked at:
 * one without a problem, such as a latency below 1, refuses the table.  What
 * answer refuses does so, too, unless grid_close says otherwise.  At the end
 * says what the latency has to warn of.
 * Errors: those of latency_init, check, answer and the grid; STATUS_USAGE for
 * what a row's latency or messages may not be.
 */
enum status problem_grid_print(struct problem_grid *ask,
	const struct latency_args *latency, FILE *out,
	struct err *err) WARN_UNUSED;

#endif
