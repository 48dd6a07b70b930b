/* The optimum of three processors, for any number of messages and latency. */
#ifndef FIBCAST_MODEL_POSTAL_THREE_H
#define FIBCAST_MODEL_POSTAL_THREE_H

#include <gmp.h>

#include "core/problem.h"

/*
 * The least time in which m >= 1 messages reach three processors.  Above the
 * counting bound only if ceil(lambda) is odd and lambda not whole.
 * model/optimum/three_processors.h has schedules that attain it.  O(1).
 */
void postal_three_time(mpq_t time, const struct problem *problem);

/* Whether a schedule that drifts, and not that of latency ceil(lambda) with all
 * receives earlier, attains it: where it takes less. */
int postal_three_drifts(const struct problem *problem);

#endif
