/* The list of candidates, with lower bounds on their lags; planning, which
 * takes longer, is left to build.c. */
#include "model/cyclic/build.h"

#include "base/mem.h"
#include "model/cyclic/cyclic.h"
#include "model/periodic/periodic.h"
#include "number/number.h"

/* The most cycles: one for each q, and for each smaller number of classes. */
enum { CYCLES_MAX = 2 * PERIODIC_CLASSES };

/* Two plans for each cycle, and the star. */
enum { CANDIDATES_MAX = 2 * CYCLES_MAX + 1 };

/* A lower bound on the delay for this many messages is one for more, too. */
enum { MESSAGES_MAX = INT32_MAX };

/* Up to so many transmissions the closest cycle is tried before others of the
 * same lag.  Its tree has one phase for each class, so that a machine may allow
 * the schedule, and all others are still tried if it is later. */
enum { CLOSEST_FIRST = 1 << 17 };

/* A single class would be like a whole latency, which is tried anyway. */
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

/* Adds both plans for a cycle, first that without a pure receiver if a tail may
 * send all messages before the lag: the pure receiver gets its first late. */
static void add_plans(struct cyclic_candidates *candidates,
	const struct cyclic_cycle *cycle, uint64_t m)
{
	struct cyclic_plan_bound bound;
	int is_few =
		m <= PERIODIC_ITEMS &&
		cyclic_plan_bound(&bound, cycle, candidates->n - 1, m, 0) &&
		bound.last - (int64_t)(m * cycle->q) < bound.lag;

	add_plan(candidates, is_few ? CYCLIC_WITHOUT_PURE : CYCLIC_PLAN, cycle);
	add_plan(candidates, is_few ? CYCLIC_PLAN : CYCLIC_WITHOUT_PURE, cycle);
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

/* p = ceil(lambda q); returns 0 if p/q is not in lowest terms, and so was tried
 * with a smaller q, or the grid is too fine. */
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

/* The first of the cycles whose p/q is least. */
static uint32_t find_closest(const struct cyclic_cycle *cycle, uint32_t count)
{
	uint32_t closest = 0;

	for (uint32_t i = 1; i < count; i++)
		if (cycle[i].p * cycle[closest].q <
			cycle[closest].p * cycle[i].q)
			closest = i;
	return closest;
}

/* Lists the cycles that are tried: with q classes for each q up to the
 * latency's denominator, beginning with q = 1, then with fewer classes for the
 * q whose p/q is least.  Returns how many. */
static uint32_t list_cycles(struct cyclic_cycle cycle[CYCLES_MAX],
	mpq_srcptr lambda, mpz_srcptr unit_max)
{
	const struct cyclic_cycle *closest;
	uint32_t count = 0;
	uint64_t q = 1;

	do {
		struct cyclic_cycle *next = &cycle[count];

		*next = (struct cyclic_cycle){0, q, (uint32_t)q};
		count += (uint32_t)round_up(&next->p, q, lambda, unit_max);
	} while (++q <= PERIODIC_CLASSES &&
		 mpz_cmp_ui(mpq_denref(lambda), (unsigned long)q) >= 0);
	closest = &cycle[find_closest(cycle, count)];
	for (uint32_t k = FEWEST_CLASSES; k < closest->classes; k++)
		cycle[count++] =
			(struct cyclic_cycle){closest->p, closest->q, k};
	return count;
}

void cyclic_candidates_init(struct cyclic_candidates *candidates, uint32_t n,
	uint64_t m, mpq_srcptr lambda, mpz_srcptr unit_max)
{
	struct cyclic_cycle cycle[CYCLES_MAX];
	uint32_t cycles = list_cycles(cycle, lambda, unit_max), first = 0;

	*candidates = (struct cyclic_candidates){.n = n, .whole = cycle[0].p};
	candidates->candidate =
		mem_array(CANDIDATES_MAX, sizeof *candidates->candidate);
	if (m <= CLOSEST_FIRST / n)
		first = find_closest(cycle, cycles);
	add_plans(candidates, &cycle[first], m);
	for (uint32_t i = 0; i < cycles; i++)
		if (i != first)
			add_plans(candidates, &cycle[i], m);
	add_star(candidates);
}

void cyclic_candidates_clear(struct cyclic_candidates *candidates)
{
	for (uint32_t i = 0; i < candidates->count; i++)
		cyclic_plan_clear(&candidates->candidate[i].plan);
	mem_free(candidates->candidate);
}

/* Candidates are taken in the order of their lags, of equals in that of their
 * table. */
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
	cyclic_candidates_init(&candidates, n, m, lambda, unit_max);
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

/* Lowers *least to what the plans for a cycle can reach with m messages. */
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
	struct cyclic_cycle cycle[CYCLES_MAX];
	uint32_t cycles = list_cycles(cycle, lambda, unit_max);
	uint64_t whole = cycle[0].p;
	int64_t least;

	if (m > MESSAGES_MAX)
		m = MESSAGES_MAX;
	least = cyclic_in_ticks(
		cyclic_star_least_last(whole, n - 1, m) - (int64_t)m, 1);
	for (uint32_t i = 0; i < cycles; i++)
		lower_least(&least, n, m, &cycle[i]);
	return least;
}
