/*
 * The generalised Fibonacci function of the postal model.
 *
 *   F(t) = 1 for 0 <= t < lambda,  F(t-1) + F(t-lambda) for t >= lambda
 *   f(n) = min { t : F(t) >= n }
 *
 * lambda = a/b >= 1 in lowest terms.  F is a step function that changes only on
 * the grid of multiples of 1/b, so the functions here work with grid indices:
 * F at index i is F(i/b).
 * Bar-Noy & Kipnis 1994, Section 3.
 */
#ifndef FIBCAST_FIBONACCI_FIBONACCI_H
#define FIBCAST_FIBONACCI_FIBONACCI_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

/*
 * The most processors that can know one message at time t, F(t).
 * lambda >= 1, t >= 0, in units of one send.
 * Errors: STATUS_LIMIT if F(t) could pass max_bits bits, if it would take more
 * memory than that with its digits and all intermediate values, or more seconds
 * than its length accounts for; reach is then unchanged.
 * O(a M(bits)), M the cost of a product; with a too large for that, O(M(t log
 * t) log t) by the closed form.
 */
enum status fibonacci_reach(mpz_t reach, const mpq_t lambda, const mpq_t t,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * The least time at which n processors can know one message, f(n).
 * lambda, n >= 1.  Errors: STATUS_LIMIT if the time passes max_bits bits, or
 * would take some seconds, more for a larger max_bits.
 * From leading digits and, if n is next to a value of F, that value; where a
 * is too large for residues, by bisection, O(log t) sums of the largest terms.
 */
enum status fibonacci_time(mpq_t t, const mpq_t lambda, const mpz_t n,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * The first digits of F(t), correctly rounded to nearest:
 * F(t) = mantissa · 10^exponent, mantissa of that many digits (fewer, with
 * exponent 0, if F(t) has fewer).  digits >= 1.
 * Ties go to the even digit.
 * Errors: STATUS_LIMIT if F(t) could pass max_bits bits and its residues do,
 * too, digits, a or t (beyond 2^32768) being too large for them.
 * O(a M(digits + log t) log t).
 */
enum status fibonacci_approx(mpz_t mantissa, mpz_t exponent, const mpq_t lambda,
	const mpq_t t, uint64_t digits, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * A proved upper bound on the bits of F(t), right to within a few where
 * lambda is moderate:  F(t) <= x^t for every x with x^lambda >= x^(lambda-1)+1,
 * and Theorem 7(1).  t >= 0.
 */
void fibonacci_bits(mpz_t bits, const mpq_t lambda, const mpq_t t);

/*
 * All values F at indices 0 .. size-1, each by one addition.
 */
struct fibonacci_table {
	unsigned long a, b;
	size_t size;
	mpz_t *value;
};

/*
 * Fills the table up to the first index whose value is >= n, n >= 1.
 * Errors: STATUS_LIMIT if a, or the bits of all its values together, pass
 * max_bits.  O(size) additions of numbers as long as n.
 */
enum status fibonacci_table_init(struct fibonacci_table *table,
	const mpq_t lambda, const mpz_t n, uint64_t max_bits,
	struct err *err) WARN_UNUSED;
void fibonacci_table_clear(struct fibonacci_table *table);

#endif
