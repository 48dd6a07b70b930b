/*
 * The whole tree and its groups, by counts: a few thousand numbers even for n
 * in the millions.  Deterministic.
 */
#ifndef FIBCAST_MODEL_CYCLIC_PLAN_H
#define FIBCAST_MODEL_CYCLIC_PLAN_H

#include <stdint.h>

#include "model/cyclic/classes.h"
#include "model/cyclic/runs.h"
#include "model/periodic/periodic.h"

/*
 * The runs of a class hold its inner nodes; its other nodes are leaves.  The
 * kind of a leaf is last - o + 1, where last is the class's before any node was
 * put off to last + 1.
 */
struct cyclic_plan {
	struct cyclic_classes classes;
	struct cyclic_runs runs[PERIODIC_CLASSES];
	uint64_t pure; /* the kind of the pure receiver's leaf */
	/* D and the pure receiver's D, in ticks: every processor in a group
	 * gets message i by i + (D + p)/q, if the groups go on for ever. */
	int64_t lag, pure_lag;
	uint64_t last; /* T: the last offset, in ticks */
	/* The leaves were dealt by way of other groups, the last resort: trying
	 * this plan does not count against the limit of work, so that it never
	 * takes the place of another. */
	int is_extra;
};

/*
 * Returns 0 if none was found, which happens for few nodes, for a class that is
 * full before its children's can be, and when work runs out: work
 * counts steps of dealing, some 10^8 a second. p >= q >= 1, coprime; nodes
 * >= 3.   Microseconds to milliseconds, as a rule.
 */
int cyclic_plan_init(struct cyclic_plan *plan, const struct cyclic_cycle *cycle,
	uint64_t nodes, int64_t *work);

/* What no plan can beat: its lag, and the tick before which it, or any tail in
 * its slots, cannot have begun to send all messages to all. */
struct cyclic_plan_bound {
	int64_t lag, last;
};

/* m < 2^31 messages; without_pure: the pure receiver need not get them. Returns
 * 0 if there is no plan at all.  O(p log nodes). */
int cyclic_plan_bound(struct cyclic_plan_bound *bound,
	const struct cyclic_cycle *cycle, uint64_t nodes, uint64_t m,
	int without_pure);

void cyclic_plan_clear(struct cyclic_plan *plan);

/* The number of leaves of each kind in a class; for mem_free. */
uint64_t *cyclic_plan_leaves(const struct cyclic_plan *plan, uint32_t k);

/*
 * The groups of a plan, for one more processor than it has nodes; or, without
 * the pure receiver, on whom nobody depends, for as many as it has nodes.
 * O(nodes), plus at worst the square of the group size for each run.
 */
void cyclic_groups_init(struct periodic_groups *groups,
	const struct cyclic_plan *plan, int is_without_pure);

/*
 * One group of all nodes: all others are the root's children, and one slot in
 * each round of nodes is idle, so nobody is a pure receiver.  q = 1.
 * nodes >= 1, p < 2^62.   O(nodes).
 */
void cyclic_star_init(
	struct periodic_groups *groups, uint64_t p, uint32_t nodes);

/* The lag D of a star, and its last offset, found without its groups. */
int64_t cyclic_star_lag(uint64_t p, uint32_t nodes);
uint64_t cyclic_star_last(uint64_t p, uint32_t nodes);

/* The first tick by which its slots can have sent m < 2^31 messages to all. */
int64_t cyclic_star_least_last(uint64_t p, uint32_t nodes, uint64_t m);

#endif
