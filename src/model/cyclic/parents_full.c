/*
 * E = -1: the class is full a unit before its children's can be, so even its
 * last nodes could have a child at t', at which w = X - o.
 *
 * A node without the child has w children and height w: with leaves of height
 * 0, b = 1.  One with the child has w + 1 children and height w, and so leaves
 * of height 0 will only do if w = 0: then it has a group of its own, b = 0.
 * Those are to be had.  Let A nodes be at X and A' at t': nodes at X without
 * the child are all the leaves there are, A - A' if only they have it.  The
 * others' groups take w - 1 each, the pure receiver one if there is one, and
 * just as many there are, since a class has as many nodes as its children's.
 *
 * Nothing is lost.  All nodes but A' have height = children, those have one
 * child more: the heights add up to A' less than the members of the groups, so
 * the mean of o is above X - 1, and X, the lag with b = 0, is that mean rounded
 * up.
 *
 * Example: nodes at 0, 1, 2 and 2, and four children, of which one is at t'.
 * One of the nodes at 2 has it, and is a group of one with b = 0.  The node at
 * 0 has two children and takes the leaf at 2: 2 + 0 = 1·2.  The node at 1 has
 * one child and height 1: b = 1.
 *
 * A late child is the second of a node with the child at X, which takes a leaf
 * of height 0.  If children were delayed from a unit before t' to t', then
 * nodes with w = 2 have lost one of two, and are groups of one with b = 2; or
 * two with w = 1 make a group of two: one has both children, and takes the
 * other, a leaf of height 1, with b = 1.
 */
#include "model/cyclic/parents.h"

static uint64_t nodes_at(const struct cyclic_ends *ends, uint64_t w)
{
	const struct cyclic_class *class = ends->class;

	return w <= class->last ? class->layer[class->last - w] : 0;
}

enum cyclic_choice_status cyclic_parents_full(struct cyclic_runs *runs,
	struct cyclic_choice *choice, const struct cyclic_ends *ends)
{
	uint64_t last = ends->class->last, late = ends->late_children;
	uint64_t with = ends->last_children - late;
	uint64_t singles = ends->delayed < nodes_at(ends, 2)
				   ? ends->delayed
				   : nodes_at(ends, 2);
	uint64_t pairs = ends->delayed - singles;

	*choice = (struct cyclic_choice){0, 0};
	if (pairs > with || late > with - pairs ||
		with - pairs > nodes_at(ends, 0) ||
		2 * pairs > nodes_at(ends, 1))
		return CYCLIC_DELAY;
	cyclic_runs_add(runs, last, late, 2, 0);
	cyclic_runs_add(runs, last, with - pairs - late, 1, 0);
	cyclic_runs_add(runs, last - 1, pairs, 2, 1);
	cyclic_runs_add(runs, last - 2, singles, 1, 2);
	for (uint64_t w = 1; w <= last; w++) {
		uint64_t others = w == 1 ? 2 * pairs : w == 2 ? singles : 0;

		cyclic_runs_add(
			runs, last - w, nodes_at(ends, w) - others, w, 1);
	}
	return CYCLIC_CHOSEN;
}
