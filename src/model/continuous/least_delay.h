/*
 * Delay at the lower bound, L + B(P-1,L), where the canonical tree does not
 * give it.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_LEAST_DELAY_H
#define FIBCAST_MODEL_CONTINUOUS_LEAST_DELAY_H

#include <stdint.h>

#include "core/schedule.h"
#include "model/continuous/tree.h"

/*
 * The schedule that needs no search, for latency 2 and any number of nodes but
 * 1, 2, 3, 5, 6 and 8; NULL if there is none.  Where L + B(P-1,L) is refuted it
 * takes a step more, and has a warning that says so.   O(nodes).
 */
struct schedule *continuous_least_known(const struct schedule_header *header,
	const struct continuous_tree *given);

/* The number of attempts for the canonical tree of latency L. */
uint32_t continuous_least_attempts(const struct continuous_tree *given);

/*
 * Makes one attempt; they are made in turn, from 0: the given tree itself,
 * other trees of as many nodes, searches for a periodic schedule.  NULL if it
 * fails; at most about a tenth of a second unless the tree is large.
 */
struct schedule *continuous_try_least(const struct schedule_header *header,
	const struct continuous_tree *given, uint32_t attempt,
	struct random *random);

#endif
