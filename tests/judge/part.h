/*
 * Parts of single processors against the whole schedule, for tests.
 */
#ifndef FIBCAST_JUDGE_PART_H
#define FIBCAST_JUDGE_PART_H

#include "model/algorithm.h"

/*
 * Whether the parts of processors 0, stride, 2 stride ... are row for row what
 * the schedule says of them: all of it, and what starts in some span.  The
 * operation is that of options, or what the algorithm is for.
 */
int judge_part(const struct algorithm *row, const struct problem *problem,
	const struct algorithm_options *options, uint64_t stride);

#endif
