/*
 * The last items of an optimal schedule, in the sends that a continuous
 * broadcast leaves free when no further items are begun.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_TAIL_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_TAIL_H

#include <stddef.h>
#include <stdint.h>

#include "core/search.h"
#include "model/periodic/ending.h"
#include "model/optimum/steady_numbers.h"

enum { STEADY_ITEMS_MAX = 64 };

/* end[u]: sends of times 0 .. u-1; items from 0. */
struct steady_tail {
	struct periodic_send *send;
	size_t *end;
};

/* The search for one: rounds that begin where the best one before left off. */
struct steady_fill;

/*
 * To fill the sends of items from 0 on, at times 0 .. steps-2, with
 * numbers->items items, at most STEADY_ITEMS_MAX.  Other seeds may succeed
 * where one fails.  The edges must outlive it.
 */
struct steady_fill *steady_fill_new(const struct steady_numbers *numbers,
	const struct steady_edge *edge, uint64_t seed);
void steady_fill_free(struct steady_fill *fill);

/* Makes a round; adds what it took to work, in nanoseconds or so.  Sets the
 * tail if it is found. */
enum search_state steady_fill_round(
	struct steady_fill *fill, struct steady_tail *tail, uint64_t *work);

void steady_tail_clear(struct steady_tail *tail);

#endif
