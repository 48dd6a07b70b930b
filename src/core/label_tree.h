/*
 * Broadcast trees of the lower bound's model: binary trees whose nodes are
 * labelled (processor, cell), a copy of the item.
 *
 * The left child of a node has its label: the copy lasts a step longer, at cost
 * 1.  A right child (j, k') of (i, k) is a copy made by i, if k = 0, or by j,
 * if k' = 0, at cost l(|j - i|), or 1 if j = i; one of k, k' is 0.  The nodes
 * (i, 0) form a path: a processor begins one operation a step.  The root's cell
 * is 0.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Section 4.
 */
#ifndef FIBCAST_CORE_LABEL_TREE_H
#define FIBCAST_CORE_LABEL_TREE_H

#include <stddef.h>
#include <stdint.h>

struct label_node {
	uint64_t name, parent; /* as they were read */
	uint64_t processor, cell;
	uint64_t line;
	int is_root;
	size_t up, left, right; /* indices, SIZE_MAX: none */
};

struct label_tree {
	struct label_node *node;
	size_t count, capacity;
};

/* Appends a node; its indices are not known yet. */
void label_tree_add(struct label_tree *tree, const struct label_node *node);
void label_tree_clear(struct label_tree *tree);

#endif
