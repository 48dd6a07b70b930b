/*
 * The options --late and --due: a time for each processor.
 */
#ifndef FIBCAST_CLI_PROBLEM_LATE_H
#define FIBCAST_CLI_PROBLEM_LATE_H

#include <gmp.h>

#include "base/err.h"
#include "cli/input/input.h"
#include "cli/problem/problem.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "core/tree.h"
#include "model/postal/late.h"

struct late_args {
	struct sweep late, due;
};

#define LATE_OPTIONS(args)                                                     \
	OPTION(args, late.late, "late", OPTION_RATIONALS, "TIMES",             \
		"for a reduction: when each has its operand", .further = 1,    \
		.streams = 1),                                                 \
		OPTION(args, late.due, "due", OPTION_RATIONALS, "TIMES",       \
			"for a broadcast: when each is due to know",           \
			.further = 1, .streams = 1)

int late_is_given(const struct late_args *args);

/* Whether they go with the operation, and with each other.
 * Errors: STATUS_USAGE. */
enum status late_check(const struct late_args *args, int operation,
	const struct sweep *processors, struct err *err) WARN_UNUSED;

/*
 * Opens the schedule, on the machine if there is one.  time: the end of the
 * reduction, or by how much the broadcast is behind, in the user's unit.
 * Errors: STATUS_USAGE unless there is a time for each of the problem's n
 * processors, and for machines whose receives are further apart than their
 * sends; those of postal_late_reduce_open and of schedule_scaled.
 */
enum status late_open(struct schedule **schedule, mpq_t time,
	const struct late_args *args, const struct latency *latency,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* Its tree, of a zeroed one; time: in sends.  Errors: those of late_open and
 * of postal_late_tree. */
enum status late_tree(struct tree *tree, mpq_t time,
	const struct late_args *args, const struct latency *latency,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
