/*
 * The last messages.  An endless block-cyclic schedule would go on to use its
 * slots for further messages; there being none, those slots bring the last R
 * messages to everyone sooner than their trees would.
 */
#ifndef FIBCAST_MODEL_CYCLIC_TAIL_H
#define FIBCAST_MODEL_CYCLIC_TAIL_H

#include <stdint.h>

#include "model/periodic/periodic.h"

/*
 * Sends R items, which the source sends one after the other from tick 0 on,
 * over the slots of items 0, 1, 2 ... of the groups.  What each slot sends to
 * whom is chosen greedily, with ties broken by the seed; if that is odd, what
 * the source sends is planned, where it can be.
 * items <= PERIODIC_ITEMS.  Returns 0, with nothing to clear, if the last
 * send would be after tick most.   About items · n sends, each O(items) at
 * worst.
 */
int cyclic_tail_init(struct periodic_tail *tail,
	const struct periodic_groups *groups, uint32_t items, uint64_t seed,
	uint64_t most);
#endif
