/*
 * A second judge of censuses, for tests: every processor keeps its own operand
 * and each partial result that arrives as a set, and puts together from these
 * sets what it sends.  Shares nothing with check/check, nor with the builders
 * of censuses.  n <= 320.
 */
#ifndef FIBCAST_JUDGE_CENSUS_H
#define FIBCAST_JUDGE_CENSUS_H

#include <stdint.h>

#include "core/schedule.h"

enum { JUDGE_CENSUS_N = 320 };

/* Pulls a postal schedule, which may be on nodes, to its end.  Whether it is a
 * census that ends when its header says; does not judge ports. */
int judge_census_is_valid(struct schedule *schedule);

#endif
