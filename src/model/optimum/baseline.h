/*
 * Schedules that need no search, in the LogP model or, at a fractional latency,
 * in the postal model: those of the algorithms, and the optimal ones for 3
 * processors.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_BASELINE_H
#define FIBCAST_MODEL_OPTIMUM_BASELINE_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "model/algorithm.h"

/*
 * The least elapsed time of all of them, and the algorithm that has it; the
 * comparison ends at the first that attains lower.  What takes longer than a
 * few seconds to build is left out.
 * Errors: STATUS_LIMIT if none of the times can be found.
 */
enum status optimum_baseline_best(mpq_t time, const struct algorithm **which,
	const struct problem *problem, const mpq_t lower,
	struct err *err) WARN_UNUSED;

/* Opens that schedule; its header still names the algorithm.
 * Errors: as opening the algorithm's own. */
enum status optimum_baseline_open(struct schedule **schedule,
	const struct algorithm *which, const struct problem *problem,
	struct err *err) WARN_UNUSED;

#endif
