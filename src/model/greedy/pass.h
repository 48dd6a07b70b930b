/* One pass of the greedy algorithm. */
#ifndef FIBCAST_MODEL_GREEDY_PASS_H
#define FIBCAST_MODEL_GREEDY_PASS_H

#include <stdint.h>

#include "model/greedy/state.h"

/* A pass is given up if its last send would begin after the tick latest, <
 * 2^62, or it would be later than lateness. */
struct greedy_limits {
	uint64_t latest, lateness;
};

/*
 * Makes a pass: m (n-1) sends.  Returns 0, as soon as that is clear, if it
 * breaks the limits.
 * kept: NULL, or all sends of an earlier pass: those before the tick until are
 * made again, the others chosen anew.
 */
int greedy_pass_run(struct greedy_pass *pass, const struct greedy_rule *rule,
	const struct greedy_limits *limits, const struct greedy_send *kept,
	uint64_t until);

/* How late all sends together are, in ticks after the aim; each counts as less
 * than 2^32. */
uint64_t greedy_lateness(
	const struct greedy_problem *problem, const struct greedy_send *send);

#endif
