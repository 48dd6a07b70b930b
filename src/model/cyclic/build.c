/*
 * Candidates are tried in the order of their lags, which bound how early their
 * tails can end, until none of the others can be better.  A plan is made only
 * when its turn comes; until then a lower bound stands in for its lag.
 */
#include "model/cyclic/build.h"

#include "base/bits.h"
#include "model/cyclic/plan.h"

/* Steps of dealing for one plan, for all ordinary plans together, and for all
 * plans with fewer classes: tenths of a second; and more for each processor. */
static const int64_t plan_work = 1 << 25, plans_work = 1 << 26,
		     fewer_work = 1 << 24, more_work = 1 << 5;

/* The most sends of a tail, and the most nodes of a star that gets a tail,
 * which may take as many ticks as there are processors. */
enum { SENDS_MAX = 1 << 25, STAR_MAX = 1 << 12 };

/* No more tails are tried once their sends and ticks exceed this, unless
 * another limit is given. */
enum { USUAL_WORK = 1 << 18 };

/* Up to SEEDS tails of each size are tried, half of them with a plan for the
 * source; TRIES_MIN tails are tried in any case, until they have taken
 * WORK_LARGE sends and ticks.  Where there is time for two alone, that is one
 * of the least size and a longer one, which mostly ends in time if that does
 * not. */
enum { SEEDS = 32, TRIES_MIN = 4, WORK_LARGE = 1 << 23 };

struct builder {
	uint32_t n;
	uint64_t m;
	struct cyclic_candidates all;
	/* Budgets: [0] for ordinary candidates, [1] for those with fewer
	 * classes, which must not starve [0]. */
	int64_t plan_work[2]; /* steps of dealing left */
	uint64_t work[2];     /* sends and ticks of tails so far */
	uint64_t work_max;
	/* Its delay is INT64_MAX as long as there is none; NULL: the first plan
	 * is all that is sought. */
	struct cyclic *best;
};

static void builder_init(
	struct builder *builder, mpq_srcptr lambda, mpz_srcptr unit_max)
{
	cyclic_candidates_init(
		&builder->all, builder->n, builder->m, lambda, unit_max);
	builder->plan_work[0] = plans_work + 2 * more_work * builder->n;
	builder->plan_work[1] = fewer_work;
}

static void plan_candidate(
	struct builder *builder, struct cyclic_candidate *candidate)
{
	struct cyclic_plan *plan = &candidate->plan;
	int without_pure = candidate->way == CYCLIC_WITHOUT_PURE;
	int64_t *left = &builder->plan_work[candidate->is_fewer];
	int64_t most = plan_work + more_work * builder->n;
	int64_t work = *left < most ? *left : most;

	candidate->state = CYCLIC_DONE;
	*left -= work;
	if (cyclic_plan_init(plan, &candidate->cycle,
		    cyclic_way_nodes(candidate->way, builder->n), without_pure,
		    &work)) {
		candidate->state = CYCLIC_PLANNED;
		candidate->lag =
			cyclic_in_ticks(cyclic_plan_lag(plan, without_pure),
				candidate->cycle.q);
	}
	if (work > 0)
		*left += work;
}

/* The candidate of least lag, of equals one that is not planned yet; NULL if
 * all are done. */
static struct cyclic_candidate *find_least(const struct builder *builder)
{
	struct cyclic_candidate *best = NULL;

	for (uint32_t i = 0; i < builder->all.count; i++) {
		struct cyclic_candidate *candidate = &builder->all.candidate[i];

		if (candidate->state == CYCLIC_DONE)
			continue;
		if (!best || candidate->lag < best->lag ||
			(candidate->lag == best->lag &&
				candidate->state < best->state))
			best = candidate;
	}
	return best;
}

static void note_reach(struct builder *builder, int64_t lag)
{
	if (builder->best && builder->best->reach < lag)
		builder->best->reach = lag;
}

/* The next candidate, planned, whose lag is below most; NULL if there is none.
 */
static struct cyclic_candidate *next_candidate(
	struct builder *builder, int64_t most)
{
	struct cyclic_candidate *candidate;

	for (;;) {
		candidate = find_least(builder);
		if (!candidate || candidate->lag >= most) {
			note_reach(builder, most);
			return NULL;
		}
		note_reach(builder, candidate->lag);
		if (candidate->is_fewer && builder->work[1] > builder->work_max)
			candidate->state = CYCLIC_DONE;
		else if (candidate->state == CYCLIC_PLANNED)
			break;
		else
			plan_candidate(builder, candidate);
	}
	candidate->state = CYCLIC_DONE;
	return candidate;
}

/* The delay of the schedule if the tail has so many items and its last send is
 * at tick last. */
static int64_t get_delay(const struct builder *builder,
	const struct periodic_groups *groups, uint32_t items, uint64_t last)
{
	int64_t q = (int64_t)groups->q;
	int64_t ticks = (int64_t)last - (int64_t)items * q;
	int64_t rest = (int64_t)groups->last - ((int64_t)items + 1) * q;

	if (items == 0 || (items < builder->m && rest > ticks))
		ticks = rest;
	return cyclic_in_ticks(ticks, groups->q);
}

