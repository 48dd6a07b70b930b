/*
 * The integers that the search for optimal schedules draws, the same on every
 * machine.  SplitMix64: Steele, Lea & Flood, Fast Splittable Pseudorandom
 * Number Generators, 2014.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_RANDOM_H
#define FIBCAST_MODEL_OPTIMUM_RANDOM_H

#include <stdint.h>

struct optimum_random {
	uint64_t state;
};

/* The next 32 bits. */
static inline uint32_t optimum_random_bits(struct optimum_random *random)
{
	uint64_t x = random->state += 0x9E3779B97F4A7C15u;

	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
	x = (x ^ x >> 27) * 0x94D049BB133111EBu;
	return (uint32_t)((x ^ x >> 31) >> 32);
}

/* One of 0 .. below-1, below >= 1. */
static inline uint32_t optimum_random_below(
	struct optimum_random *random, uint32_t below)
{
	return (uint32_t)((uint64_t)optimum_random_bits(random) * below >> 32);
}

#endif
