/*
 * What is known before a step is filled.  All sends before it have been fixed,
 * so all holdings are known up to L steps later.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_LOOKAHEAD_H
#define FIBCAST_MODEL_OPTIMUM_LOOKAHEAD_H

#include <stddef.h>
#include <stdint.h>

#include "model/optimum/state.h"

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

#endif
