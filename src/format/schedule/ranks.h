/*
 * What a message-passing library's own schedule code prints, read as a schedule
 * of the model sendrecv whose rows state one end each:
 *   rank round send-to block recv-from block
 * separated by blanks, "-" for none, a line a rank and round in any order; "#"
 * begins a comment.  Rank 0 is the source, and blocks count from 0.  So
 *   0 0 1 0 - -
 *   1 0 - - 0 0
 * is one transmission of message 1 at time 0, stated by both its ends.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_RANKS_H
#define FIBCAST_FORMAT_SCHEDULE_RANKS_H

#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/schedule.h"

/*
 * Reads the file to its end; `in` is not needed afterwards.  Time 0 is the
 * first round that is named.
 * Errors: STATUS_INPUT, "line 7: ...", for what is not in the format, a rank
 * that has two lines of one round, a send to or a receive from a rank without
 * lines, a block that so few sends cannot reach; for a round or a rank without
 * lines between others that have some; STATUS_LIMIT for more rows than fit into
 * max_bits of memory.
 * O(k log k) for k lines.
 */
enum status schedule_ranks_open(struct schedule **schedule, FILE *in,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

#endif
