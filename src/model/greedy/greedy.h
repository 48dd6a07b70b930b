/*
 * Many messages in the postal model without a plan: in one pass over time every
 * processor sends as soon as it can to somebody who lacks what it has.  Nothing
 * is proved about the finish; for few processors and messages it mostly attains
 * the counting bound or comes within a unit of it.
 */
#ifndef FIBCAST_MODEL_GREEDY_GREEDY_H
#define FIBCAST_MODEL_GREEDY_GREEDY_H

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * Opens the schedule, the best of some passes: the first is made in any case,
 * others as long as the schedule may still be improved and all took less than
 * options' work, counted in operations, so that the same schedule is found
 * everywhere.
 * Errors: STATUS_LIMIT if the numbers or times are too large, or the memory,
 * less than 100 m (n-1) + 64 n bytes.
 */
enum status greedy_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

#endif
