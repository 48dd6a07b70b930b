/*
 * Schedules made from those of neighbouring problems: with a message more,
 * which is left out; with a processor more: one that sends little is left out,
 * and others send that; at another latency, whole or with a small denominator.
 * Everything is then sent as early as its order allows.
 */
#ifndef FIBCAST_MODEL_NEIGHBOUR_H
#define FIBCAST_MODEL_NEIGHBOUR_H

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * Opens the best such schedule that takes less than options' known, in the
 * model postal; a neighbour is looked for with options' work.
 * Errors: STATUS_LIMIT if there is none, or the problem is large.
 */
enum status neighbour_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

#endif
