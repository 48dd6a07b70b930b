/*
 * Checks the schedules that the algorithms build for collective operations, on
 * systems of all kinds: in rounds, with a latency, with queues, on machines,
 * and on nodes, where check/ alone judges.  Each schedule is valid and takes
 * the time stated for it; after a change, check/ and judge/collective still
 * agree on it.
 */
#ifndef FIBCAST_JUDGE_BUILT_H
#define FIBCAST_JUDGE_BUILT_H

#include <stdint.h>

#include "number/random.h"

enum { BUILT_SYSTEMS = 14 };

/* Checks every algorithm and operation for n processors on a system; n <=
 * JUDGE_COLLECTIVE_N. */
void built_check(uint64_t n, int system, struct random *chance);

/* How many schedules were checked, and how many changes made one wrong. */
extern uint64_t built_schedules, built_wrong;

#endif
