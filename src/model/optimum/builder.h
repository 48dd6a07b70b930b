/*
 * A constructor of schedules with a given finish: step by step, each step an
 * assignment of greatest weight of receivers to senders, with a look ahead at
 * who will have nothing useful to send.  Where it finds no way on it takes some
 * steps back, and after many failures begins anew.  What it finds is a
 * schedule; that it finds none proves nothing.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_BUILDER_H
#define FIBCAST_MODEL_OPTIMUM_BUILDER_H

#include <stdint.h>

#include "model/optimum/assignment.h"
#include "model/optimum/flow.h"
#include "model/optimum/lookahead.h"
#include "number/random.h"
#include "model/optimum/state.h"

enum { OPTIMUM_AHEAD = 2 };

/*
 * Weights of an attempt, in units in which a send is 1, and an item without any
 * time left has an urgency of 1.
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
	uint64_t work;		   /* so far, about nanoseconds */
	uint32_t attempt;	   /* from 0 */
	uint32_t top, stuck;	   /* the furthest failure; failures since */
	struct optimum_send *best; /* of the attempt that came furthest */
	size_t *best_end;	   /* as state.end */
	uint32_t best_step;	   /* its steps before this one are filled */
	uint32_t *item;	   /* [receiver-1, sender]: what would be sent */
	int64_t *value;	   /* of each item for one receiver */
	uint32_t *stock;   /* of each processor, /1024 */
	uint8_t *forced;   /* receivers that must not go without */
	uint32_t *sorted;  /* what they would lack */
	uint8_t *need;	   /* [x·P + p]: p helps step t+L+x */
	uint64_t *useless; /* [x·words]: items that do not */
};

/* Memory in bytes with finish - L = last. */
uint64_t optimum_builder_size(
	uint32_t P, uint32_t k, uint32_t L, uint32_t last);

/* P >= 2, k, L >= 1, finish >= T_lb. */
void optimum_builder_init(struct optimum_builder *build, uint32_t P, uint32_t k,
	uint32_t L, uint32_t finish);
void optimum_builder_clear(struct optimum_builder *build);

/* Fills the next step, or fails and goes back; 1 if the schedule is whole: its
 * sends are state.send.  O(P^3), and O(P·L) for each of the P·L paths of the
 * flow, at worst. */
int optimum_builder_step(struct optimum_builder *build);

#endif
