/*
 * Is a schedule valid?  Decided from the definition of its model alone, row by
 * row; nothing here is shared with what builds schedules.
 *
 * postal: a send started at t takes its sender until t + 1 and its receiver
 * from t + latency - 1 to t + latency.  No two sends, and no two receives, of a
 * processor overlap; intervals may touch.  A sender holds the message in full
 * when it starts, and is not its receiver.  In the end every processor holds
 * every message.
 *   logp: the same with whole starts, but that messages may wait at their
 * receiver; see check/logp.c.
 *   telephone, telegraph, sendrecv: sends take a round, and a message sent in
 * one may be sent on from the next.  In a round a processor does at most one
 * send and one receive; in telephone both are with the same processor, in
 * telegraph there is one of them only.  In the end every processor holds every
 * message.
 * locality: an access of a processor to a cell, inside a group of k processors
 * that has both, costs l(k) and takes both; see check/locality.c.
 * machine: a message takes processors and ports as a LogGP machine says; see
 * check/machine.c.
 *   Where rows state one end only, each send has its receive; see ends.h.
 *   What reductions and censuses ask for besides: operands.h; what is done by
 * block: blocks.h.
 *   A processor may get a message twice: the definition asks only that receives
 * do not overlap.
 */
#ifndef FIBCAST_CHECK_CHECK_H
#define FIBCAST_CHECK_CHECK_H

#include <stdint.h>

#include "base/err.h"
#include "check/report.h"
#include "core/schedule.h"

/*
 * Pulls the schedule to its end and judges it.  A row that is wrong is carried
 * out all the same, so that one mistake is not reported as many.  Errors: those
 * of pulling; STATUS_INPUT for a model without a checker here; STATUS_LIMIT if
 * more than max_bytes of memory were needed, found before any is taken: 4·(m +
 * 3) bytes a processor for m messages; 12·m + 88 in logp; in rounds, a bit a
 * message and 40 bytes.  Of a reduction 12 bytes a message instead; beside
 * that, as much for rows of one time that state one end, and as much for the
 * partial results of a census, 24 bytes each.  By block: see blocks.h.  On a
 * machine 8 bytes a message, and 128 a row.
 * O(1) a row, and 8 bytes a different time.   Bar-Noy & Kipnis 1994,
 * Definitions 1, 2.
 */
enum status check_schedule(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;

#endif
