/*
 * The generalised Fibonacci function of the postal model: values, times,
 * tables, sequences, jumps, and the terms of its closed form.
 *
 *   F(t) = 1 for 0 <= t < lambda,  F(t-1) + k F(t-lambda) for t >= lambda
 *   f(n) = min { t : F(t) >= n }
 *
 * k, the ports: the sends that a processor starts at a time, 1 <= k <
 * 2^PORTS_BITS.  lambda = a/b >= 1 in lowest terms.  F is a step function that
 * changes only on the grid of multiples of 1/b, so the functions here work with
 * grid indices: F at index i is F(i/b). Bar-Noy & Kipnis 1994, Section 3, for k
 * = 1.
 *
 * That F bounds what k ports reach: of one that knows the message at x, at most
 * k (j + 1) children are informed before x + lambda + j + 1; if all send on all
 * ports from the start, that many are.
 */
#ifndef FIBCAST_FIBONACCI_FIBONACCI_H
#define FIBCAST_FIBONACCI_FIBONACCI_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

enum { PORTS_BITS = 32 };

/*
 * The most processors that can know one message at time t, F(t).
 * lambda >= 1, t >= 0, in units of one send.
 * Errors: STATUS_LIMIT if F(t) could pass max_bits bits, if it would take more
 * memory than that with its digits and all intermediate values, or more seconds
 * than its length accounts for; reach is then unchanged.
 * O(a M(bits)), M the cost of a product; with a too large for that, O(M(t log
 * t) log t) by the closed form.
 */
