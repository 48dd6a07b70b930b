/*
 * Powers of x modulo x^a - x^(a-b) - 1, the arithmetic of the generalised
 * Fibonacci function.  The a coefficients of x^s are, rotated, the numbers
 * H(u), H(u-1), .. of ways to write an index as a sum of steps a and b, and
 * their sum is G(s).  They are never negative: what is computed from lower
 * (upper) bounds of them, by sums and products, is a lower (upper) bound.
 */
#ifndef FIBCAST_FIBONACCI_WINDOW_H
#define FIBCAST_FIBONACCI_WINDOW_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/*
 * coef: a slots of limbs limbs, lowest coefficient first, to be multiplied by
 * 2^exponent.  Invariant: limbs leave room for the sum of the coefficients of
 * a square, and of its multiple by x, in slots of twice that size.
 */
struct window {
	size_t a, b, limbs;
	mp_limb_t *coef;
	mpz_t exponent;
};

/* How bounds are rounded to the bits that are kept. */
enum window_rounding { WINDOW_DOWN, WINDOW_UP };

/* The window of x^index, index small enough for coefficients of one word:
 * G(index) < 2^WINDOW_WORD.  O(index). */
enum { WINDOW_WORD = 40 };
void window_init(struct window *w, size_t a, size_t b, uint64_t index);
void window_init_copy(struct window *w, const struct window *from);
void window_clear(struct window *w);

/* w = w^2, w = w·y, w = w·x.  Windows of the same a and b. */
void window_square(struct window *w);
void window_mul(struct window *w, const struct window *y);
void window_shift(struct window *w);

/* Rounds the coefficients to some bits of their sum, no less than that. */
void window_round(
	struct window *w, uint64_t bits, enum window_rounding rounding);

/* The sum of the coefficients, without 2^exponent. */
void window_sum(mpz_t sum, const struct window *w);

/* A view of the coefficient of x^k, without 2^exponent; not to be cleared. */
mpz_srcptr window_coefficient(mpz_t view, const struct window *w, size_t k);

#endif
