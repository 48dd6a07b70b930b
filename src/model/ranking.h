/* The algorithms for a problem side by side, the best first. */
#ifndef FIBCAST_MODEL_RANKING_H
#define FIBCAST_MODEL_RANKING_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "model/algorithm.h"

/* An algorithm with its elapsed time; degree: the fastest, if it uses one. */
struct candidate {
	const struct algorithm *algorithm;
	int is_known;
	int is_most; /* time is an upper bound only */
	mpq_t time;
	mpz_t degree;
};

struct ranking_memory;

struct ranking {
	struct candidate *candidate;
	size_t count, capacity;
	struct ranking_memory *memory; /* of times that took long */
	uint64_t spent; /* work, as estimated, on all that was built so far */
	struct schedule *found; /* of a search that is the first, or NULL */
	/* Set after ranking_init: what messages of several blocks cost; NULL:
	 * their number does not matter. */
	const struct block_cost *blocks;
};

void ranking_init(struct ranking *ranking);
void ranking_clear(struct ranking *ranking);

enum {
	RANKING_LIBRARY = 1, /* what libraries do, too */
	RANKING_UNBUILT = 2, /* omit those whose time needs a schedule built */
	RANKING_UNSEARCHED = 4, /* without a search for a better schedule */
	RANKING_ALONE = 8	/* without schedules of neighbouring problems */
};

/*
 * The algorithms whose schedules for the operation are valid in the model, by
 * time; of equals those with formulas first, then those whose time is found
 * without building.  A time not found within that work, or eleven times as much
 * if nothing else is within 3 % of the lower bound, is replaced by an upper
 * bound; last come those of which nothing is known.  A search for a better
 * schedule comes first, if it finds one, with the same, or is not there.
 * only_best: the others do not matter once one attains the lower bound.
 * flags: RANKING_LIBRARY ...
 * Errors: those of the bound, and of the algorithms except STATUS_LIMIT.
 */
enum status ranking_find(struct ranking *ranking, const struct problem *problem,
	enum model model, enum operation operation, int only_best,
	unsigned flags, uint64_t work, struct err *err) WARN_UNUSED;

/* The same with a lower bound that is known, for only the best. */
enum status ranking_find_bounded(struct ranking *ranking,
	const struct problem *problem, enum model model,
	enum operation operation, const mpq_t bound, unsigned flags,
	uint64_t work, struct err *err) WARN_UNUSED;

/* One algorithm alone; nothing if it does not apply in the postal model.
 * Errors: as above. */
enum status ranking_find_one(struct ranking *ranking,
	const struct algorithm *algorithm, const struct problem *problem,
	enum operation operation, uint64_t work, struct err *err) WARN_UNUSED;

/* The transmissions of a schedule for the operation that options name. */
problem_rows ranking_rows;

/* Opens the schedule of the first, once. */
enum status ranking_open_first(struct schedule **schedule,
	struct ranking *ranking, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* Opens the schedule of the best in the model, for the operation, that options
 * name, with their work, ALGORITHM_WORK if that is 0. */
problem_open ranking_open_best;

/*
 * -- Schedules made from those of neighbouring problems: with a message more,
 * which is left out; with processors more: those that send little are left out,
 * and others send that; at another latency, whole or with a small denominator.
 * Everything is then sent as early as its order allows, or improved until it
 * ends as early as there.
 */

/*
 * Opens the best such schedule that takes less than options' known, in the
 * model postal; a neighbour is looked for with options' work.
 * Errors: STATUS_LIMIT if there is none, or the problem is large.
 */
problem_open neighbour_open;

#endif
