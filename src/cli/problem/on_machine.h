/*
 * What model/machine is asked, as the options give it.
 */
#ifndef FIBCAST_CLI_PROBLEM_ON_MACHINE_H
#define FIBCAST_CLI_PROBLEM_ON_MACHINE_H

#include <stdint.h>

#include <gmp.h>

#include "cli/problem/problem.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "model/machine/machine.h"

/* The problem; what it points to besides problem: the message of a segment, and
 * what its schedules' headers say. */
struct on_machine {
	struct machine_problem problem;
	struct machine_message message;
	struct schedule_machine header;
	char *text;
};

/* For the latency that latency_at, or latency_settle, has found; problem and
 * latency must outlive it. */
void on_machine_init(struct on_machine *machine, const struct latency *latency,
	const struct problem *problem, enum operation operation, uint64_t work);
void on_machine_clear(struct on_machine *machine);

/* The bound for messages of B/m bytes, which need not be whole.
 * Errors: those of machine_bound. */
enum status on_machine_bound(mpq_t bound, const struct latency *latency,
	const struct problem *problem, enum operation operation,
	struct err *err) WARN_UNUSED;

/* Adds what the machine adds to a list of postal bounds, in their unit, u.
 * Errors: as above. */
enum status on_machine_bound_list(struct bound_list *list,
	const struct latency *latency, const struct problem *problem,
	enum operation operation, struct err *err) WARN_UNUSED;

#endif
