/*
 * A broadcast tree in the postal model: node v receives from its parent.  A
 * node that knows the message at time x informs its children in turn, one a
 * unit of time, at x + lambda, x + lambda + 1, ...; so its time is
 * wait + depth·lambda, wait the units of time that its branch waited for
 * senders to be free.
 */
#ifndef FIBCAST_CORE_TREE_H
#define FIBCAST_CORE_TREE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/schedule.h"

struct tree_node {
	uint32_t parent; /* the root's is 0, itself */
	uint32_t children;
	uint32_t depth;
	uint32_t wait;
};

struct tree {
	mpq_t lambda;
	size_t size;
	struct tree_node *node; /* node[0] is the root */
};

/* Room for a tree of n nodes, 1 <= n < 2^32, all zero.
 * Errors: STATUS_LIMIT if it takes more than max_bits of memory. */
enum status tree_init(struct tree *tree, const mpq_t lambda, const mpz_t n,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void tree_clear(struct tree *tree);

/* Makes node the next child of parent, after those counted so far. */
void tree_attach(struct tree *tree, uint32_t parent, uint32_t node);

/* t = wait + depth·lambda: when a node with these receives; with one depth
 * less, when it is sent to. */
void tree_time(mpq_t t, const struct tree *tree, uint32_t wait, uint32_t depth);

/*
 * The children of every node in the order they are informed: those of v are
 * child[first[v]] .. child[first[v+1] - 1].
 */
struct tree_children {
	uint32_t *first, *child;
};

void tree_children_init(
	struct tree_children *children, const struct tree *tree);
void tree_children_clear(struct tree_children *children);

#endif
