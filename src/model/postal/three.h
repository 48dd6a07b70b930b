/* The optimum of three processors, for any number of messages and latency. */
#ifndef FIBCAST_MODEL_POSTAL_THREE_H
#define FIBCAST_MODEL_POSTAL_THREE_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * The least time in which m >= 1 messages reach three processors.  Above the
 * counting bound only if ceil(lambda) is odd and lambda not whole.
 * postal_three_open has schedules that attain it.  No errors.  O(1).
 */
enum status postal_three_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *unused, struct err *err) WARN_UNUSED;

/* Whether a schedule that drifts, and not that of latency ceil(lambda) with all
 * receives earlier, attains it: where it takes less. */
int postal_three_drifts(const struct problem *problem);

/*
 * Opens a schedule that takes that time, m >= 1 (three_schedule.c).  Rows are
 * streamed in O(1) memory.
 * Errors: STATUS_LIMIT if the finish is 2^63 ticks or more.
 */
enum status postal_three_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *unused,
	struct err *err) WARN_UNUSED;

#endif
