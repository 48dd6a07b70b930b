/*
 * At first every group takes leaves as nearly alike as its sum permits, of one
 * or two neighbouring kinds.  Then the leaves left over are those of the lowest
 * and highest kinds.  A spread replaces, in a group, two leaves of kinds a <= e
 * by one of kind a - 1 and one of kind e + 1, which leaves the sum unchanged.
 * Let
 * 	missing[h] = sum over j < h of (h - j) (leaves of kind j - those taken).
 * A spread subtracts one from missing[h] for each h from a to e, and all leaves
 * are dealt when it is 0 everywhere.  So the intervals a .. e of the spreads
 * must cover each h exactly missing[h] times.
 *
 * Example: two groups take two leaves of sum 3 each, and there is one leaf of
 * each kind from 0 to 3.  At first both groups take kinds 1 and 2, which leaves
 * kinds 0 and 3 over, and missing[1] = missing[2] = 1.  The spread of a = 1 and
 * e = 2 covers both: one group takes kinds 0 and 3 instead, and all leaves are
 * dealt.
 */
#include "model/cyclic/plan.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

/* The first SINGLE passes make one spread a group.  A run is paired with itself
 * and up to PARTNERS others. */
enum { PASSES = 60, SINGLE = 3, PARTNERS = 20 };

/* The largest table, of runs times kinds. */
enum { TABLE_MAX = 1 << 22 };

/* The steps for spreads from one end and for pairs, for each group that a run
 * has on average; mostly, those that deal all leaves take fewer. */
enum { SPREAD_WORK = 1 << 15 };

struct deal {
	struct cyclic_runs *runs;
	size_t kinds;
	int64_t *missing; /* of each kind: see above */
	int64_t sum;	  /* of missing */
	int64_t work;	  /* steps left */
};

/* Gives every run leaves as nearly alike as possible; returns 0 if no leaves
 * have the sum that its balls ask for. */
static int take_alike(struct deal *deal, const struct cyclic_hand *hand)
{
	for (size_t i = 0; i < deal->runs->count; i++) {
		const struct cyclic_run *run = &deal->runs->run[i];
		uint32_t *leaf = cyclic_runs_leaves(deal->runs, i);
		int64_t others = (int64_t)run->size - 1, sum;

		memset(leaf, 0, deal->kinds * sizeof *leaf);
		sum = run->balls * (others + 1) - cyclic_height(hand, run) +
		      others;
		if (others == 0 && sum == 0)
			continue;
		if (others == 0 || sum < 0 ||
			sum > (int64_t)(deal->kinds - 1) * others)
			return 0;
		leaf[sum / others] = (uint32_t)(others - sum % others);
		if (sum % others > 0)
			leaf[sum / others + 1] = (uint32_t)(sum % others);
	}
	return 1;
}

/* Finds missing; returns 0 if spreads cannot cover it. */
static int count_missing(struct deal *deal, const struct cyclic_hand *hand)
{
	int64_t left = 0, sum = 0;

	deal->sum = 0;
	for (size_t kind = 0; kind < deal->kinds; kind++) {
		deal->missing[kind] = sum;
		if (sum < 0)
			return 0;
		deal->sum += sum;
		left += (int64_t)hand->leaf[kind];
		left -= hand->has_slack && hand->pure == kind;
		for (size_t i = 0; i < deal->runs->count; i++)
			left -= (int64_t)cyclic_runs_leaves(
					deal->runs, i)[kind] *
				(int64_t)deal->runs->run[i].count;
		sum += left;
	}
	return left == 0 && sum == 0;
}

/* The interval a .. e of a spread; is_many: to be made as often in one group as
 * possible. */
struct spread {
	size_t a, e;
	int is_many;
};

/* Finds the longest interval that begins, or ends, at the given kind, between
 * two leaves of the group, and is missing throughout; returns 0 if there is
 * none. */
static int find_spread(struct deal *deal, const uint32_t *leaf,
	struct spread *spread, size_t at, int from_end)
{
	size_t found = 0;

	if (leaf[at] == 0)
		return 0;
	for (size_t z = at;
		z > 0 && z + 1 < deal->kinds && deal->missing[z] > 0;
		from_end ? z-- : z++)
		if (leaf[z] > (z == at))
			found = z;
	deal->work -= (int64_t)deal->kinds / 8 + 1;
	spread->a = from_end ? found : at;
	spread->e = from_end ? at : found;
	return found > 0;
}

