/*
 * One message and processors that are not all ready at the same time: a
 * reduction whose operands come late, and, backwards, a broadcast that is due
 * at different times.
 */
#ifndef FIBCAST_MODEL_POSTAL_LATE_H
#define FIBCAST_MODEL_POSTAL_LATE_H

#include <stddef.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "core/tree.h"

/* A time >= 0 for each of the problem's n processors. */
struct postal_late {
	mpq_t *time;
	size_t count;
};

/*
 * Opens a reduction to processor 0 in which none sends before its time, when
 * it has its operand, one message, of the least time there is: time, when the
 * last message arrives, or what processor 0 has itself.
 * Errors: STATUS_LIMIT if n rows take more than max_bits of memory, or times,
 * in ticks of the common denominator, reach 2^63.   O(n log n).
 */
enum status postal_late_reduce_open(struct schedule **schedule, mpq_t time,
	const struct problem *problem, const struct postal_late *late,
	struct err *err) WARN_UNUSED;

/*
 * Opens an optimal broadcast from processor 0 in which those that are due first
 * are informed first; processor 0's own time does not matter.  behind = the
 * least by which all times must be put off so that none is missed: 0 if the
 * schedule meets them.
 * Errors: the same.
 */
enum status postal_late_broadcast_open(struct schedule **schedule, mpq_t behind,
	const struct problem *problem, const struct postal_late *due,
	struct err *err) WARN_UNUSED;

/*
 * The tree of that broadcast, or of the reduction backwards, nodes numbered as
 * processors; clear it, which was zeroed, whatever comes back.  time: behind,
 * or the reduction's.   Errors: the same, and those of tree_init.
 */
enum status postal_late_tree(struct tree *tree, mpq_t time,
	const struct problem *problem, const struct postal_late *late,
	int is_due, struct err *err) WARN_UNUSED;

#endif
