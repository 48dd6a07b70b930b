/*
 * A schedule by one of the methods that use groups, if the tree has one.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_ASSIGNMENT_H
#define FIBCAST_MODEL_CONTINUOUS_ASSIGNMENT_H

#include "core/schedule.h"
#include "model/continuous/method.h"
#include "model/continuous/tree.h"

/* NULL if no choice of leaves is found; for LATE one always is. way: EXACT,
 * with a tree of latency L, or a later one, with a tree of latency L + 1. */
struct schedule *continuous_try_tree(const struct schedule_header *header,
	const struct continuous_tree *tree, enum continuous_method way);

#endif
