/*
 * Periodic schedules of least delay for few processors, found by search.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_CYCLE_SEARCH_H
#define FIBCAST_MODEL_CONTINUOUS_CYCLE_SEARCH_H

#include <stdint.h>

#include "model/continuous/tree.h"

/* The most processors, without the source, for which a search is tried. */
enum { CONTINUOUS_SEARCH_MAX = 64 };

/*
 * A schedule in which item i + period goes as item i, period steps later.  In
 * each step every processor but the source receives one item, each as a
 * different node of the tree: processor p + 1 as node[t·size + p] in step t,
 * for the item sent to the root offset steps before.
 */
struct continuous_cycle {
	const struct continuous_tree *tree;
	uint32_t period;
	uint8_t *node;
};

/*
 * Fills the cycle, if one is found: no processor gets an item twice or has to
 * send two items in a step.
 * moves: the most moves of the search, about 30 nanoseconds each.
 */
int continuous_search(struct continuous_cycle *cycle,
	const struct continuous_tree *tree, uint32_t period, uint64_t moves,
	struct random *random);

void continuous_cycle_clear(struct continuous_cycle *cycle);

#endif
