/*
 * Where the arrows of a space-time diagram run: straight, or bowed where they
 * would lie on others.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_ARROWS_H
#define FIBCAST_FORMAT_SCHEDULE_ARROWS_H

#include <stddef.h>
#include <stdint.h>

#include "format/out.h"
#include "format/schedule/lanes_svg.h"

struct arrow_point {
	uint64_t x, y;
};

struct arrow {
	struct arrow_point from, to;
	unsigned char bow; /* 0: straight; 1, 2: to either side; 3, 4 ... */
};

struct arrows {
	struct arrow *arrow; /* one for each row of the schedule */
	size_t count;
};

/* Those of the frame's schedule, in its order.  O(n · BACK) for n rows. */
void arrows_init(struct arrows *arrows, const struct lanes_frame *frame);
void arrows_clear(struct arrows *arrows);

/* Writes the path's points, for its attribute d. */
void arrow_write(struct out *out, const struct arrow *arrow);

/* The point part / parts of the way along. */
struct arrow_point arrow_at(
	const struct arrow *arrow, uint64_t part, uint64_t parts);

#endif
