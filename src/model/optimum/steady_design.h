/*
 * A continuous broadcast for the composition of an optimal schedule: groups of
 * processors that take turns, and who sends to whom.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_DESIGN_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_DESIGN_H

#include <stdint.h>

#include "number/random.h"
#include "model/optimum/steady_numbers.h"

/*
 * Draws one: P - 1 edges, the source's first.  Each processor gets every item
 * once, one in every step, at offsets whose mean is numbers->mean or less: less
 * by 0 or more, rest in all, or less than that if some offsets are as late as
 * steps - 1 + late.  Returns 0 if the draw fails.
 */
int steady_design(struct steady_edge *edge, uint32_t *late,
	const struct steady_numbers *numbers, struct random *random);

#endif
