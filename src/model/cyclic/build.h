/*
 * The best of what can be built for n processors and a latency: groups and a
 * tail.
 */
#ifndef FIBCAST_MODEL_CYCLIC_BUILD_H
#define FIBCAST_MODEL_CYCLIC_BUILD_H

#include <stdint.h>

#include <gmp.h>

#include "model/periodic/periodic.h"
#include "model/cyclic/tail.h"

/*
 * All messages but the last tail.items go by the groups.  The latest send
 * starts at m + delay/CYCLIC_TICKS (candidates.h), for any m > tail.items.  If
 * it is built for m = tail.items, nothing goes by the groups, and the delay,
 * which may then be smaller, is that for this m only.
 */
struct cyclic {
	struct periodic_groups groups;
	struct periodic_tail tail;
	int64_t delay;
	int64_t reach; /* nothing of a larger lag was looked at */
};

/*
 * n: 2 to 2^31.  m >= 1: values beyond the longest tail make no difference.
 * unit_max: the finest grid of times, in lcm(q, the latency's denominator);
 * grids of q = 1 are always allowed.
 * Deterministic.   O(n) for large n.
 */
void cyclic_build(struct cyclic *cyclic, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max);

/*
 * An upper bound on the delay of what is built, for any m: the delay with all
 * messages sent by the groups, without a tail, found without building.
 * Microseconds to tenths of a second.
 */
int64_t cyclic_most_delay(uint32_t n, mpq_srcptr lambda, mpz_srcptr unit_max);

void cyclic_clear(struct cyclic *cyclic);

#endif
