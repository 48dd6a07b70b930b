/*
 * Powers of x modulo x^a - x^(a-b) - 1, the arithmetic of the generalised
 * Fibonacci function.  The a coefficients of x^s are, rotated, the numbers
 * H(u), H(u-1), .. of ways to write an index as a sum of steps a and b, and
 * their sum is G(s).  They are never negative: what is computed from lower
 * (upper) bounds of them, by sums and products, is a lower (upper) bound.
 */
#ifndef FIBCAST_FIBONACCI_RESIDUE_H
#define FIBCAST_FIBONACCI_RESIDUE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/*
 * coef: a slots of limbs limbs, lowest coefficient first, to be multiplied by
 * 2^exponent.  Invariant: limbs leave room for the sum of the coefficients of
 * a square, and of its multiple by x, in slots of twice that size.
 */
struct residue {
	size_t a, b, limbs;
	mp_limb_t *coef;
	mpz_t exponent;
};

/* How bounds are rounded to the bits that are kept. */
enum residue_rounding { RESIDUE_DOWN, RESIDUE_UP };

/* The residue of x^index, index small enough for coefficients of one word:
 * G(index) < 2^RESIDUE_WORD.  O(index). */
enum { RESIDUE_WORD = 40 };
void residue_init(struct residue *w, size_t a, size_t b, uint64_t index);
void residue_init_copy(struct residue *w, const struct residue *from);
void residue_clear(struct residue *w);

/* w = w^2, w = w·y, w = w·x.  Residues of the same a and b. */
void residue_square(struct residue *w);
void residue_mul(struct residue *w, const struct residue *y);
void residue_shift(struct residue *w);

/* Rounds the coefficients to some bits of their sum, no less than that. */
void residue_round(
	struct residue *w, uint64_t bits, enum residue_rounding rounding);

/* The sum of the coefficients, without 2^exponent. */
void residue_sum(mpz_t sum, const struct residue *w);

/* A view of the coefficient of x^k, without 2^exponent; not to be cleared. */
mpz_srcptr residue_coefficient(mpz_t view, const struct residue *w, size_t k);

#endif
