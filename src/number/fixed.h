/*
 * Real numbers with a certificate: an interval of fixed-point numbers that
 * contains the true value.  Integers only, so the same everywhere; each
 * operation rounds outward.
 *
 *   lo / 2^bits <= x <= hi / 2^bits
 *
 * The operands of one operation have the same bits.  A result may be the same
 * object as an operand.
 */
#ifndef FIBCAST_NUMBER_FIXED_H
#define FIBCAST_NUMBER_FIXED_H

#include <stdint.h>

#include <gmp.h>

#include "number/value.h"

struct fixed_interval {
	mpz_t lo, hi;
	unsigned long bits;
};

/* x = 0, with that many bits after the point. */
void fixed_interval_init(struct fixed_interval *x, unsigned long bits);
void fixed_interval_clear(struct fixed_interval *x);

/* x = q; x = z. */
void fixed_interval_set_q(struct fixed_interval *x, const mpq_t q);
void fixed_interval_set_z(struct fixed_interval *x, const mpz_t z);

/* z = x + y, x - y, x · q; x / y for y > 0, that is y->lo > 0. */
void fixed_interval_add(struct fixed_interval *z,
	const struct fixed_interval *x, const struct fixed_interval *y);
void fixed_interval_sub(struct fixed_interval *z,
	const struct fixed_interval *x, const struct fixed_interval *y);
void fixed_interval_mul_q(struct fixed_interval *z,
	const struct fixed_interval *x, const mpq_t q);
void fixed_interval_div(struct fixed_interval *z,
	const struct fixed_interval *x, const struct fixed_interval *y);

/* z = x · y for y >= 0, that is y->lo >= 0. */
void fixed_interval_mul(struct fixed_interval *z,
	const struct fixed_interval *x, const struct fixed_interval *y);

/* x = ln 2.  O(bits) divisions of x by a word, for many bits M(bits)
 * log^2(bits). */
void fixed_interval_ln_2(struct fixed_interval *x);

/*
 * y = log2(m · 2^exponent), m >= 1, |exponent| < 2^61; y · 2^carry = 2^f for a
 * number f in units of 2^-bits, 0 <= f < 1, 1/2 < y < 3.  A few units wide.
 * constant: what is kept from call to call, or NULL.  O(M(bits) log bits).
 */
void fixed_interval_log2(struct fixed_interval *y, const mpz_t m,
	int64_t exponent, struct agm_constant *constant);
void fixed_interval_exp2(struct fixed_interval *y, mpz_t carry, const mpz_t f,
	struct agm_constant *constant);

/* y = ln x for x > 0, that is x->lo > 0; a few units wider than x makes it.
 * O(M(bits) log^2 bits). */
void fixed_interval_ln(
	struct fixed_interval *y, const struct fixed_interval *x);

/* exp(x) = y · 2^exponent with 1 <= y < 3, for x of width below 1/4.  O(bits
 * M(bits)). */
void fixed_interval_exp(struct fixed_interval *y, mpz_t exponent,
	const struct fixed_interval *x);

#endif
