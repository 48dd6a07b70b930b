/*
 * A continuous broadcast for the composition of an optimal schedule: groups of
 * processors that take turns, and who sends to whom.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_DESIGN_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_DESIGN_H

#include "number/random.h"
#include "model/optimum/steady_numbers.h"

/*
 * Draws one: P - 1 edges, the source's first.  Each processor gets every item
 * once, one in every step, at offsets whose mean is numbers->mean or less: less
 * by 0 or more, rest in all.  Returns 0 if the draw fails.
 */
int steady_design(struct steady_edge *edge,
	const struct steady_numbers *numbers, struct random *random);

#endif
