/*
 * The processors in their groups, and whom each of them sends to.
 *
 * Inner node j of the tree, at offset x and with G children, has a group of G
 * processors, one after the other.  Item i gets to the member for which
 * 	place = i mod G
 * at time i + x/q, which sends it to child c so that it arrives at i + (x +
 * p)/q + c.  A member has just sent to all children when it gets the node's
 * next item, so the members never stop sending.  Child c, if it is an inner
 * node, goes to the member of its own group in the same way; a leaf goes to the
 * group that owns it, to
 * 	place = i + shift mod G,	shift 1 .. G - 1, all different,
 * so that each member gets each item once.  Shifts with which nobody gets two
 * items at a time exist by Hall's theorem.  All this holds for items before 0,
 * too: a schedule may begin with any item.
 *
 * Example: 5 processors, latency 2.  The root, at offset 0, has three leaves,
 * at 2, 3 and 4, so there is one group, processors 1 to 3, and processor 4 is
 * in none.  Item 1 goes to place 1, processor 2, which sends it to processors 3
 * (shift 1), 4 and 1 (shift 2), a unit apart.  A unit later processor 3 begins
 * to send item 2, to 1, 4 and 2, and then processor 1 item 3, to 2, 4 and 3; by
 * then processor 2 is free for item 4.
 */
#ifndef FIBCAST_MODEL_CYCLIC_GROUPS_H
#define FIBCAST_MODEL_CYCLIC_GROUPS_H

#include <stdint.h>

#include "model/cyclic/plan.h"

/* The most messages that a tail may have. */
enum { CYCLIC_TAIL_ITEMS = 64 };

/* A child's receivers: base + (item + shift) mod size; size 0: nobody. */
struct cyclic_edge {
	uint32_t base, size, shift;
};

/* So many groups of one size that start together.  Their members are the
 * processors from edge + 1 on, group by group, and their children the edges
 * from edge on; start: the tick at which item 0 is sent to the first child of
 * each. */
struct cyclic_block {
	uint64_t start;
	uint32_t edge, size, count;
};

struct cyclic_groups {
	uint64_t p, q;
	uint32_t classes;
	uint64_t wait;	     /* of the last class, in ticks */
	uint32_t processors; /* including the source, 0 */
	uint32_t edges;	     /* edge[edges] is the source's */
	struct cyclic_edge *edge;
	struct cyclic_block *block;	   /* by class, then by start */
	uint32_t from[CYCLIC_CLASSES + 1]; /* first block of each class */
	uint32_t class_at[CYCLIC_CLASSES]; /* which class sends at ticks with
					      this remainder mod q; one
					      without blocks if none does */
	uint64_t last;			   /* the last offset, in ticks */
	int64_t lag;			   /* D: see plan.h */
};

/*
 * The groups of a plan, for one more processor than it has nodes; or, without
 * the pure receiver, on whom nobody depends, for as many as it has nodes.
 * O(nodes), plus at worst the square of the group size for each run.
 */
void cyclic_groups_init(struct cyclic_groups *groups,
	const struct cyclic_plan *plan, int is_without_pure);

/*
 * One group of all nodes: all others are the root's children, and one slot in
 * each round of nodes is idle, so nobody is a pure receiver.  q = 1.
 * nodes >= 1, p < 2^62.   O(nodes).
 */
void cyclic_groups_init_star(
	struct cyclic_groups *groups, uint64_t p, uint32_t nodes);

void cyclic_groups_clear(struct cyclic_groups *groups);

/* The lag D of a star, found without its groups. */
int64_t cyclic_star_lag(uint64_t p, uint32_t nodes);
/* The first tick by which its slots can have sent m < 2^31 messages to all. */
int64_t cyclic_star_least_last(uint64_t p, uint32_t nodes, uint64_t m);

uint64_t cyclic_star_last(uint64_t p, uint32_t nodes);

#endif
