/*
 * The last messages of all.  The slots that an endless block-cyclic schedule
 * would go on to use, for messages that there are no more, serve to bring the
 * last R messages to everyone sooner than their trees would.
 */
#ifndef FIBCAST_MODEL_CYCLIC_TAIL_H
#define FIBCAST_MODEL_CYCLIC_TAIL_H

#include <stddef.h>
#include <stdint.h>

#include "model/cyclic/groups.h"

struct cyclic_send {
	uint32_t from, to;
};

/* The sends of one tick: those before end, from where the tick before ends. */
struct cyclic_tail_tick {
	uint64_t tick;
	size_t end;
};

struct cyclic_tail {
	uint32_t items; /* R; there may be none */
	uint64_t last;	/* the tick of the last send */
	size_t sends, ticks, room;
	struct cyclic_send *send; /* by tick, then sender */
	uint8_t *item;		  /* of each send, 0 .. R - 1 */
	struct cyclic_tail_tick *tick;
};

/*
 * Sends R items, one after the other from the source from tick 0 on, over the
 * slots of items 0, 1, 2 ... of the groups.  Which of these slots sends what to
 * whom is chosen greedily, with ties by the seed.
 * items <= CYCLIC_TAIL_ITEMS.  0, and nothing to clear, if it is not through by
 * the tick most.   About items · n sends, each O(items) at worst.
 */
int cyclic_tail_init(struct cyclic_tail *tail,
	const struct cyclic_groups *groups, uint32_t items, uint64_t seed,
	uint64_t most);
void cyclic_tail_clear(struct cyclic_tail *tail);

#endif
