/*
 * One processor's sends, or its receives, in the block-cyclic part of a
 * schedule.  A lane is an edge of the groups as seen from one of its ends.
 */
#ifndef FIBCAST_MODEL_CYCLIC_LANES_H
#define FIBCAST_MODEL_CYCLIC_LANES_H

#include <stdint.h>

#include <gmp.h>

#include "core/part.h"
#include "model/periodic/periodic.h"

/*
 * Item i, for i mod period = item, is sent in unit start + i, which belongs to
 * this lane: no two lanes share a unit.  The other end is member (i + shift)
 * mod size of those from base on.
 */
struct cyclic_lane {
	uint64_t start;
	uint32_t item, base, size, shift;
};

struct cyclic_lanes {
	struct cyclic_lane *lane; /* by start */
	uint32_t *turn; /* lane + 1 for each unit mod period; 0: none */
	uint32_t count, period;
	uint32_t started; /* lanes begun so far */
	uint64_t phase, q;
	int is_send;
	mpq_t later;	 /* from a send's start to the event's */
	mpz_t items;	 /* number sent by the groups: 0 .. items-1 */
	mpz_t unit, end; /* units still to come: unit .. end-1 */
	mpz_t item;	 /* scratch */
};

/*
 * The lanes of a processor: of its sends, or of its receives.
 * items: how many go by the groups; item i takes the way of item i - items.
 * latency: the schedule's, at most that of the groups.   O(n).
 */
void cyclic_lanes_init(struct cyclic_lanes *lanes,
	const struct periodic_groups *groups, uint32_t processor, int is_send,
	const mpz_t items, const mpq_t latency);
void cyclic_lanes_clear(struct cyclic_lanes *lanes);

/* Restricts the lanes to events that start in the span; adds their number to
 * rows. O(lanes). */
void cyclic_lanes_enter(
	struct cyclic_lanes *lanes, const struct part_span *span, mpz_t rows);

/* The next event; returns 0 after the last. */
int cyclic_lanes_next(struct cyclic_lanes *lanes, struct part_event *event);

#endif
