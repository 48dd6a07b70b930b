/*
 * A schedule that is built step by step, and can be taken back step by step:
 * its sends, and what follows from them for processors and items.  Processors
 * and items are numbered from 0 here; the source has all items.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STATE_H
#define FIBCAST_MODEL_OPTIMUM_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "model/optimum/capacity.h"

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

#endif
