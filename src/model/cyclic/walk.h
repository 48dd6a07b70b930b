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

/* More items than any schedule has. */
#define CYCLIC_ENDLESS ((uint64_t)1 << 62)

struct cyclic_walk {
	const struct cyclic_groups *groups;
	uint64_t count;
	uint64_t back; /* item i takes the way of item i - back */
	uint64_t tick;
	uint32_t *at;	 /* edges: place in its group for the next item */
	uint32_t unused; /* the edge to nobody, or UINT32_MAX */
	uint32_t started[CYCLIC_CLASSES], ended[CYCLIC_CLASSES];
	uint32_t live;	 /* blocks started and not ended */
	uint32_t block;	 /* the present block */
	uint32_t member; /* its next member */
	int is_source_next;
};

/* Before the first tick.  O(n). */
void cyclic_walk_init(struct cyclic_walk *walk,
	const struct cyclic_groups *groups, uint64_t count, uint64_t back);
void cyclic_walk_clear(struct cyclic_walk *walk);

/* Moves on to the next tick at which something may be sent; returns 0 at the
 * end. */
int cyclic_walk_tick(struct cyclic_walk *walk);

/* Writes the next rows of that tick, by sender, at most room; returns their
 * number, 0 when there are no more. Messages are numbered from 1, times are in
 * ticks. */
size_t cyclic_walk_rows(
	struct cyclic_walk *walk, struct transmission *row, size_t room);

#endif
