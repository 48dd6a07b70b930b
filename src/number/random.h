/*
 * Reproducible numbers: the same seed gives the same ones on every machine.
 */
#ifndef FIBCAST_NUMBER_RANDOM_H
#define FIBCAST_NUMBER_RANDOM_H

#include <stdint.h>

#include "base/bits.h"

/* A hash of 64 bits: different for different z. */
WRAPS static inline uint64_t random_mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/*
 * The i-th output of the generator splitmix64 (Steele, Lea & Flood 2014) with
 * that seed, i from 0:
 *	z = seed + (i+1) 0x9e3779b97f4a7c15
 *	z = (z ^ z>>30) 0xbf58476d1ce4e5b9
 *	z = (z ^ z>>27) 0x94d049bb133111eb
 *	z ^ z>>31, all mod 2^64.
 */
WRAPS static inline uint64_t random_u64(uint64_t seed, uint64_t i)
{
	return random_mix(seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* That generator's outputs, one after the other. */
struct random {
	uint64_t seed, drawn;
};

/* The upper half of the next one. */
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
