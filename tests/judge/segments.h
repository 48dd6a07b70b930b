/* The best number of segments, against all of them. */
#ifndef FIBCAST_TEST_JUDGE_SEGMENTS_H
#define FIBCAST_TEST_JUDGE_SEGMENTS_H

#include "number/random.h"

/*
 * A random machine, and that many processors and bytes: the time that
 * segments_find gives is no more than the least that is planned for any number
 * of segments, and that of a valid schedule; its bound is the least of theirs.
 * At most 64 processors.  As many rankings as bytes.
 */
void segments_check(struct random *chance, unsigned processors, unsigned bytes);

#endif
