/*
 * What a schedule may be built from: plans and the star.
 *
 * A plan for each q and, at the q that is nearest to the latency, for each
 * smaller number of classes; again for each of these one for a further
 * processor that is then left out, as nobody depends on the pure receiver.
 */
#ifndef FIBCAST_MODEL_CYCLIC_CANDIDATES_H
#define FIBCAST_MODEL_CYCLIC_CANDIDATES_H

#include <stdint.h>

#include <gmp.h>

#include "core/problem.h"
#include "model/cyclic/plan.h"

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

/* n and unit_max: see build.h.   O(latency log n). */
void cyclic_candidates_init(struct cyclic_candidates *candidates, uint32_t n,
	mpq_srcptr lambda, mpz_srcptr unit_max);
void cyclic_candidates_clear(struct cyclic_candidates *candidates);

/* Once: plans for the next whole latency. */
void cyclic_candidates_add_longer(struct cyclic_candidates *candidates);

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

#endif
