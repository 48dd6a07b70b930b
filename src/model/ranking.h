/* The algorithms for a problem, the best first. */
#ifndef FIBCAST_MODEL_RANKING_H
#define FIBCAST_MODEL_RANKING_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "model/algorithm.h"

/* An algorithm with its elapsed time, and the best degree if it uses one. */
struct candidate {
	const struct algorithm *algorithm;
	int is_known;
	int is_most; /* time is only an upper bound */
	mpq_t time;
	mpz_t degree;
};

struct ranking_memory;

struct ranking {
	struct candidate *candidate;
	size_t count, capacity;
	struct ranking_memory *memory; /* of times that took long to find */
	uint64_t spent;		       /* estimated work so far */
	struct schedule *found; /* by a search that comes first, or NULL */
	/* What messages of several blocks cost; NULL: the same as of one.  The
	 * caller may set this after ranking_init. */
	const struct block_cost *blocks;
};

void ranking_init(struct ranking *ranking);
void ranking_clear(struct ranking *ranking);

/* -- ranking_candidates.c: adding algorithms to a ranking, one by one */

/* Removes all candidates, but not the times remembered. */
void ranking_empty(struct ranking *ranking);

/* Adds an algorithm with its time or, if that takes more work, an upper bound
 * on the time.  Errors: those of the algorithm except STATUS_LIMIT. */
enum status ranking_add(struct ranking *ranking,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, uint64_t work,
	struct err *err) WARN_UNUSED;

/* Runs a search for a better schedule than the first candidate's.  If it finds
 * one, the search becomes the first candidate.  Errors: as above. */
enum status ranking_add_search(struct ranking *ranking,
	const struct algorithm *row, const struct problem *problem,
	enum model model, uint64_t work, int is_patient,
	struct err *err) WARN_UNUSED;

/* -- ranking.c: the whole ranking */

enum {
	RANKING_LIBRARY = 1, /* include the algorithms of libraries */
	RANKING_UNBUILT = 2, /* omit those whose time needs a schedule built */
	RANKING_UNSEARCHED = 4, /* without a search for a better schedule */
	RANKING_ALONE = 8	/* without schedules of neighbouring problems */
};

/*
 * Ranks by time the algorithms whose schedules for the operation are valid in
 * the model.  Of equal ones those with formulas come first, then those whose
 * time is found without building a schedule.  A time that is not found within
 * the given work is replaced by an upper bound; algorithms without one come
 * last.  Up to ALGORITHM_WORK, 21 times as much is allowed if no time is
 * within 3 % of the lower bound; more is used to look for a better schedule.  A
 * search for a better schedule is ranked only if it finds one, and then first.
 * only_best: algorithms that cannot be the best may be left out.
 * flags: RANKING_LIBRARY and so on.
 * Errors: those of the bound, and of the algorithms except STATUS_LIMIT.
 */
enum status ranking_find(struct ranking *ranking, const struct problem *problem,
	enum model model, enum operation operation, int only_best,
	unsigned flags, uint64_t work, struct err *err) WARN_UNUSED;

/* The same with only_best, and a lower bound that is already known; any work is
 * treated as that up to ALGORITHM_WORK. */
enum status ranking_find_bounded(struct ranking *ranking,
	const struct problem *problem, enum model model,
	enum operation operation, const mpq_t bound, unsigned flags,
	uint64_t work, struct err *err) WARN_UNUSED;

/* Ranks one algorithm alone, or none if it does not apply in the postal model.
 * Errors: as above. */
enum status ranking_find_one(struct ranking *ranking,
	const struct algorithm *algorithm, const struct problem *problem,
	enum operation operation, uint64_t work, struct err *err) WARN_UNUSED;

/* The number of transmissions of a schedule for options' operation. */
problem_rows ranking_rows;

/* Opens the schedule of the first algorithm.  May be called only once. */
enum status ranking_open_first(struct schedule **schedule,
	struct ranking *ranking, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* Opens the schedule of the best algorithm in options' model for their
 * operation, with options' work or, if that is 0, ALGORITHM_WORK. */
problem_open ranking_open_best;

/*
 * -- Schedules made from those of neighbouring problems: with one message more,
 * which is left out; with more processors, of which those that send least are
 * left out and others take over their sends; at another latency, whole or with
 * a small denominator.  The sends that are left begin as early as their order
 * allows; if the schedule then ends later than the neighbour's, it is improved.
 */

/*
 * Opens the best such schedule in the postal model that takes less time than
 * options->known; options->work limits the work for each neighbour.
 * Errors: STATUS_LIMIT if there is none, or the problem is large.
 */
problem_open neighbour_open;

#endif
