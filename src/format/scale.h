/*
 * The time axis of a picture.
 */
#ifndef FIBCAST_FORMAT_SCALE_H
#define FIBCAST_FORMAT_SCALE_H

#include <stdint.h>

/* Ticks 0 .. span, span > 0, on places 0 .. width, width < 2^24. */
struct scale {
	uint64_t span, width;
	unsigned shift; /* span / 2^shift < 2^40 */
};

void scale_init(struct scale *scale, uint64_t span, uint64_t width);

/* The place of a tick, rounded down. */
uint64_t scale_place(const struct scale *scale, uint64_t tick);

/* The ticks between labels: 1, 2, 5, 10, 20, ... units, so that at most `most`
 * steps fit the scale, most > 0. */
uint64_t scale_step(const struct scale *scale, uint64_t unit, uint64_t most);

#endif
