/*
 * The schedules of collective operations, as the algorithms build them on
 * systems of all kinds: in rounds, by latency, with queues, on machines, and
 * on nodes, where check/ alone judges.  What is built is valid, takes as long
 * as it is said to, and with something changed is judged alike by check/ and by
 * judge/collective.
 */
#ifndef FIBCAST_JUDGE_BUILT_H
#define FIBCAST_JUDGE_BUILT_H

#include <stdint.h>

#include "number/random.h"

enum { BUILT_SYSTEMS = 14 };

/* Every algorithm and operation for n processors on that system.  At most
 * JUDGE_COLLECTIVE_N. */
void built_check(uint64_t n, int system, struct random *chance);

/* How many schedules there were, and how many changes made one wrong. */
extern uint64_t built_schedules, built_wrong;

#endif
