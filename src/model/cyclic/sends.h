/* The sends of a tail, tick by tick. */
#ifndef FIBCAST_MODEL_CYCLIC_SENDS_H
#define FIBCAST_MODEL_CYCLIC_SENDS_H

#include <stddef.h>
#include <stdint.h>

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

/* The latest sends are of tick t. */
void cyclic_tail_note(struct cyclic_tail *tail, uint64_t t);

void cyclic_tail_clear(struct cyclic_tail *tail);

#endif
