/* What can be built for a problem, and how long it takes. */
#ifndef FIBCAST_MODEL_CYCLIC_TIME_H
#define FIBCAST_MODEL_CYCLIC_TIME_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "model/cyclic/build.h"

/*
 * Builds it, for n >= 2 and any m.
 * Errors: STATUS_LIMIT if n or the latency is too large, or the memory for n is
 * more than max_bits; then there is nothing to clear.
 */
enum status cyclic_find(struct cyclic *cyclic, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* An upper bound on its delay, found without building it. */
enum status cyclic_find_most(int64_t *delay, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* time = m + latency + delay; delay is in 1/CYCLIC_TICKS. */
void cyclic_set_time(mpq_t time, int64_t delay, const struct problem *problem);

/* All that the time less m and the latency depends on, besides n; returns 0 if
 * not known. Leaves unused words unset. */
int cyclic_key(uint64_t key[ALGORITHM_KEY], const struct problem *problem);

#endif
