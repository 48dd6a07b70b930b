/* The optimum of three processors, for any number of messages and latency. */
#ifndef FIBCAST_MODEL_POSTAL_THREE_H
#define FIBCAST_MODEL_POSTAL_THREE_H

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * The least time in which m >= 1 messages reach three processors.  Above the
 * counting bound only if ceil(lambda) is odd and lambda not whole.
 * postal_three_open has schedules that attain it.  No errors.  O(1).
 */
problem_time postal_three_time;

/* Whether a schedule that drifts, and not that of latency ceil(lambda) with all
 * receives earlier, attains it: where it takes less. */
int postal_three_drifts(const struct problem *problem);

/*
 * Opens a schedule that takes that time, m >= 1 (three_schedule.c).  Rows are
 * streamed in O(1) memory.
 * Errors: STATUS_LIMIT if the finish is 2^63 ticks or more.
 */
problem_open postal_three_open;

#endif
