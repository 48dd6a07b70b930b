/*
 * Candidates are plans and the star: a plan for each q and, at the q that is
 * nearest to the latency, for each smaller number of classes; again for each of
 * these one for a further processor that is then left out, as nobody depends on
 * the pure receiver.  They are tried by lag, which bounds how early the tail
 * can end, until no other can be better.  A plan is made only when its turn
 * comes; until then a lower bound stands in for its lag.
 */
#include "model/cyclic/build.h"

#include "base/mem.h"
#include "model/cyclic/plan.h"
#include "number/number.h"

/* For each q two plans, likewise for fewer classes, two for a longer latency,
 * and the star. */
enum { CANDIDATES_MAX = 4 * CYCLIC_CLASSES + 3 };

/* Steps of dealing, for one plan, for all plans together, and for all those of
 * fewer classes besides: tenths of a second at most. */
static const int64_t plan_work = 1 << 25, plans_work = 1 << 26,
		     fewer_work = 1 << 24;

/* The most sends of one tail; the most processors of a star with a tail, which
 * may take as many ticks as there are processors. */
enum { SENDS_MAX = 1 << 25, STAR_MAX = 1 << 12 };

/* Once the tails' sends and ticks exceed this, no more tails are tried. */
enum { WORK_MAX = 1 << 18 };

/* The most tails of one size, half of them with a plan for the source; the
 * tails tried in any case. */
enum { SEEDS = 32, TRIES_MIN = 4 };

/* More messages make no difference to a lower bound, where there is one. */
enum { MESSAGES_MAX = INT32_MAX };

/* One class makes the latency a whole one, which is tried anyway. */
enum { FEWEST_CLASSES = 2 };

enum way { WAY_PLAN, WAY_WITHOUT_PURE, WAY_STAR };

enum state { TO_BE_PLANNED, PLANNED, DONE };

struct candidate {
	enum way way;
	enum state state;
	struct cyclic_cycle cycle;
	int is_fewer; /* fewer classes than ticks in a unit */
	int64_t lag;  /* in 1/CYCLIC_TICKS; a lower bound until planned */
	struct cyclic_plan plan;
};

struct builder {
	uint32_t n;
	uint64_t m, whole; /* whole: the latency rounded up */
	struct candidate *candidate;
	uint32_t candidates;
	int has_plan, has_longer;
	/* By is_fewer, as those must not keep others from being tried: */
	int64_t plan_work[2]; /* steps left */
	uint64_t work[2];     /* the tails' */
	struct cyclic *best;
	int has_best;
};

static int64_t in_ticks(int64_t ticks, uint64_t q)
{
	return ticks * (CYCLIC_TICKS / (int64_t)q);
}

static uint32_t nodes_of(const struct builder *builder, enum way way)
{
	return builder->n - (way != WAY_WITHOUT_PURE);
}

static void add_plan(
	struct builder *builder, enum way way, const struct cyclic_cycle *cycle)
{
	struct candidate *candidate = &builder->candidate[builder->candidates];
	struct cyclic_plan_bound bound;

	if (!cyclic_plan_bound(&bound, cycle, nodes_of(builder, way), 1,
		    way == WAY_WITHOUT_PURE))
		return;
	*candidate = (struct candidate){.way = way,
		.cycle = *cycle,
		.is_fewer = cycle->classes < cycle->q,
		.lag = in_ticks(bound.lag, cycle->q)};
	builder->candidates++;
}

