/*
 * Real numbers of any magnitude with a certificate: an interval whose ends are
 * integers times one power of two.
 *
 *   lo · 2^exponent <= x <= hi · 2^exponent
 *
 * Each operation rounds outward, to ends of about `bits` bits, so that the
 * work depends on the precision wanted and not on the size of the number.  A
 * result may be the same object as an operand.
 */
#ifndef FIBCAST_NUMBER_INTERVAL_H
#define FIBCAST_NUMBER_INTERVAL_H

#include <stdint.h>

#include <gmp.h>

#include "number/agm.h"

struct interval {
	mpz_t lo, hi;
	int64_t exponent;
};

/* x = 0. */
void interval_init(struct interval *x);
void interval_clear(struct interval *x);
void interval_set(struct interval *x, const struct interval *y);
void interval_set_q(struct interval *x, const mpq_t q, unsigned long bits);
void interval_neg(struct interval *x);

/* Whether the exponents that further operations add up stay below 2^62. */
int interval_in_range(const struct interval *x);

/* 1 or -1 if all of x is, 0 if x contains 0. */
int interval_sign(const struct interval *x);

/* 1 if all of x is above all of y, -1 if below, else 0. */
int interval_cmp(const struct interval *x, const struct interval *y);

/* z = x + y, x · y; x / y for an y without 0. */
void interval_add(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);
void interval_mul(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);
void interval_div(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);

/* y = the square root of x, for x without negative numbers. */
void interval_sqrt(
	struct interval *y, const struct interval *x, unsigned long bits);

/* y = log2 x for x > 0; y = 2^x, 0 if it is out of range.
 * constant: what is kept from call to call, or NULL. */
void interval_log2(struct interval *y, const struct interval *x,
	unsigned long bits, struct agm_constant *constant);
int interval_exp2(struct interval *y, const struct interval *x,
	unsigned long bits, struct agm_constant *constant);

/* Gives both the same exponent, keeping the bits that their sum needs. */
void interval_align(struct interval *x, struct interval *y, unsigned long bits);

/* The integers floor(lo), floor(hi), if they are not longer than max_bits;
 * else 0. */
int interval_floor(
	mpz_t lo, mpz_t hi, const struct interval *x, uint64_t max_bits);

/* x in fixed point, lo / 2^bits <= x <= hi / 2^bits, if the ends are not longer
 * than max_bits; else 0. */
int interval_fix(mpz_t lo, mpz_t hi, const struct interval *x,
	unsigned long bits, uint64_t max_bits);

#endif
