/*
 * What the plots of a table share before they are drawn: elementary functions,
 * axes, and the frame around the points.
 */
#ifndef FIBCAST_FORMAT_PLOT_FRAME_H
#define FIBCAST_FORMAT_PLOT_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "format/plot/plot.h"

/*
 * The few functions that axes need, here because the mathematical library would
 * be loaded for every command on their account.
 */

/* log10(x), x > 0 and finite, accurate to some 15 digits. */
double elementary_log10(double x);

/* 10^power, exact to 10^22, else accurate to some 15 digits; infinite or 0 past
 * what a double holds. */
double elementary_power10(int power);

/* The whole numbers next to x, |x| < 2^63. */
double elementary_floor(double x);
double elementary_ceil(double x);

/*
 * An axis: which values it shows, where, and with which ticks.  Ticks stand at
 * 1, 2 or 5 times powers of ten; on a long logarithmic axis at powers of ten
 * alone.
 */

enum { AXIS_TICKS_MAX = 64 };

struct axis_tick {
	double at; /* in the axis' units, like least and greatest */
	char label[DECIMAL_TEXT];
	size_t size;
};

struct axis {
	int is_log;
	int64_t shift;		/* if linear: the unit is 10^shift */
	double least, greatest; /* least < greatest */
	struct axis_tick tick[AXIS_TICKS_MAX];
	size_t ticks;
};

/* What an axis has to show. */
struct axis_range {
	struct decimal least, greatest; /* above 0 on a logarithmic axis */
	int from_zero;			/* a linear axis starts at 0 */
	int is_round;			/* and both ends are ticks */
	int is_whole;			/* a linear axis has whole ticks */
	unsigned most;			/* steps between ticks, at least 2 */
};

void axis_init(struct axis *axis, const struct axis_range *range, int is_log);

/* Where a value is: 0 at the start of the axis, 1 at its end. */
double axis_place(const struct axis *axis, struct decimal value);

/* Where a tick is. */
double axis_tick_place(const struct axis *axis, size_t tick);

/*
 * What a plot has to show, before it is drawn: its axes, the points in order,
 * and where the lines' names go; the same for SVG and characters.
 */

/*
 * Sorts the points of each line by x and fits the axes to them, with at most
 * that many steps between ticks.
 * Errors: see plot_write_svg.
 */
enum status frame_fit(struct plot *plot, const struct plot_look *look,
	struct axis axes[2], unsigned most_x, unsigned most_y,
	struct err *err) WARN_UNUSED;

/*
 * Spreads labels at place[0..count) so that each is at least `apart` from the
 * next, within 0 .. height, and roughly as near as possible to where it was;
 * count·apart <= height.  Lines keep their order.
 */
void frame_spread(int64_t *place, size_t count, int64_t apart, int64_t height);

/* What was left out: "1024 of 1000000 points are drawn"; 0 if nothing was. */
enum { FRAME_NOTE = 80 };
size_t frame_note(char note[FRAME_NOTE], const struct plot *plot);

/* The letters of the longest name and of the longest label of an axis. */
size_t frame_name_size(const struct plot *plot);
size_t frame_label_size(const struct axis *axis);

#endif
