/*
 * Short numbers eight digits at a time: bytes are added up as tens, hundreds
 * and ten thousands within one word.  Eight bytes must be readable.
 */
#ifndef FIBCAST_FORMAT_DIGITS_H
#define FIBCAST_FORMAT_DIGITS_H

#include <stdint.h>

#include "base/wrap.h"

/* The eight bytes at text, the first one lowest; one load where that is how
 * memory is. */
static inline uint64_t digits_load(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;

	return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 |
	       (uint64_t)byte[2] << 16 | (uint64_t)byte[3] << 24 |
	       (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 |
	       (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
}

/* A guess at the number of digits: 8 times it, 8 to 64, and the highest bit of
 * the byte after them, 0 if that is the ninth. */
struct digits_guess {
	unsigned bits;
	uint64_t mask;
};

/*
 * Reads the 1 to 8 digits at text; the place after them, where there may be
 * more if they are 8, or NULL if there are none.  If the guess is right, what
 * follows can be read before they have been counted; if not, it is corrected.
 */
WRAPS static inline char *digits_scan(
	uint64_t *number, char *text, struct digits_guess *guess)
{
	uint64_t word = digits_load(text) ^ UINT64_C(0x3030303030303030);
	/* The highest bit of each byte up to the first that is not a digit. */
	uint64_t other = (word | (word + UINT64_C(0x7676767676767676))) &
			 UINT64_C(0x8080808080808080);

	if (__builtin_expect((other & (0 - other)) != guess->mask, 0)) {
		guess->mask = other & (0 - other);
		guess->bits = 64;
		if (other != 0)
			guess->bits = (unsigned)__builtin_ctzll(other) - 7;
	}
	if (guess->bits == 0)
		return 0;
	word <<= 64 - guess->bits;
	word = word * 2561 >> 8 & UINT64_C(0x00FF00FF00FF00FF);
	word = word * 6553601 >> 16 & UINT64_C(0x0000FFFF0000FFFF);
	*number = word * UINT64_C(42949672960001) >> 32;
	return text + guess->bits / 8;
}

#endif
