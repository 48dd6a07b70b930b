/*
 * The last items of an optimal schedule, in the sends that a continuous
 * broadcast leaves free when no further items are begun.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_TAIL_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_TAIL_H

#include <stddef.h>

#include "number/random.h"
#include "model/optimum/state.h"
#include "model/optimum/steady_numbers.h"

enum { STEADY_ITEMS_MAX = 64 };

/* end[u]: sends of times 0 .. u-1; items from 0. */
struct steady_tail {
	struct optimum_send *send;
	size_t *end;
};

/*
 * Fills the sends of items from 0 on, at times 0 .. steps-2, with
 * numbers->items items.  Returns 0 if that was not found; other random integers
 * may succeed. items <= STEADY_ITEMS_MAX.
 */
int steady_tail_fill(struct steady_tail *tail,
	const struct steady_numbers *numbers, const struct steady_edge *edge,
	struct random *random);
void steady_tail_clear(struct steady_tail *tail);

#endif