static void add_star(struct builder *builder)
{
	builder->candidate[builder->candidates++] = (struct candidate){
		.way = WAY_STAR,
		.state = PLANNED,
		.cycle = {builder->whole, 1, 1},
		.lag = in_ticks(
			cyclic_star_lag(builder->whole, builder->n - 1), 1)};
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

static void add_plans(
	struct builder *builder, uint64_t p, uint64_t q, uint32_t classes)
{
	struct cyclic_cycle cycle = {p, q, classes};

	add_plan(builder, WAY_PLAN, &cycle);
	add_plan(builder, WAY_WITHOUT_PURE, &cycle);
}

/* p[q]: the latencies p/q that are tried, 0 where there is none; p[0]: the
 * latency rounded up to a whole number. */
static void list_latencies(
	uint64_t p[CYCLIC_CLASSES + 1], mpq_srcptr lambda, mpz_srcptr unit_max)
{
	uint64_t rounded;

	round_up(&p[0], 1, lambda, unit_max);
	for (uint64_t q = 1; q <= CYCLIC_CLASSES; q++) {
		int has_finer =
			mpz_cmp_ui(mpq_denref(lambda), (unsigned long)q) >= 0;

		p[q] = has_finer && round_up(&rounded, q, lambda, unit_max)
			       ? rounded
			       : 0;
	}
}

/* By how many ticks p/q exceeds the whole number below the latency. */
static uint64_t excess(const uint64_t p[CYCLIC_CLASSES + 1], uint64_t q)
{
	return p[q] - (p[0] - 1) * q;
}

/* The q whose latency is rounded up least. */
static uint64_t find_closest(const uint64_t p[CYCLIC_CLASSES + 1])
{
	uint64_t closest = 1;

	for (uint64_t q = 2; q <= CYCLIC_CLASSES; q++)
		if (p[q] > 0 && excess(p, q) * closest < excess(p, closest) * q)
			closest = q;
	return closest;
}

static void builder_init(
	struct builder *builder, mpq_srcptr lambda, mpz_srcptr unit_max)
{
	uint64_t p[CYCLIC_CLASSES + 1], closest;

	builder->candidate =
		mem_array(CANDIDATES_MAX, sizeof *builder->candidate);
	builder->plan_work[0] = plans_work;
	builder->plan_work[1] = fewer_work;
	list_latencies(p, lambda, unit_max);
	builder->whole = p[0];
	for (uint64_t q = 1; q <= CYCLIC_CLASSES; q++)
		if (p[q] > 0)
			add_plans(builder, p[q], q, (uint32_t)q);
	closest = find_closest(p);
	for (uint32_t k = FEWEST_CLASSES; k < closest; k++)
		add_plans(builder, p[closest], closest, k);
	add_star(builder);
}

static void builder_clear(struct builder *builder)
{
	for (uint32_t i = 0; i < builder->candidates; i++)
		cyclic_plan_clear(&builder->candidate[i].plan);
	mem_free(builder->candidate);
}

static void plan_candidate(struct builder *builder, struct candidate *candidate)
{
	struct cyclic_plan *plan = &candidate->plan;
	int64_t *left = &builder->plan_work[candidate->is_fewer];
	int64_t work = *left < plan_work ? *left : plan_work;

	candidate->state = DONE;
	*left -= work;
	if (cyclic_plan_init(plan, &candidate->cycle,
		    nodes_of(builder, candidate->way), &work)) {
		int64_t lag = plan->lag;

		if (candidate->way == WAY_PLAN && plan->pure_lag > lag)
			lag = plan->pure_lag;
		candidate->state = PLANNED;
		candidate->lag = in_ticks(lag, candidate->cycle.q);
		builder->has_plan |= !candidate->is_fewer && !plan->is_extra;
	}
	if (work > 0)
		*left += work;
}

/* The candidate of least lag, unplanned ones first; NULL if all are done. */
static struct candidate *find_least(const struct builder *builder)
{
	struct candidate *best = NULL;

	for (uint32_t i = 0; i < builder->candidates; i++) {
		struct candidate *candidate = &builder->candidate[i];

		if (candidate->state == DONE)
			continue;
		if (!best || candidate->lag < best->lag ||
			(candidate->lag == best->lag &&
				candidate->state < best->state))
			best = candidate;
	}
	return best;
}

static int is_any_to_plan(const struct builder *builder)
{
	for (uint32_t i = 0; i < builder->candidates; i++)
		if (builder->candidate[i].state == TO_BE_PLANNED)
			return 1;
	return 0;
}

static void note_reach(struct builder *builder, int64_t lag)
{
	if (builder->best && builder->best->reach < lag)
		builder->best->reach = lag;
}

/* The next candidate, planned, if its lag is below most; else NULL. */
static struct candidate *next_candidate(struct builder *builder, int64_t most)
{
	struct candidate *candidate;

	for (;;) {
		/* A few n have no plan, and for many the star is far too late:
		 * try the next whole latency. Whole, as sends of logp start at
		 * its steps. */
		if (!builder->has_plan && !builder->has_longer &&
			!is_any_to_plan(builder)) {
			builder->has_longer = 1;
			add_plans(builder, builder->whole + 1, 1, 1);
		}
		candidate = find_least(builder);
		if (!candidate || candidate->lag >= most) {
			note_reach(builder, most);
			return NULL;
		}
		note_reach(builder, candidate->lag);
		if (candidate->is_fewer && builder->work[1] > WORK_MAX)
			candidate->state = DONE;
		else if (candidate->state == PLANNED)
			break;
		else
			plan_candidate(builder, candidate);
	}
	candidate->state = DONE;
	return candidate;
}

/* When the last send starts, less m, if the tail carries the last items and
 * ends at tick last. */
static int64_t get_delay(const struct builder *builder,
	const struct cyclic_groups *groups, uint32_t items, uint64_t last)
{
	int64_t q = (int64_t)groups->q;
	int64_t ticks = (int64_t)last - (int64_t)items * q;
	int64_t rest = (int64_t)groups->last - ((int64_t)items + 1) * q;

	if (items == 0 || (items < builder->m && rest > ticks))
		ticks = rest;
	return in_ticks(ticks, groups->q);
}

static void try_tail(struct builder *builder,
	const struct cyclic_groups *groups, uint32_t items, uint64_t seed)
{
	struct cyclic *best = builder->best;
	struct cyclic_tail tail;
	uint64_t most = UINT64_MAX;
	int64_t delay = get_delay(builder, groups, items, 0);

	if (builder->has_best) {
		if (delay >= best->delay)
			return;
		/* The last tick that would be an improvement. */
		most = (uint64_t)((best->delay - 1 -
					  in_ticks(-(int64_t)items *
							   (int64_t)groups->q,
						  groups->q)) /
				  in_ticks(1, groups->q));
	}
	if (!cyclic_tail_init(&tail, groups, items, seed, most))
		return;
	delay = get_delay(builder, groups, items, tail.last);
	if (builder->has_best && delay >= best->delay) {
		cyclic_tail_clear(&tail);
		return;
	}
	if (builder->has_best)
		cyclic_tail_clear(&best->tail);
	best->tail = tail;
	best->delay = delay;
	builder->has_best = 1;
}

/* How many items a tail may have; least: the fewest that can meet the lag. */
struct range {
	uint32_t least, most;
};

static uint32_t least_build(uint64_t x, uint64_t y)
{
	return (uint32_t)(x < y ? x : y);
}

static struct range choose_range(const struct builder *builder,
	const struct cyclic_groups *groups, int is_star)
{
	uint32_t nodes = builder->n - 1;
	uint64_t limit = is_star && nodes > STAR_MAX ? 0 : SENDS_MAX / nodes;
	int64_t q = (int64_t)groups->q;
	int64_t need = ((int64_t)groups->last - groups->lag + q - 1) / q - 1;
	struct range range = {need > 0 ? (uint32_t)least_build((uint64_t)need,
						 CYCLIC_TAIL_ITEMS)
				       : 0,
		0};

	limit = least_build(limit, CYCLIC_TAIL_ITEMS);
	limit = least_build(limit, builder->m);
	range.most = least_build(range.least + (is_star ? 8u : 2u), limit);
	range.least = least_build(range.least, limit);
	return range;
}

static int is_enough(const struct builder *builder,
	const struct candidate *candidate, int tries)
{
	uint64_t work = builder->work[candidate->is_fewer];

	return builder->has_best &&
	       (builder->best->delay <= candidate->lag ||
		       (work > WORK_MAX && tries >= TRIES_MIN));
}

/* Tries one candidate's groups with various tails, until one meets the lag. */
static void try_groups(struct builder *builder,
	const struct cyclic_groups *groups, const struct candidate *candidate)
{
	struct range range =
		choose_range(builder, groups, candidate->way == WAY_STAR);
	uint64_t *work = &builder->work[candidate->is_fewer];
	int tries = 0;

	try_tail(builder, groups, 0, 0);
	for (uint64_t seed = 1; seed < SEEDS; seed += 2)
		for (uint32_t items = range.least; items <= range.most; items++)
			for (uint64_t k = 0; k < 2; k++) {
				if (is_enough(builder, candidate, tries++))
					return;
				*work += (uint64_t)items * builder->n +
					 groups->last / groups->q;
				try_tail(builder, groups, items, seed + k);
			}
}

static void try_candidate(
	struct builder *builder, const struct candidate *candidate)
{
	struct cyclic *best = builder->best;
	int64_t before = builder->has_best ? best->delay : INT64_MAX;
	struct cyclic_groups groups;

	if (candidate->way == WAY_STAR)
		cyclic_groups_init_star(
			&groups, candidate->cycle.p, builder->n - 1);
	else
		cyclic_groups_init(&groups, &candidate->plan,
			candidate->way == WAY_WITHOUT_PURE);
	try_groups(builder, &groups, candidate);
	if (builder->has_best && best->delay < before) {
		cyclic_groups_clear(&best->groups);
		best->groups = groups;
	} else {
		cyclic_groups_clear(&groups);
	}
}

int64_t cyclic_most_delay(uint32_t n, mpq_srcptr lambda, mpz_srcptr unit_max)
{
	struct builder builder = {.n = n};
	const struct candidate *first;
	uint64_t last;
	int64_t delay;

	builder_init(&builder, lambda, unit_max);
	first = next_candidate(&builder, INT64_MAX);
	last = first->way == WAY_STAR ? cyclic_star_last(first->cycle.p, n - 1)
				      : first->plan.last;
	delay = in_ticks(
		(int64_t)last - (int64_t)first->cycle.q, first->cycle.q);
	builder_clear(&builder);
	return delay;
}

/* Candidates are taken in the order of their lags, ties in that of their table;
 * whether there are others left to plan tells if a longer latency is tried. */
void cyclic_build_key(struct algorithm_key *key, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max)
{
	struct builder builder = {.n = n};
	const size_t plans = 2 * (size_t)CYCLIC_CLASSES;
	uint64_t *always = &key->word[plans], *extra = always + 3;

	_Static_assert(2 * CYCLIC_CLASSES + 4 <= ALGORITHM_KEY, "room for all");
	for (size_t i = plans; i < ALGORITHM_KEY; i++)
		key->least[i] = INT64_MIN;
	builder_init(&builder, lambda, unit_max);
	for (uint32_t i = 0; i < builder.candidates; i++) {
		const struct candidate *candidate = &builder.candidate[i];
		const struct cyclic_cycle *cycle = &candidate->cycle;
		size_t at = 2 * (size_t)(cycle->q - 1) +
			    (candidate->way == WAY_PLAN);

		if (candidate->way == WAY_STAR)
			continue;
		if (candidate->is_fewer) {
			extra[0] = cycle->p * (CYCLIC_CLASSES + 1) + cycle->q;
			continue;
		}
		key->word[at] = cycle->p;
		key->least[at] = candidate->lag;
	}
	always[0] = m;
	always[1] = builder.whole;
	always[2] = builder.candidates;
	builder_clear(&builder);
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
			int64_t delay =
				in_ticks(bound.last - (int64_t)(m * q), q);

			if (delay < *least)
				*least = delay;
		}
}

