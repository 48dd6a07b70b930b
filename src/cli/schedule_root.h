/*
 * schedule root: Algorithm ROOT, of the locality model.
 */
#ifndef FIBCAST_CLI_SCHEDULE_ROOT_H
#define FIBCAST_CLI_SCHEDULE_ROOT_H

#include <stdio.h>

#include "cli/output.h"
#include "cli/sweep.h"

/* Writes the schedule for that many processors, a sweep of one value, and the
 * cost expression --cost gives, NULL if it was not given. */
enum status schedule_root(const struct sweep *processors, const char *cost,
	const struct output *output, FILE *out, struct err *err) WARN_UNUSED;

#endif
