/*
 * A second judge of all operations but broadcasts and reductions, for tests: it
 * follows row by row who has which block or operand since when, and compares
 * each row's ports with those of every other row.  Shares nothing with check/.
 * n <= 64.
 */
#ifndef FIBCAST_JUDGE_COLLECTIVE_H
#define FIBCAST_JUDGE_COLLECTIVE_H

#include "core/schedule.h"

enum { JUDGE_COLLECTIVE_N = 64 };

/*
 * Whether rows in time order are valid, in the models postal, sendrecv, or
 * machine with sends that take time; *finish: the tick at which the last
 * receive ends.
 */
int judge_collective(const struct schedule_header *header,
	const struct transmission *row, size_t count, uint64_t *finish);

#endif
