/* A candidate is listed with a lower bound on its lag; planning, which takes
 * longer, is left to build.c. */
#include "model/cyclic/build.h"

#include "base/mem.h"
#include "model/cyclic/cyclic.h"
#include "model/periodic/periodic.h"
#include "number/number.h"

/* For each q two plans, likewise for fewer classes and longer latencies, and
 * the star. */
enum { CANDIDATES_MAX = 4 * PERIODIC_CLASSES + 2 * CYCLIC_LONGER + 1 };

/* More messages make no difference to a lower bound, where there is one. */
enum { MESSAGES_MAX = INT32_MAX };

/* One class makes the latency a whole one, which is tried anyway. */
enum { FEWEST_CLASSES = 2 };

int64_t cyclic_in_ticks(int64_t ticks, uint64_t q)
{
	return ticks * (CYCLIC_TICKS / (int64_t)q);
}

uint32_t cyclic_way_nodes(enum cyclic_way way, uint32_t n)
{
	return n - (way != CYCLIC_WITHOUT_PURE);
}

static void add_plan(struct cyclic_candidates *candidates, enum cyclic_way way,
	const struct cyclic_cycle *cycle)
{
	struct cyclic_candidate *candidate =
		&candidates->candidate[candidates->count];
	struct cyclic_plan_bound bound;

	if (!cyclic_plan_bound(&bound, cycle,
		    cyclic_way_nodes(way, candidates->n), 1,
		    way == CYCLIC_WITHOUT_PURE))
		return;
	*candidate = (struct cyclic_candidate){.way = way,
		.cycle = *cycle,
		.is_fewer = cycle->classes < cycle->q,
		.lag = cyclic_in_ticks(bound.lag, cycle->q)};
	candidates->count++;
}

static void add_star(struct cyclic_candidates *candidates)
{
	candidates->candidate[candidates->count++] = (struct cyclic_candidate){
		.way = CYCLIC_STAR,
		.state = CYCLIC_PLANNED,
		.cycle = {candidates->whole, 1, 1},
		.lag = cyclic_in_ticks(
			cyclic_star_lag(candidates->whole, candidates->n - 1),
			1)};
}

/* p = ceil(lambda q); 0 if p/q is not in lowest terms, and so already tried, or
 * the grid is too fine. */
static int round_up(
	uint64_t *p, uint64_t q, const mpq_t lambda, const mpz_t unit_max)
{
	int is_new;
	mpz_t z, unit;

	mpz_inits(z, unit, NULL);
	mpz_mul_ui(z, mpq_numref(lambda), (unsigned long)q);
	mpz_cdiv_q(z, z, mpq_denref(lambda));
	*p = number_get_u64(z);
	is_new = mpz_gcd_ui(NULL, z, (unsigned long)q) == 1;
	mpz_lcm_ui(unit, mpq_denref(lambda), (unsigned long)q);
	if (q > 1 && mpz_cmp(unit, unit_max) > 0)
		is_new = 0;
	mpz_clears(z, unit, NULL);
	return is_new;
}

static void add_plans(struct cyclic_candidates *candidates, uint64_t p,
	uint64_t q, uint32_t classes)
{
	struct cyclic_cycle cycle = {p, q, classes};

	add_plan(candidates, CYCLIC_PLAN, &cycle);
	add_plan(candidates, CYCLIC_WITHOUT_PURE, &cycle);
}

void cyclic_candidates_add_longer(
	struct cyclic_candidates *candidates, uint64_t by)
{
	add_plans(candidates, candidates->whole + by, 1, 1);
}

/* p[q]: the latencies p/q that are tried, 0 where there is none; p[0]: the
 * latency rounded up to a whole number. */
static void list_latencies(uint64_t p[PERIODIC_CLASSES + 1], mpq_srcptr lambda,
	mpz_srcptr unit_max)
{
	uint64_t rounded;

	round_up(&p[0], 1, lambda, unit_max);
	for (uint64_t q = 1; q <= PERIODIC_CLASSES; q++) {
		int has_finer =
			mpz_cmp_ui(mpq_denref(lambda), (unsigned long)q) >= 0;

		p[q] = has_finer && round_up(&rounded, q, lambda, unit_max)
			       ? rounded
			       : 0;
	}
}

/* By how many ticks p/q exceeds the whole number below the latency. */
static uint64_t excess(const uint64_t p[PERIODIC_CLASSES + 1], uint64_t q)
{
	return p[q] - (p[0] - 1) * q;
}

