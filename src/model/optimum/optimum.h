/*
 * The exact least time in which k items reach P processors at latency L, and a
 * schedule that attains it: in the LogP model with o = 0, g = 1 if L is whole,
 * else in the postal model.
 *
 * T_lb, the counting bound, is a proved lower bound.  So a schedule that ends
 * at T_lb, from a known algorithm or found by a search in steps, proves that
 * T_lb is the optimum.  Until there is one the answer is an interval whose
 * upper end has a schedule.  With a fractional L the optimum may lie above
 * T_lb: for P = k = 4 and L = 3/2 it is 13/2, and T_lb is 6.  Schedules are
 * then built that end before the best one known and, in small cases, an
 * exhaustive search raises the lower end, too.  Subramonian &
 * Venkatasubramanian 1993, Section 3, Theorem 3.3 corrected.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_OPTIMUM_H
#define FIBCAST_MODEL_OPTIMUM_OPTIMUM_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/search.h"
#include "model/optimum/steady.h"

/* The optimum is from lower to upper: elapsed times, which for a whole L are
 * one less than the paper's last step. */
struct optimum {
	struct search search; /* FOUND: lower = upper; EXHAUSTED: nothing, or
				 nothing more, can be searched */
	mpq_t lower, upper;
	/* Private to the search. */
	struct problem problem;
	const struct algorithm
		*known; /* attains upper, unless the search found upper */
	struct schedule *found; /* known's schedule, if it was built */
	uint64_t work;		/* of the search so far */
	struct steady steady;	/* the search for a whole L */
	/* The searches for a fractional L, or NULL, the exhaustive one and the
	 * builder; the work that each has done, of which the builder gets
	 * favour times as much. */
	struct fractional *fractional;
	struct builder *builder;
	uint64_t searched, built, favour;
};

/*
 * Finds the interval that is known without a search, and begins the search,
 * which is embedded: advance and open it like any other, but clear it rather
 * than close it.  The schedule that it opens attains upper without queueing, in
 * the model logp, or postal if L is not whole.  max_bits bounds the memory of
 * the search, too.  options: work limits what building the algorithms'
 * schedules may take; 0: three times ALGORITHM_WORK.  known, if not NULL, is
 * the time of the caller's own schedule, upper then: the search only looks for
 * a better one, and if it finds none opening it is STATUS_LIMIT.  Errors:
 * STATUS_LIMIT if T_lb or the time of every algorithm exceeds max_bits; the
 * search must be cleared even then.
 */
enum status optimum_init(struct optimum *optimum, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;
void optimum_clear(struct optimum *optimum);

/* The work of a short search, a "look": a few tenths of a second at most. */
enum { OPTIMUM_LOOK = 180000000 };

/* T_lb, the lower bound from which the search starts. */
problem_bound optimum_least_time;

/*
 * Opens the schedule that a look finds, in the model postal.  It takes at most
 * OPTIMUM_LOOK work, twice that if options' work is above ALGORITHM_WORK, or
 * less for many sends at a fractional latency; or options' work if that is
 * less, or is_patient, and not 0.  Errors: those of optimum_init; STATUS_LIMIT
 * if no schedule is found that takes less than options' known.
 */
problem_open optimum_better_open;

#endif
