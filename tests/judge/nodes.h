/*
 * A second judge of schedules on nodes, for tests: plays them row by row, and
 * finds the least time for up to sixteen processors from all trees.
 */
#ifndef FIBCAST_TESTS_JUDGE_NODES_H
#define FIBCAST_TESTS_JUDGE_NODES_H

#include <stdint.h>

#include "core/schedule.h"

/* The ticks that a message takes inside a node (u1, e1) and between nodes. */
struct judge_nodes {
	uint64_t u1, e1, u2, e2, p, n;
};

/* Pulls a schedule of one message and gives its finish; UINT64_MAX if it is not
 * a valid broadcast: if a port is used twice at once, a processor sends what it
 * does not have, or somebody is left out. */
uint64_t judge_nodes_finish(
	const struct judge_nodes *nodes, struct schedule *schedule);

/* The least finish of all broadcasts; n <= 16. */
uint64_t judge_nodes_least(const struct judge_nodes *nodes);

#endif
