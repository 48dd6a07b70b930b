/*
 * The methods behind fibonacci/fibonacci.h, for its dispatcher and for the
 * tests that compare them with one another; what they cost; residues and
 * squares of polynomials, on which the fast methods rest; and sums of the
 * sequence.
 *
 * All of them work with grid indices: lambda = a/b in lowest terms,
 * a >= b >= 1, and
 *   G(i) = F(i/b) = 1 for 0 <= i < a,  G(i-b) + ports G(i-a) for i >= a.
 * 1 <= ports < 2^PORTS_BITS.
 */
#ifndef FIBCAST_FIBONACCI_METHODS_H
#define FIBCAST_FIBONACCI_METHODS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

/* G(index) by the method with the lowest estimated time among those whose
 * working memory stays near max_bits. */
void fibonacci_evaluate(mpz_t value, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index, uint64_t max_bits);

/* The estimated time of fibonacci_evaluate, in nanoseconds. */
uint64_t fibonacci_cost(const mpz_t a, const mpz_t b, unsigned long ports,
	const mpz_t index, uint64_t max_bits);

/* Refuses to compute G(index), of at most max_bits bits, if every method would
 * take too much memory or time: STATUS_LIMIT. */
enum status fibonacci_check_cost(const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* Limits of fibonacci_ring: the bits of a value, and the largest a. */
enum { RING_BITS = 62, RING_MAX = 1 << 14 };

/* Squaring a residue takes half that many copies of it. */
enum { SQUARING = 8 };

/* The longest residue that is squared for one value. */
enum { RESIDUE_MAX = 1 << 24 };

/*
 * Runs through the sequence in a ring of the last a values, with one addition
 * of words a step: O(index).
 * Returns the first index <= last whose value is >= n, with that value in
 * *value, or n if ports G(index - a) alone is >= n; if there is no such index,
 * returns last, with its value.  The caller ensures that all values before the
 * first one >= n are below 2^63.
 */
uint64_t fibonacci_ring(uint64_t *value, size_t a, size_t b,
	unsigned long ports, uint64_t last, uint64_t n);

/* G(index) by its closed form, a sum of floor(index/a) + 1 binomials. */
void fibonacci_sum(mpz_t value, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index);

/* G(index) by squaring residues of a coefficients; index >= a.  For a result of
 * some bits: at most O(a M(bits) log index), and 4 a · bits of memory. */
void fibonacci_power(mpz_t value, size_t a, size_t b, unsigned long ports,
	const mpz_t index);

/* G(index) + ... + G(index + count - 1) by the same method; 1 <= count <= b. */
void fibonacci_power_sum(mpz_t sum, size_t a, size_t b, unsigned long ports,
	const mpz_t index, size_t count);

/* The estimated time of either, in nanoseconds; UINT64_MAX if it would take too
 * much memory. */
uint64_t fibonacci_power_cost(const mpz_t a, const mpz_t b, unsigned long ports,
	const mpz_t index, uint64_t max_bits);

/* mantissa · 2^exponent, exponent >= 0. */
struct leading {
	mpz_t mantissa, exponent;
};

void leading_init(struct leading *x);
void leading_clear(struct leading *x);

/* low <= G(index) <= high, from residues whose coefficients are rounded to that
 * many bits.  The bounds agree in about bits - log2(index a ports) bits, and
 * are equal where G has at most bits bits.  O(a M(bits) log index). */
void fibonacci_leading(struct leading *low, struct leading *high, size_t a,
	size_t b, unsigned long ports, const mpz_t index, uint64_t bits);

/*
 * low <= G(index) <= high, from the largest terms of the closed form: the
 * bounds agree in about that many bits, whatever a and b are.  To be called
 * only where the cost, the estimated time in nanoseconds, is not UINT64_MAX.
 * O(index/a + sqrt(bits index/a) a/b) products of that many bits.
 */
void fibonacci_largest(struct leading *low, struct leading *high, const mpz_t a,
	const mpz_t b, unsigned long ports, const mpz_t index, uint64_t bits);
uint64_t fibonacci_largest_cost(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t bits);

/*
 * A whole number of latencies after which n processors are reached: about
 * log n/log(ports + 1), because F(t) >= (ports + 1) F(t - lambda), or, where
 * that is less, 2 ceil(log n/log c), because F(2 lambda k) >= c^k with
 * c = ports ceil(lambda) + 1.
 * Bar-Noy & Kipnis 1994, Theorem 7(1).
 */
uint64_t fibonacci_latencies(
	const mpz_t a, const mpz_t b, unsigned long ports, const mpz_t n);

/* The least index with G(index) >= n, n >= 2, by bisection with bounds and
 * exact values.  Returns the estimated time in nanoseconds; if that is more
 * than max_cost, index is not computed. */
uint64_t fibonacci_bisect(mpz_t index, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t n, uint64_t max_bits,
	uint64_t max_cost);

/* The least index with G(index) >= n, n >= 2, from rounded residues, and from
 * exact values where these do not decide.  a fits a word. */
void fibonacci_search(mpz_t index, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t n, uint64_t max_bits);

/*
 * -- What the methods cost: estimates, in nanoseconds or so, on which only
 * speed and refusals depend.  A result beyond 64 bits is UINT64_MAX.
 */

/* value, x + y, x y, and the least 2^i >= sqrt(x), i < 33. */
uint64_t effort_word(const mpz_t value);
uint64_t effort_sum(uint64_t x, uint64_t y);
uint64_t effort_product(uint64_t x, uint64_t y);
uint64_t effort_root(uint64_t x);

/* ceil(log2(ports + 1)). */
uint64_t effort_log(unsigned long ports);

/* A quick bound on the bits of G(index): the better of F(t) <= (ports + 1)^t
 * and Theorem 7(1) with ports ceil(lambda) + 1 in place of ceil(lambda) + 1. */
uint64_t effort_bits(
	const mpz_t a, const mpz_t b, unsigned long ports, const mpz_t index);

/* The closed form of that many terms, each computed by itself or, in blocks, by
 * lambda + 1 factors from the one before. */
uint64_t effort_terms(
	const mpz_t a, const mpz_t b, uint64_t terms, uint64_t limbs);

/* One binomial coefficient by itself. */
uint64_t effort_binomial(uint64_t limbs);

/* Squaring a residue of a coefficients of that many limbs. */
uint64_t effort_residues(uint64_t a, uint64_t limbs);

/* The bits of memory that numbers may take together: max_bits, but at least
 * 2^28, which is negligible. */
uint64_t effort_memory(uint64_t max_bits);

/* The time that an answer of that many bits may take, in nanoseconds: about
 * 2 seconds, more if max_bits is more than usual, and about a second for each
 * million decimals. */
uint64_t effort_most(uint64_t max_bits, uint64_t bits);

/* Refuses a cost above that: STATUS_LIMIT. */
enum status effort_check(const char *what, uint64_t cost, uint64_t bits,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * -- Powers of x modulo x^a - x^(a-b) - ports, the arithmetic of the
 * generalised Fibonacci function.  Let H(u) be the number of ways to write u as
 * an ordered sum of steps a and b, where each step a counts ports times.  The
 * coefficients of x^s are, in rotated order, H(u), .., H(u-b+1) and ports times
 * H(u-b), .., H(u-a+1), u = s-a+b, and their sum is G(s).  Coefficients are
 * never negative, so sums and products of lower (upper) bounds of them are
 * lower (upper) bounds.
 */

/* Memory that a residue keeps from one product to the next. */
struct residue_space {
	mp_limb_t *limb;
	size_t room;
};

/*
 * coef: a slots of limbs limbs each, lowest coefficient first; the value is
 * coef · 2^exponent.  Invariant: in slots twice as large, the sum of the
 * coefficients of the square fits, and so does that of the square times x.
 */
struct residue {
	size_t a, b, limbs;
	unsigned long ports;
	mp_limb_t *coef; /* the start of kept */
	struct residue_space kept, work;
	mpz_t exponent;
};

/* Which way residue_round rounds: down for lower bounds, up for upper ones. */
enum residue_rounding { RESIDUE_DOWN, RESIDUE_UP };

/* The residue of x^index, where index is so small that
 * G(index) < 2^RESIDUE_WORD.  O(index). */
enum { RESIDUE_WORD = 40 };
void residue_init(struct residue *w, size_t a, size_t b, unsigned long ports,
	uint64_t index);
void residue_init_copy(struct residue *w, const struct residue *from);
void residue_clear(struct residue *w);

/* w = w^2, w = w·y, w = w·x; w and y have the same a, b and ports. */
void residue_square(struct residue *w);
void residue_mul(struct residue *w, const struct residue *y);
void residue_shift(struct residue *w);

/* Drops the low bits of the coefficients, so that the sum of them keeps about
 * that many bits; does nothing if the sum has no more. */
void residue_round(
	struct residue *w, uint64_t bits, enum residue_rounding rounding);

/* The sum of the coefficients, without 2^exponent. */
void residue_sum(mpz_t sum, const struct residue *w);

/* A view of the coefficient of x^k, without 2^exponent; not to be cleared. */
mpz_srcptr residue_coefficient(mpz_t view, const struct residue *w, size_t k);

/* -- The last doubling, which gives one number instead of a residue: G(2m +
 * odd) from the residue of x^(m+a-b).  O(a^3) word operations, and between a/2
 * and a products of coefficients. */
void residue_last_value(mpz_t value, const struct residue *w, int odd);

/* -- Squares of polynomials whose coefficients are slots of limbs. */

/* out = in^2, where in has terms >= 1 slots of n limbs, and out 2 terms - 1
 * slots of 2n limbs.  The sum of all coefficients of in fits n limbs.  space:
 * as many limbs as square_space says. */
void square_terms(mp_limb_t *out, const mp_limb_t *in, size_t terms, size_t n,
	mp_limb_t *space);
size_t square_space(size_t terms, size_t n);

/* -- The sum of the first rows of a sequence, S(i) = G(0) + ... + G(i-1). */

/* S(i), i >= 0, by the method with the lowest estimated time, and that time in
 * nanoseconds. */
void sequence_sum(mpz_t sum, const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits);
uint64_t sequence_sum_cost(const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits);

/* The methods: i/a binomials; b evaluations; residues of a coefficients, where
 * a fits a word and i >= b. */
void sequence_sum_closed(
	mpz_t sum, const mpq_t lambda, unsigned long ports, const mpz_t i);
void sequence_sum_values(mpz_t sum, const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits);
void sequence_sum_residues(
	mpz_t sum, const mpq_t lambda, unsigned long ports, const mpz_t i);

#endif
