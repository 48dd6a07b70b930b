/*
 * The exact least time of m messages at a latency a/b that need not be whole,
 * by exhaustive search, for small cases.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_FRACTIONAL_H
#define FIBCAST_MODEL_OPTIMUM_FRACTIONAL_H

#include <stdint.h>

#include <gmp.h>

#include "core/problem.h"
#include "core/schedule.h"

struct fractional;

/*
 * A search for a schedule that ends before upper, the time of one that is
 * known; none ends before lower.  NULL if the problem is too large; n >= 2, m
 * >= 1. It takes no more than max_bits of memory.
 */
struct fractional *fractional_new(
	const struct problem *problem, const mpq_t lower, const mpq_t upper);
void fractional_free(struct fractional *fractional);

/*
 * Searches on, until that much work is done or the optimum is known; adds the
 * work that was done.  Returns whether it is known.
 */
int fractional_advance(
	struct fractional *fractional, uint64_t work, uint64_t *done);

/* lower = the time before which no schedule ends, so far: when the optimum is
 * known, that. */
void fractional_lower(mpq_t lower, const struct fractional *fractional);

/* Opens the schedule that attains the optimum; NULL if it is not known, or is
 * upper. */
struct schedule *fractional_open(const struct fractional *fractional);

#endif
