/*
 * A heap of sends, the least (tick, from, message) on top, to merge the streams
 * of k processors in the order of a schedule: each item is the next send of a
 * processor that still has sends to make.
 */
#ifndef FIBCAST_CORE_MERGE_H
#define FIBCAST_CORE_MERGE_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"

/* The merge does not look at to and ranks. */
struct merge_item {
	uint64_t tick, from, message;
	uint64_t to, ranks;
};

/* All zeros: empty. */
struct merge {
	struct merge_item *item; /* item[0] is the least */
	size_t count, capacity;
};

void merge_clear(struct merge *merge);

/* Adds an item.  O(log count). */
void merge_push(struct merge *merge, const struct merge_item *item);

/* Moves item[0] to where it belongs after its caller has made it a later send.
 * O(log count). */
void merge_sink(struct merge *merge);

/* Sets the fields that a row shares with an item. */
static inline void merge_row(
	struct transmission *row, const struct merge_item *item)
{
	row->tick = item->tick;
	row->from = item->from;
	row->to = item->to;
	row->message = item->message;
}

/* Removes item[0].  O(log count). */
void merge_pop(struct merge *merge);

#endif
