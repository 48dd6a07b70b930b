/* Fills one step of a schedule with the sends of greatest total weight. */
#ifndef FIBCAST_MODEL_OPTIMUM_FILL_STEP_H
#define FIBCAST_MODEL_OPTIMUM_FILL_STEP_H

#include <stddef.h>
#include <stdint.h>

#include "model/optimum/assignment.h"
#include "model/optimum/flow.h"
#include "model/optimum/lookahead.h"
#include "model/optimum/state.h"
#include "number/random.h"

enum { OPTIMUM_AHEAD = 2 };

/*
 * Weights of an attempt, in units of a send's; an item without any time left
 * has urgency 1.
 */
struct optimum_weights {
	uint32_t rate;	/* urgency falls by 2^-(rate/8) a step of time left */
	uint32_t noise; /* random below 2^noise / 2^20 */
	uint32_t ahead; /* steps of look-ahead after the L-th */
	uint32_t miss;	/* of each item that the receiver lacks */
	uint32_t stock; /* of what it can send L steps later */
	uint32_t flow;	/* of an item that adds to the flow L steps later */
	uint32_t plan;	/* of what the flow sends now, in the last L steps */
	uint32_t bonus, malus; /* the same for steps after that */
};

struct optimum_builder {
	struct optimum_state state;
	struct lookahead look;
	struct optimum_flow flow;
	struct optimum_matching assign;
	struct random random;
	struct optimum_weights weights;
	uint64_t work;		   /* so far, roughly in nanoseconds */
	uint32_t attempt;	   /* from 0 */
	uint32_t top, stuck;	   /* the furthest failure; failures since */
	struct optimum_send *best; /* of the attempt that came furthest */
	size_t *best_end;	   /* as state.end */
	uint32_t best_step;	   /* its steps before this one are filled */
	uint32_t *item;	   /* [receiver-1, sender]: what would be sent */
	int64_t *value;	   /* of each item for one receiver */
	uint32_t *stock;   /* of each processor, /1024 */
	uint8_t *forced;   /* receivers that must receive in this step */
	uint32_t *sorted;  /* what they would lack */
	uint8_t *need;	   /* [x·P + p]: p helps step t+L+x */
	uint64_t *useless; /* [x·words]: items that do not */
};

/* Adds the sends of the present step to the state; returns 0, and leaves the
 * state as it was, if there is no way on. */
int optimum_step(struct optimum_builder *build);

#endif
