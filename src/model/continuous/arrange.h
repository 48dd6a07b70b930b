/*
 * The groups of Section 6 and the edges of the tree between them, arranged.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_ARRANGE_H
#define FIBCAST_MODEL_CONTINUOUS_ARRANGE_H

#include <stdint.h>

#include "core/schedule.h"
#include "model/continuous/tree.h"
#include "model/periodic/periodic.h"

/*
 * The tree, and which leaves belong to which group.
 * owner[x]: the index in tree->inner of the node whose group takes leaf x, or
 * CONTINUOUS_NOBODY for the pure receiver's.
 * slack: how many steps before the tree's time a message arrives, 0 or 1; 0 at
 * the root.
 * shift: how many steps later all but the source send, 0 or 1.
 */
struct leaf_assignment {
	const struct continuous_tree *tree;
	const uint32_t *owner;
	uint32_t slack, shift;
};

/* Opens the schedule; if messages wait for each other, ties are broken against
 * it.  Times are below 2^62.   O(n) and, for each group, the square of its size
 * at worst. */
struct schedule *continuous_arrange(const struct schedule_header *header,
	const struct leaf_assignment *plan);

/* Room for so many blocks, each of one group, and for the edges of all
 * processors; both are to be filled. */
void continuous_groups_init(struct periodic_groups *groups,
	const struct schedule_header *header, uint32_t blocks);

/* Opens the schedule of groups, which it takes over, with that finish. */
struct schedule *continuous_groups_open(const struct periodic_groups *groups,
	const struct schedule_header *header, uint64_t finish);

#endif
