/*
 * Digits of a number in base k, and the sums over them that give the labels of
 * the revolving hierarchy; internal to this folder.
 */
#ifndef FIBCAST_MODEL_REVOLVE_DIGITS_H
#define FIBCAST_MODEL_REVOLVE_DIGITS_H

#include <stdint.h>

#include <gmp.h>

struct digits {
	uint64_t sum, nonzero;
};

/* The digits of v >= 0 in base k, 2 <= k < 2^32.  O(bits^2), for k = 2
 * O(bits). */
struct digits digits_count(const mpz_t v, unsigned long k);

/* power = k^e. */
void digits_power(mpz_t power, unsigned long k, unsigned long e);

/* The least e with k^e >= v >= 1.  O(M(bits) log e). */
unsigned long digits_ceil_log(const mpz_t v, unsigned long k);

/* The number of digits of v >= 0; 0 has none. */
unsigned long digits_length(const mpz_t v, unsigned long k);

/*
 * V_k(m) = (k^2 m - s_k(m))/(k-1), s_k the sum of digits: the labels of the
 * first m segments of the cycle, as segment m has k + 1 + (trailing zeros of m
 * in base k) labels.  For k = 2 it is V of Garg & Ghosh 1994, Section IV: V(m)
 * = S(m) + 3m, S(m) = m - s_2(m).
 */
void digits_reach(mpz_t reach, const mpz_t m, unsigned long k);

/* The least m with V_k(m) >= y >= 1. O(log log y) times the cost of V_k. */
void digits_segment(mpz_t m, const mpz_t y, unsigned long k);

#endif
