/*
 * A grid's table drawn: which column goes across and which up, what the axes
 * are called, and the options for it.
 */
#ifndef FIBCAST_CLI_PICTURE_H
#define FIBCAST_CLI_PICTURE_H

#include <stddef.h>

#include "cli/grid_axis.h"
#include "cli/output.h"
#include "cli/sweep.h"
#include "format/table.h"

/* The choices of --log. */
enum { PICTURE_LOG_X = 1, PICTURE_LOG_Y = 2, PICTURE_LOG_NONE = 4 };
extern const char *const picture_axes[];

/* The option rows for the struct output at args.output, where a table of a grid
 * is printed. */
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
	const char *across; /* a column, unless it is a swept option */
	const char *up;	    /* NULL: the first answer */
	const char *up_too; /* another line, where there is no other */
	const char *lines;  /* a column of words, a line each */
	const char *unit;   /* of times */
	const char *winner; /* in a map, who wins, and its ratio */
	const char *ratio;
	enum plot_steps steps; /* known by the time it is drawn */
	/* The rest is the picture's own. */
	struct plot plot;
	struct map map;
	struct plot_look look;
	char title[PICTURE_TITLE];
	char x_label[PICTURE_LABEL], y_label[PICTURE_LABEL];
};

/* Whether values follow one another, 4, 5, 6: nothing is between them. */
int picture_has_all(const struct sweep *sweep);

/* Whether the format is a picture's. */
int picture_is_drawn(const struct output *output);

/*
 * Makes the table a picture's; columns: the answers' names.
 * Errors: STATUS_USAGE for options that are not a picture's, or without a
 * sweep, or with more than two; STATUS_LIMIT for more lines than can be told
 * apart, or more cells.
 */
enum status picture_open(struct picture *picture, struct table *table,
	const struct grid_axis *axes, size_t count, const char *const *columns,
	const struct output *output, struct err *err) WARN_UNUSED;

/* Draws what came.  Errors: those of plot_write_svg. */
enum status picture_draw(struct picture *picture, struct table *table,
	struct err *err) WARN_UNUSED;

void picture_clear(struct picture *picture);

#endif
