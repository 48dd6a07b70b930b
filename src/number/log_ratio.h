/*
 * log n / log c for integers n and c: what it is, or which integers a multiple
 * of it lies between.
 */
#ifndef FIBCAST_NUMBER_LOG_RATIO_H
#define FIBCAST_NUMBER_LOG_RATIO_H

#include <gmp.h>

/*
 * Whether n = g^i and c = g^j for some integers g, i, j, n >= 1 and c >= 2;
 * if so ratio = i/j = log n / log c.
 */
int log_ratio(mpq_t ratio, const mpz_t n, const mpz_t c);

/*
 * value = floor, ceil of p · log n / log c, for integers n >= 1, c >= 2 and any
 * rational p, exactly: a quotient that is rational is found by log_ratio, any
 * other is told from every integer at some precision.
 */
void log_ratio_floor(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c);
void log_ratio_ceil(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c);

#endif
