/*
 * The sum of the first rows of a sequence, S(i) = G(0) + ... + G(i-1).
 */
#ifndef FIBCAST_FIBONACCI_SEQUENCE_SUM_H
#define FIBCAST_FIBONACCI_SEQUENCE_SUM_H

#include <stdint.h>

#include <gmp.h>

/* S(i), i >= 0, by what should be the quickest, and the nanoseconds that this
 * takes. */
void sequence_sum(
	mpz_t sum, const mpq_t lambda, const mpz_t i, uint64_t max_bits);
uint64_t sequence_sum_cost(
	const mpq_t lambda, const mpz_t i, uint64_t max_bits);

/* The methods: i/a binomials; b evaluations; residues of a values, lambda's a
 * as a word and i >= b. */
void sequence_sum_closed(mpz_t sum, const mpq_t lambda, const mpz_t i);
void sequence_sum_values(
	mpz_t sum, const mpq_t lambda, const mpz_t i, uint64_t max_bits);
void sequence_sum_residues(mpz_t sum, const mpq_t lambda, const mpz_t i);

#endif
