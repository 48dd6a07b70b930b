/*
 * What rows carry by block, judged by its definition for small schedules: each
 * block as if it were alone.  Nothing is shared with check/check.
 */
#ifndef FIBCAST_JUDGE_BLOCKS_H
#define FIBCAST_JUDGE_BLOCKS_H

#include "core/schedule.h"

/*
 * Of rows in time order, in rounds, of which each processor sends one and
 * receives one at most a round: whether all that is sent is there, and in the
 * end all that should be.  *redundant: the rows that bring nothing new, not in
 * a reduce-scatter.
 */
int judge_blocks(const struct schedule_header *header,
	const struct transmission *row, size_t count, uint64_t *redundant);

#endif
