/* compare's rules for Open MPI. */
#ifndef FIBCAST_CLI_COMMAND_COMPARE_OPENMPI_H
#define FIBCAST_CLI_COMMAND_COMPARE_OPENMPI_H

#include <stdint.h>
#include <stdio.h>

#include "cli/latency.h"
#include "cli/output.h"

struct compare_openmpi {
	const struct sweep *processors;
	const struct latency_args *latency;
	const struct output *output;
	unsigned flags; /* of ranking_find, for the best of all */
	uint64_t work;
	int is_json;
};

/*
 * Writes the rules for all sizes of -n and --bytes.
 * Errors: STATUS_USAGE if these do not ascend, or come from standard input;
 * those of latency_init, openmpi_choose and segments_find.
 */
enum status compare_openmpi_write(const struct compare_openmpi *rules,
	FILE *out, struct err *err) WARN_UNUSED;

#endif
