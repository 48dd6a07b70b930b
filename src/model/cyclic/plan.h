/*
 * The whole tree and its groups, by numbers: from n up to millions, a few
 * thousand of them.  Nothing is random.
 */
#ifndef FIBCAST_MODEL_CYCLIC_PLAN_H
#define FIBCAST_MODEL_CYCLIC_PLAN_H

#include <stdint.h>

#include "model/cyclic/classes.h"
#include "model/cyclic/runs.h"

/*
 * The runs of a class hold its inner nodes; all its other nodes are leaves.
 * Leaves of a class are told by their kind, last - o + 1, where last is the
 * class's before any node was put off to last + 1.
 */
struct cyclic_plan {
	struct cyclic_classes classes;
	struct cyclic_runs runs[CYCLIC_CLASSES];
	uint64_t pure; /* the kind of the pure receiver's leaf */
	/* D, in ticks: every processor gets message i by i + (D + p)/q if all
	 * of them go on for ever; for those of groups, for the pure receiver.
	 */
	int64_t lag, pure_lag;
	uint64_t last; /* T: the last offset, in ticks */
};

/*
 * 0: none was found; that happens for few nodes, and where a class is full
 * before that of its children can be; or when there was no work left: steps of
 * dealing, of which some 10^8 take a second.
 * p >= q >= 1, coprime; nodes >= 3.   Microseconds to milliseconds, as a rule.
 */
int cyclic_plan_init(struct cyclic_plan *plan, uint64_t p, uint64_t q,
	uint64_t nodes, int64_t *work);

/* No plan has a smaller lag; 0: there is none at all.   O(p log nodes). */
int cyclic_plan_least_lag(int64_t *lag, uint64_t p, uint64_t q, uint64_t nodes);

void cyclic_plan_clear(struct cyclic_plan *plan);

/* The number of leaves of each kind in a class; for mem_free. */
uint64_t *cyclic_plan_leaves(const struct cyclic_plan *plan, uint32_t k);

#endif
