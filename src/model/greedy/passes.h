/* The best of many passes. */
#ifndef FIBCAST_MODEL_GREEDY_PASSES_H
#define FIBCAST_MODEL_GREEDY_PASSES_H

#include <stdint.h>

#include "core/problem.h"
#include "model/greedy/pass.h"

/*
 * Leaves the sends of the best in pass->send.  The first is always made, others
 * until one ends by the aim or pass->work reaches work; more work never makes
 * it worse.  problem: the same as the pass's.
 * Returns 0 if a time would be 2^62 or more.
 */
int greedy_passes(
	struct greedy_pass *pass, const struct problem *problem, uint64_t work);

#endif
