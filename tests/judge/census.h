/*
 * A second judge of censuses, for tests: every processor keeps its own operand
 * and each partial result that arrives as a set, and what it sends is put
 * together from those sets.  It has nothing in common with check/check, nor
 * with how a census is built.  n <= 320.
 */
#ifndef FIBCAST_JUDGE_CENSUS_H
#define FIBCAST_JUDGE_CENSUS_H

#include <stdint.h>

#include "core/schedule.h"

enum { JUDGE_CENSUS_N = 320 };

/* Pulls the schedule, postal, to its end: whether it is a census that ends when
 * its header says; ports are left to others. */
int judge_census_is_valid(struct schedule *schedule);

#endif
