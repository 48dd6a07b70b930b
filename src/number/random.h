/*
 * Reproducible random numbers: a seed gives the same numbers on every machine.
 */
#ifndef FIBCAST_NUMBER_RANDOM_H
#define FIBCAST_NUMBER_RANDOM_H

#include <stdint.h>

#include "base/bits.h"

/* A hash of 64 bits: different z have different hashes. */
WRAPS static inline uint64_t random_mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/*
 * The i-th output, i >= 0, of the generator splitmix64 (Steele, Lea & Flood
 * 2014) with that seed:
 *	z = seed + (i+1) 0x9e3779b97f4a7c15
 *	z = (z ^ z>>30) 0xbf58476d1ce4e5b9
 *	z = (z ^ z>>27) 0x94d049bb133111eb
 *	z ^ z>>31, all mod 2^64.
 */
WRAPS static inline uint64_t random_u64(uint64_t seed, uint64_t i)
{
	return random_mix(seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* The outputs of that generator in order, of which `drawn` have been used. */
struct random {
	uint64_t seed, drawn;
};

/* The upper half of the next output. */
static inline uint32_t random_bits(struct random *random)
{
	return (uint32_t)(random_u64(random->seed, random->drawn++) >> 32);
}

/* One of 0 .. below-1, below >= 1. */
static inline uint32_t random_below(struct random *random, uint32_t below)
{
	return (uint32_t)((uint64_t)random_bits(random) * below >> 32);
}

#endif
