/*
 * An axis: which values it shows, where, and with which ticks.  Ticks stand at
 * 1, 2 or 5 times powers of ten; on a long logarithmic axis at powers of ten
 * alone.
 */
#ifndef FIBCAST_FORMAT_PLOT_AXIS_H
#define FIBCAST_FORMAT_PLOT_AXIS_H

#include <stddef.h>
#include <stdint.h>

#include "format/plot/decimal.h"

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
	unsigned most;			/* steps between ticks, at least 2 */
};

void axis_init(struct axis *axis, const struct axis_range *range, int is_log);

/* Where a value is: 0 at the start of the axis, 1 at its end. */
double axis_place(const struct axis *axis, struct decimal value);

/* Where a tick is. */
double axis_tick_place(const struct axis *axis, size_t tick);

#endif