/* Makes a spread in as many nodes of run i as possible, which are split off. */
static void make_spread(
	struct deal *deal, size_t i, const struct spread *spread)
{
	uint32_t *leaf = cyclic_runs_leaves(deal->runs, i);
	int64_t times = (int64_t)least_u64(leaf[spread->a], leaf[spread->e]);
	int64_t nodes = (int64_t)deal->runs->run[i].count, most = INT64_MAX;

	for (size_t z = spread->a; z <= spread->e; z++)
		if (deal->missing[z] < most)
			most = deal->missing[z];
	if (spread->a == spread->e)
		times /= 2;
	if (!spread->is_many)
		times = 1;
	if (times > most)
		times = most;
	if (nodes > most / times)
		nodes = most / times;
	cyclic_runs_split(deal->runs, i, (uint64_t)nodes);
	leaf = cyclic_runs_leaves(deal->runs, i);
	leaf[spread->a] -= (uint32_t)times;
	leaf[spread->e] -= (uint32_t)times;
	leaf[spread->a - 1] += (uint32_t)times;
	leaf[spread->e + 1] += (uint32_t)times;
	for (size_t z = spread->a; z <= spread->e; z++) {
		deal->missing[z] -= times * nodes;
		deal->sum -= times * nodes;
	}
}

/* Makes one spread in run i or, if is_many, all that are possible. */
static void spread_run(struct deal *deal, size_t i, int from_end, int is_many)
{
	struct spread spread = {.is_many = is_many};

	deal->work -= (int64_t)deal->kinds / 8 + 1;
	for (size_t y = 1; y + 1 < deal->kinds && deal->sum > 0; y++) {
		size_t at = from_end ? deal->kinds - 1 - y : y;

		if (deal->missing[at] <= 0 ||
			!find_spread(deal, cyclic_runs_leaves(deal->runs, i),
				&spread, at, from_end))
			continue;
		make_spread(deal, i, &spread);
		if (!is_many)
			return;
	}
}

/* Makes spreads, beginning with the low or with the high kinds: at first one a
 * group and pass, then as many as possible. */
static void spread_all(struct deal *deal, int from_end)
{
	for (int pass = 0; pass < PASSES && deal->sum > 0; pass++) {
		int64_t before = deal->sum;

		for (size_t i = 0; i < deal->runs->count && deal->sum > 0 &&
				   deal->work > 0;
			i++) {
			if (deal->runs->run[i].size < 3 ||
				deal->runs->count * deal->kinds > TABLE_MAX)
				continue;
			spread_run(deal, i, from_end, pass >= SINGLE);
		}
		deal->work -= (int64_t)deal->runs->count;
		if (deal->sum == before)
			return;
	}
}

/* -- Pairs: one group makes the spread a .. h and another undoes a .. h - 1, so
 * that missing changes at h alone; or, for a above h, h .. a and h + 1 .. a. */

/* An a for which run i can do the former and run j the latter, if both have a
 * leaf of kind h; 0 if there is none. */
static size_t find_pair(struct deal *deal, size_t i, size_t j, size_t h)
{
	const uint32_t *one = cyclic_runs_leaves(deal->runs, i);
	const uint32_t *two = cyclic_runs_leaves(deal->runs, j);

	deal->work -= (int64_t)deal->kinds;
	if (deal->work < 0 || (i == j && deal->runs->run[i].count < 2))
		return 0;
	for (size_t a = 1; a + 1 < deal->kinds; a++)
		if (a != h && one[a] > 0 && two[a < h ? a - 1 : a + 1] > 0)
			return a;
	return 0;
}

static void move_deal(uint32_t *leaf, size_t from, size_t to)
{
	leaf[from]--;
	leaf[to]++;
}

/* Makes such a pair in as many nodes of run i as of run j, which may be the
 * same run. */
