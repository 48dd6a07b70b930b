/*
 * The last sends of a tail, at all their ticks together: those that arrive too
 * late to be passed on.
 */
#ifndef FIBCAST_MODEL_CYCLIC_ENDING_H
#define FIBCAST_MODEL_CYCLIC_ENDING_H

#include <stdint.h>

#include "model/cyclic/sends.h"

struct cyclic_ending;

/*
 * Of at most so many ticks, with at most so many slots together.  Units are
 * runs of ticks in which each processor has at most one slot to send in, and
 * one to receive in.   O(processors · units + slots).
 */
struct cyclic_ending *cyclic_ending_new(uint32_t processors, uint32_t units,
	uint32_t ticks, uint32_t slots, uint32_t items);
void cyclic_ending_free(struct cyclic_ending *ending);

/* What is added from now on is of the next tick, which is in that unit. */
void cyclic_ending_tick(struct cyclic_ending *ending, uint32_t unit);

/* One more slot of this tick: from can send one of these items, a set, and to
 * can receive one. */
void cyclic_ending_add(struct cyclic_ending *ending, uint32_t from, uint32_t to,
	uint64_t items);

/* A send of this tick, once its slots are added; sends by sender, as slots. */
void cyclic_ending_send(struct cyclic_ending *ending, uint32_t from,
	uint32_t to, uint32_t item);

/*
 * Makes one more send, of that item to a processor that lacks it, if need be by
 * moving others; returns whether it could.  If not, some other send may be
 * missing instead.
 * work: steps left.
 */
int cyclic_ending_meet(struct cyclic_ending *ending, uint32_t to, uint32_t item,
	int64_t *work);

/* Slots of that processor in which it receives nothing. */
uint32_t cyclic_ending_free_slots(
	const struct cyclic_ending *ending, uint32_t processor);

/* Writes the sends of a tick, from 0, by sender; returns how many. */
uint32_t cyclic_ending_list(const struct cyclic_ending *ending, uint32_t tick,
	struct cyclic_send *send, uint8_t *item);

#endif
