/*
 * Sets of small numbers as bits of 64-bit words, the lesser and the greater of
 * two words, and a mark for arithmetic that wraps around.
 */
#ifndef FIBCAST_BASE_BITS_H
#define FIBCAST_BASE_BITS_H

#include <stdint.h>

/*
 * `make clang-sanitizers' stops where unsigned arithmetic wraps around, which C
 * permits but is usually a mistake.  WRAPS before a function says that its
 * arithmetic is meant to be modulo 2^64.
 */
#ifdef __clang__
#define WRAPS __attribute__((no_sanitize("unsigned-integer-overflow")))
#else
#define WRAPS
#endif

/* How many numbers are in a set of one word: the bits of each byte are counted
 * side by side, then a product adds up the bytes. */
WRAPS static inline uint32_t bits_count(uint64_t set)
{
	const uint64_t ones = UINT64_MAX / 255;

	set -= set >> 1 & 0x55 * ones;
	set = (set & 0x33 * ones) + (set >> 2 & 0x33 * ones);
	set = (set + (set >> 4)) & 0x0f * ones;
	return (uint32_t)(set * ones >> 56);
}

/* The least number in a set of one word, which must not be empty. */
static inline uint32_t bits_lowest(uint64_t set)
{
	return (uint32_t)__builtin_ctzll(set);
}

/* How many words a set of numbers below n takes, which may be more than memory
 * can hold. */
static inline uint64_t bits_words(uint64_t n)
{
	return n / 64 + (n % 64 > 0);
}

static inline int bits_has(const uint64_t *set, uint64_t i)
{
	return (int)(set[i / 64] >> i % 64 & 1);
}

static inline void bits_add(uint64_t *set, uint64_t i)
{
	set[i / 64] |= (uint64_t)1 << i % 64;
}

static inline void bits_remove(uint64_t *set, uint64_t i)
{
	set[i / 64] &= ~((uint64_t)1 << i % 64);
}

/* The first of begin .. end - 1 that the set has; end if there is none. */
static inline uint64_t bits_next(
	const uint64_t *set, uint64_t begin, uint64_t end)
{
	while (begin < end) {
		uint64_t rest = set[begin / 64] >> begin % 64;

		if (rest != 0) {
			begin += bits_lowest(rest);
			return begin < end ? begin : end;
		}
		begin += 64 - begin % 64;
	}
	return end;
}

/* Whether the set has any of begin .. end - 1. */
static inline int bits_has_any(
	const uint64_t *set, uint64_t begin, uint64_t end)
{
	return bits_next(set, begin, end) < end;
}

static inline void bits_add_range(uint64_t *set, uint64_t begin, uint64_t end)
{
	for (; begin < end; begin++)
		bits_add(set, begin);
}

/* -- The lesser and the greater of two words. */

static inline uint64_t least_u64(uint64_t x, uint64_t y)
{
	return x < y ? x : y;
}

static inline uint64_t most_u64(uint64_t x, uint64_t y)
{
	return x > y ? x : y;
}

/* The number in least .. most that is nearest to value; least <= most. */
static inline uint64_t within_u64(uint64_t value, uint64_t least, uint64_t most)
{
	return most_u64(least, least_u64(value, most));
}

#endif
