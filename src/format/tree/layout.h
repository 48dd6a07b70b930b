/*
 * Where to draw the nodes of a tree: those of one depth side by side, parents
 * above the middle of their children, subtrees as close as they can be.
 */
#ifndef FIBCAST_FORMAT_TREE_LAYOUT_H
#define FIBCAST_FORMAT_TREE_LAYOUT_H

#include <stdint.h>

#include "core/tree.h"

struct tree_layout {
	int64_t *x;	/* of each node, from 0 on */
	int64_t width;	/* the largest x */
	uint32_t depth; /* the largest depth */
};

/*
 * gap: between neighbours of one depth, > 0.  Every parent must have a smaller
 * number than its children.
 * O(n + sum of the heights of all nodes) time and memory.
 */
void tree_layout_init(
	struct tree_layout *tidy, const struct tree *tree, int64_t gap);
void tree_layout_clear(struct tree_layout *tidy);

#endif
