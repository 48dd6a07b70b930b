/*
 * What a schedule may be built from: plans and the star.
 *
 * A plan for each q and, at the q that is nearest to the latency, for each
 * smaller number of classes; again for each of these one for a further
 * processor that is then left out, as nobody depends on the pure receiver.
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
	int is_fewer; /* fewer classes than ticks in a unit */
	int64_t lag;  /* in 1/CYCLIC_TICKS; a lower bound until planned */
	struct cyclic_plan plan;
};

struct cyclic_candidates {
	uint32_t n;
	uint64_t whole; /* the latency rounded up */
	struct cyclic_candidate *candidate;
	uint32_t count;
};

/* n and unit_max: as for cyclic_build.   O(latency log n). */
void cyclic_candidates_init(struct cyclic_candidates *candidates, uint32_t n,
	mpq_srcptr lambda, mpz_srcptr unit_max);
void cyclic_candidates_clear(struct cyclic_candidates *candidates);

/* The most by which a longer latency exceeds the next whole one. */
enum { CYCLIC_LONGER = 8 };

/* Adds plans for the whole latency that is longer by that much, once each. */
void cyclic_candidates_add_longer(
	struct cyclic_candidates *candidates, uint64_t by);

/* How many nodes a plan of that way has. */
uint32_t cyclic_way_nodes(enum cyclic_way way, uint32_t n);

/* Ticks of 1/q in 1/CYCLIC_TICKS. */
int64_t cyclic_in_ticks(int64_t ticks, uint64_t q);

/* Sets what the delay of what is built depends on: plans, which make no
 * difference if their least lag is above cyclic.reach. */
void cyclic_candidates_key(struct algorithm_key *key, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max);

/* A lower bound on the delay of what is built, without planning.  O(latency log
 * n). */
int64_t cyclic_least_delay(
	uint32_t n, uint64_t m, mpq_srcptr lambda, mpz_srcptr unit_max);

/*
 * -- What is built.  The best of what can be built for n processors and a
 * latency: groups and a tail.
 */

/*
 * All messages but the last tail.items go by the groups.  The latest send
 * starts at m + delay/CYCLIC_TICKS for any m > tail.items.  If
 * it is built for m = tail.items, nothing goes by the groups, and the delay,
 * which may then be smaller, is that for this m only.
 */
struct cyclic {
	struct periodic_groups groups;
	struct periodic_tail tail;
	int64_t delay;
	int64_t reach; /* nothing of a larger lag was looked at */
};

/*
 * n: 2 to 2^31.  m >= 1: values beyond the longest tail make no difference.
 * unit_max: the finest grid of times, in lcm(q, the latency's denominator);
 * grids of q = 1 are always allowed.  work: sends and ticks of tails after
 * which no more are tried; 0: the usual number. Deterministic.   O(n) for large
 * n.
 */
void cyclic_build(struct cyclic *cyclic, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max, uint64_t work);

/*
 * An upper bound on the delay of what is built, for any m: the delay with all
 * messages sent by the groups, without a tail, found without building.
 * Microseconds to tenths of a second.
 */
int64_t cyclic_most_delay(uint32_t n, mpq_srcptr lambda, mpz_srcptr unit_max);

void cyclic_clear(struct cyclic *cyclic);

/* -- Times.  What can be built for a problem, and how long it takes. */

/*
 * Builds it, for n >= 2 and any m, with so much work.
 * Errors: STATUS_LIMIT if n or the latency is too large, or the memory for n is
 * more than max_bits; then there is nothing to clear.
 */
enum status cyclic_find(struct cyclic *cyclic, const struct problem *problem,
	uint64_t work, struct err *err) WARN_UNUSED;

#endif
