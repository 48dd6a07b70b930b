/*
 * The schedule of Section 6: a group of processors for each inner node.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_GROUPS_H
#define FIBCAST_MODEL_CONTINUOUS_GROUPS_H

#include <stdint.h>

#include "core/schedule.h"
#include "model/continuous/tree.h"

/*
 * By which tree, with which leaves for which group.
 * owner[x]: the index in tree->inner of the node whose group takes leaf x, or
 * CONTINUOUS_NOBODY for the one of the pure receiver.
 * slack: how long a message arrives before the tree says, 0 or 1; never at the
 * root.
 * shift: how much later all but the source send, 0 or 1.
 */
struct leaf_assignment {
	const struct continuous_tree *tree;
	const uint32_t *owner;
	uint32_t slack, shift;
};

/* Opens the schedule; the header's finish is set.  Times are below 2^62.
 * O(n) and, for each group, the square of its size at worst. */
struct schedule *continuous_groups_open(const struct schedule_header *header,
	const struct leaf_assignment *plan);

#endif
