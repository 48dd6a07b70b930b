/* The optimum for 3 processors at a whole latency. */
#ifndef FIBCAST_MODEL_OPTIMUM_THREE_PROCESSORS_H
#define FIBCAST_MODEL_OPTIMUM_THREE_PROCESSORS_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * 3 processors, k items.  The schedules attain the lower bound: time 2k - 1 + L
 * if 2k <= L, else k - 1 + ceil(L/2) + L.  Rows are streamed in O(1) memory.
 * Errors of opening: STATUS_LIMIT if the finish is 2^63 or more.
 */
void optimum_three_time(mpz_t time, const struct problem *problem);
enum status optimum_three_open(struct schedule **schedule,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