/* The q whose latency is rounded up least. */
static uint64_t find_closest(const uint64_t p[PERIODIC_CLASSES + 1])
{
	uint64_t closest = 1;

	for (uint64_t q = 2; q <= PERIODIC_CLASSES; q++)
		if (p[q] > 0 && excess(p, q) * closest < excess(p, closest) * q)
			closest = q;
	return closest;
}

void cyclic_candidates_init(struct cyclic_candidates *candidates, uint32_t n,
	mpq_srcptr lambda, mpz_srcptr unit_max)
{
	uint64_t p[PERIODIC_CLASSES + 1], closest;

	*candidates = (struct cyclic_candidates){.n = n};
	candidates->candidate =
		mem_array(CANDIDATES_MAX, sizeof *candidates->candidate);
	list_latencies(p, lambda, unit_max);
	candidates->whole = p[0];
	for (uint64_t q = 1; q <= PERIODIC_CLASSES; q++)
		if (p[q] > 0)
			add_plans(candidates, p[q], q, (uint32_t)q);
	closest = find_closest(p);
	for (uint32_t k = FEWEST_CLASSES; k < closest; k++)
		add_plans(candidates, p[closest], closest, k);
	add_star(candidates);
}

void cyclic_candidates_clear(struct cyclic_candidates *candidates)
{
	for (uint32_t i = 0; i < candidates->count; i++)
		cyclic_plan_clear(&candidates->candidate[i].plan);
	mem_free(candidates->candidate);
}

/* They are taken in the order of their lags, ties in that of their table;
 * whether there are others left to plan tells if a longer latency is tried. */
void cyclic_candidates_key(struct algorithm_key *key, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max)
{
	struct cyclic_candidates candidates;
	const size_t plans = 2 * (size_t)PERIODIC_CLASSES;
	uint64_t *always = &key->word[plans], *extra = always + 3;

	_Static_assert(
		2 * PERIODIC_CLASSES + 4 <= ALGORITHM_KEY, "room for all");
	for (size_t i = plans; i < ALGORITHM_KEY; i++)
		key->least[i] = INT64_MIN;
	cyclic_candidates_init(&candidates, n, lambda, unit_max);
	for (uint32_t i = 0; i < candidates.count; i++) {
		const struct cyclic_candidate *candidate =
			&candidates.candidate[i];
		const struct cyclic_cycle *cycle = &candidate->cycle;
		size_t at = 2 * (size_t)(cycle->q - 1) +
			    (candidate->way == CYCLIC_PLAN);

		if (candidate->way == CYCLIC_STAR)
			continue;
		if (candidate->is_fewer) {
			extra[0] = cycle->p * (PERIODIC_CLASSES + 1) + cycle->q;
			continue;
		}
		key->word[at] = cycle->p;
		key->least[at] = candidate->lag;
	}
	always[0] = m;
	always[1] = candidates.whole;
	always[2] = candidates.count;
	cyclic_candidates_clear(&candidates);
}

/* Lowers *least to what the plans for p/q can reach with m messages. */
static void lower_least(int64_t *least, uint32_t n, uint64_t m,
	const struct cyclic_cycle *cycle)
{
	uint64_t q = cycle->q;
	struct cyclic_plan_bound bound;

	for (uint32_t without = 0; without < 2; without++)
		if (cyclic_plan_bound(
			    &bound, cycle, n - 1 + without, m, (int)without)) {
			int64_t delay = cyclic_in_ticks(
				bound.last - (int64_t)(m * q), q);

			if (delay < *least)
				*least = delay;
		}
}

int64_t cyclic_least_delay(
	uint32_t n, uint64_t m, mpq_srcptr lambda, mpz_srcptr unit_max)
{
	uint64_t p[PERIODIC_CLASSES + 1], closest;
	int64_t least;

	if (m > MESSAGES_MAX)
		m = MESSAGES_MAX;
	list_latencies(p, lambda, unit_max);
	closest = find_closest(p);
	least = cyclic_in_ticks(
		cyclic_star_least_last(p[0], n - 1, m) - (int64_t)m, 1);
	for (uint64_t q = 1; q <= PERIODIC_CLASSES; q++)
		if (p[q] > 0)
			lower_least(&least, n, m,
				&(struct cyclic_cycle){p[q], q, (uint32_t)q});
	for (uint32_t k = FEWEST_CLASSES; k < closest; k++)
		lower_least(&least, n, m,
			&(struct cyclic_cycle){p[closest], closest, k});
	for (uint64_t by = 1; by <= CYCLIC_LONGER; by++)
		lower_least(
			&least, n, m, &(struct cyclic_cycle){p[0] + by, 1, 1});
	return least;
}
