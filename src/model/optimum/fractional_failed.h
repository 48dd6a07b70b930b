/* Schedules in the making that cannot be completed in time. */
#ifndef FIBCAST_MODEL_OPTIMUM_FRACTIONAL_FAILED_H
#define FIBCAST_MODEL_OPTIMUM_FRACTIONAL_FAILED_H

#include <stddef.h>
#include <stdint.h>

#include "model/optimum/fractional_state.h"

struct fractional_failed {
	uint64_t most; /* bytes that it may take */
	uint8_t *text; /* the members' keys, one after the other */
	size_t used, capacity;
	size_t *slot; /* by hash: where a key begins, + 1; 0: none */
	size_t slots, count;
	uint8_t *key; /* of the state that was last looked at */
	size_t length;
	struct fractional_order *order;
};

/* For states of n processors and m messages; empty. */
void fractional_failed_init(
	struct fractional_failed *failed, int n, int m, uint64_t most);
void fractional_failed_clear(struct fractional_failed *failed);

/*
 * Whether a state that differs from this one only in the names of processors
 * and messages was added, with as much time left; now and then it is not found.
 * At the begin of a tick.
 */
int fractional_failed_has(
	struct fractional_failed *failed, const struct fractional_state *state);

/* Adds it, unless memory is out. */
void fractional_failed_add(
	struct fractional_failed *failed, const struct fractional_state *state);

#endif
