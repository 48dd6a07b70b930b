/*
 * -m best: as many messages as make a machine's bytes arrive soonest.
 */
#ifndef FIBCAST_CLI_PROBLEM_SEGMENTS_H
#define FIBCAST_CLI_PROBLEM_SEGMENTS_H

#include <stdint.h>

#include "base/err.h"
#include "cli/problem/latency.h"
#include "core/schedule.h"
#include "model/segments.h"

/* Whether there are bytes to split, and an operation on messages. Errors:
 * STATUS_USAGE. */
enum status segments_option_check(const struct latency_args *latency,
	enum operation operation, struct err *err) WARN_UNUSED;

/* Says, after the answer, that the best segmentation may be another. */
void segments_warn(const struct segments *segments);

/*
 * Finds the best segmentation for options of one value each, as `compare -m
 * best` does.
 * Errors: those of latency_init and segments_find.
 */
enum status segments_option_find(struct segments *segments,
	const struct latency_args *latency, const struct sweep *processors,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

#endif
