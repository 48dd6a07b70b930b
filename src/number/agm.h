/*
 * Logarithms to the base 2 of many digits, by the arithmetic-geometric mean.
 */
#ifndef FIBCAST_NUMBER_AGM_H
#define FIBCAST_NUMBER_AGM_H

#include <stdint.h>

#include <gmp.h>

/* m · 2^exponent. */
struct agm_number {
	mpz_t m;
	int64_t exponent;
};

/* AGM(2^power, 4), of which every logarithm makes use: the one of most bits so
 * far is kept, and serves all that need no more. */
struct agm_constant {
	unsigned long bits; /* 0: none yet */
	int64_t power;
	struct agm_number mean;
};

void agm_constant_init(struct agm_constant *constant);
void agm_constant_clear(struct agm_constant *constant);

/*
 * lo / 2^bits <= log2(x / 2^e) <= hi / 2^bits, e = floor(log2 x), x >= 1:
 * hi = lo + 3.  constant: what is kept from call to call, or NULL.
 * Two means, or one where the constant is known, of O(M(bits) log bits).
 */
void agm_log2(mpz_t lo, mpz_t hi, const mpz_t x, unsigned long bits,
	struct agm_constant *constant);

#endif
