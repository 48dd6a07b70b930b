/*
 * What a plot has to show, before it is drawn: its axes, the points in order,
 * and where the lines' names go; the same for SVG and characters.
 */
#ifndef FIBCAST_FORMAT_PLOT_FRAME_H
#define FIBCAST_FORMAT_PLOT_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "format/plot/axis.h"
#include "format/plot/plot.h"

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