static void make_pair(struct deal *deal, size_t i, size_t j, size_t h, size_t a)
{
	size_t below = a < h ? a - 1 : a + 1, above = a < h ? h + 1 : h - 1;
	uint64_t one = deal->runs->run[i].count / (i == j ? 2 : 1);
	uint64_t nodes = least_u64((uint64_t)deal->missing[h],
		least_u64(one, deal->runs->run[j].count));

	cyclic_runs_split(deal->runs, i, nodes);
	if (i == j)
		j = deal->runs->count - 1;
	cyclic_runs_split(deal->runs, j, nodes);
	move_deal(cyclic_runs_leaves(deal->runs, i), a, below);
	move_deal(cyclic_runs_leaves(deal->runs, i), h, above);
	move_deal(cyclic_runs_leaves(deal->runs, j), below, a);
	move_deal(cyclic_runs_leaves(deal->runs, j), h, a < h ? h - 1 : h + 1);
	deal->missing[h] -= (int64_t)nodes;
	deal->sum -= (int64_t)nodes;
}

/* The runs with a leaf of kind h.  Free it with mem_free. */
static size_t *list_runs(const struct deal *deal, size_t h, size_t *count)
{
	size_t *list = mem_array(deal->runs->count + 1, sizeof *list);

	*count = 0;
	for (size_t i = 0; i < deal->runs->count; i++)
		if (cyclic_runs_leaves(deal->runs, i)[h] > 0)
			list[(*count)++] = i;
	return list;
}

/* Makes pairs for h; returns whether missing[h] is smaller then. */
static int pair_kind(struct deal *deal, size_t h)
{
	int64_t before = deal->missing[h];
	size_t count, *list = list_runs(deal, h, &count);

	for (size_t x = 0; x < count && deal->missing[h] > 0; x++)
		for (size_t y = 0;
			y <= PARTNERS && y < count && deal->missing[h] > 0;
			y++) {
			size_t i = list[x], j = list[(x + y) % count], a;

			if (cyclic_runs_leaves(deal->runs, i)[h] == 0 ||
				cyclic_runs_leaves(deal->runs, j)[h] == 0)
				continue;
			a = find_pair(deal, i, j, h);
			if (a > 0)
				make_pair(deal, i, j, h, a);
		}
	mem_free(list);
	return deal->missing[h] < before;
}

static void pair_all(struct deal *deal)
{
	for (size_t h = 1; h + 1 < deal->kinds; h++)
		while (deal->work > 0 && deal->missing[h] > 0 &&
			pair_kind(deal, h) &&
			deal->runs->count * deal->kinds <= TABLE_MAX)
			;
}

/* Tries spreads from one end, and then pairs, on a copy; keeps the result if
 * all leaves are dealt.  *work: all steps left. */
static int try_spreads(const struct deal *deal, int from_end, int64_t *work)
{
	struct cyclic_runs runs;
	struct deal copy = *deal;

	copy.runs = &runs;
	copy.missing = mem_array(deal->kinds, sizeof *copy.missing);
	memcpy(copy.missing, deal->missing, deal->kinds * sizeof *copy.missing);
	cyclic_runs_copy(&runs, deal->runs);
	spread_all(&copy, from_end);
	pair_all(&copy);
	*work -= deal->work - copy.work;
	mem_free(copy.missing);
	if (copy.sum != 0) {
		cyclic_runs_clear(&runs);
		return 0;
	}
	cyclic_runs_clear(deal->runs);
	*deal->runs = runs;
	return 1;
}

static int64_t spread_work(const struct cyclic_runs *runs)
{
	uint64_t groups = 0;

	for (size_t i = 0; i < runs->count; i++)
		groups += runs->run[i].count;
	return SPREAD_WORK * (int64_t)(groups / (runs->count + 1) + 1);
}

int cyclic_deal(struct cyclic_runs *runs, const struct cyclic_hand *hand)
{
	struct deal deal = {
		.runs = runs, .kinds = hand->kinds, .work = spread_work(runs)};
	int is_dealt = 0;

	if (runs->count * hand->kinds > TABLE_MAX)
		return 0;
	*hand->work -= (int64_t)(runs->count * hand->kinds);
	deal.missing = mem_array(hand->kinds, sizeof *deal.missing);
	if (take_alike(&deal, hand) && count_missing(&deal, hand)) {
		is_dealt = deal.sum == 0 || try_spreads(&deal, 0, hand->work) ||
			   try_spreads(&deal, 1, hand->work) ||
			   cyclic_deal_swapping(runs, hand);
	}
	mem_free(deal.missing);
	return is_dealt;
}
