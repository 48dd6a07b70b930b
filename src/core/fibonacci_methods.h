/*
 * The methods behind core/fibonacci.h, one file each, for its dispatcher and
 * for the tests that set them against one another.
 *
 * All work on the grid: lambda = a/b in lowest terms, a >= b >= 1, and
 *   G(i) = F(i/b) = 1 for 0 <= i < a,  G(i-b) + G(i-a) for i >= a.
 */
#ifndef FIBCAST_CORE_FIBONACCI_METHODS_H
#define FIBCAST_CORE_FIBONACCI_METHODS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/*
 * A ring of the last a values, an addition of words a step: O(index).
 * Returns the first index <= last whose value is >= n and puts that value into
 * *value; last and its value if there is none.  n < 2^63.
 */
uint64_t fibonacci_ring(
	uint64_t *value, size_t a, size_t b, uint64_t last, uint64_t n);

/* G(index) by its closed form, a sum of floor(index/a) + 1 binomials. */
void fibonacci_sum(
	mpz_t value, const mpz_t a, const mpz_t b, const mpz_t index);

/* G(index) by doubling a window of a values. */
void fibonacci_power(mpz_t value, size_t a, size_t b, const mpz_t index);

#endif
