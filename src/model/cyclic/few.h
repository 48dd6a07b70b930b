/* Plans for few nodes, too few for the method of plan.c. */
#ifndef FIBCAST_MODEL_CYCLIC_FEW_H
#define FIBCAST_MODEL_CYCLIC_FEW_H

#include <stdint.h>

#include "model/cyclic/classes.h"
#include "model/cyclic/runs.h"

enum { CYCLIC_FEW = 64 };

/* The plan found: a tree, groups, and the kind of the pure receiver's leaf. */
struct cyclic_few {
	struct cyclic_classes classes;
	struct cyclic_runs runs[PERIODIC_CLASSES];
	uint64_t pure;
};

/*
 * Searches trees that grow as the natural one does with a few sends left out at
 * random, and all ways to deal their leaves, for a plan whose lag is at most
 * lag, in ticks.
 * natural: of at most CYCLIC_FEW nodes.   work: steps left.
 * Returns 0, with nothing to clear, if none is found.
 */
int cyclic_few_init(struct cyclic_few *few,
	const struct cyclic_classes *natural, int64_t lag, int64_t *work);

#endif
