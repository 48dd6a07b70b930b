/*
 * Delay at the lower bound, L + B(P-1,L), where the canonical tree does not
 * give it.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_LEAST_DELAY_H
#define FIBCAST_MODEL_CONTINUOUS_LEAST_DELAY_H

#include <stdint.h>

#include "core/schedule.h"
#include "model/continuous/tree.h"

/* The initial seed of the attempts. */
#define CONTINUOUS_LEAST_SEED UINT64_C(0x9e3779b97f4a7c15)

/* The number of attempts for the canonical tree of latency L. */
uint32_t continuous_least_attempts(const struct continuous_tree *given);

/*
 * Makes one attempt; they are made in turn, from 0: the given tree itself,
 * other trees of as many nodes, searches for a periodic schedule.  NULL if it
 * fails; at most about a tenth of a second unless the tree is large.  *seed: as
 * continuous_random.
 */
struct schedule *continuous_try_least(const struct schedule_header *header,
	const struct continuous_tree *given, uint32_t attempt, uint64_t *seed);

/*
 * Whether it is proved, from the number of nodes, that there is none for L = 2;
 * 0: not known.  With B = B(N,2), there is none if f_(B-2) + 1 - 2 (f_B - N) >
 * B - 1: for P = 22, 33 to 35, 50 to 56 ...
 */
int continuous_least_is_refuted(const struct continuous_tree *given);

#endif
