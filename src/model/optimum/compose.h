/*
 * Schedules that end at T_lb where no receive may be lost: a continuous
 * broadcast of the first items, and the last ones in the sends that it leaves
 * free.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_COMPOSE_H
#define FIBCAST_MODEL_OPTIMUM_COMPOSE_H

#include <stddef.h>
#include <stdint.h>

#include "model/optimum/state.h"

/* The most work of a trial, roughly in nanoseconds, unless schedules are long.
 */
#define OPTIMUM_COMPOSE_WORK (UINT64_C(1) << 27)

struct optimum_composed {
	struct optimum_send *send; /* in the order of steps */
	size_t sends;
	size_t *end; /* [u]: sends of steps 1 .. u <= finish - L */
};

/* Whether T_lb leaves no receive to lose and there are more than k* items, so
 * that trials may find something. */
int optimum_compose_may(uint32_t P, uint32_t k, uint32_t L);

/*
 * The schedule of k items in finish = T_lb steps, if this trial finds one;
 * another trial may succeed where it fails.  P, L >= 2.
 */
int optimum_compose(struct optimum_composed *composed, uint32_t P, uint32_t k,
	uint32_t L, uint32_t finish, uint32_t trial);

#endif
