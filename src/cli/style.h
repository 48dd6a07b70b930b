/*
 * How a schedule is to be written, from the options.
 */
#ifndef FIBCAST_CLI_STYLE_H
#define FIBCAST_CLI_STYLE_H

#include <stdio.h>

#include "cli/output.h"
#include "core/schedule.h"

/* Writes the schedule in the format that output names.
 * Errors: STATUS_USAGE for --decimals in a format that is exact. */
enum status style_write(struct schedule *schedule, FILE *out,
	const struct output *output, struct err *err) WARN_UNUSED;

/* Whether output's options go together; before anything is opened. */
enum status style_check(
	const struct output *output, struct err *err) WARN_UNUSED;

#endif
