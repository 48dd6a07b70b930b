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

/* The same, a lower bound. */
enum status cyclic_find_least(int64_t *delay, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* time = m + latency + delay; delay is in 1/CYCLIC_TICKS. */
void cyclic_set_time(mpq_t time, int64_t delay, const struct problem *problem);

/* Sets what the delay depends on, in a key that is zeroed; returns 0 if nothing
 * can be built. */
int cyclic_key(struct algorithm_key *key, const struct problem *problem);

#endif
