/*
 * How a schedule is to be written, from the options and the environment.
 */
#ifndef FIBCAST_CLI_OUTPUT_SCHEDULE_H
#define FIBCAST_CLI_OUTPUT_SCHEDULE_H

#include <stdint.h>
#include <stdio.h>

#include "cli/output/output.h"
#include "core/schedule.h"

/* The option rows for the struct output at args.output, where schedules are
 * printed. */
#define SCHEDULE_OPTIONS(args)                                                 \
	{                                                                      \
		.name = "ascii",                                               \
		.further = 1,                                                  \
		.kind = OPTION_FLAG,                                           \
		.field = offsetof(args, output.ascii),                         \
		.help = "draw the chart without Unicode",                      \
	},                                                                     \
		{                                                              \
			.name = "max-lanes",                                   \
			.further = 1,                                          \
			.kind = OPTION_COUNT,                                  \
			.field = offsetof(args, output.max_lanes),             \
			.arg = "LANES",                                        \
			.help = "the most processors to draw (64)",            \
			.least = 1,                                            \
			.most = INT64_MAX,                                     \
		},                                                             \
		OUTPUT_OPTIONS(args, FORMAT_SCHEDULE)

/* Whether the format uses the options; called before anything is opened.
 * Errors: STATUS_USAGE for one that the format does not use. */
enum status schedule_output_check(
	const struct output *output, struct err *err) WARN_UNUSED;

/* Writes the schedule in the format that output names.  The chart is as wide
 * as COLUMNS says; in colour only on a terminal, and without NO_COLOR. */
enum status schedule_output_write(struct schedule *schedule, FILE *out,
	const struct output *output, struct err *err) WARN_UNUSED;

#endif
