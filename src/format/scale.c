/*
 * A linear scale, and steps of 1, 2 or 5 times a power of ten between its
 * ticks.
 */
#include "format/scale.h"

void scale_init(struct scale *scale, uint64_t span, uint64_t width)
{
	*scale = (struct scale){.span = span, .width = width};
	while (span >> scale->shift >= UINT64_C(1) << 40)
		scale->shift++;
}

uint64_t scale_place(const struct scale *scale, uint64_t tick)
{
	return (tick >> scale->shift) * scale->width /
	       (scale->span >> scale->shift);
}

uint64_t scale_step(const struct scale *scale, uint64_t unit, uint64_t most)
{
	static const unsigned factors[] = {2, 5, 10};
	uint64_t ten = unit, step = unit;

	for (unsigned i = 0; scale->span / step > most; i++) {
		if (ten > UINT64_MAX / 10)
			return UINT64_MAX;
		step = ten * factors[i % 3];
		if (i % 3 == 2)
			ten = step;
	}
	return step;
}
