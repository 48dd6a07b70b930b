/*
 * One processor's sends, or its receives, in the block-cyclic part of a
 * schedule: an edge of the groups as one of its ends sees it is a lane.
 */
#ifndef FIBCAST_MODEL_CYCLIC_LANES_H
#define FIBCAST_MODEL_CYCLIC_LANES_H

#include <stdint.h>

#include <gmp.h>

#include "core/part.h"
#include "model/cyclic/groups.h"

/*
 * Item i, if i mod period = item, is sent at unit start + i, in which it is the
 * lane's turn: nobody has two of them in a unit.  Its other end is member
 * i + shift mod size of those from base on.
 */
struct cyclic_lane {
	uint64_t start;
	uint32_t item, base, size, shift;
};

struct cyclic_lanes {
	struct cyclic_lane *lane; /* by start */
	uint32_t *turn; /* lane + 1 for units mod period; 0: there is none */
	uint32_t count, period;
	uint32_t started; /* lanes by unit */
	uint64_t phase, q;
	int is_send;
	mpq_t later;	 /* an event's start, less that of the send */
	mpz_t items;	 /* that go over the groups: 0 .. items-1 */
	mpz_t unit, end; /* units that are still to come: unit .. end-1 */
	mpz_t item;	 /* for use inside */
};

/*
 * The lanes of a processor: of its sends, or of its receives.
 * items: that go over the groups, with item i where i - items would go.
 * latency: of the schedule, at most that of the groups.   O(n).
 */
void cyclic_lanes_init(struct cyclic_lanes *lanes,
	const struct cyclic_groups *groups, uint32_t processor, int is_send,
	const mpz_t items, const mpq_t latency);
void cyclic_lanes_clear(struct cyclic_lanes *lanes);

/* Only what starts in the span from here on; adds to rows how much that is.
 * O(lanes). */
void cyclic_lanes_enter(
	struct cyclic_lanes *lanes, const struct part_span *span, mpz_t rows);

/* The next event; 0: there are no more. */
int cyclic_lanes_next(struct cyclic_lanes *lanes, struct part_event *event);

#endif
