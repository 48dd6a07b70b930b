/*
 * How many useful sends the next steps can have, with what is held now or under
 * way.  A flow network: from a step (P-1 of its sends are useful) to a
 * processor in that step (one send) to an item that it holds then (as many
 * sends as processors want it).
 */
#ifndef FIBCAST_MODEL_OPTIMUM_FLOW_H
#define FIBCAST_MODEL_OPTIMUM_FLOW_H

#include <stdint.h>

#include "model/optimum/lookahead.h"

/* Cell d·P + p is processor p in the d-th step. */
struct optimum_flow {
	const struct lookahead *look;
	uint32_t *got;	 /* of each step */
	uint32_t *taken; /* the item of each cell */
	uint32_t *place; /* of each cell among its item's */
	uint32_t *cell;	 /* [item·P ..]: its cells */
	uint32_t *used;	 /* how many */
	/* One search of the residual graph. */
	uint64_t *seen; /* items */
	uint8_t *cell_seen, *step_seen;
	uint32_t *item_from, *cell_from, *queue;
	uint32_t queued;
	uint64_t work; /* cells visited so far, about a nanosecond each */
};

/* Memory for that many steps, in bytes. */
uint64_t optimum_flow_size(
	uint32_t P, uint32_t k, uint32_t last, uint32_t steps);

void optimum_flow_init(struct optimum_flow *flow,
	const struct optimum_state *state, uint32_t steps);
void optimum_flow_clear(struct optimum_flow *flow);

/* Finds the greatest flows of the look's first step, first two steps, and so
 * on; that of the first d is got[0] + .. + got[d-1]. Augmenting paths. */
void optimum_flow_set(struct optimum_flow *flow, const struct lookahead *look);

/*
 * Who could send more in step d, if it is not full, and which items do not
 * help: afterwards only a pair of a processor with cell_seen[d·P + p] and an
 * item not in seen may raise the flow.  Returns 0 if the step is full.
 */
int optimum_flow_reach(struct optimum_flow *flow, uint32_t d);

#endif
