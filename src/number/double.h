/*
 * Exact numbers as doubles, for readers that have no others: never part of an
 * answer, only beside it.
 */
#ifndef FIBCAST_NUMBER_DOUBLE_H
#define FIBCAST_NUMBER_DOUBLE_H

#include <stdint.h>

#include <gmp.h>

/* The double nearest to value, ties to even; of what is past all doubles, the
 * last one. */
double number_double(const mpq_t value);
double number_integer_double(const mpz_t value);

/* The same for value · 2^exponent, |exponent| < 2^62. */
double number_scaled_double(const mpz_t value, int64_t exponent);

#endif
