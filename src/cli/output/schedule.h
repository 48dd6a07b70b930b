/*
 * How a schedule is to be written, from the options and the environment.
 */
#ifndef FIBCAST_CLI_OUTPUT_SCHEDULE_H
#define FIBCAST_CLI_OUTPUT_SCHEDULE_H

#include <stdint.h>
#include <stdio.h>

#include "cli/output/output.h"
#include "core/schedule.h"
#include "format/schedule/formats.h"

/* What commands that print a schedule have besides struct output. */
struct schedule_options {
	int ascii;
	int64_t max_lanes; /* 0: not given */
};

/* The option rows for the struct schedule_options at args.style. */
#define SCHEDULE_OPTIONS(args)                                                 \
	{                                                                      \
		.name = "ascii",                                               \
		.further = 1,                                                  \
		.kind = OPTION_FLAG,                                           \
		.field = offsetof(args, style.ascii),                          \
		.help = "draw the chart without Unicode",                      \
	},                                                                     \
	{                                                                      \
		.name = "max-lanes", .further = 1, .kind = OPTION_COUNT,       \
		.field = offsetof(args, style.max_lanes), .arg = "LANES",      \
		.help = "the most processors to draw (64)", .least = 1,        \
		.most = INT64_MAX,                                             \
	}

/* The option rows for the struct output at args.output, where schedules are
 * printed. */
#define SCHEDULE_OUTPUT_OPTIONS(args)                                          \
	OUTPUT_OPTIONS_OF(                                                     \
		args, &schedule_formats[0].name, sizeof *schedule_formats)

/* Whether the format uses the options; called before anything is opened.
 * Errors: STATUS_USAGE for one that the format does not use. */
enum status schedule_options_check(const struct output *output,
	const struct schedule_options *style, struct err *err) WARN_UNUSED;

/* Writes the schedule in the format that output names.  The chart is as wide
 * as COLUMNS says; in colour only on a terminal, and without NO_COLOR. */
enum status schedule_options_write(struct schedule *schedule, FILE *out,
	const struct output *output, const struct schedule_options *style,
	struct err *err) WARN_UNUSED;

#endif
