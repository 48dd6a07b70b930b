/*
 * Many messages to n processors at any latency: block-cyclic, in time m + c.
 *
 * Every message goes the same way, down a tree of n - 1 nodes, a unit after the
 * one before it; a group of G processors stands for each node with G children,
 * and takes turns, so that everybody receives one message and sends one message
 * in every unit.  The last few messages do not follow the tree: they use the
 * same slots in a better order, up to the end.
 *
 * The latency is rounded up to p/q with q from 1 to 12, whichever does best: a
 * schedule for a longer latency is one for the latency as well, everything
 * arriving earlier by the same amount.  So latencies with large denominators
 * are no harder than others, and lose less than 1/12 for each step of a
 * message.
 *
 * Deterministic: the same schedule on every machine.
 */
#ifndef FIBCAST_MODEL_CYCLIC_CYCLIC_H
#define FIBCAST_MODEL_CYCLIC_CYCLIC_H

#include <gmp.h>

#include "base/err.h"
#include "core/part.h"
#include "core/schedule.h"
#include "core/problem.h"

/*
 * Opens the schedule.  What is kept depends on n alone, however many the
 * messages are; rows are made as they are pulled, O(1) each.
 * Errors: STATUS_LIMIT if n, m or a time is too large for a schedule, or the
 * memory for n is more than max_bits.
 * About a microsecond for each processor.
 */
enum status cyclic_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * The time of that schedule, elapsed; m may be of any size.  From some m on, at
 * most 64, it is m + c with c the same for all m.
 * Errors: as above, but for those of m.
 */
enum status cyclic_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/*
 * The time is at most this, at once: that of all messages by the groups, if the
 * last ones were to go no other way.   Errors: those of cyclic_time.
 */
enum status cyclic_most_time(
	mpq_t time, const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * Opens one processor's part, row for row that of the schedule, for m of any
 * size: everything is built, and then a row is found at once wherever it is.
 * Errors: those of cyclic_time.
 */
enum status cyclic_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;

#endif
