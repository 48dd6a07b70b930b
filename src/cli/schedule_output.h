/*
 * How a schedule is to be written, from the options and the environment.
 */
#ifndef FIBCAST_CLI_SCHEDULE_OUTPUT_H
#define FIBCAST_CLI_SCHEDULE_OUTPUT_H

#include <stdio.h>

#include "cli/output.h"
#include "core/schedule.h"

/* The operation of a schedule, an enum operation; broadcast unless given. */
#define OPERATION_OPTION(args)                                                 \
	{                                                                      \
		"op", NULL, OPTION_CHOICE, offsetof(args, operation),          \
			"OPERATION", schedule_operations,                      \
			"broadcast, or its reverse, reduce", 0, 0, 0           \
	}

/* What commands that print a schedule have besides struct output. */
struct schedule_options {
	int ascii;
	int64_t max_lanes; /* 0: not given */
};

/* The option rows for the struct schedule_options at args.style. */
#define SCHEDULE_OPTIONS(args)                                                 \
	{"ascii", NULL, OPTION_FLAG, offsetof(args, style.ascii), NULL, NULL,  \
		"draw the chart without Unicode", 0, 0, 0},                    \
	{                                                                      \
		"max-lanes", NULL, OPTION_COUNT,                               \
			offsetof(args, style.max_lanes), "LANES", NULL,        \
			"draw no more processors (64)", 1, INT64_MAX, 0        \
	}

/* Whether the options go together with the format; before anything is opened.
 * Errors: STATUS_USAGE for one that the format does not use. */
enum status schedule_options_check(const struct output *output,
	const struct schedule_options *style, struct err *err) WARN_UNUSED;

/* Writes the schedule in the format that output names.  The chart is as wide
 * as COLUMNS says; in colour only on a terminal, and without NO_COLOR. */
enum status schedule_options_write(struct schedule *schedule, FILE *out,
	const struct output *output, const struct schedule_options *style,
	struct err *err) WARN_UNUSED;

#endif
