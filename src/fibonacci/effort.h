/*
 * What the methods of the generalised Fibonacci function cost: estimates, in
 * nanoseconds or so, on which only speed and refusals depend.  A value past 64
 * bits is UINT64_MAX.
 */
#ifndef FIBCAST_FIBONACCI_EFFORT_H
#define FIBCAST_FIBONACCI_EFFORT_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

/* value, x y, some 2^i >= sqrt(x). */
uint64_t effort_word(const mpz_t value);
uint64_t effort_product(uint64_t x, uint64_t y);
uint64_t effort_root(uint64_t x);

/* A bound on the bits of G(index), found at once: F(t) <= 2^t, and
 * Theorem 7(1). */
uint64_t effort_bits(const mpz_t a, const mpz_t b, const mpz_t index);

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

#endif
