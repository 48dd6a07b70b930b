/*
 * A second judge of schedules on nodes: plays them, a tick at a time; and for
 * up to sixteen processors the least time, by every tree there is.
 */
#ifndef FIBCAST_TESTS_JUDGE_NODES_H
#define FIBCAST_TESTS_JUDGE_NODES_H

#include <stdint.h>

#include "core/schedule.h"

/* The ticks of a message inside a node (u1, e1) and between nodes. */
struct judge_nodes {
	uint64_t u1, e1, u2, e2, p, n;
};

/* The finish of a broadcast of one message, which is pulled; UINT64_MAX if it
 * is none: if a port does two things at once, a processor sends what it has
 * not, or somebody is left out. */
uint64_t judge_nodes_finish(
	const struct judge_nodes *nodes, struct schedule *schedule);

/* The least finish that any broadcast has, n <= 16. */
uint64_t judge_nodes_least(const struct judge_nodes *nodes);

#endif
