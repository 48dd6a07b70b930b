/*
 * Which nodes of a class have a child at the last tick that its children use:
 * the one choice that the growth of the tree leaves open.
 *
 * Let t' be that tick and Y such that the nodes with o < Y can have a child at
 * it; that child would be number w = Y - 1 - o.  E = X - Y.  A node with the
 * child has w + 1 children and the height E + w, one without it w children and
 * the height E + w + 1, and without any it is a leaf of height E + 1.  So all
 * leaves have heights from 0 to E + 1; -1 where some of them are put off from
 * X to X + 1.
 */
#ifndef FIBCAST_MODEL_CYCLIC_PARENTS_H
#define FIBCAST_MODEL_CYCLIC_PARENTS_H

#include <stdint.h>

#include "model/cyclic/classes.h"
#include "model/cyclic/runs.h"

/* The last layers of one class and of that of its children. */
struct cyclic_ends {
	const struct cyclic_class *class;
	int has_slack;		/* it is the class of the pure receiver */
	uint64_t could;		/* Y */
	uint64_t excess;	/* E */
	uint64_t last;		/* nodes at X */
	uint64_t children;	/* of all its nodes together */
	uint64_t last_children; /* at t' and after it */
	uint64_t late_children; /* of these, those put off by a unit */
	uint64_t delayed;	/* children that went from the layer before t'
				 * to t' itself */
};

/* What is found, besides the inner nodes. */
struct cyclic_choice {
	uint64_t late;	 /* nodes of the class put off from X to X + 1 */
	uint64_t height; /* of the pure receiver's leaf, at least */
};

enum cyclic_choice_status {
	CYCLIC_CHOSEN,
	CYCLIC_DELAY,	   /* no choice; more nodes at X could help */
	CYCLIC_DELAY_CHILD /* more of the children's class at its last o */
};

/*
 * Adds runs of the inner nodes, with the balls of their groups where these are
 * bound: for E = 0 and E = 1, where a group's leaves are all alike but one or
 * two.  runs is of E + 3 kinds.
 */
enum cyclic_choice_status cyclic_parents(struct cyclic_runs *runs,
	struct cyclic_choice *choice, const struct cyclic_ends *ends);

#endif
