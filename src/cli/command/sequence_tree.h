/*
 * sequence as a tree: the universal broadcast tree, whose nodes up to a row's
 * time are as many as the row's reach.
 */
#ifndef FIBCAST_CLI_COMMAND_SEQUENCE_TREE_H
#define FIBCAST_CLI_COMMAND_SEQUENCE_TREE_H

#include <stdio.h>

#include "cli/input/sweep.h"
#include "cli/output/output.h"
#include "cli/problem/latency.h"

/*
 * Writes the tree up to the last row; nodes before the first one are faint in
 * the picture.  is_dot: for Graphviz, instead of a picture.
 * Errors: STATUS_USAGE for several latencies, or rows with gaps; STATUS_LIMIT
 * for more nodes than have room.
 */
enum status sequence_write_tree(const struct sweep *rows,
	const struct latency *latency, const struct output *output, int is_dot,
	FILE *out, struct err *err) WARN_UNUSED;

#endif
