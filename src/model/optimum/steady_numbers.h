/*
 * What an optimal schedule for any number of items depends on, and what it
 * consists of.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_NUMBERS_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_NUMBERS_H

#include <stdint.h>

/*
 * What follows from P and L alone, N being P - 1: the steps B(N,L), and with
 * r = steps - 1, f_1 + .. + f_r = items N + rest, mean = r - items.
 */
struct steady_numbers {
	uint32_t P, L;
	uint32_t steps, items, rest, mean;
	uint32_t missing; /* f_steps - N */
	uint32_t *nodes;  /* of each offset below steps, if none is missing */
};

/* The processor that has a part in item i, from 0: base + (at + i) mod size. */
struct steady_place {
	uint32_t base, size, at;
};

/* Item i is sent at time i + age. */
struct steady_edge {
	struct steady_place from, to;
	uint32_t age;
};

/* How much later than at steps - 1 an offset may be. */
enum { STEADY_LATE_MAX = 8 };

/* Returns 0 if the numbers are too large: P >= 3 and L up to some thousands. */
int steady_numbers_init(struct steady_numbers *numbers, uint64_t P, uint64_t L);
void steady_numbers_clear(struct steady_numbers *numbers);

/* The processor at a place in an item. */
static inline uint32_t steady_at(
	const struct steady_place *place, uint64_t item)
{
	return place->base + (uint32_t)((place->at + item) % place->size);
}

#endif
