/*
 * Continuous broadcast of the least delay at latency 2.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_LATENCY_TWO_H
#define FIBCAST_MODEL_CONTINUOUS_LATENCY_TWO_H

#include <stdint.h>

#include "core/schedule.h"

/*
 * Opens a schedule of delay 2 + steps for so many processors besides the
 * source, all offsets being below steps; NULL if there is no plan for one.
 * Times are below 2^62.   O(nodes).   nodes >= 1; at most f_steps.
 */
struct schedule *continuous_two_open(
	const struct schedule_header *header, uint32_t nodes, uint32_t steps);

#endif
