/*
 * The tree by which every item of a continuous broadcast spreads among the
 * processors other than the source, and its nodes in the order of the groups.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_TREE_H
#define FIBCAST_MODEL_CONTINUOUS_TREE_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "number/random.h"
#include "core/tree.h"

/*
 * Offsets are labels less 1: wait + depth·latency in the tree.  A node's
 * children have consecutive offsets from its own + latency on.
 */
struct continuous_tree {
	struct tree tree; /* its lambda is the latency */
	uint64_t latency;
	uint32_t *inner; /* nodes that have children, by offset */
	uint32_t inners;
	uint32_t *leaf; /* the others, by offset */
	uint32_t leaves;
};

/*
 * The tree of least depth among the optimal ones: of all nodes of the universal
 * tree with offset below B(nodes, latency) the first by depth, offset and
 * parent.   Definition 3.6.
 * latency < 2^62, nodes >= 1.
 */
enum status continuous_tree_init(struct continuous_tree *tree,
	const mpz_t nodes, uint64_t latency, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Another optimal tree, of as many nodes as the given one: all nodes of the
 * universal tree up to the last offset, from which leaves of an offset of least
 * or more are taken away at random.  If least is the last offset, as many nodes
 * as possible have earlier ones.
 */
void continuous_tree_random(struct continuous_tree *tree,
	const struct continuous_tree *given, uint64_t least,
	struct random *random);

void continuous_tree_clear(struct continuous_tree *tree);

uint64_t continuous_tree_offset(
	const struct continuous_tree *tree, uint32_t node);

/* The last offset, B - 1. */
uint64_t continuous_tree_last(const struct continuous_tree *tree);

/* The most children that a node has; at least 1. */
uint32_t continuous_tree_width(const struct continuous_tree *tree);

#endif
