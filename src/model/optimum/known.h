/*
 * Schedules that need no search, in the LogP model, or in the postal model at a
 * fractional latency: those of the algorithms, and what is optimal for 3
 * processors.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_KNOWN_H
#define FIBCAST_MODEL_OPTIMUM_KNOWN_H

#include <stddef.h>

#include <gmp.h>

#include "core/schedule.h"
#include "core/problem.h"
#include "model/algorithm.h"

/*
 * The least time of all of them, elapsed, and which has it; the first that
 * attains lower ends the comparison.  What takes longer than a few seconds to
 * build is left out.
 * Errors: STATUS_LIMIT if the time of none can be found.
 */
enum status optimum_baseline_best(mpq_t time, const struct algorithm **which,
	const struct problem *problem, const mpq_t lower,
	struct err *err) WARN_UNUSED;

/* Opens that schedule; its header still names the algorithm.
 * Errors: as opening the algorithm's own. */
enum status optimum_baseline_open(struct schedule **schedule,
	const struct algorithm *which, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/*
 * 3 processors, k items, which attain the lower bound: 2k + L steps if 2k <= L,
 * else k + ceil(L/2) + L.  Opened, it is streamed without memory.
 * Errors of opening: STATUS_LIMIT if the finish is 2^63 or more.
 */
void optimum_three_steps(mpz_t steps, const struct problem *problem);
enum status optimum_three_open(struct schedule **schedule,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
