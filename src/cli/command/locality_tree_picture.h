/*
 * locality-tree as a picture, each copy with its cost.
 */
#ifndef FIBCAST_CLI_COMMAND_LOCALITY_TREE_PICTURE_H
#define FIBCAST_CLI_COMMAND_LOCALITY_TREE_PICTURE_H

#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/tree.h"
#include "number/cost.h"

/* Draws a legal tree, or writes it for Graphviz.  Errors: those of cost_value,
 * and STATUS_LIMIT for a picture that is too large. */
enum status locality_tree_draw(const struct label_tree *tree,
	const struct cost *cost, int64_t decimals, int is_dot,
	struct value_precision *precision, FILE *out,
	struct err *err) WARN_UNUSED;

#endif
