/* replay --machine: a schedule as soon as possible on a machine. */
#ifndef FIBCAST_CLI_COMMAND_REPLAY_MACHINE_H
#define FIBCAST_CLI_COMMAND_REPLAY_MACHINE_H

#include <stdio.h>

#include "cli/output/output.h"
#include "cli/problem/latency.h"
#include "core/schedule.h"

/*
 * Writes when the schedule ends on the machine, for each of the machines and
 * sizes.
 * Errors: those of problem_grid_open and schedule_simulated.
 */
enum status replay_machine_write(struct schedule *schedule,
	const struct latency_args *latency, const struct output *output,
	FILE *out, struct err *err) WARN_UNUSED;

#endif
