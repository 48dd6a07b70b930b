/*
 * A broadcast tree in the postal model: node v receives from its parent.  A
 * node that knows the message at time x informs its children in turn, one a
 * unit of time, at x + lambda, x + lambda + 1, ...; so its time is
 * wait + depth·lambda, wait the units of time that its branch waited for
 * senders to be free.  On k ports it informs k of them each unit.  Where
 * messages inside a node of processors take less, or messages are of several
 * blocks, as in a scatter's tree, the time of each is kept.
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
	uint32_t place; /* among its parent's children, in their order */
};

/* The message to a node, or, of a gather, from it: its start, in ticks, and its
 * blocks; of the root all blocks. */
struct tree_message {
	uint64_t sent, blocks;
};

/* When each node, a processor, is informed, or, of a gather, sends, in ticks;
 * size: the processors of a node, or 0; end: what messages take, between nodes
 * and inside. */
struct tree_ticks {
	uint64_t *tick; /* NULL: by lambda alone */
	uint64_t unit, size, end[2];
	struct tree_message *message; /* NULL: of a broadcast */
};

struct tree {
	mpq_t lambda;
	size_t size;
	uint32_t ports;		/* 0: one */
	struct tree_node *node; /* node[0] is the root */
	struct tree_ticks ticks;
};

/* Room for a tree of n nodes, 1 <= n < 2^32, all zero.
 * Errors: STATUS_LIMIT if it takes more than max_bits of memory. */
enum status tree_init(struct tree *tree, const mpq_t lambda, const mpz_t n,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void tree_clear(struct tree *tree);

/* Makes node, which keeps its children, the next child of parent, after those
 * counted so far, which its ports were not left idle by. */
void tree_attach(struct tree *tree, uint32_t parent, uint32_t node);

/* The tree of a schedule of one message on nodes, of a scatter or of a gather,
 * in which a parent has a lower number than its children; the processors are
 * its nodes.  tree: room for all of them. */
enum status tree_of_schedule(struct tree *tree, struct schedule *schedule,
	struct err *err) WARN_UNUSED;

/* Whether the message to v, not the root, comes from another node of
 * processors. */
int tree_is_between(const struct tree *tree, size_t v);

/* When v receives, or is sent to, as a number that is the same for the same
 * time: depth·2^32 + wait, or ticks. */
uint64_t tree_moment(const struct tree *tree, size_t v, int is_sent);

/* t = that time. */
void tree_time(mpq_t t, const struct tree *tree, uint64_t moment);

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
