/*
 * The schedule of Section 6: a group of processors for each inner node.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_GROUPS_H
#define FIBCAST_MODEL_CONTINUOUS_GROUPS_H

#include "core/schedule.h"
#include "model/continuous/arrange.h"

/* Opens the schedule, which takes over the arrangement; the header's finish is
 * set.  Times are below 2^62.   O(n). */
struct schedule *continuous_groups_open(const struct schedule_header *header,
	const struct continuous_arrangement *all);

#endif