int64_t cyclic_least_delay(
	uint32_t n, uint64_t m, mpq_srcptr lambda, mpz_srcptr unit_max)
{
	uint64_t p[CYCLIC_CLASSES + 1], closest;
	int64_t least;

	if (m > MESSAGES_MAX)
		m = MESSAGES_MAX;
	list_latencies(p, lambda, unit_max);
	closest = find_closest(p);
	least = in_ticks(
		cyclic_star_least_last(p[0], n - 1, m) - (int64_t)m, 1);
	for (uint64_t q = 1; q <= CYCLIC_CLASSES; q++)
		if (p[q] > 0)
			lower_least(&least, n, m,
				&(struct cyclic_cycle){p[q], q, (uint32_t)q});
	for (uint32_t k = FEWEST_CLASSES; k < closest; k++)
		lower_least(&least, n, m,
			&(struct cyclic_cycle){p[closest], closest, k});
	lower_least(&least, n, m, &(struct cyclic_cycle){p[0] + 1, 1, 1});
	return least;
}

void cyclic_build(struct cyclic *cyclic, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max)
{
	struct builder builder = {.n = n, .m = m, .best = cyclic};
	const struct candidate *candidate;

	*cyclic = (struct cyclic){.reach = INT64_MIN};
	builder_init(&builder, lambda, unit_max);
	candidate = next_candidate(&builder, INT64_MAX);
	while (candidate) {
		uint64_t work = builder.work[0];

		try_candidate(&builder, candidate);
		/* These do not stop others from being tried. */
		if (candidate->plan.is_extra)
			builder.work[0] = work;
		candidate = builder.work[0] > WORK_MAX
				    ? NULL
				    : next_candidate(&builder, cyclic->delay);
	}
	builder_clear(&builder);
}

void cyclic_clear(struct cyclic *cyclic)
{
	cyclic_groups_clear(&cyclic->groups);
	cyclic_tail_clear(&cyclic->tail);
}
