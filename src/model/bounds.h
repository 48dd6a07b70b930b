/* The lower bounds on a problem, by its model and operation. */
#ifndef FIBCAST_MODEL_BOUNDS_H
#define FIBCAST_MODEL_BOUNDS_H

#include <gmp.h>

#include "core/problem.h"
#include "core/schedule.h"

/* The strongest lower bound that is known in a model on a broadcast: elapsed
 * time, counted in rounds in a model of rounds. */
enum status model_bound(mpq_t bound, enum model model,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * A lower bound on the time of options' collective operation, in the postal
 * model or, in its own time, on the machine of options' blocks.
 * Errors: STATUS_LIMIT past max_bits.
 */
problem_time collective_bound;

/* The same on nodes.  Errors: as above; STATUS_USAGE if n is not a multiple of
 * their size. */
problem_time levels_bound;

/*
 * The strongest of these bounds for options' operation: the model's for a
 * broadcast, that of gossip for a collective in a model of calls, and otherwise
 * the collective's own.
 * Errors: those of these bounds.
 */
enum status operation_bound(mpq_t bound, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* All bounds on a broadcast that are known in a model, as elapsed times. */
enum status model_bound_list(struct bound_list *list, enum model model,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
