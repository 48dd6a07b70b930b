/* Schedules of least time for three processors, at any latency. */
#ifndef FIBCAST_MODEL_OPTIMUM_THREE_PROCESSORS_H
#define FIBCAST_MODEL_OPTIMUM_THREE_PROCESSORS_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/* postal_three_time. */
enum status optimum_three_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *unused, struct err *err) WARN_UNUSED;

/*
 * A schedule that takes that time, m >= 1.  Rows are streamed in O(1) memory.
 * Errors: STATUS_LIMIT if the finish is 2^63 ticks or more.
 */
enum status optimum_three_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *unused,
	struct err *err) WARN_UNUSED;

#endif
