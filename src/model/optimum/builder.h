/*
 * A constructor of schedules with a given finish, part by part: what is sent so
 * far (state.c), what is known before a step (lookahead.c), how many useful
 * sends the next steps can have (flow.c), who sends to whom in a step
 * (fill_step.c, assignment.c), and the order of attempts (builder.c).
 *
 * Glossary, for all files of the builder.  P, k, L: processors, items and the
 * latency, as in the LogP paper.  Step: a unit of time, from 1.  Finish: the
 * step of the last receive.  A useful send: its receiver lacks the item and
 * gets it in time.  Slack: the steps that an item may still wait.  Share: the
 * part of an item's holders that have to send it.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_BUILDER_H
#define FIBCAST_MODEL_OPTIMUM_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "number/random.h"

/* -- capacities (state.c)
 *
 * How many useful receives the steps have: step u at most cap(u).
 */

/* Steps are counted by their sends, 1 .. last: cap(u) = min(P-1, f_u). */
struct capacities {
	uint32_t P, last;
	uint32_t *cap;	 /* [0 .. last], cap[0] = 0 */
	uint64_t *sum;	 /* of cap[1] .. cap[u] */
	uint32_t spread; /* steps for the sends of one item, B(P,L) - L */
};

/* P >= 2, L >= 1, last >= B(P,L) - L.  Subramonian & Venkatasubramanian 1993,
 * Theorem 3.3. */
void capacities_init(
	struct capacities *caps, uint32_t P, uint32_t L, uint32_t last);
void capacities_clear(struct capacities *caps);

/* -- state.c
 *
 * A schedule that is built step by step, and can be taken back step by step:
 * its sends, and what follows from them for processors and items.  Processors
 * and items are numbered from 0 here; the source has all items.
 */

struct optimum_send {
	uint32_t from, to, item;
};

#define OPTIMUM_NEVER UINT32_MAX

/* An item that is under way counts as its receiver's. */
struct optimum_state {
	uint32_t P, k, L;
	uint32_t finish;	/* the step of the last receive */
	uint32_t last;		/* the last useful one, finish - L */
	struct capacities caps; /* of useful sends */
	uint32_t step;		/* the one to be filled, 1 .. last + 1 */
	uint32_t *since;	/* [p·k + i]: step from which p can send i */
	uint32_t *copies;	/* of each item, the source's included */
	uint32_t *lacks;	/* how many items each processor lacks */
	uint32_t first;		/* everybody has all items before it */
	uint32_t unsent;	/* the first that the source has not sent */
	struct optimum_send *send; /* of all steps so far */
	size_t sends;
	size_t *end; /* [u]: the sends of steps 1 .. u */
};

/* The memory of one, in bytes, with finish - L = last. */
uint64_t optimum_state_size(uint32_t P, uint32_t k, uint32_t last);

/* P >= 2, k, L >= 1, finish > L; at step 1. */
void optimum_state_init(struct optimum_state *state, uint32_t P, uint32_t k,
	uint32_t L, uint32_t finish);
void optimum_state_clear(struct optimum_state *state);

/* Adds a send in the present step; the source sends new items in order. */
void optimum_state_send(
	struct optimum_state *state, const struct optimum_send *send);

/* Goes on to the next step. */
void optimum_state_next(struct optimum_state *state);

/* Takes back all sends of this step and later ones. */
void optimum_state_back(struct optimum_state *state, uint32_t step);

/* When p can send item i, or OPTIMUM_NEVER. */
static inline uint32_t optimum_since(
	const struct optimum_state *state, uint32_t p, uint32_t i)
{
	return state->since[(size_t)p * state->k + i];
}

/* -- lookahead.c
 *
 * What is known before a step is filled.  All sends before it have been fixed,
 * so all holdings are known up to L steps later.
 */

/* An item that has been sent and that somebody lacks, or that may yet be sent.
 */
struct optimum_item {
	uint32_t item;
	uint32_t wanting; /* processors without it */
	int64_t slack;	  /* quarters of steps until it must have priority */
	uint32_t share;	  /* of its holders in step t+L still needed, /1024 */
};

