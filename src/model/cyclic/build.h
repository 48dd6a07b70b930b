/*
 * What a schedule may be built from: plans and the star.
 *
 * There is a plan for each q and, at the q whose p/q is closest to the latency,
 * for each smaller number of classes.  For each of these there is another plan
 * for one processor more, the pure receiver, which is then left out, as nobody
 * depends on it.
 */
#ifndef FIBCAST_MODEL_CYCLIC_BUILD_H
#define FIBCAST_MODEL_CYCLIC_BUILD_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "model/cyclic/plan.h"
#include "model/cyclic/tail.h"
#include "model/periodic/periodic.h"

struct algorithm_key;

/* A multiple of every q. */
enum { CYCLIC_TICKS = 27720 };

enum cyclic_way { CYCLIC_PLAN, CYCLIC_WITHOUT_PURE, CYCLIC_STAR };

enum cyclic_state { CYCLIC_TO_BE_PLANNED, CYCLIC_PLANNED, CYCLIC_DONE };

struct cyclic_candidate {
	enum cyclic_way way;
	enum cyclic_state state;
	struct cyclic_cycle cycle;
	int is_fewer; /* it has fewer classes than ticks in a unit */
	int64_t lag;  /* in 1/CYCLIC_TICKS; a lower bound until planned */
	struct cyclic_plan plan;
};

struct cyclic_candidates {
	uint32_t n;
	uint64_t whole; /* the latency rounded up */
	struct cyclic_candidate *candidate;
	uint32_t count;
};

/* Lists the candidates, not planned yet.  n, m and unit_max: as for
 * cyclic_build.   O(latency log n). */
void cyclic_candidates_init(struct cyclic_candidates *candidates, uint32_t n,
	uint64_t m, mpq_srcptr lambda, mpz_srcptr unit_max);
void cyclic_candidates_clear(struct cyclic_candidates *candidates);

/* How many nodes a plan for n processors has. */
uint32_t cyclic_way_nodes(enum cyclic_way way, uint32_t n);

/* Converts ticks of 1/q to ticks of 1/CYCLIC_TICKS. */
int64_t cyclic_in_ticks(int64_t ticks, uint64_t q);

/* Sets the key to what the delay of the best schedule depends on: the plans,
 * which make no difference if their least lag is above cyclic.reach. */
void cyclic_candidates_key(struct algorithm_key *key, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max);

/* A lower bound on the delay of the best schedule, found without planning.
 * O(latency log n). */
int64_t cyclic_least_delay(
	uint32_t n, uint64_t m, mpq_srcptr lambda, mpz_srcptr unit_max);

/*
 * -- The best that can be built for n processors and a latency: groups and a
 * tail.
 */

/*
 * All messages but the last tail.items go by the groups.  The last send starts
 * at m + delay/CYCLIC_TICKS for any m > tail.items.  If built for m =
 * tail.items, nothing goes by the groups, and the delay, which may then be
 * smaller, is that for this m only.
 */
struct cyclic {
	struct periodic_groups groups;
	struct periodic_tail tail;
	int64_t delay;
	int64_t reach; /* no candidate of a larger lag was looked at */
};

/*
 * n: 2 to 2^31.  m >= 1: values beyond the longest tail make no difference.
 * unit_max: the finest grid of times allowed, where the grid is lcm(q, the
 * latency's denominator); grids with q = 1 are always allowed.  work: no more
 * tails are tried after this many of their sends and ticks; 0: the usual
 * number.  Deterministic.   O(n) for large n.
 */
void cyclic_build(struct cyclic *cyclic, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max, uint64_t work);

/*
 * An upper bound on the delay of the best schedule, for any m: the delay if all
 * messages go by the groups, without a tail, found by planning without
 * building.  Microseconds to seconds.
 */
int64_t cyclic_most_delay(uint32_t n, mpq_srcptr lambda, mpz_srcptr unit_max);

void cyclic_clear(struct cyclic *cyclic);

/*
 * cyclic_build for a problem with n >= 2 and any m.
 * Errors: STATUS_LIMIT if n or the latency is too large, or the memory for n is
 * more than max_bits; then there is nothing to clear.
 */
enum status cyclic_find(struct cyclic *cyclic, const struct problem *problem,
	uint64_t work, struct err *err) WARN_UNUSED;

#endif
