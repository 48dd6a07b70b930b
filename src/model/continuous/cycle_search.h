/*
 * Periodic schedules of least delay for few processors, found by search.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_CYCLE_SEARCH_H
#define FIBCAST_MODEL_CONTINUOUS_CYCLE_SEARCH_H

#include <stdint.h>

#include "model/continuous/tree.h"

/* More processors than this, the source apart, are not tried. */
enum { CONTINUOUS_SEARCH_MAX = 64 };

/*
 * A schedule in which item i + period is item i, period steps later.  In each
 * step everybody but the source receives one item, and these are of every
 * offset as many as the tree has nodes: node[t·size + p] is that by which
 * processor p + 1 receives in step t, for the item sent to the root offset
 * steps before.
 */
struct continuous_cycle {
	const struct continuous_tree *tree;
	uint32_t period;
	uint8_t *node;
};

/*
 * Fills the cycle, if one is found: no processor gets an item twice, or is to
 * send two items in a step.  *seed as in continuous_random.
 * moves: how many moves of the search are made at most, about 30 nanoseconds
 * each.
 * is_balanced: the offsets of what a processor receives in a period have the
 * same sum for all; for trees whose mean offset is whole.
 */
int continuous_search(struct continuous_cycle *cycle,
	const struct continuous_tree *tree, uint32_t period, int is_balanced,
	uint64_t moves, uint64_t *seed);

void continuous_cycle_clear(struct continuous_cycle *cycle);

#endif
