/* Plans for few nodes, where those for many have too little room. */
#ifndef FIBCAST_MODEL_CYCLIC_FEW_H
#define FIBCAST_MODEL_CYCLIC_FEW_H

#include <stdint.h>

#include "model/cyclic/classes.h"
#include "model/cyclic/runs.h"

enum { CYCLIC_FEW = 64 };

/* What is found: a tree, groups, and the kind of the pure receiver's leaf. */
struct cyclic_few {
	struct cyclic_classes classes;
	struct cyclic_runs runs[CYCLIC_CLASSES];
	uint64_t pure;
};

/*
 * Trees that grow as the natural one does, with a few sends left out by chance,
 * and all ways to deal their leaves, so that no lag is above that many ticks.
 * natural: of at most CYCLIC_FEW nodes.   work: steps that may still be taken.
 * 0: none found, and nothing to clear.
 */
int cyclic_few_init(struct cyclic_few *few,
	const struct cyclic_classes *natural, int64_t lag, int64_t *work);

#endif
