/* compare -m best: how many segments are best for a message of so many bytes.
 */
#ifndef FIBCAST_CLI_COMMAND_COMPARE_SEGMENTS_H
#define FIBCAST_CLI_COMMAND_COMPARE_SEGMENTS_H

#include <stdint.h>
#include <stdio.h>

#include "cli/output/output.h"
#include "cli/problem/latency.h"

/* What is asked: for these processors, and the bytes of the latency. */
struct compare_segments {
	const struct sweep *processors;
	const struct latency_args *latency;
	const struct output *output;
	unsigned flags; /* of ranking_find */
	uint64_t work;	/* that a schedule may take */
	uint64_t total; /* and all that are built for one answer */
};

/*
 * Writes a row, the best segmentation, for each combination.
 * Errors: those of problem_grid_open and segments_find.
 */
enum status compare_segments_write(const struct compare_segments *what,
	FILE *out, struct err *err) WARN_UNUSED;

#endif
