/*
 * The generalised Fibonacci function of the postal model: values, times,
 * tables, sequences, jumps, and the terms of its closed form.
 *
 *   F(t) = 1 for 0 <= t < lambda,  F(t-1) + k F(t-lambda) for t >= lambda
 *   f(n) = min { t : F(t) >= n }
 *
 * k is the number of ports: how many sends a processor can start at a time,
 * 1 <= k < 2^PORTS_BITS.  lambda = a/b >= 1 in lowest terms.  F is a step
 * function that changes only at multiples of 1/b, so the code works with grid
 * indices: F at index i is F(i/b).  Bar-Noy & Kipnis 1994, Section 3, for
 * k = 1.
 *
 * F(t) is how many processors k ports can inform by time t: a processor that
 * knows the message at x informs at most k (j + 1) children before
 * x + lambda + j + 1, and exactly that many if every informed processor sends
 * on all its ports from the start.
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
 * Errors: STATUS_LIMIT if F(t) could exceed max_bits bits, if its digits and
 * the intermediate values would need more memory than that, or if computing it
 * would take too long for a number of its length; reach is then unchanged.
 * O(a M(bits)), M the cost of a product; where a is too large for that,
 * O(M(t log t) log t) by the closed form.
 */
enum status fibonacci_reach(mpz_t reach, const mpq_t lambda,
	unsigned long ports, const mpq_t t, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * The least time at which n processors can know one message, f(n).
 * lambda, n >= 1.  Errors: STATUS_LIMIT if the time exceeds max_bits bits, or
 * if finding it would take more than a few seconds (a larger max_bits allows
 * more).
 * Compares n with leading digits of F, and with the exact value where n is too
 * close to one; where a is too large for residues, bisects with O(log t) sums
 * of the largest terms.
 */
enum status fibonacci_time(mpq_t t, const mpq_t lambda, unsigned long ports,
	const mpz_t n, uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * The first digits of F(t), rounded to nearest, ties to even:
 * F(t) is about mantissa · 10^exponent, where mantissa has that many digits
 * (fewer, with exponent 0, if F(t) has fewer).  digits >= 1.
 * Errors: STATUS_LIMIT if neither F(t) nor bounds on it can be computed: F(t)
 * could exceed max_bits bits, and digits, a or t is too large for bounds.
 * O(a M(digits + log t) log t) by residues.
 */
enum status fibonacci_approx(mpz_t mantissa, mpz_t exponent, const mpq_t lambda,
	unsigned long ports, const mpq_t t, uint64_t digits, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * A proved upper bound on the bits of F(t), t >= 0, too large by only a few
 * where lambda is moderate.  F(t) <= x^t for every x with
 * x^lambda >= x^(lambda-1) + k; for large lambda, Theorem 7(1).
 */
void fibonacci_bits(
	mpz_t bits, const mpq_t lambda, unsigned long ports, const mpq_t t);

/* The values of F at indices 0 .. size-1, each by one addition. */
struct fibonacci_table {
	unsigned long a, b;
	size_t size;
	mpz_t *value;
};

/*
 * Fills the table up to the first index whose value is >= n, n >= 1, and at
 * least up to index a - 1.
 * Errors: STATUS_LIMIT if the table would have more than most values or take
 * more than max_bits bits of memory, and those of fibonacci_time; the table is
 * then empty.  O(size) additions of numbers as long as n.
 */
enum status fibonacci_table_init(struct fibonacci_table *table,
	const mpq_t lambda, unsigned long ports, const mpz_t n,
	unsigned long most, uint64_t max_bits, struct err *err) WARN_UNUSED;
void fibonacci_table_clear(struct fibonacci_table *table);

/* -- f(n) for many n at one latency: the jumps of F are kept once found. */

/* How many sends begin at time index/b, and the value of F from their arrival
 * at index/b + lambda until the next sends arrive. */
struct fibonacci_jump {
	uint64_t index, sends, reach;
};

/* A zeroed struct holds no jumps. */
struct fibonacci_jumps {
	uint64_t a, b; /* lambda = a/b */
	unsigned long ports;
	uint64_t full; /* while the reach is less, no sum overflows */
	struct fibonacci_jump *jump;
	size_t count, capacity;
	size_t late, early; /* see jumps.c: positions in jump */
};

void fibonacci_jumps_clear(struct fibonacci_jumps *jumps);

/*
 * t = f(n), if lambda and n are small enough for few jumps; otherwise returns
 * 0 and leaves t unchanged.  lambda, n >= 1; another lambda or other ports
 * discard the jumps.  O(log count) once a larger n has been asked for, else
 * O(1) for each new jump.
 */
int fibonacci_jumps_time(struct fibonacci_jumps *jumps, mpq_t t,
	const mpq_t lambda, unsigned long ports, const mpz_t n);

/* reach = F just before t + lambda, t >= 0, under the same conditions; reach
 * is unchanged where 0 is returned. */
int fibonacci_jumps_before(struct fibonacci_jumps *jumps, mpz_t reach,
	const mpq_t lambda, unsigned long ports, const mpq_t t);

/* Discards all jumps and sets lambda = a/b >= 1, not necessarily in lowest
 * terms; b >= 1, a < 2^48. */
void fibonacci_jumps_start(struct fibonacci_jumps *jumps, uint64_t a,
	uint64_t b, unsigned long ports);
/* min(F(index/b), most) for the latency that was set, most <= 2^62; most, too,
 * if there are too many jumps to tell. */
uint64_t fibonacci_jumps_reach(
	struct fibonacci_jumps *jumps, uint64_t index, uint64_t most);

/*
 * -- The generalised Fibonacci numbers row by row: row i = 1, 2, ... has the
 * time (i-1)/b, the reach F at that time, and the sum of the reaches of rows
 * 1 .. i.  lambda = a/b >= 1 in lowest terms.  For integer lambda the reach is
 * f_i of Subramonian & Venkatasubramanian 1993, Definition 3.3.
 */

struct sequence {
	/* The row that sequence_next gave. */
	mpz_t index;
	mpq_t time;
	mpz_t reach, sum;
	/* The state from which the next row follows. */
	mpq_t lambda;
	uint64_t max_bits;
	mpz_t last;
	mpz_t *ring; /* the last a values; NULL if each row is evaluated */
	size_t a, b, slot;
	unsigned long ports;
};

/* Whether rows first .. last can be computed.
 * Errors: STATUS_LIMIT if the last sum could exceed max_bits bits, or if
 * getting to the first row would take too long for rows of this length. */
enum status sequence_check(const mpq_t lambda, unsigned long ports,
	const mpz_t first, const mpz_t last, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Prepares rows first .. last, first >= 1.  A large first costs a few
 * evaluations of F if there are few rows, at most a + b if there are many.
 * Errors: those of sequence_check.
 * The caller clears the sequence whether or not this succeeds.
 */
enum status sequence_init(struct sequence *sequence, const mpq_t lambda,
	unsigned long ports, const mpz_t first, const mpz_t last,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void sequence_clear(struct sequence *sequence);

/* Advances to the next row; *more is 0 after the last.  Two additions, or one
 * evaluation of F. */
enum status sequence_next(
	struct sequence *sequence, int *more, struct err *err) WARN_UNUSED;

/*
 * -- F(t - 1) and F(t - lambda) from F(t), without the values between them.
 * Each term of the closed form F(t) = sum of k^j C(m_j + j, j),
 * m_j = floor(t - j lambda), follows from an earlier one by a short ratio
 * (for k = 1; with k ports, a step of lambda divides by k as well):
 *   t - 1:       C(m+j-1, j) = C(m+j, j) m/(m+j),
 *   t - lambda:  m'_j = m_(j+1),  C(m+j, j) = C(m+j+1, j+1) (j+1)/(m+j+1).
 *
 * Example: lambda = 5/2, t = 15/2: m = 7 5 2 0, F = 1 + 6 + 6 + 1 = 14.  At
 * t - 1: m = 6 4 1, F = 1 + 5 + 3 = 9.  At t - 5/2: m = 5 2 0, F = 1 + 3 + 1.
 */

/* A term of the closed form, and its m_j. */
struct fibonacci_term {
	mpz_t value, waits;
};

/* Term j, 0 <= j < count, is term[from + j]; for t < 0, count = 0. */
struct fibonacci_terms {
	struct fibonacci_term *term;
	size_t from, count, size;
	unsigned long ports;
};

/* The terms of F(t), t >= 0.
 * Errors: STATUS_LIMIT if they would take more than max_bits bits of memory, or
 * too long.  O(t/lambda) binomials. */
enum status fibonacci_terms_init(struct fibonacci_terms *terms,
	const mpq_t lambda, unsigned long ports, const mpq_t t,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void fibonacci_terms_clear(struct fibonacci_terms *terms);

/* Lowers t by 1, by lambda. */
void fibonacci_terms_unit(struct fibonacci_terms *terms);
void fibonacci_terms_latency(struct fibonacci_terms *terms);

/* The estimated time of lowering t once, in nanoseconds. */
uint64_t fibonacci_terms_cost(const struct fibonacci_terms *terms);

/* Refuses work, the sum of such times, if max_bits does not allow it:
 * STATUS_LIMIT. */
enum status fibonacci_terms_check(
	uint64_t work, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* value = F(t), 0 before t = 0. */
void fibonacci_terms_sum(mpz_t value, const struct fibonacci_terms *terms);

#endif
