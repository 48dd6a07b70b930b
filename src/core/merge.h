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

/* The row of an item. */
static inline void merge_row(
	struct transmission *row, const struct merge_item *item)
{
	row->tick = item->tick;
	row->from = item->from;
	row->to = item->to;
	row->message = item->message;
}

/* Removes item[0]. */
void merge_pop(struct merge *merge);

#endif
