/* Schedules of least time for three processors, at any latency. */
#ifndef FIBCAST_MODEL_OPTIMUM_THREE_PROCESSORS_H
#define FIBCAST_MODEL_OPTIMUM_THREE_PROCESSORS_H

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * A schedule that ends at postal_three_time, m >= 1, in the LogP model or, if
 * the latency is not whole, in the postal model.  Rows are streamed in O(1)
 * memory.
 * Errors: STATUS_LIMIT if the finish is 2^63 ticks or more.
 */
enum status optimum_three_open(struct schedule **schedule,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
