/*
 * Pictures of a labelled tree: each box a copy's label and cost.
 */
#ifndef FIBCAST_FORMAT_TREE_LABEL_TREE_PICTURE_H
#define FIBCAST_FORMAT_TREE_LABEL_TREE_PICTURE_H

#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/label_tree.h"

/*
 * tree: legal; cost[i]: of node i, as text; max_bits: of memory.
 * Errors: STATUS_LIMIT if it is too large; nothing is written.
 */
enum status label_tree_write_svg(const struct label_tree *tree,
	char *const *cost, const char *title, uint64_t max_bits, FILE *file,
	struct err *err) WARN_UNUSED;

/* The same for Graphviz, of any size; copies that last are dashed lines. */
void label_tree_write_dot(
	const struct label_tree *tree, char *const *cost, FILE *file);

#endif
