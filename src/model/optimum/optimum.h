/*
 * The exact least time in which k items reach P processors at latency L, and
 * schedules that attain it; in the LogP model, o = 0, g = 1, if L is whole,
 * else in the postal model.
 *
 * The counting bound T_lb is proved, so a schedule that ends at it is a proof:
 * of a known algorithm, or, for a whole L, found by a search that is advanced
 * by and by.  Until then what is known is an interval, whose upper end has a
 * schedule.  With a fraction the optimum may lie above T_lb: for P = k = 4 and
 * L = 3/2 no algorithm ends at T_lb = 6, and the interval 6..13/2 is all that
 * is said.
 * Subramonian & Venkatasubramanian 1993, Section 3, Theorem 3.3 corrected.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_OPTIMUM_H
#define FIBCAST_MODEL_OPTIMUM_OPTIMUM_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/search.h"

/* lower, upper: elapsed time, for a whole L a step less than the last; what is
 * between them is not known. */
struct optimum {
	struct search search; /* FOUND: lower = upper; EXHAUSTED: too large,
				 or no search for this L */
	mpq_t lower, upper;
	/* The search's own. */
	struct problem problem;
	const struct algorithm
		*known; /* who has the upper end, unless it was found */
	uint32_t P, k, L;
	uint32_t low, high; /* lower, upper as steps, one more */
	struct optimum_builder *build, *other; /* for low; for aim; or NULL */
	uint32_t aim;	  /* the finish that is tried now */
	uint32_t attempt; /* of its builder, with which its turn began */
	uint32_t turn;
	uint64_t work;	     /* done so far */
	uint64_t next_trial; /* after so much of it, one to compose */
	uint32_t trial;
	struct optimum_send *send; /* the best schedule found, or NULL */
	size_t sends;
	size_t *end; /* [u]: sends of steps 1 .. u */
};

/*
 * What is known without a search, and the search, embedded: it is advanced and
 * opened as any other, and cleared rather than closed.  The schedule it opens
 * is one of upper, without waiting, of the model logp, or postal if L is not
 * whole.  The problem's max_bits bounds the memory of the search, too.
 * Errors: STATUS_LIMIT if T_lb or the time of every algorithm passes max_bits;
 * the search is then to be cleared all the same.
 */
enum status optimum_init(struct optimum *optimum, const struct problem *problem,
	struct err *err) WARN_UNUSED;
void optimum_clear(struct optimum *optimum);

#endif
