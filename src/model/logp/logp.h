/*
 * The LogP model with o = 0, g = 1: P processors, the source included, k items
 * and latency L, an integer >= 1.  Steps are numbered from 1: a step is one
 * more than the elapsed time of the postal model with lambda = L, f_i is
 * F_L(i-1).  For P = 1 or k = 0 nothing is sent, in 0 steps.
 * Errors of all: STATUS_LIMIT past max_bits.
 * Subramonian & Venkatasubramanian 1993, Section 3.
 */
#ifndef FIBCAST_MODEL_LOGP_LOGP_H
#define FIBCAST_MODEL_LOGP_LOGP_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/bound.h"
#include "core/problem.h"

/* The steps of one item, B(P,L) = min { i >= 1 : f_i >= P }; 1 for P = 1. */
enum status logp_time(mpz_t steps, const mpz_t P, const mpz_t L,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * The steps before all processors can be busy: r the last with f_r < P-1, and
 *   f_1 + ... + f_r = k* (P-1) + rest.   0 <= k* <= L.
 */
struct logp_start {
	mpz_t r, k, rest;
};

void logp_start_init(struct logp_start *start);
void logp_start_clear(struct logp_start *start);

/* P >= 2.  Theorem 3.3. */
enum status logp_start_set(struct logp_start *start,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * The least number of steps that k items can take by counting, T_lb: least T
 * with min(P-1, f_1) + ... + min(P-1, f_(T-L)) >= k (P-1).
 * Theorem 3.3, corrected: as printed it may be too large if k <= k*.
 */
enum status logp_lower_bound(mpz_t steps, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* B(P-1,L) + L + (k-1) - k*, Theorem 3.3 as printed.  k >= 1. */
void logp_printed_bound(mpz_t steps, const struct logp_start *start,
	const struct problem *problem);

/* The steps of continuous broadcast, L + B(P-1,L+1) + k-1, T_max. */
enum status logp_upper_bound(mpz_t steps, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/*
 * What latencies that vary from 1 to L add, by Theorem 7.1, to the delay of the
 * continuous broadcast of Section 6, L + B(P-1,L+1), at most: (L-1) d(P-1).
 * P >= 2.  They can add more (P = 9, L = 2: 3, not 2), and no bound on that is
 * known.  The theorem is not about the schedule of delay L + B(P-1,L).
 */
enum status logp_variation_claim(mpz_t steps, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* Appends, as elapsed times, every bound of the paper, lower ones first, and
 * k*.  k >= 1. */
enum status logp_bound_list(struct bound_list *list,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