/*
 * Sets of items are bitsets by index in item; bit a is bit a%64 of word a/64.
 */
struct lookahead {
	uint32_t P, steps;    /* t .. t+steps-1 */
	uint32_t items, sent; /* item[sent ..] have not been sent */
	size_t words;
	struct optimum_item *item;
	uint64_t *held;	 /* [((u-t)·P + p)·words]: what p can send in u */
	uint64_t *has;	 /* [p·words]: what p has at the end */
	uint32_t *count; /* holders of one item, by step */
};

/* Memory for steps of look-ahead, in bytes. */
uint64_t lookahead_size(uint32_t P, uint32_t k, uint32_t last, uint32_t steps);

void lookahead_init(struct lookahead *look, const struct optimum_state *state,
	uint32_t steps);
void lookahead_clear(struct lookahead *look);

/*
 * Looks ahead from the state's step to step + steps - 1 or its last, if sooner.
 * In step u the source may send items up to the u-t-th after the first unsent.
 * Returns 0 if some item can no longer reach everybody in time.
 */
int lookahead_set(struct lookahead *look, const struct optimum_state *state,
	uint32_t steps);

/* What p can send in the d-th step from here. */
static inline const uint64_t *optimum_held(
	const struct lookahead *look, uint32_t d, uint32_t p)
{
	return look->held + ((size_t)d * look->P + p) * look->words;
}

static inline uint32_t optimum_least(uint32_t x, uint32_t y)
{
	return x < y ? x : y;
}

/* -- flow.c
 *
 * How many useful sends the next steps can have, with what is held now or under
 * way.  A flow network: from a step (P-1 of its sends are useful) to a
 * processor in that step (one send) to an item that it holds then (as many
 * sends as processors want it).
 */

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

/* -- assignment.c
 *
 * Assignments of greatest weight.
 */

/* Assigns rows to columns; columns >= max(rows, 2). */
struct optimum_matching {
	uint32_t rows, columns;
	int64_t *weight;  /* [row · columns + column], 0 .. 2^61 */
	uint32_t *column; /* of each row: the result */
	/* scratch, indices from 1 */
	int64_t *row_price, *column_price, *slack;
	uint32_t *row_of, *from, *free, frees;
	uint8_t *done;
};

void optimum_matching_init(
	struct optimum_matching *assign, uint32_t rows, uint32_t columns);
void optimum_matching_clear(struct optimum_matching *assign);

/*
 * Gives every row a column of its own so that the sum of the weights is
 * greatest; a weight of 0 means that the row goes without.
 * Kuhn's Hungarian method with bids and shortest paths, O(rows^2 columns).
 */
void optimum_matching_solve(struct optimum_matching *assign);

/* -- fill_step.c
 *
 * Fills one step of a schedule with the sends of greatest total weight.
 */

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
	uint8_t *need;	   /* [x·P + p]: p helps step t+L+x */
	uint64_t *useless; /* [x·words]: items that do not */
};

/* Adds the sends of the present step to the state; returns 0, and leaves the
 * state as it was, if there is no way on. */
int optimum_step(struct optimum_builder *build);

/* -- builder.c
 *
 * A constructor of schedules with a given finish: step by step, each step an
 * assignment of greatest weight between receivers and senders, with a look
 * ahead at who will have nothing useful to send.  Where it is stuck it takes
 * some steps back, and after many failures starts afresh.  If it finds no
 * schedule, that proves nothing.
 */

/* Memory in bytes with finish - L = last. */
uint64_t optimum_builder_size(
	uint32_t P, uint32_t k, uint32_t L, uint32_t last);

/* P >= 2, k, L >= 1, finish >= T_lb. */
void optimum_builder_init(struct optimum_builder *build, uint32_t P, uint32_t k,
	uint32_t L, uint32_t finish);
void optimum_builder_clear(struct optimum_builder *build);

/* Fills the next step, or fails and goes back; returns 1 if the schedule is
 * complete, its sends being state.send. O(P^3), and O(P·L) for each of the P·L
 * paths of the flow, at worst. */
int optimum_builder_step(struct optimum_builder *build);

#endif
