/* Compares the parts of single processors with the whole schedule, for tests.
 */
#ifndef FIBCAST_JUDGE_PART_H
#define FIBCAST_JUDGE_PART_H

#include "model/algorithm.h"

/*
 * Whether the parts of processors 0, stride, 2 stride, .. match the schedule
 * row for row, as a whole and in some span of time.  The operation is that of
 * options or, by default, the algorithm's.
 */
int judge_part(const struct algorithm *row, const struct problem *problem,
	const struct algorithm_options *options, uint64_t stride);

#endif
