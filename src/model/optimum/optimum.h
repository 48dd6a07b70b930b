/*
 * The exact least time in which k items reach P processors at latency L, and
 * schedules that attain it; in the LogP model, o = 0, g = 1, if L is whole,
 * else in the postal model.
 *
 * The counting bound T_lb is proved, so a schedule that ends at T_lb is a
 * proof: one of a known algorithm or one found by a search that is advanced
 * step by step.  Until then an interval is known, whose upper end has a
 * schedule. With a fractional L the optimum may lie above T_lb: for P = k = 4
 * and L = 3/2 it is 13/2, and T_lb 6.  The search is then exhaustive, for small
 * cases, and raises the lower end, too. Subramonian & Venkatasubramanian 1993,
 * Section 3, Theorem 3.3 corrected.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_OPTIMUM_H
#define FIBCAST_MODEL_OPTIMUM_OPTIMUM_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/search.h"
#include "model/optimum/steady.h"

/* lower, upper: elapsed times, which for a whole L are one less than the last
 * step; whether a time between them is possible is not known. */
struct optimum {
	struct search search; /* FOUND: lower = upper; EXHAUSTED: too large */
	mpq_t lower, upper;
	/* Private to the search. */
	struct problem problem;
	const struct algorithm
		*known; /* what attains upper, unless it was found by search */
	struct schedule *found;	       /* its schedule, if it is at hand */
	uint64_t work;		       /* done so far */
	struct steady steady;	       /* the search for a whole L */
	struct fractional *fractional; /* the search for a fractional L */
};

/*
 * What is known without a search, and the search, embedded: it is advanced and
 * opened as any other, and cleared rather than closed.  The schedule it opens
 * attains upper without queueing, in the model logp, or postal if L is not
 * whole.  The problem's max_bits bounds the memory of the search, too.
 * options: work, that the algorithms' schedules may take, is three times
 * ALGORITHM_WORK unless told otherwise; known, if the caller has a schedule, is
 * its time: the search is then for a better one, and opens none if there is
 * none. Errors: STATUS_LIMIT if T_lb or the time of every algorithm exceeds
 * max_bits; the search must be cleared even then.
 */
enum status optimum_init(struct optimum *optimum, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;
void optimum_clear(struct optimum *optimum);

/* The work of a first look: a few tenths of a second at most. */
enum { OPTIMUM_LOOK = 1 << 27 };

/* The lower bound, from which the search starts. */
problem_bound optimum_least_time;

/*
 * Opens what a look finds, with options' work or OPTIMUM_LOOK if that is less,
 * in the model postal.
 * Errors: those of optimum_init; STATUS_LIMIT if nothing is found that takes
 * less than options' known.
 */
problem_open optimum_better_open;

#endif
