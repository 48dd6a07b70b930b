/* The lower bounds of every model, by the model. */
#ifndef FIBCAST_MODEL_BOUNDS_H
#define FIBCAST_MODEL_BOUNDS_H

#include <gmp.h>

#include "core/problem.h"
#include "core/schedule.h"

/* The strongest lower bound of a model on the problem: elapsed time, or rounds,
 * which are time, too. */
enum status model_bound(mpq_t bound, enum model model,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * A lower bound on a collective operation that options name, in the postal
 * model, or on their machine, in its time.
 * Errors: STATUS_LIMIT past max_bits.
 */
problem_time collective_bound;

/* The same on nodes.  Errors: as above; STATUS_USAGE if n is no multiple of
 * their size. */
problem_time levels_bound;

/*
 * The strongest of those for the operation that options name: of the model, of
 * gossip where a collective is one of calls, or the collective's own.
 * Errors: theirs.
 */
enum status operation_bound(mpq_t bound, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* Every known bound for a model, as elapsed time. */
enum status model_bound_list(struct bound_list *list, enum model model,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
