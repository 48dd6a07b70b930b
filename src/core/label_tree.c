/*
 * The nodes of a labelled tree, as they are read.
 */
#include "core/label_tree.h"

#include "base/mem.h"

void label_tree_add(struct label_tree *tree, const struct label_node *node)
{
	tree->node = mem_grow(
		tree->node, &tree->capacity, tree->count, sizeof *tree->node);
	tree->node[tree->count++] = *node;
}

void label_tree_clear(struct label_tree *tree)
{
	mem_free(tree->node);
	*tree = (struct label_tree){0};
}
