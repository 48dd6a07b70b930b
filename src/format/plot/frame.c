/*
 * The frame of a plot: first the ranges of the values are found, then the axes.
 * The y axis is logarithmic on request, or if its values differ by a large
 * factor.
 */
#include "format/plot/plot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

/* A range that is smaller, in units of the power of ten of its largest value,
 * cannot be drawn with doubles. */
static const double too_close = 1e-9;

/* The y axis is logarithmic if its values differ by a factor of 10^3, or beside
 * a logarithmic x axis by a factor of 30 = 10^1.477. */
enum { LOG_POWERS = 3 };
static const double log_beside = 1.477;

/* By x; as qsort is not stable, titles give points with the same x a definite
 * order. */
static int compare_points(const void *x, const void *y)
{
	const struct plot_point *a = x, *b = y;
	int order = decimal_cmp(a->x, b->x);

	return order != 0 ? order : strcmp(a->title, b->title);
}

static void widen(struct axis_range *range, struct decimal value, int is_first)
{
	if (is_first || decimal_cmp(value, range->least) < 0)
		range->least = value;
	if (is_first || decimal_cmp(value, range->greatest) > 0)
		range->greatest = value;
}

/* Whether the value is whole; from 10^15 on all count as whole. */
static int is_whole(struct decimal value)
{
	double x;

	if (value.exponent >= 15)
		return 1;
	x = decimal_scaled(value, 0);
	return elementary_floor(x) == x;
}

/* Sorts the points and finds both ranges.  If all values of x are whole, such
 * as counts of processors, its ticks are to be whole, too. */
static enum status frame_ranges(struct plot *plot, struct axis_range *x,
	struct axis_range *y, struct err *err)
{
	int is_first = 1, whole = 1;

	if (plot->lines > PLOT_LINES)
		return err_limit(err, "the plot would have more than 40 lines");
	for (size_t i = 0; i < plot->lines; i++) {
		struct plot_line *line = &plot->line[i];

		qsort(line->point, line->count, sizeof *line->point,
			compare_points);
		for (size_t j = 0; j < line->count; j++) {
			widen(x, line->point[j].x, is_first);
			widen(y, line->point[j].y, is_first);
			is_first = 0;
			whole = whole && is_whole(line->point[j].x);
		}
	}
	if (is_first)
		return err_limit(err, "the plot would have no points");
	x->is_whole = whole;
	return STATUS_OK;
}

/* Whether the values of an axis are too close together to be drawn. */
static int is_crowded(const struct plot *plot, const struct axis_range *range)
{
	double span;

	if (decimal_cmp(range->least, range->greatest) == 0)
		return plot->points > plot->lines;
	span = decimal_scaled(range->greatest, range->greatest.exponent) -
	       decimal_scaled(range->least, range->greatest.exponent);
	return span < too_close;
}

static int has_zero(const struct axis_range *range)
{
	return range->least.mantissa == 0;
}

static enum status check_axes(const struct plot *plot,
	const struct plot_look *look, const struct axis_range *x,
	const struct axis_range *y, struct err *err)
{
	if ((look->log_x == PLOT_LOG && has_zero(x)) ||
		(look->log_y == PLOT_LOG && has_zero(y)))
		return err_usage(err,
			look->log_x == PLOT_LOG && has_zero(x)
				? ERR_NAME "log x"
				: ERR_NAME "log y",
			": 0 has no place on a logarithmic axis");
	if (is_crowded(plot, x))
		return err_limit(err, "the values on the x axis are too close "
				      "to each other to be drawn");
	return STATUS_OK;
}

static int chooses_log(const struct axis_range *range, int beside_log)
{
	return !has_zero(range) &&
	       decimal_log(range->greatest) - decimal_log(range->least) >=
		       (beside_log ? log_beside : LOG_POWERS);
}

enum status frame_fit(struct plot *plot, const struct plot_look *look,
	struct axis axes[2], unsigned most_x, unsigned most_y, struct err *err)
{
	struct axis_range x = {.most = most_x};
	struct axis_range y = {.most = most_y, .from_zero = 1, .is_round = 1};
	enum status status = frame_ranges(plot, &x, &y, err);

	if (status == STATUS_OK)
		status = check_axes(plot, look, &x, &y, err);
	if (status != STATUS_OK)
		return status;
	axis_init(&axes[0], &x, look->log_x == PLOT_LOG);
	axis_init(&axes[1], &y,
		look->log_y == PLOT_AUTO
			? chooses_log(&y, look->log_x == PLOT_LOG)
			: look->log_y == PLOT_LOG);
	return STATUS_OK;
}

/* Sorts the indices of labels by place.  Of equal places the last index comes
 * first: lines mostly rise from one to the next, while places count
 * downwards. */
static void order_places(size_t *order, const int64_t *place, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t at = i;

		for (; at > 0 && place[order[at - 1]] >= place[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
}

void frame_spread(int64_t *place, size_t count, int64_t apart, int64_t height)
{
	size_t *order = mem_array(count, sizeof *order);
	int64_t least = apart / 2, most = height - apart / 2;

	order_places(order, place, count);
	for (size_t i = 0; i < count; i++, least += apart) {
		if (place[order[i]] < least)
			place[order[i]] = least;
		least = place[order[i]];
	}
	for (size_t i = count; i > 0; i--, most -= apart) {
		if (place[order[i - 1]] > most)
			place[order[i - 1]] = most;
		most = place[order[i - 1]];
	}
	mem_free(order);
}

size_t frame_note(char note[FRAME_NOTE], const struct plot *plot)
{
	uint64_t kept = 0;

	for (size_t i = 0; i < plot->lines; i++)
		kept += plot->line[i].count;
	if (kept == plot->points)
		return 0;
	return (size_t)snprintf(note, FRAME_NOTE,
		"%" PRIu64 " of %" PRIu64 " points are drawn", kept,
		plot->points);
}

size_t frame_name_size(const struct plot *plot)
{
	uint64_t most = 0;

	for (size_t i = 0; i < plot->lines; i++)
		most = most_u64(most, strlen(plot->line[i].name));
	return (size_t)most;
}

size_t frame_label_size(const struct axis *axis)
{
	uint64_t most = 0;

	for (size_t i = 0; i < axis->ticks; i++)
		most = most_u64(most, axis->tick[i].size);
	return (size_t)most;
}
