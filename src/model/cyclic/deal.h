/*
 * Which leaves go to which groups, by numbers only: how many of each kind a
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
	uint64_t pure; /* its kind, at least; found in the end */
	int64_t *work; /* steps that dealing may still take; 0 or less: it
			* fails.  So what it does is the same everywhere. */
};

/* The height of the nodes of a run. */
int64_t cyclic_height(
	const struct cyclic_hand *hand, const struct cyclic_run *run);

/*
 * Finds the kind of the pure receiver's leaf, and balls for the runs that are
 * free: b0 or more, b0 being the mean over all members rounded down, less
 * extra; b0 + 1 for the same share of groups of every size.  Runs are split.
 * 0: the sums do not come out.
 */
int cyclic_balls(
	struct cyclic_runs *runs, struct cyclic_hand *hand, uint64_t extra);

/*
 * Finds the leaves of each run, all balls being known.  Runs are split.
 * 0: not found.   O(runs kinds^2) a pass, some passes.
 */
int cyclic_deal(struct cyclic_runs *runs, const struct cyclic_hand *hand);

/* The same in another way, for few groups. */
int cyclic_deal_swapping(
	struct cyclic_runs *runs, const struct cyclic_hand *hand);

#endif
