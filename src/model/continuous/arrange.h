/*
 * The groups of Section 6 and the edges of the tree between them, arranged.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_ARRANGE_H
#define FIBCAST_MODEL_CONTINUOUS_ARRANGE_H

#include <stdint.h>

#include "core/schedule.h"
#include "model/continuous/tree.h"

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

/* Receiver of a child's item: base + at, at below size. */
struct continuous_edge {
	uint32_t base, size, at;
};

struct continuous_group {
	uint32_t edge; /* its first edge; its first processor is edge + 1 */
	uint32_t size;
	uint32_t sends; /* of each item; size of them, or one less */
	uint64_t start; /* when item 1 is sent to child 0 */
	uint64_t block; /* items after it go to its first members */
};

struct continuous_arrangement {
	struct continuous_group *group;
	uint32_t count;
	struct continuous_edge *edge, source;
	uint64_t finish; /* when all items are complete, elapsed */
};

/* Who gets what, and when it finishes; if messages wait for each other, ties
 * are broken against the schedule. O(n) and, for each group, the square of its
 * size at worst. */
void continuous_arrange(struct continuous_arrangement *arrangement,
	const struct schedule_header *header,
	const struct leaf_assignment *plan);
void continuous_arrangement_clear(struct continuous_arrangement *arrangement);

#endif
