/*
 * Plans say by numbers what lag each of them has, for every q and for one
 * processor more, too, who then is left out: nobody needs the pure receiver.
 * They are tried in the order of these lags, first the best, until no other can
 * be better: that is how late the tail ends at best.
 */
#include "model/cyclic/build.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/cyclic/plan.h"
#include "number/number.h"

/* For each q two plans, two for a longer latency, and the star. */
enum { CANDIDATES_MAX = 2 * CYCLIC_CLASSES + 3 };

/* Sends of one tail, at most; and processors of a star that has one, as it may
 * take each of them at as many ticks. */
enum { SENDS_MAX = 1 << 25, STAR_MAX = 1 << 12 };

/* Sends of all tails, and ticks, after which no more is tried. */
enum { WORK_MAX = 1 << 17 };

/* Tails of one size, at most; processors for which the first try is the last.
 */
enum { SEEDS = 32, ONE_TRY = WORK_MAX / 2 };

enum way { WAY_PLAN, WAY_WITHOUT_PURE, WAY_STAR };

struct candidate {
	enum way way;
	uint64_t p, q;
	int64_t lag; /* in 1/CYCLIC_TICKS */
	uint32_t added;
	struct cyclic_plan plan;
};

struct builder {
	uint32_t n;
	uint64_t m;
	struct candidate *candidate;
	uint32_t candidates;
	uint64_t work;
	struct cyclic *best;
	int has_best;
};

static int64_t in_ticks(int64_t ticks, uint64_t q)
{
	return ticks * (CYCLIC_TICKS / (int64_t)q);
}

static void add_candidate(
	struct builder *builder, enum way way, uint64_t p, uint64_t q)
{
	struct candidate *candidate = &builder->candidate[builder->candidates];
	int64_t lag = 0;

	if (way == WAY_STAR) {
		lag = cyclic_star_lag(p, builder->n - 1);
	} else {
		uint32_t nodes = builder->n - (way == WAY_PLAN);

		if (!cyclic_plan_init(&candidate->plan, p, q, nodes))
			return;
		lag = candidate->plan.lag;
		if (way == WAY_PLAN && candidate->plan.pure_lag > lag)
			lag = candidate->plan.pure_lag;
	}
	candidate->way = way;
	candidate->p = p;
	candidate->q = q;
	candidate->lag = in_ticks(lag, q);
	candidate->added = builder->candidates++;
}

/* p = ceil(lambda q); 0: p/q is not in lowest terms, and so no news. */
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

static void add_plans(struct builder *builder, uint64_t p, uint64_t q)
{
	add_candidate(builder, WAY_PLAN, p, q);
	add_candidate(builder, WAY_WITHOUT_PURE, p, q);
}

static void list_candidates(
	struct builder *builder, mpq_srcptr lambda, mpz_srcptr unit_max)
{
	uint64_t p;

	for (uint64_t q = 1; q <= CYCLIC_CLASSES; q++) {
		if (mpz_cmp_ui(mpq_denref(lambda), (unsigned long)q) < 0)
			break;
		if (round_up(&p, q, lambda, unit_max))
			add_plans(builder, p, q);
	}
	round_up(&p, 1, lambda, unit_max);
	/* A few n have no plan, and a star is far too late for many: sends as
	 * for a latency that is a little longer; a whole one, as sends of logp
	 * start with its steps. */
	if (builder->candidates == 0)
		add_plans(builder, p + 1, 1);
	add_candidate(builder, WAY_STAR, p, 1);
}

static int compare_candidates(const void *x, const void *y)
{
	const struct candidate *a = x, *b = y;

	if (a->lag != b->lag)
		return a->lag < b->lag ? -1 : 1;
	return (a->added > b->added) - (a->added < b->added);
}

/* When the last send starts if the last items of them have a tail that is
 * through by a tick, or at once; less m. */
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
		/* The last tick that would be better. */
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

/* How many items a tail may have, with so few the least that can meet the lag.
 */
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

/* The groups of one candidate with tails, until one meets the lag. */
static void try_groups(struct builder *builder,
	const struct cyclic_groups *groups, int is_star, int64_t lag)
{
	struct range range = choose_range(builder, groups, is_star);
	uint32_t count = range.most - range.least + 1;

	for (uint32_t seed = 1; seed <= SEEDS; seed++)
		for (uint32_t x = 0; x < count; x++) {
			/* Where one try is all, with an item to spare. */
			uint32_t items =
				range.least +
				(builder->n > ONE_TRY ? (x + 1) % count : x);

			if (builder->has_best &&
				(builder->best->delay <= lag ||
					builder->work > WORK_MAX))
				return;
			builder->work += (uint64_t)items * builder->n +
					 groups->last / groups->q;
			try_tail(builder, groups, items, seed);
		}
}

static void try_candidate(
	struct builder *builder, const struct candidate *candidate)
{
	struct cyclic *best = builder->best;
	int64_t before = builder->has_best ? best->delay : INT64_MAX;
	struct cyclic_groups groups;

	if (candidate->way == WAY_STAR)
		cyclic_groups_init_star(&groups, candidate->p, builder->n - 1);
	else
		cyclic_groups_init(&groups, &candidate->plan,
			candidate->way == WAY_WITHOUT_PURE);
	try_groups(
		builder, &groups, candidate->way == WAY_STAR, candidate->lag);
	if (builder->has_best && best->delay < before) {
		cyclic_groups_clear(&best->groups);
		best->groups = groups;
	} else {
		cyclic_groups_clear(&groups);
	}
}

void cyclic_build(struct cyclic *cyclic, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max)
{
	struct builder builder = {.n = n, .m = m, .best = cyclic};

	*cyclic = (struct cyclic){.delay = 0};
	builder.candidate =
		mem_array(CANDIDATES_MAX, sizeof *builder.candidate);
	list_candidates(&builder, lambda, unit_max);
	qsort(builder.candidate, builder.candidates, sizeof *builder.candidate,
		compare_candidates);
	for (uint32_t i = 0; i < builder.candidates; i++)
		if (!builder.has_best ||
			(cyclic->delay > builder.candidate[i].lag &&
				builder.work <= WORK_MAX))
			try_candidate(&builder, &builder.candidate[i]);
	for (uint32_t i = 0; i < builder.candidates; i++)
		if (builder.candidate[i].way != WAY_STAR)
			cyclic_plan_clear(&builder.candidate[i].plan);
	mem_free(builder.candidate);
}

void cyclic_clear(struct cyclic *cyclic)
{
	cyclic_groups_clear(&cyclic->groups);
	cyclic_tail_clear(&cyclic->tail);
}
