/*
 * The tree and the groups of a continuous broadcast at latency 2, as numbers:
 * how many nodes there are of each offset, and how many of them do what.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_LATENCY_TWO_PLAN_H
#define FIBCAST_MODEL_CONTINUOUS_LATENCY_TWO_PLAN_H

#include <stdint.h>

/* Enough offsets for 2^32 nodes. */
enum { TWO_OFFSETS = 64 };

/* A node at offset e could send at e, e + 1, .., steps - 3. */
struct two_plan {
	uint32_t steps; /* offsets 0 .. steps-1 */
	/* Nodes by offset; of these, those that send; of these, those that omit
	 * their first send; their last one. */
	uint32_t nodes[TWO_OFFSETS], inner[TWO_OFFSETS];
	uint32_t first[TWO_OFFSETS], last[TWO_OFFSETS];
	uint32_t twice; /* a node at this offset omits its last two; or steps */
	uint32_t idle;	/* a node at this offset has the group with a processor
			   more than it has children; or steps: that group is one
			   processor, which only receives */
	uint32_t pairs; /* of leaves at steps - 1 and at steps - 3 */
};

/* Plans a tree of so many nodes with offsets below steps.  Returns 0 if there
 * is no such plan.   O(steps^2).   nodes >= 1. */
int continuous_two_plan(struct two_plan *plan, uint32_t nodes, uint32_t steps);

/* f_i, the most nodes of offsets below i: f_1 = f_2 = 1; f_0 = 0. */
uint64_t continuous_two_reach(uint32_t i);

#endif
