/* One pass of the greedy algorithm. */
#ifndef FIBCAST_MODEL_GREEDY_PASS_H
#define FIBCAST_MODEL_GREEDY_PASS_H

#include <stdint.h>

#include "model/greedy/state.h"

/*
 * Makes a pass from scratch: m (n-1) sends.  Returns 0, as soon as that is
 * clear, if the last send would begin after the tick latest.
 * latest < 2^62.
 */
int greedy_pass_run(struct greedy_pass *pass, const struct greedy_rule *rule,
	uint64_t latest);

#endif
