/*
 * The block-cyclic schedule of items 0 .. count-1, tick by tick: each group's
 * members send in turn, from its first tick until all is sent.
 */
#ifndef FIBCAST_MODEL_CYCLIC_WALK_H
#define FIBCAST_MODEL_CYCLIC_WALK_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"
#include "model/cyclic/groups.h"

/* As many items as there may be. */
#define CYCLIC_ENDLESS ((uint64_t)1 << 62)

struct cyclic_walk {
	const struct cyclic_groups *groups;
	uint64_t count;
	uint64_t back; /* item i goes where item i - back would */
	uint64_t tick;
	uint32_t *at;	/* edges: where in its group the next item goes */
	uint32_t *turn; /* groups: the place that sends to child 0 */
	uint32_t started[CYCLIC_CLASSES], ended[CYCLIC_CLASSES];
	uint32_t live;	/* groups that have started and not ended */
	uint32_t group; /* the present one, */
	uint32_t place; /* and the next member in it */
	int is_source_next;
};

/* Before the first tick.  O(n). */
void cyclic_walk_init(struct cyclic_walk *walk,
	const struct cyclic_groups *groups, uint64_t count, uint64_t back);
void cyclic_walk_clear(struct cyclic_walk *walk);

/* Goes on to the next tick at which something may be sent; 0 at the end. */
int cyclic_walk_tick(struct cyclic_walk *walk);

/* The next rows of that tick, in the order of senders, room at most; none: that
 * is all.  Messages are numbered from 1 on, times in ticks. */
size_t cyclic_walk_rows(
	struct cyclic_walk *walk, struct transmission *row, size_t room);

#endif
