/*
 * A k-way merge: who sends next, in the order of a schedule.
 *
 * Each item is the next send of a processor that still has sends to make.  They
 * are in a heap, the least (tick, from, message) on top.
 */
#ifndef FIBCAST_CORE_MERGE_H
#define FIBCAST_CORE_MERGE_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"

/* to and ranks are the builder's own. */
struct merge_item {
	uint64_t tick, from, message;
	uint64_t to, ranks;
};

struct merge {
	struct merge_item *item; /* item[0] is the first of all */
	size_t count, capacity;
};

/* A zeroed merge is empty. */
void merge_clear(struct merge *merge);

/* Adds an item; it may move the others.  O(log count). */
void merge_push(struct merge *merge, const struct merge_item *item);

/* Puts item[0] where it belongs after it has become a later send. */
void merge_sink(struct merge *merge);

/*
 * Fills at most so many rows with a reduction's transmissions, in order;
 * returns how many.  A link's next one is that many messages before, and so
 * much later; after the first message there is none.
 */
size_t merge_fill_back(struct merge *merge, struct transmission *row,
	size_t most, uint64_t messages, uint64_t ticks);

/* Removes item[0]. */
void merge_pop(struct merge *merge);

#endif
