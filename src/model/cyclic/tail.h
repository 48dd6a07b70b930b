/*
 * The last messages.  An endless block-cyclic schedule would go on to use its
 * slots for further messages; there being none, those slots bring the last R
 * messages to everyone sooner than their trees would.
 */
#ifndef FIBCAST_MODEL_CYCLIC_TAIL_H
#define FIBCAST_MODEL_CYCLIC_TAIL_H

#include <stddef.h>
#include <stdint.h>

#include "model/cyclic/groups.h"

struct cyclic_send {
	uint32_t from, to;
};

/* The sends of one tick: from the end of the tick before up to end. */
struct cyclic_tail_tick {
	uint64_t tick;
	size_t end;
};

struct cyclic_tail {
	uint32_t items; /* R, possibly 0 */
	uint64_t last;	/* the tick of the last send */
	size_t sends, ticks, room;
	struct cyclic_send *send; /* by tick, then sender */
	uint8_t *item;		  /* of each send, 0 .. R - 1 */
	struct cyclic_tail_tick *tick;
};

/*
 * Sends R items, which the source sends one after the other from tick 0 on,
 * over the slots of items 0, 1, 2 ... of the groups.  What each slot sends to
 * whom is chosen greedily, with ties broken by the seed; if that is odd, what
 * the source sends is planned, where it can be.
 * items <= CYCLIC_TAIL_ITEMS.  Returns 0, with nothing to clear, if the last
 * send would be after tick most.   About items · n sends, each O(items) at
 * worst.
 */
int cyclic_tail_init(struct cyclic_tail *tail,
	const struct cyclic_groups *groups, uint32_t items, uint64_t seed,
	uint64_t most);
void cyclic_tail_clear(struct cyclic_tail *tail);

#endif