enum status fibonacci_reach(mpz_t reach, const mpq_t lambda,
	unsigned long ports, const mpq_t t, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * The least time at which n processors can know one message, f(n).
 * lambda, n >= 1.  Errors: STATUS_LIMIT if the time passes max_bits bits, or
 * would take some seconds, more for a larger max_bits.
 * From leading digits and, if n is next to a value of F, that value; where a
 * is too large for residues, by bisection, O(log t) sums of the largest terms.
 */
enum status fibonacci_time(mpq_t t, const mpq_t lambda, unsigned long ports,
	const mpz_t n, uint64_t max_bits, struct err *err) WARN_UNUSED;

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
	unsigned long ports, const mpq_t t, uint64_t digits, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * A proved upper bound on the bits of F(t), right to within a few where
 * lambda is moderate:  F(t) <= x^t for every x with x^lambda >= x^(lambda-1)+k,
 * and Theorem 7(1).  t >= 0.
 */
void fibonacci_bits(
	mpz_t bits, const mpq_t lambda, unsigned long ports, const mpq_t t);

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
	const mpq_t lambda, unsigned long ports, const mpz_t n,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void fibonacci_table_clear(struct fibonacci_table *table);

/* f(n) for many n at one latency: the jumps of F are kept as they are found. */

/* How many sends begin at index/b, and what F is once they have arrived, at
 * index/b + lambda, until the next ones do. */
struct fibonacci_jump {
	uint64_t index, sends, reach;
};

/* Zeroed: none yet. */
struct fibonacci_jumps {
	uint64_t a, b; /* lambda = a/b */
	unsigned long ports;
	uint64_t full; /* no sum wraps while the reach is less */
	struct fibonacci_jump *jump;
	size_t count, capacity;
	size_t late, early; /* in jump */
};

void fibonacci_jumps_clear(struct fibonacci_jumps *jumps);

/*
 * t = f(n), if lambda and n are so small that the jumps fit a few pages; else
 * returns 0 and leaves t unchanged.  lambda, n >= 1; a new lambda starts
 * afresh.  O(log count) once a larger n has been asked for, else O(1) a jump.
 */
int fibonacci_jumps_time(struct fibonacci_jumps *jumps, mpq_t t,
	const mpq_t lambda, unsigned long ports, const mpz_t n);

/* reach = F just before t + lambda, t >= 0, where the jumps fit; else returns 0
 * and leaves reach unchanged. */
int fibonacci_jumps_before(struct fibonacci_jumps *jumps, mpz_t reach,
	const mpq_t lambda, unsigned long ports, const mpq_t t);

/* Starts afresh with lambda = a/b >= 1, as it stands; b >= 1, a < 2^48. */
void fibonacci_jumps_start(struct fibonacci_jumps *jumps, uint64_t a,
	uint64_t b, unsigned long ports);
/* F(index/b) of what was started, or most <= 2^62 if that is less, or if the
 * jumps are too many. */
uint64_t fibonacci_jumps_reach(
	struct fibonacci_jumps *jumps, uint64_t index, uint64_t most);

/*
 * The generalised Fibonacci numbers, one row after another: row i = 1, 2, ...
 * has the time (i-1)/b, the reach F at that time, and the sum of the reaches
 * of rows 1 .. i.  lambda = a/b >= 1 in lowest terms.  For integer lambda the
 * reach is f_i of Subramonian & Venkatasubramanian 1993, Definition 3.3.
 */

struct sequence {
	/* The row that sequence_next gave. */
	mpz_t index;
	mpq_t time;
	mpz_t reach, sum;
	/* What it goes on from. */
	mpq_t lambda;
	uint64_t max_bits;
	mpz_t last;
	mpz_t *ring; /* the values before the row, or NULL: each is evaluated */
	size_t a, b, slot;
	unsigned long ports;
};

/* Whether rows first .. last can be had.
 * Errors: STATUS_LIMIT if the last sum could pass max_bits bits, or what comes
 * before the first row takes seconds that the rows' length does not explain. */
enum status sequence_check(const mpq_t lambda, unsigned long ports,
	const mpz_t first, const mpz_t last, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Prepares rows first .. last, first >= 1.  Starting far out costs a few
 * evaluations of F if there are few rows, at most a + b if there are many.
 * Errors: those of sequence_check.
 * sequence is to be cleared whatever comes back.
 */
enum status sequence_init(struct sequence *sequence, const mpq_t lambda,
	unsigned long ports, const mpz_t first, const mpz_t last,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void sequence_clear(struct sequence *sequence);

/* Goes to the next row; *more is 0 after the last.  Two additions, or an
 * evaluation of F. */
enum status sequence_next(
	struct sequence *sequence, int *more, struct err *err) WARN_UNUSED;

/*
 * F at points a unit or a latency apart, downwards, without the values between
 * them: each binomial of the closed form F(t) = sum of C(m_j + j, j), m_j =
 * floor(t - j lambda), is a ratio of words away from the one that takes its
 * place.
 *   t - 1:       C(m+j-1, j) = C(m+j, j) m/(m+j),
 *   t - lambda:  m'_j = m_(j+1),  C(m+j, j) = C(m+j+1, j+1) (j+1)/(m+j+1).
 *
 * Example: lambda = 5/2, t = 15/2: m = 7 5 2 0, F = 1 + 6 + 6 + 1 = 14.  At
 * t - 1: m = 6 4 1, F = 1 + 5 + 3 = 9.  At t - 5/2: m = 5 2 0, F = 1 + 3 + 1.
 */

/* A term, and its m_j. */
struct fibonacci_term {
	mpz_t value, waits;
};

/* term[from + j] is that of j < count; no terms before t = 0. */
struct fibonacci_terms {
	struct fibonacci_term *term;
	size_t from, count, size;
	unsigned long ports;
};

/* Those of F(t), t >= 0.
 * Errors: STATUS_LIMIT if they would take more than max_bits bits of memory, or
 * too long.  O(t/lambda) binomials. */
enum status fibonacci_terms_init(struct fibonacci_terms *terms,
	const mpq_t lambda, unsigned long ports, const mpq_t t,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void fibonacci_terms_clear(struct fibonacci_terms *terms);

/* From t to t - 1, to t - lambda. */
void fibonacci_terms_unit(struct fibonacci_terms *terms);
void fibonacci_terms_latency(struct fibonacci_terms *terms);

/* value = F(t), 0 before t = 0. */
void fibonacci_terms_sum(mpz_t value, const struct fibonacci_terms *terms);

#endif
