/* compare's rules for Open MPI. */
#ifndef FIBCAST_CLI_COMMAND_COMPARE_OPENMPI_H
#define FIBCAST_CLI_COMMAND_COMPARE_OPENMPI_H

#include <stdio.h>

#include "cli/command/compare_segments.h"

/*
 * Writes the rules for all sizes of -n and --bytes, as text or as JSON.
 * Errors: STATUS_USAGE if these do not ascend, or come from standard input;
 * those of latency_init, openmpi_choose and segments_find.
 */
enum status compare_openmpi_write(const struct compare_segments *what,
	int is_json, FILE *out, struct err *err) WARN_UNUSED;

#endif
