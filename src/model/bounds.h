/* The lower bounds of every model, by the model. */
#ifndef FIBCAST_MODEL_BOUNDS_H
#define FIBCAST_MODEL_BOUNDS_H

#include <gmp.h>

#include "core/bound.h"
#include "core/problem.h"
#include "core/schedule.h"

/* The strongest lower bound of a model on the problem: elapsed time, rounds,
 * or steps for MODEL_LOGP. */
enum status model_bound(mpq_t bound, enum model model,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* Every bound of the papers for a model. */
enum status model_bound_list(struct bound_list *list, enum model model,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
