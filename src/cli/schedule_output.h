/*
 * How a schedule is to be written, from the options and the environment.
 */
#ifndef FIBCAST_CLI_SCHEDULE_OUTPUT_H
#define FIBCAST_CLI_SCHEDULE_OUTPUT_H

#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "cli/output.h"
#include "core/schedule.h"
#include "format/schedule/formats.h"

/* The operation of a schedule, an enum operation; broadcast unless given.  A
 * command with this row asks operation_check whether it can do it. */
#define OPERATION_OPTION(args)                                                 \
	{                                                                      \
		.name = "op", .kind = OPTION_CHOICE,                           \
		.field = offsetof(args, operation), .arg = "OPERATION",        \
		.choices = schedule_operations,                                \
		.help = "broadcast, reduce, its reverse, census ...",          \
	}

/* Whether the operation is one of those, a bit 1u << enum operation each.
 * Errors: STATUS_USAGE, naming it. */
enum status operation_check(
	int operation, unsigned known, struct err *err) WARN_UNUSED;

/*
 * Whether so many messages may be asked for: a census has one only.
 * Errors: STATUS_USAGE, naming what there is for more.
 */
enum status operation_check_messages(
	int operation, const mpz_t messages, struct err *err) WARN_UNUSED;

/* Those that have the bounds of a broadcast. */
#define OPERATIONS_ALIKE                                                       \
	(1u << OPERATION_BROADCAST | 1u << OPERATION_REDUCE |                  \
		1u << OPERATION_CENSUS)

/* Those that are done by block, in rounds. */
#define OPERATIONS_BY_BLOCK                                                    \
	(1u << OPERATION_ALLGATHER | 1u << OPERATION_REDUCE_SCATTER |          \
		1u << OPERATION_ALLREDUCE)

/* Whether the operation is one of the model, -1 if none is given.
 * Errors: STATUS_USAGE, naming both. */
enum status operation_check_model(
	int operation, int model, struct err *err) WARN_UNUSED;

/* What commands that print a schedule have besides struct output. */
struct schedule_options {
	int ascii;
	int64_t max_lanes; /* 0: not given */
};

/* The option rows for the struct schedule_options at args.style. */
#define SCHEDULE_OPTIONS(args)                                                 \
	{                                                                      \
		.name = "ascii",                                               \
		.kind = OPTION_FLAG,                                           \
		.field = offsetof(args, style.ascii),                          \
		.help = "draw the chart without Unicode",                      \
	},                                                                     \
	{                                                                      \
		.name = "max-lanes", .kind = OPTION_COUNT,                     \
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
