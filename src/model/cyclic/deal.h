/*
 * Which leaves go to which groups, by counts only: how many of each kind a
 * group of each run takes.
 */
#ifndef FIBCAST_MODEL_CYCLIC_DEAL_H
#define FIBCAST_MODEL_CYCLIC_DEAL_H

#include <stddef.h>
#include <stdint.h>

#include "model/cyclic/runs.h"

/* The leaves of one class. */
struct cyclic_hand {
	uint64_t last;	/* X */
	uint64_t *leaf; /* how many of each kind; the kind is X - o + 1 */
	size_t kinds;
	int has_slack; /* one of them is the pure receiver's: */
	uint64_t pure; /* its kind, at least; set by dealing */
	int by_way;    /* only by swapping, by way of other groups if need be */
	int64_t *work; /* steps left for dealing, which fails at 0; a count of
			* steps, not time, so that the result is the same on
			* every machine */
};

/* The height of the nodes of a run. */
int64_t cyclic_height(
	const struct cyclic_hand *hand, const struct cyclic_run *run);

/*
 * Finds the kind of the pure receiver's leaf, and balls for the runs whose
 * balls are free: at least b0, the mean over all members rounded down, less
 * extra; and b0 + 1 for the same share of groups of every size.  Splits runs.
 * Returns 0 if the sums do not come out.
 */
int cyclic_balls(
	struct cyclic_runs *runs, struct cyclic_hand *hand, uint64_t extra);

/*
 * Finds the leaves of each run, once all balls are known.  Splits runs.
 * Returns 0 if none are found.   O(runs kinds^2) a pass, a few passes.
 */
int cyclic_deal(struct cyclic_runs *runs, const struct cyclic_hand *hand);

/* The same in another way, for few groups.  O(leaves log groups + groups
 * kinds), as a rule. */
int cyclic_deal_swapping(
	struct cyclic_runs *runs, const struct cyclic_hand *hand);

#endif
