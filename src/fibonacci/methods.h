/*
 * The methods behind fibonacci/fibonacci.h, for its dispatcher and for the
 * tests that set them against one another; what they cost; residues and squares
 * of polynomials, on which the fast ones rest; and sums of a sequence.
 *
 * All work on the grid: lambda = a/b in lowest terms, a >= b >= 1, and
 *   G(i) = F(i/b) = 1 for 0 <= i < a,  G(i-b) + ports G(i-a) for i >= a.
 * 1 <= ports < 2^PORTS_BITS.
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
	unsigned long ports, const mpz_t index, uint64_t max_bits);

/* What that takes, in nanoseconds. */
uint64_t fibonacci_cost(const mpz_t a, const mpz_t b, unsigned long ports,
	const mpz_t index, uint64_t max_bits);

/* Refuses G(index), of at most max_bits bits, if no method has the memory, or
 * would take long: STATUS_LIMIT. */
enum status fibonacci_check_cost(const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* What the ring can hold: values of so many bits, a of them at most. */
enum { RING_BITS = 62, RING_MAX = 1 << 14 };

/* While residues are squared there are half as many copies of them. */
enum { SQUARING = 8 };

/*
 * A ring of the last a values, an addition of words a step: O(index).
 * Returns the first index <= last whose value is >= n; *value is that value, or
 * n where it is at least ports n.  last and its value if there is none.  All
 * values up to there, but the one that is >= n, are below 2^63.
 */
uint64_t fibonacci_ring(uint64_t *value, size_t a, size_t b,
	unsigned long ports, uint64_t last, uint64_t n);

/* G(index) by its closed form, a sum of floor(index/a) + 1 binomials. */
void fibonacci_sum(mpz_t value, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index);

/* G(index) by squaring residues of a values; index >= a.
 * O(a M(bits) log index) at most, 4 a bits of memory for a result of bits. */
void fibonacci_power(mpz_t value, size_t a, size_t b, unsigned long ports,
	const mpz_t index);

/* G(index) + ... + G(index + count - 1), the same way; 1 <= count <= b. */
void fibonacci_power_sum(mpz_t sum, size_t a, size_t b, unsigned long ports,
	const mpz_t index, size_t count);

/* What either takes, in nanoseconds; UINT64_MAX where it has not the memory. */
uint64_t fibonacci_power_cost(const mpz_t a, const mpz_t b, unsigned long ports,
	const mpz_t index, uint64_t max_bits);

/* mantissa · 2^exponent, exponent >= 0. */
struct leading {
	mpz_t mantissa, exponent;
};

void leading_init(struct leading *x);
void leading_clear(struct leading *x);

/* low <= G(index) <= high, from residues of coefficients of some bits.  They
 * agree in about that many bits less log2(index a ports), and wholly where G
 * has no more than bits.  O(a M(bits) log index). */
void fibonacci_leading(struct leading *low, struct leading *high, size_t a,
	size_t b, unsigned long ports, const mpz_t index, uint64_t bits);

/*
 * low <= G(index) <= high, by the largest terms of the closed form: they agree
 * in about that many bits, whatever a and b are.  Only where the cost is not
 * UINT64_MAX: the estimate of its time in nanoseconds.
 * O(index/a + sqrt(bits index/a) a/b) products of that many bits.
 */
void fibonacci_largest(struct leading *low, struct leading *high, const mpz_t a,
	const mpz_t b, unsigned long ports, const mpz_t index, uint64_t bits);
uint64_t fibonacci_largest_cost(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t bits);

/*
 * A whole number of latencies in which n processors are reached: about
 * log n/log(ports + 1), as F(t) >= (ports + 1) F(t - lambda), or, where that is
 * less, 2 ceil(log n/log c), as F(2 lambda k) >= c^k with
 * c = ports ceil(lambda) + 1.
 * Bar-Noy & Kipnis 1994, Theorem 7(1).
 */
uint64_t fibonacci_latencies(
	const mpz_t a, const mpz_t b, unsigned long ports, const mpz_t n);

/* The least index with G(index) >= n, n >= 2, by bisection of bounds and exact
 * values.  Returns what that should take, in nanoseconds; past max_cost, index
 * is not set. */
uint64_t fibonacci_bisect(mpz_t index, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t n, uint64_t max_bits,
	uint64_t max_cost);

/* The least index with G(index) >= n, n >= 2, from residues of some bits, and
 * from exact values where these leave it open.  lambda's a as a word. */
void fibonacci_search(mpz_t index, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t n, uint64_t max_bits);

/*
 * What the methods of the generalised Fibonacci function cost: estimates, in
 * nanoseconds or so, on which only speed and refusals depend.  A value past 64
 * bits is UINT64_MAX.
 */

/* value, x y, some 2^i >= sqrt(x). */
uint64_t effort_word(const mpz_t value);
uint64_t effort_product(uint64_t x, uint64_t y);
uint64_t effort_root(uint64_t x);

/* ceil(log2(ports + 1)). */
uint64_t effort_log(unsigned long ports);

/* A bound on the bits of G(index), found at once: F(t) <= (ports + 1)^t, and
 * Theorem 7(1), of which ceil(lambda) + 1 becomes ports ceil(lambda) + 1. */
uint64_t effort_bits(
	const mpz_t a, const mpz_t b, unsigned long ports, const mpz_t index);

/* The closed form of that many terms: each by itself, or in blocks, each term
 * then being lambda + 1 factors away from the next. */
uint64_t effort_sum(
	const mpz_t a, const mpz_t b, uint64_t terms, uint64_t limbs);

/* A binomial by itself. */
uint64_t effort_binomial(uint64_t limbs);

/* Squaring residues of a coefficients. */
uint64_t effort_residues(uint64_t a, uint64_t limbs);

/* The bits of memory that numbers may take together: max_bits, but at least an
 * amount that is negligible anyway. */
uint64_t effort_memory(uint64_t max_bits);

/* The nanoseconds that an answer of some bits may take: about 2 seconds, more
 * if max_bits is more than usual, and a second for each million decimals. */
uint64_t effort_most(uint64_t max_bits, uint64_t bits);

/* Refuses what takes more: STATUS_LIMIT. */
enum status effort_check(const char *what, uint64_t cost, uint64_t bits,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * Powers of x modulo x^a - x^(a-b) - ports, the arithmetic of the generalised
 * Fibonacci function.  With H(u) the number of ways to write u as a sum of
 * steps a and b, ports of each a, the coefficients of x^s are, rotated, H(u),
 * .., H(u-b+1) and ports times H(u-b), .., H(u-a+1), and their sum is G(s).
 * They are never negative: what is computed from lower (upper) bounds of them,
 * by sums and products, is a lower (upper) bound.
 */

/* Room that a residue keeps from one product to the next. */
struct residue_space {
	mp_limb_t *limb;
	size_t room;
};

/*
 * coef: a slots of limbs limbs, lowest coefficient first, to be multiplied by
 * 2^exponent.  Invariant: limbs leave room for the sum of the coefficients of
 * a square, and of its multiple by x, in slots of twice that size.
 */
struct residue {
	size_t a, b, limbs;
	unsigned long ports;
	mp_limb_t *coef; /* the start of kept */
	struct residue_space kept, work;
	mpz_t exponent;
};

/* How bounds are rounded to the bits that are kept. */
enum residue_rounding { RESIDUE_DOWN, RESIDUE_UP };

/* The residue of x^index, index small enough for coefficients of one word:
 * G(index) < 2^RESIDUE_WORD.  O(index). */
enum { RESIDUE_WORD = 40 };
void residue_init(struct residue *w, size_t a, size_t b, unsigned long ports,
	uint64_t index);
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

/*
 * The last doubling gives one number instead of a residue.
 */

/* G(2m + odd) from the residue of x^(m+a-b).  O(a^3) word operations, and
 * between a/2 and a products of coefficients. */
void residue_last_value(mpz_t value, const struct residue *w, int odd);

/*
 * Squares of polynomials whose coefficients are slots of limbs.
 */

/* out = in^2: terms >= 1 slots of n limbs to 2 terms - 1 slots of 2n limbs.
 * The sum of all coefficients of in fits n limbs.  space: square_space. */
void square_terms(mp_limb_t *out, const mp_limb_t *in, size_t terms, size_t n,
	mp_limb_t *space);
size_t square_space(size_t terms, size_t n);

/*
 * The sum of the first rows of a sequence, S(i) = G(0) + ... + G(i-1).
 */

/* S(i), i >= 0, by what should be the quickest, and the nanoseconds that this
 * takes. */
void sequence_sum(mpz_t sum, const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits);
uint64_t sequence_sum_cost(const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits);

/* The methods: i/a binomials; b evaluations; residues of a values, lambda's a
 * as a word and i >= b. */
void sequence_sum_closed(
	mpz_t sum, const mpq_t lambda, unsigned long ports, const mpz_t i);
void sequence_sum_values(mpz_t sum, const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits);
void sequence_sum_residues(
	mpz_t sum, const mpq_t lambda, unsigned long ports, const mpz_t i);

#endif
