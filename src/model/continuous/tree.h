/*
 * What continuous broadcasts are built from.
 *
 * -- The tree along which each item spreads among the processors other than the
 * source, with its nodes in the order of the groups.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_TREE_H
#define FIBCAST_MODEL_CONTINUOUS_TREE_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/schedule.h"
#include "core/tree.h"
#include "model/periodic/periodic.h"
#include "number/random.h"

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
 * The tree of least depth among the optimal ones, the canonical tree: of all
 * nodes of the universal tree with offset below B(nodes, latency), the first
 * ones by depth, offset and parent.   Definition 3.6.  latency < 2^62, nodes >=
 * 1.
 */
enum status continuous_tree_init(struct continuous_tree *tree,
	const mpz_t nodes, uint64_t latency, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Another optimal tree of as many nodes as the given one: all nodes of the
 * universal tree up to the last offset, less leaves taken away at random.
 */
void continuous_tree_random(struct continuous_tree *tree,
	const struct continuous_tree *given, struct random *random);

void continuous_tree_clear(struct continuous_tree *tree);

uint64_t continuous_tree_offset(
	const struct continuous_tree *tree, uint32_t node);

/* The last offset, B - 1. */
uint64_t continuous_tree_last(const struct continuous_tree *tree);

/* The most children that a node has; at least 1. */
uint32_t continuous_tree_width(const struct continuous_tree *tree);

/* -- Groups. */

/* Makes room for so many blocks, each of one group, and for the edges of all
 * processors; the caller fills both in. */
void continuous_groups_init(struct periodic_groups *groups,
	const struct schedule_header *header, uint32_t blocks);

/* Opens the schedule of the groups, with that finish, and takes the groups
 * over. */
struct schedule *continuous_groups_open(const struct periodic_groups *groups,
	const struct schedule_header *header, uint64_t finish);

/* The methods to build a continuous broadcast. */
enum continuous_method {
	/* The first of EXACT, QUEUE_FREE, HALL_ROOT and LATE that succeeds. */
	CONTINUOUS_FIRST,
	/* Delay L + B(P-1,L), without waiting: EXACT, or the same with other
	 * optimal trees, or a periodic schedule found by search. */
	CONTINUOUS_LEAST,
	/* The tree of latency L; every processor receives one item a step. */
	CONTINUOUS_EXACT,
	/* The tree of latency L + 1, one receive a step, delay
	 * L + B(P-1,L+1) - 1 for P >= 3. */
	CONTINUOUS_QUEUE_FREE,
	/* The same tree; where two messages arrive at once, one waits a step.
	 * Delay at most L + B(P-1,L+1). */
	CONTINUOUS_HALL_ROOT,
	/* The same, with all sends but the source's a step later. */
	CONTINUOUS_LATE
};

/* A schedule by one of the methods that use groups; NULL if no choice of leaves
 * is found, which never happens for LATE.  The tree's latency must be L for
 * EXACT and L + 1 for the methods after it.  The finish is exact even if
 * messages wait for each other. */
struct schedule *continuous_try_tree(const struct schedule_header *header,
	const struct continuous_tree *tree, enum continuous_method way);

/* -- Periodic schedules of least delay for few processors, found by search. */

/* The most processors, not counting the source, for which cycles are searched.
 */
enum { CONTINUOUS_SEARCH_MAX = 64 };

/*
 * Searches for a schedule in which item i + period goes the way of item i,
 * period steps later, and opens it; NULL if none is found.  Times are below
 * 2^62.  Takes a tenth of a second at most.
 */
struct schedule *continuous_search(const struct schedule_header *header,
	const struct continuous_tree *tree, uint32_t period,
	struct random *random);

/*
 * -- Latency 2: the tree and the groups in numbers, how many nodes there are at
 * each offset and how many of these omit which sends (latency_two.c).
 */

/* Enough offsets for 2^32 nodes. */
enum { TWO_OFFSETS = 64 };

/* A node at offset e could send at e, e + 1, .., steps - 3. */
struct two_plan {
	uint32_t steps; /* offsets 0 .. steps-1 */
	/* By offset: the nodes; those of them that send; and of these, those
	 * that omit their first send, and their last one. */
	uint32_t nodes[TWO_OFFSETS], inner[TWO_OFFSETS];
	uint32_t first[TWO_OFFSETS], last[TWO_OFFSETS];
	uint32_t twice; /* a node at this offset omits its last two; or steps */
	uint32_t idle;	/* a node at this offset has the group with a processor
			   more than it has children; or steps: that group is one
			   processor, which only receives */
	uint32_t pairs; /* of leaves at steps - 1 and at steps - 3 */
};

/* Plans a tree of so many nodes with offsets below steps.  Returns 0 if it
 * finds no plan.   O(steps^2).   nodes >= 1. */
int continuous_two_plan(struct two_plan *plan, uint32_t nodes, uint32_t steps);

/* f_i, the most nodes of offsets below i: f_1 = f_2 = 1; f_0 = 0. */
uint64_t continuous_two_reach(uint32_t i);

/*
 * Opens a schedule of delay 2 + steps for so many processors besides the
 * source, all offsets being below steps; NULL if no plan is found. Times are
 * below 2^62.   O(nodes).   nodes >= 1; at most f_steps.
 */
struct schedule *continuous_two_open(
	const struct schedule_header *header, uint32_t nodes, uint32_t steps);

/*
 * -- The least delay: schedules whose delay is the lower bound, L + B(P-1,L).
 */

/*
 * The schedule that needs no search: for latency 2 and any number of nodes but
 * 1, 2, 3, 5, 6 and 8; else NULL.  Where L + B(P-1,L) is refuted its delay is a
 * step more, and it has a warning that says so.   O(nodes).
 */
struct schedule *continuous_least_known(const struct schedule_header *header,
	const struct continuous_tree *given);

/* The number of attempts that can be made; given: the canonical tree of latency
 * L. */
uint32_t continuous_least_attempts(const struct continuous_tree *given);

/*
 * Makes one attempt; the caller makes them in turn, from 0: with the given
 * tree, with other trees of as many nodes, and searches for a periodic
 * schedule.  NULL if it fails.  About a tenth of a second at most, unless the
 * tree is large.
 */
struct schedule *continuous_try_least(const struct schedule_header *header,
	const struct continuous_tree *given, uint32_t attempt,
	struct random *random);

#endif
