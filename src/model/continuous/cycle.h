/*
 * The schedule of a cycle.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_CYCLE_H
#define FIBCAST_MODEL_CONTINUOUS_CYCLE_H

#include "core/schedule.h"
#include "model/continuous/cycle_search.h"

/* Opens the schedule; the header's finish is set.  Times are below 2^62. */
struct schedule *continuous_cycle_open(const struct schedule_header *header,
	const struct continuous_cycle *cycle);

#endif
