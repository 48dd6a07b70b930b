/*
 * The methods behind fibonacci/fibonacci.h, one file each, for its dispatcher
 * and for the tests that set them against one another.
 *
 * All work on the grid: lambda = a/b in lowest terms, a >= b >= 1, and
 *   G(i) = F(i/b) = 1 for 0 <= i < a,  G(i-b) + G(i-a) for i >= a.
 */
#ifndef FIBCAST_FIBONACCI_METHODS_H
#define FIBCAST_FIBONACCI_METHODS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

/* G(index) by the method that should be the fastest among those whose working
 * memory stays near max_bits. */
void fibonacci_evaluate(mpz_t value, const mpz_t a, const mpz_t b,
	const mpz_t index, uint64_t max_bits);

/* What that takes, in nanoseconds. */
uint64_t fibonacci_cost(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t max_bits);

/* Refuses G(index), of at most max_bits bits, if no method has the memory, or
 * would take long: STATUS_LIMIT. */
enum status fibonacci_check_cost(const mpz_t a, const mpz_t b,
	const mpz_t index, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* What the ring can hold: values of so many bits, a of them at most. */
enum { RING_BITS = 62, RING_MAX = 1 << 14 };

/* While residues are squared there are half as many copies of them. */
enum { SQUARING = 8 };

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

/* G(index) by squaring residues of a values; index >= a.
 * O(a M(bits) log index) at most, 4 a bits of memory for a result of bits. */
void fibonacci_power(mpz_t value, size_t a, size_t b, const mpz_t index);

/* G(index) + ... + G(index + count - 1), the same way; 1 <= count <= b. */
void fibonacci_power_sum(
	mpz_t sum, size_t a, size_t b, const mpz_t index, size_t count);

/* What either takes, in nanoseconds; UINT64_MAX where it has not the memory. */
uint64_t fibonacci_power_cost(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t max_bits);

/* mantissa · 2^exponent, exponent >= 0. */
struct leading {
	mpz_t mantissa, exponent;
};

void leading_init(struct leading *x);
void leading_clear(struct leading *x);

/* low <= G(index) <= high, from residues of coefficients of some bits.  They
 * agree in about that many bits less log2(index) + log2(a), and wholly where G
 * has no more than bits.  O(a M(bits) log index). */
void fibonacci_leading(struct leading *low, struct leading *high, size_t a,
	size_t b, const mpz_t index, uint64_t bits);

/*
 * low <= G(index) <= high, by the largest terms of the closed form: they agree
 * in about that many bits, whatever a and b are.  Only where the cost is not
 * UINT64_MAX: the estimate of its time in nanoseconds.
 * O(index/a + sqrt(bits index/a) a/b) products of that many bits.
 */
void fibonacci_largest(struct leading *low, struct leading *high, const mpz_t a,
	const mpz_t b, const mpz_t index, uint64_t bits);
uint64_t fibonacci_largest_cost(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t bits);

/*
 * A whole number of latencies in which n processors are reached: ceil(log2 n),
 * as F(t) >= 2 F(t - lambda), or, where that is less, 2 ceil(log n/log c), as
 * F(2 lambda k) >= c^k with c = ceil(lambda) + 1.
 * Bar-Noy & Kipnis 1994, Theorem 7(1).
 */
uint64_t fibonacci_latencies(const mpz_t a, const mpz_t b, const mpz_t n);

/* The least index with G(index) >= n, n >= 2, by bisection of bounds and exact
 * values.  Returns what that should take, in nanoseconds; past max_cost, index
 * is not set. */
uint64_t fibonacci_bisect(mpz_t index, const mpz_t a, const mpz_t b,
	const mpz_t n, uint64_t max_bits, uint64_t max_cost);

/* The least index with G(index) >= n, n >= 2, from residues of some bits, and
 * from exact values where these leave it open.  lambda's a as a word. */
void fibonacci_search(mpz_t index, const mpz_t a, const mpz_t b, const mpz_t n,
	uint64_t max_bits);

#endif