/* Tries a tail; keeps it if the delay is smaller with it. */
static void try_tail(struct builder *builder,
	const struct periodic_groups *groups, uint32_t items, uint64_t seed)
{
	struct cyclic *best = builder->best;
	struct periodic_tail tail;
	/* The last tick that would be an improvement. */
	uint64_t most =
		(uint64_t)((best->delay - 1 + (int64_t)items * CYCLIC_TICKS) /
			   cyclic_in_ticks(1, groups->q));
	int64_t delay;

	if (get_delay(builder, groups, items, 0) >= best->delay ||
		!cyclic_tail_init(&tail, groups, items, seed, most))
		return;
	delay = get_delay(builder, groups, items, tail.last);
	if (delay >= best->delay) {
		periodic_tail_clear(&tail);
		return;
	}
	periodic_tail_clear(&best->tail);
	best->tail = tail;
	best->delay = delay;
}

/* How many items a tail may have; least: the fewest that can meet the lag. */
struct range {
	uint32_t least, most;
};

static struct range choose_range(const struct builder *builder,
	const struct periodic_groups *groups, int is_star)
{
	uint32_t nodes = builder->n - 1;
	uint64_t limit = is_star && nodes > STAR_MAX ? 0 : SENDS_MAX / nodes;
	int64_t q = (int64_t)groups->q;
	int64_t need = ((int64_t)groups->last - groups->lag + q - 1) / q - 1;
	uint64_t least = need > 0 ? (uint64_t)need : 0;

	limit = least_u64(limit, least_u64(PERIODIC_ITEMS, builder->m));
	return (struct range){(uint32_t)least_u64(least, limit),
		(uint32_t)least_u64(least + (is_star ? 8 : 2), limit)};
}

/* Whether no more tails are to be tried for a candidate. */
static int is_enough(const struct builder *builder,
	const struct cyclic_candidate *candidate, int tries)
{
	uint64_t work = builder->work[candidate->is_fewer];

	return builder->best->delay <= candidate->lag || work > WORK_LARGE ||
	       (work > builder->work_max && tries >= TRIES_MIN);
}

/* Tries a candidate's groups without and with various tails, until one meets
 * the lag. */
static void try_groups(struct builder *builder,
	const struct periodic_groups *groups,
	const struct cyclic_candidate *candidate)
{
	struct range range =
		choose_range(builder, groups, candidate->way == CYCLIC_STAR);
	uint64_t *work = &builder->work[candidate->is_fewer];
	int tries = 0;

	try_tail(builder, groups, 0, 0);
	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		for (uint32_t items = range.least; items <= range.most;
			items++) {
			if (is_enough(builder, candidate, tries++))
				return;
			*work += (uint64_t)items * builder->n +
				 groups->last / groups->q;
			try_tail(builder, groups, items, seed);
		}
}

/* Builds a candidate's groups; keeps them if the delay is smaller with them. */
static void try_candidate(
	struct builder *builder, const struct cyclic_candidate *candidate)
{
	struct cyclic *best = builder->best;
	int64_t before = best->delay;
	struct periodic_groups groups;

	if (candidate->way == CYCLIC_STAR)
		cyclic_star_init(&groups, candidate->cycle.p, builder->n - 1);
	else
		cyclic_groups_init(&groups, &candidate->plan,
			candidate->way == CYCLIC_WITHOUT_PURE);
	try_groups(builder, &groups, candidate);
	if (best->delay < before) {
		periodic_groups_clear(&best->groups);
		best->groups = groups;
	} else {
		periodic_groups_clear(&groups);
	}
}

int64_t cyclic_most_delay(uint32_t n, mpq_srcptr lambda, mpz_srcptr unit_max)
{
	struct builder builder = {.n = n, .m = UINT64_MAX};
	const struct cyclic_candidate *first;
	uint64_t last;
	int64_t delay;

	builder_init(&builder, lambda, unit_max);
	first = next_candidate(&builder, INT64_MAX);
	last = first->way == CYCLIC_STAR
		       ? cyclic_star_last(first->cycle.p, n - 1)
		       : first->plan.last;
	delay = cyclic_in_ticks(
		(int64_t)last - (int64_t)first->cycle.q, first->cycle.q);
	cyclic_candidates_clear(&builder.all);
	return delay;
}

void cyclic_build(struct cyclic *cyclic, uint32_t n, uint64_t m,
	mpq_srcptr lambda, mpz_srcptr unit_max, uint64_t work)
{
	struct builder builder = {.n = n,
		.m = m,
		.work_max = work > 0 ? work : USUAL_WORK,
		.best = cyclic};
	const struct cyclic_candidate *candidate;

	*cyclic = (struct cyclic){.delay = INT64_MAX, .reach = INT64_MIN};
	builder_init(&builder, lambda, unit_max);
	while (builder.work[0] <= builder.work_max &&
		(candidate = next_candidate(&builder, cyclic->delay)) != NULL)
		try_candidate(&builder, candidate);
	cyclic_candidates_clear(&builder.all);
}

void cyclic_clear(struct cyclic *cyclic)
{
	periodic_groups_clear(&cyclic->groups);
	periodic_tail_clear(&cyclic->tail);
}
