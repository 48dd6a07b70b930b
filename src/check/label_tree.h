/*
 * Judging and measuring the labelled trees of core/label_tree.h.
 */
#ifndef FIBCAST_CHECK_LABEL_TREE_H
#define FIBCAST_CHECK_LABEL_TREE_H

#include <stdint.h>

#include "base/err.h"
#include "check/check.h"
#include "core/label_tree.h"
#include "number/cost.h"

/*
 * Finds the children of every node, and judges whether the tree is legal;
 * violations are in check, with their lines.   O(n log n).
 */
void label_tree_check(struct label_tree *tree, struct check *check);

/* size: different processors; cost: of the dearest path from root to leaf;
 * height: the edges of the longest one. */
struct label_measure {
	uint64_t size, height, leaves;
	struct value cost;
};

/*
 * Measures a legal tree; measure->cost is initialised by the caller.
 * Errors: those of cost_value.   O(n log n).
 */
enum status label_tree_measure(struct label_measure *measure,
	const struct label_tree *tree, const struct cost *latency,
	const struct value_precision *precision, struct err *err) WARN_UNUSED;

/* cost[i] = what the path from the root to node i of a legal tree costs;
 * initialised by the caller.  Errors and cost: the same. */
enum status label_tree_costs(struct value *cost, const struct label_tree *tree,
	const struct cost *latency, const struct value_precision *precision,
	struct err *err) WARN_UNUSED;

#endif
