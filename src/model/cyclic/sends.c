/*
 * Sends are written to their place first; then the tick is noted.
 */
#include "model/cyclic/sends.h"

#include "base/mem.h"

void cyclic_tail_note(struct cyclic_tail *tail, uint64_t t)
{
	tail->tick = mem_grow(
		tail->tick, &tail->room, tail->ticks, sizeof *tail->tick);
	tail->tick[tail->ticks++] = (struct cyclic_tail_tick){t, tail->sends};
	tail->last = t;
}

void cyclic_tail_clear(struct cyclic_tail *tail)
{
	mem_free(tail->send);
	mem_free(tail->item);
	mem_free(tail->tick);
	*tail = (struct cyclic_tail){0};
}
