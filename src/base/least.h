/* The lesser and the greater of two words. */
#ifndef FIBCAST_BASE_LEAST_H
#define FIBCAST_BASE_LEAST_H

#include <stdint.h>

static inline uint64_t least_u64(uint64_t x, uint64_t y)
{
	return x < y ? x : y;
}

static inline uint64_t most_u64(uint64_t x, uint64_t y)
{
	return x > y ? x : y;
}

/* The value, or the end that it is past; least <= most. */
static inline uint64_t within_u64(uint64_t value, uint64_t least, uint64_t most)
{
	return most_u64(least, least_u64(value, most));
}

#endif
