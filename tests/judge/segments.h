/* The best number of segments against all numbers, for tests. */
#ifndef FIBCAST_TEST_JUDGE_SEGMENTS_H
#define FIBCAST_TEST_JUDGE_SEGMENTS_H

#include "number/random.h"

/*
 * Checks a random machine with that many processors and bytes: the time of
 * segments_find is that of a valid schedule, and no more than the least planned
 * time of any number of segments; its bound is the least of their bounds.
 * processors <= 64.  Makes as many rankings as there are bytes.
 */
void segments_check(struct random *chance, unsigned processors, unsigned bytes);

/*
 * Checks a random machine with that many processors and messages: each
 * algorithm's time is that of its schedule, which is valid on the machine, for
 * broadcasts, reductions and, with one message, censuses; the best is the best
 * of the algorithms, and not below the bound.
 */
void segments_check_choices(
	struct random *chance, unsigned processors, unsigned messages);

/* Whether on a random machine, for at least 256 bytes, the time of
 * segments_find is more than 0.1 % above the best of all numbers of segments up
 * to 64. */
int segments_check_scan(struct random *chance);

#endif
