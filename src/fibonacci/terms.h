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
#ifndef FIBCAST_FIBONACCI_TERMS_H
#define FIBCAST_FIBONACCI_TERMS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

/* A term, and its m_j. */
struct fibonacci_term {
	mpz_t value, waits;
};

/* term[from + j] is that of j < count; no terms before t = 0. */
struct fibonacci_terms {
	struct fibonacci_term *term;
	size_t from, count, size;
};

/* Those of F(t), t >= 0.
 * Errors: STATUS_LIMIT if they would take more than max_bits bits of memory, or
 * too long.  O(t/lambda) binomials. */
enum status fibonacci_terms_init(struct fibonacci_terms *terms,
	const mpq_t lambda, const mpq_t t, uint64_t max_bits,
	struct err *err) WARN_UNUSED;
void fibonacci_terms_clear(struct fibonacci_terms *terms);

/* From t to t - 1, to t - lambda. */
void fibonacci_terms_unit(struct fibonacci_terms *terms);
void fibonacci_terms_latency(struct fibonacci_terms *terms);

/* value = F(t), 0 before t = 0. */
void fibonacci_terms_sum(mpz_t value, const struct fibonacci_terms *terms);

#endif
