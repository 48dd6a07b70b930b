/*
 * At first every group takes leaves as nearly alike as its sum permits, of two
 * neighbouring kinds.  That leaves over leaves of the lowest and highest kinds.
 * A spread exchanges, in a group, two leaves of kinds a <= e for one of a - 1
 * and one of e + 1: the sum stays.  Let
 * 	short[h] = sum over j < h of (h - j) (leaves of kind j that there are,
 * less those taken); a spread subtracts one from it for each of a .. e, and all
 * leaves are dealt when it is 0 everywhere.  So the intervals of the spreads
 * must cover each h exactly short[h] times.
 *
 * Example: two groups take two leaves of sum 3 each, and there is one leaf of
 * each kind from 0 to 3.  At first both take kinds 1 and 2, which leaves kinds
 * 0 and 3 over, and short[1] = short[2] = 1.  The spread of a = 1 and e = 2
 * covers both: one group takes kinds 0 and 3 instead, and all are dealt.
 */
#include "model/cyclic/plan.h"

#include <string.h>

#include "base/mem.h"

/* Of the passes, the first SINGLE ones make one spread a group. */
enum { PASSES = 60, SINGLE = 3, PARTNERS = 20 };

/* The largest table, runs times kinds, of one deal. */
enum { TABLE_MAX = 1 << 22 };

struct deal {
	struct cyclic_runs *runs;
	size_t kinds;
	int64_t *missing; /* short, of each kind */
	int64_t sum;	  /* of these */
	int64_t *work;
};

/* Gives every run leaves as nearly alike as possible. */
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

/* Finds missing; returns whether spreads can cover it. */
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

/* The interval a .. e of a spread; many: as many in one group as fit. */
struct spread {
	size_t a, e;
	int is_many;
};

/* The longest interval that begins or ends at the kind and is needed
 * throughout. */
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
	*deal->work -= (int64_t)deal->kinds / 8 + 1;
	spread->a = from_end ? found : at;
	spread->e = from_end ? at : found;
	return found > 0;
}

/* In how many nodes of run i it is made, and how often in each. */
static void make_spread(
	struct deal *deal, size_t i, const struct spread *spread)
{
	uint32_t *leaf = cyclic_runs_leaves(deal->runs, i);
	int64_t times = leaf[spread->a] < leaf[spread->e] ? leaf[spread->a]
							  : leaf[spread->e];
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

/* Makes one spread in a run, or all that it can have. */
static void spread_run(struct deal *deal, size_t i, int from_end, int is_many)
{
	struct spread spread = {.is_many = is_many};

	*deal->work -= (int64_t)deal->kinds / 8 + 1;
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

/* Spreads from the low or from the high kinds: one a group and pass at first,
 * then as many as fit. */
static void spread_all(struct deal *deal, int from_end)
{
	for (int pass = 0; pass < PASSES && deal->sum > 0; pass++) {
		int64_t before = deal->sum;

		for (size_t i = 0; i < deal->runs->count && deal->sum > 0 &&
				   *deal->work > 0;
			i++) {
			if (deal->runs->run[i].size < 3 ||
				deal->runs->count * deal->kinds > TABLE_MAX)
				continue;
			spread_run(deal, i, from_end, pass >= SINGLE);
		}
		*deal->work -= (int64_t)deal->runs->count;
		if (deal->sum == before)
			return;
	}
}

/* -- If missing[h] is the only one left: one group widens an interval to
 * include h, another shrinks one that ended at h - 1; the total changes at h
 * alone. */

/* Whether run i could spread a and h, and run j take a - 1 and h back (or the
 * same upwards). */
static size_t find_pair(const struct deal *deal, size_t i, size_t j, size_t h)
{
	const uint32_t *one = cyclic_runs_leaves(deal->runs, i);
	const uint32_t *two = cyclic_runs_leaves(deal->runs, j);

	*deal->work -= (int64_t)deal->kinds;
	if (*deal->work < 0 || (i == j && deal->runs->run[i].count < 2))
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

/* Splits off as many nodes of run i as of run j, which may be the same run. */
static void make_pair(struct deal *deal, size_t i, size_t j, size_t h, size_t a)
{
	int64_t nodes = deal->missing[h];
	size_t below = a < h ? a - 1 : a + 1, above = a < h ? h + 1 : h - 1;
	int64_t one = (int64_t)deal->runs->run[i].count;
	int64_t two = (int64_t)deal->runs->run[j].count;

	if (i == j)
		one = two = one / 2;
	if (nodes > one)
		nodes = one;
	if (nodes > two)
		nodes = two;
	cyclic_runs_split(deal->runs, i, (uint64_t)nodes);
	if (i == j)
		j = deal->runs->count - 1;
	cyclic_runs_split(deal->runs, j, (uint64_t)nodes);
	move_deal(cyclic_runs_leaves(deal->runs, i), a, below);
	move_deal(cyclic_runs_leaves(deal->runs, i), h, above);
	move_deal(cyclic_runs_leaves(deal->runs, j), below, a);
	move_deal(cyclic_runs_leaves(deal->runs, j), h, a < h ? h - 1 : h + 1);
	deal->missing[h] -= nodes;
	deal->sum -= nodes;
}

/* Runs with a leaf of the kind; for mem_free. */
static size_t *list_runs(const struct deal *deal, size_t h, size_t *count)
{
	size_t *list = mem_array(deal->runs->count + 1, sizeof *list);

	*count = 0;
	for (size_t i = 0; i < deal->runs->count; i++)
		if (cyclic_runs_leaves(deal->runs, i)[h] > 0)
			list[(*count)++] = i;
	return list;
}

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
		while (deal->missing[h] > 0 && pair_kind(deal, h) &&
			deal->runs->count * deal->kinds <= TABLE_MAX)
			;
}

/* Tries spreads from one end on copies; keeps the result if all leaves are
 * dealt. */
static int try_spreads(struct deal *deal, int from_end)
{
	struct cyclic_runs runs;
	struct deal copy = {
		.runs = &runs, .kinds = deal->kinds, .work = deal->work};

	copy.sum = deal->sum;
	copy.missing = mem_array(deal->kinds, sizeof *copy.missing);
	memcpy(copy.missing, deal->missing, deal->kinds * sizeof *copy.missing);
	cyclic_runs_copy(&runs, deal->runs);
	spread_all(&copy, from_end);
	pair_all(&copy);
	mem_free(copy.missing);
	if (copy.sum != 0) {
		cyclic_runs_clear(&runs);
		return 0;
	}
	cyclic_runs_clear(deal->runs);
	*deal->runs = runs;
	return 1;
}

int cyclic_deal(struct cyclic_runs *runs, const struct cyclic_hand *hand)
{
	struct deal deal = {
		.runs = runs, .kinds = hand->kinds, .work = hand->work};
	int is_dealt = 0;

	if (runs->count * hand->kinds > TABLE_MAX)
		return 0;
	*hand->work -= (int64_t)(runs->count * hand->kinds);
	deal.missing = mem_array(hand->kinds, sizeof *deal.missing);
	if (take_alike(&deal, hand) && count_missing(&deal, hand)) {
		is_dealt = deal.sum == 0 || cyclic_deal_swapping(runs, hand);
		for (int end = 0; end < 2 && !is_dealt && !hand->by_way; end++)
			is_dealt = try_spreads(&deal, end);
	}
	mem_free(deal.missing);
	return is_dealt;
}
