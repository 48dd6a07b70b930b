/*
 * A second judge of small schedules by block, for tests: it follows each block
 * through the rows by the definition of the operation, as if the block were
 * alone.  Shares nothing with check/check.
 */
#ifndef FIBCAST_JUDGE_BLOCKS_H
#define FIBCAST_JUDGE_BLOCKS_H

#include "core/schedule.h"

/*
 * Whether in rows in time order, in rounds, every sender has what it sends, and
 * everybody has in the end what the operation gives it.  A processor sends and
 * receives at most one row a round.
 * *redundant: how many rows bring nothing new; 0 for a reduce-scatter.
 */
int judge_blocks(const struct schedule_header *header,
	const struct transmission *row, size_t count, uint64_t *redundant);

#endif
