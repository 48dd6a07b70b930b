/* Odd n: rounds after the head, until everybody knows everything. */
#ifndef FIBCAST_MODEL_TELEPHONE_REPAIR_H
#define FIBCAST_MODEL_TELEPHONE_REPAIR_H

#include <stdint.h>

#include "model/rounds/rounds.h"

/*
 * Records rounds until nobody misses anything, or limit rounds are recorded;
 * then it returns 0.  If the sets of what processors miss are disjoint, it
 * takes as many rounds as the largest of them has messages.
 */
int telephone_repair(struct rounds_record *record, struct knowledge *knowledge,
	uint64_t limit);

#endif
