/*
 * Which nodes of a class have a child at the last tick that its children use:
 * the one choice left open by the growth of the tree.
 *
 * Let t' be that tick and Y such that the nodes with o < Y can have a child at
 * t'; that child would be number w = Y - 1 - o.  E = X - Y.  A node with the
 * child has w + 1 children, a node without it w; the height of both is E + w +
 * 1, so a node without any child is a leaf of height E + 1.  So leaves have
 * heights from 0 to E + 1; or -1, if put off from X to X + 1.  The classes' E
 * add up to p - q.
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
	int64_t excess;		/* E */
	uint64_t last;		/* nodes at X */
	uint64_t children;	/* of all its nodes */
	uint64_t last_children; /* those at t' and after it */
	uint64_t late_children; /* those of last_children put off by a unit */
	uint64_t delayed; /* children moved from the layer before t' to t' */
	/* For E > 1: fewer small groups; and how many nodes at X to put off. */
	int is_sparse;
	uint64_t put_off;
};

/* What is chosen, besides the inner nodes. */
struct cyclic_choice {
	uint64_t late;	 /* nodes put off from X to X + 1 */
	uint64_t height; /* least height of the pure receiver's leaf */
};

enum cyclic_choice_status {
	CYCLIC_CHOSEN,
	CYCLIC_DELAY,	   /* none found; more nodes at X could help */
	CYCLIC_DELAY_CHILD /* more children at their last o could help */
};

/*
 * Adds runs of the inner nodes, and the balls of their groups if E is at most
 * 1, which determines them: there all leaves of a group but one or two are
 * alike. runs is of E + 3 kinds; one more if is_sparse.
 */
enum cyclic_choice_status cyclic_parents(struct cyclic_runs *runs,
	struct cyclic_choice *choice, const struct cyclic_ends *ends);

#endif
