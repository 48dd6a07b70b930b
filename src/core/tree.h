/*
 * A broadcast tree in the postal model: each node but the root receives from
 * its parent.  A node that has the message at time x informs its children one
 * after the other, at x + lambda, x + lambda + 1, ..; so the time of a node is
 * wait + depth·lambda, where wait is the time that senders on the way to it
 * were busy with earlier children.  On k ports a node informs k children in
 * each unit.
 *   Where messages do not all take the same, as on nodes of processors or with
 * the blocks of a scatter, the time of each is kept instead.
 */
#ifndef FIBCAST_CORE_TREE_H
#define FIBCAST_CORE_TREE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/schedule.h"

struct tree_node {
	uint32_t parent; /* of the root: 0, itself */
	uint32_t children;
	uint32_t depth;
	uint32_t wait;
	uint32_t place; /* among its parent's children, in their order */
};

/* The message to a node or, in a gather, from it: the tick at which it is sent,
 * and its blocks; of the root all blocks. */
struct tree_message {
	uint64_t sent, blocks;
};

/* Times that are kept, in ticks. */
struct tree_ticks {
	/* When each node is informed or, in a gather, sends; NULL: lambda and
	 * the shape of the tree tell. */
	uint64_t *tick;
	uint64_t unit;
	uint64_t size;	 /* processors of a node of processors, or 0 */
	uint64_t end[2]; /* what messages between and inside those take */
	struct tree_message *message; /* NULL in a broadcast */
};

struct tree {
	mpq_t lambda;
	size_t size;
	uint32_t ports;		/* 0: one */
	struct tree_node *node; /* node[0] is the root */
	struct tree_ticks ticks;
};

/* Makes room for n >= 1 nodes, all zero.
 * Errors: STATUS_LIMIT if they take more than max_bits of memory, or are 2^32
 * or more. */
enum status tree_init(struct tree *tree, const mpq_t lambda, const mpz_t n,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void tree_clear(struct tree *tree);

/* Makes node the next child of parent, which is informed as soon as a port of
 * parent is free from the children before it; node keeps its own children. */
void tree_attach(struct tree *tree, uint32_t parent, uint32_t node);

/* Makes the tree of a schedule: of a broadcast of one message, of a scatter or
 * of a gather.  Its nodes are the processors, for which tree has room; in a
 * scatter or gather each has a higher number than its parent. */
enum status tree_of_schedule(struct tree *tree, struct schedule *schedule,
	struct err *err) WARN_UNUSED;

/* Whether the message to v, not the root, comes from another node of
 * processors. */
int tree_is_between(const struct tree *tree, size_t v);

/* The time at which v receives or, if is_sent, is sent to, as a word:
 * depth·2^32 + wait, or ticks. */
uint64_t tree_moment(const struct tree *tree, size_t v, int is_sent);

/* t = the time of a moment. */
void tree_time(mpq_t t, const struct tree *tree, uint64_t moment);

/*
 * The children of all nodes in the order in which they are informed: those of v
 * are child[first[v]] .. child[first[v+1] - 1].
 */
struct tree_children {
	uint32_t *first, *child;
};

void tree_children_init(
	struct tree_children *children, const struct tree *tree);
void tree_children_clear(struct tree_children *children);

/*
 * -- Broadcast trees of the locality model's lower bound: binary trees whose
 * nodes are copies of the item, labelled (processor, cell); cell 0 is the
 * processor itself.
 *
 * The left child of a node has the same label: the copy exists a step longer,
 * at cost 1.  A right child (j, k') of (i, k) is a new copy, made by processor
 * i if k = 0, or by j if k' = 0; at least one of k, k' is 0.  Its cost is l(|j
 * - i|), or 1 if j = i.  The nodes (i, 0) of a processor i form a path, as a
 * processor starts one operation a step.  The root's cell is 0.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Section 4.
 */

struct label_node {
	uint64_t name, parent; /* numbers from the file */
	uint64_t processor, cell;
	uint64_t line;
	int is_root;
	/* The indices of parent and children, set by label_tree_check;
	 * SIZE_MAX: none */
	size_t up, left, right;
};

struct label_tree {
	struct label_node *node;
	size_t count, capacity;
};

/* Appends a node, whose indices are not known yet. */
void label_tree_add(struct label_tree *tree, const struct label_node *node);
void label_tree_clear(struct label_tree *tree);

#endif
