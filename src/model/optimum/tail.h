/*
 * The last items of a schedule, in the sends left free by the items before
 * them.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_TAIL_H
#define FIBCAST_MODEL_OPTIMUM_TAIL_H

#include <stddef.h>
#include <stdint.h>

#include "number/random.h"
#include "model/optimum/state.h"

enum { OPTIMUM_TAIL_ITEMS = 64 };

/*
 * send: sends of steps 0 .. steps-1, whose senders and receivers are free then;
 * in each step the receivers may be permuted.  The source is free in every
 * step. [end[u], end[u+1]): those of step u.
 */
struct optimum_tail {
	uint32_t P, L, steps, items;
	struct optimum_send *send;
	size_t *end;
};

/*
 * Gives all sends an item, 0 .. items-1, that the sender has by then and the
 * receiver has not.  Returns 1 on success; after a failure, other random
 * integers may succeed.
 * items <= OPTIMUM_TAIL_ITEMS.  O(P^3) a step at worst.
 */
int optimum_tail_fill(struct optimum_tail *tail, struct random *random);

#endif
