/*
 * Delay at the lower bound, L + B(P-1,L), where the canonical tree does not
 * give it.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_LEAST_DELAY_H
#define FIBCAST_MODEL_CONTINUOUS_LEAST_DELAY_H

#include "core/schedule.h"
#include "model/continuous/tree.h"

/*
 * Tries other trees of as many nodes, then searches for a periodic schedule.
 * NULL if none is found, which takes some seconds.
 * given: the canonical tree of latency L.
 */
struct schedule *continuous_try_least(const struct schedule_header *header,
	const struct continuous_tree *given);

/*
 * Whether there is none for L = 2 by the number of nodes; 0: not known.
 * With B = B(N,2) and f_B - N nodes missing to the next nice number, there is
 * none if f_(B-2) + 1 - 2 (f_B - N) > B - 1: for P = 22, 33 to 35, 50 to 56 ...
 */
int continuous_least_is_refuted(const struct continuous_tree *given);

#endif
