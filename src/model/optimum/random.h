/*
 * The integers that the search for optimal schedules draws, the same on every
 * machine.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_RANDOM_H
#define FIBCAST_MODEL_OPTIMUM_RANDOM_H

#include <stdint.h>

#include "number/random.h"

struct optimum_random {
	uint64_t seed, drawn;
};

/* The next 32 bits. */
static inline uint32_t optimum_random_bits(struct optimum_random *random)
{
	return (uint32_t)(random_u64(random->seed, random->drawn++) >> 32);
}

/* One of 0 .. below-1, below >= 1. */
static inline uint32_t optimum_random_below(
	struct optimum_random *random, uint32_t below)
{
	return (uint32_t)((uint64_t)optimum_random_bits(random) * below >> 32);
}

#endif
