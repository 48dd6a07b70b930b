/*
 * Squares of polynomials whose coefficients are slots of limbs.
 */
#ifndef FIBCAST_FIBONACCI_SQUARE_H
#define FIBCAST_FIBONACCI_SQUARE_H

#include <stddef.h>

#include <gmp.h>

/* out = in^2: terms >= 1 slots of n limbs to 2 terms - 1 slots of 2n limbs.
 * The sum of all coefficients of in fits n limbs.  space: square_space. */
void square_terms(mp_limb_t *out, const mp_limb_t *in, size_t terms, size_t n,
	mp_limb_t *space);
size_t square_space(size_t terms, size_t n);

#endif
