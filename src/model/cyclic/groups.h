/*
 * The processors in their groups, and whom each of them sends to.
 *
 * Inner node j of the tree, at offset x and with G children, has a group of G
 * processors, one after the other.  Item i gets to the member for which
 *	place = i mod G
 * at the time i + x/q, which sends it to child c at the time i + (x + p)/q + c:
 * it is through when it gets the next item for the node, and the group's
 * members send all the time.  Child c, if it is an inner node, goes to the
 * member of its own group in the same way; a leaf goes to the group that owns
 * it, to
 *	place = i + shift mod G,	shift 1 .. G - 1, all different,
 * so that each member gets each item once.  The shifts are such that nobody
 * gets two items at a time, by Hall's theorem.  Items before 0 are meant, too:
 * a schedule may begin with any item.
 *
 * Example: 5 processors, latency 2.  The root, at offset 0, has three leaves,
 * at 2, 3 and 4, so there is one group, processors 1 to 3, and processor 4 is
 * in none.  Item 1 gets to place 1, processor 2, which sends it to processors 3
 * (shift 1), 4 and 1 (shift 2), a unit apart.  A unit later processor 3 does so
 * with item 2, to 1, 4 and 2, then 1 with item 3, to 2, 4 and 3; and by then
 * processor 2 is free for item 4.
 */
#ifndef FIBCAST_MODEL_CYCLIC_GROUPS_H
#define FIBCAST_MODEL_CYCLIC_GROUPS_H

#include <stdint.h>

#include "model/cyclic/plan.h"

/* Messages that a tail may have, at most. */
enum { CYCLIC_TAIL_ITEMS = 64 };

/* A child's receivers: base + (item + shift) mod size; size 0: nobody. */
struct cyclic_edge {
	uint32_t base, size, shift;
};

/* Its members, from edge + 1 on; their children, from that edge on; the tick at
 * which item 0 is sent to the first one. */
struct cyclic_group {
	uint64_t start;
	uint32_t edge, size;
};

struct cyclic_groups {
	uint64_t p, q;
	uint32_t processors; /* with the source, which is 0 */
	uint32_t edges;	     /* edge[edges] is the source's */
	struct cyclic_edge *edge;
	struct cyclic_group *group;	   /* by class, then by start */
	uint32_t from[CYCLIC_CLASSES + 1]; /* the first one of each class */
	uint32_t class_at[CYCLIC_CLASSES]; /* who sends at ticks with this
					    * remainder mod q */
	uint64_t last;			   /* the last offset, in ticks */
	int64_t lag;			   /* D: see plan.h */
};

/*
 * The groups of a plan, for one processor more than it has nodes; or, without
 * the pure receiver, whom nobody needs, for as many as it has nodes.
 * O(nodes) and, for each run, the square of its groups' size at worst.
 */
void cyclic_groups_init(struct cyclic_groups *groups,
	const struct cyclic_plan *plan, int is_without_pure);

/*
 * One group of all nodes: the root has all the others for its children, and one
 * slot in each round of nodes is idle, so that nobody only receives.  q = 1.
 * nodes >= 1, p < 2^62.   O(nodes).
 */
void cyclic_groups_init_star(
	struct cyclic_groups *groups, uint64_t p, uint32_t nodes);

void cyclic_groups_clear(struct cyclic_groups *groups);

/* D and T of a star, without the groups. */
int64_t cyclic_star_lag(uint64_t p, uint32_t nodes);
uint64_t cyclic_star_last(uint64_t p, uint32_t nodes);

#endif
