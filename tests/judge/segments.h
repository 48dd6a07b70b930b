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

/*
 * A random machine, and so many processors and messages: what each algorithm's
 * time is said to be is that of its schedule, which the machine allows, to
 * broadcast, to reduce and, for one message, to take a census; the best is the
 * best of them, and not below the bound.
 */
void segments_check_choices(
	struct random *chance, unsigned processors, unsigned messages);

/* Whether, on a random machine and for at least 256 bytes, the time that
 * segments_find gives is more than 0.1 % above the best of each number of
 * segments up to 64. */
int segments_check_scan(struct random *chance);

#endif
