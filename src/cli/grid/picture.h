/*
 * A grid's table drawn: which column goes across and which up, what the axes
 * are called, and the options for it.
 */
#ifndef FIBCAST_CLI_GRID_PICTURE_H
#define FIBCAST_CLI_GRID_PICTURE_H

#include <stddef.h>

#include "cli/grid/axis.h"
#include "cli/input/sweep.h"
#include "cli/output/output.h"
#include "format/table.h"

/* The choices of --log. */
enum { PICTURE_LOG_X = 1, PICTURE_LOG_Y = 2, PICTURE_LOG_NONE = 4 };
extern const char *const picture_axes[];

/* The rows of options for the struct output at args.output, for commands that
 * print the table of a grid. */
#define PICTURE_OPTIONS(args)                                                  \
	{                                                                      \
		.name = "log",                                                 \
		.further = 1,                                                  \
		.kind = OPTION_CHOICES,                                        \
		.field = offsetof(args, output.log),                           \
		.arg = "AXES",                                                 \
		.choices = picture_axes,                                       \
		.help = "of a plot: the logarithmic ones",                     \
	},                                                                     \
	{                                                                      \
		.name = "ascii", .further = 1, .kind = OPTION_FLAG,            \
		.field = offsetof(args, output.ascii),                         \
		.help = "draw the chart without Unicode",                      \
	}

enum { PICTURE_TITLE = 240, PICTURE_LABEL = 80 };

/* What a command knows of its picture; zero is the default. */
struct picture {
	const char *across; /* a column; NULL: a swept option */
	const char *up;	    /* NULL: the first answer */
	const char *up_too; /* a second line, if there is only one */
	const char *lines;  /* a column of names, with a line each */
	const char *about;  /* said in the title, before a value: ", cost " */
	const char *value;
	const char *unit;   /* of times */
	const char *winner; /* in a map: who wins, and its ratio */
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

#endif
