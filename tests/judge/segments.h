/* The best number of segments, against all of them. */
#ifndef FIBCAST_TEST_JUDGE_SEGMENTS_H
#define FIBCAST_TEST_JUDGE_SEGMENTS_H

#include "number/random.h"

/*
 * A random machine, and that many processors and bytes: the time that
 * segments_find gives is the least of all numbers of segments one by one, and
 * its bound the least of their bounds.  As many rankings as bytes.
 */
void segments_check(struct random *chance, unsigned processors, unsigned bytes);

#endif
