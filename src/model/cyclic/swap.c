/*
 * Dealing by exchanges.  Each leaf, from the highest down, goes to the group
 * that needs most height per leaf that it still takes, but to one that needs
 * less than the leaf's height only if all others do, too: a small group might
 * have nothing to give it back for.  Then groups exchange leaves, the neediest
 * first, until all sums are right.  An exchange by less than the difference of
 * the two groups' needs brings these nearer to each other, so that there is an
 * end to it.  Where there is none, one by 1 between groups whose needs differ
 * by 1 lets these trade places, so that another group is to be helped, which
 * may be easier.
 *
 * Example: a group has a leaf of height 1 and needs 2, another has 4 and needs
 * 3, so they cannot help each other.  A third group has 2 and 3, as it should:
 * it gives the first group its 2 for the 1, and the second its 3 for the 4.
 */
#include "model/cyclic/plan.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/random.h"

/* What a group still needs: total height, and leaves. */
struct need {
	int64_t height, leaves;
};

/* The most groups times kinds, which is the size of a table. */
enum { TABLE_MAX = 1 << 24 };

/* The most exchanges in a row that only trade places. */
enum { IN_VAIN = 1000 };

/* The work of giving a leaf to a group by the heap. */
enum { LEAF_WORK = 24 };

struct swap {
	struct cyclic_runs *runs;
	struct need *need;
	size_t *heap; /* groups not full yet, the neediest first */
	size_t heaped;
	size_t kinds;
	int64_t leaf; /* the height of the leaf to be given away */
	struct random random;
	int64_t *work;
};

/* Makes every group a run of its own, without leaves. */
static void part_groups(struct swap *swap, const struct cyclic_hand *hand)
{
	for (size_t i = 0; i < swap->runs->count; i++)
		cyclic_runs_split(swap->runs, i, 1);
	swap->need = mem_array(swap->runs->count, sizeof *swap->need);
	for (size_t i = 0; i < swap->runs->count; i++) {
		const struct cyclic_run *run = &swap->runs->run[i];

		memset(cyclic_runs_leaves(swap->runs, i), 0,
			swap->kinds * sizeof *swap->runs->leaves);
		swap->need[i].leaves = (int64_t)run->size - 1;
		swap->need[i].height = run->balls * (int64_t)run->size -
				       cyclic_height(hand, run);
	}
}

/* Whether the leaf should rather go to group i than to group j; of equals to
 * the first. */
static int is_needier(const struct swap *swap, size_t i, size_t j)
{
	const struct need *a = &swap->need[i], *b = &swap->need[j];
	int64_t one = a->height * b->leaves, two = b->height * a->leaves;
	int is_high = a->height >= swap->leaf;

	if (is_high != (b->height >= swap->leaf))
		return is_high;
	return one != two ? one > two : i < j;
}

/* Moves the group at a place of the heap down to where it belongs. */
static void sift(struct swap *swap, size_t at)
{
	size_t *heap = swap->heap;

	for (;;) {
		size_t child = 2 * at + 1, moved = heap[at];

		if (child + 1 < swap->heaped &&
			is_needier(swap, heap[child + 1], heap[child]))
			child++;
		if (child >= swap->heaped ||
			is_needier(swap, moved, heap[child]))
			return;
		heap[at] = heap[child];
		heap[child] = moved;
		at = child;
	}
}

/* Orders the groups that are not full for leaves of a kind. */
static void heap_groups(struct swap *swap, size_t kind)
{
	swap->leaf = (int64_t)kind - 1;
	swap->heaped = 0;
	for (size_t i = 0; i < swap->runs->count; i++)
		if (swap->need[i].leaves > 0)
			swap->heap[swap->heaped++] = i;
	for (size_t at = swap->heaped / 2; at-- > 0;)
		sift(swap, at);
	*swap->work -= (int64_t)swap->runs->count;
}

/* Gives a leaf to the neediest group. */
static void give_leaf(struct swap *swap, size_t kind)
{
	size_t i = swap->heap[0];

	cyclic_runs_leaves(swap->runs, i)[kind]++;
	swap->need[i].height -= swap->leaf;
	if (--swap->need[i].leaves == 0)
		swap->heap[0] = swap->heap[--swap->heaped];
	if (swap->heaped > 0)
		sift(swap, 0);
}

/* Gives all leaves away. */
static void deal_down(struct swap *swap, const struct cyclic_hand *hand)
{
	swap->heap = mem_array(swap->runs->count, sizeof *swap->heap);
	for (size_t kind = swap->kinds; kind-- > 0;) {
		uint64_t left = hand->leaf[kind];

		left -= hand->has_slack && hand->pure == kind;
		if (left > 0)
			heap_groups(swap, kind);
		for (; left > 0; left--)
			give_leaf(swap, kind);
	}
	mem_free(swap->heap);
}

/* Exchanges a leaf of group a for one of group b that is higher, by as much as
 * possible up to most; returns 0 if there is no such pair. */
static int change(struct swap *swap, size_t a, size_t b, size_t most)
{
	uint32_t *one = cyclic_runs_leaves(swap->runs, a);
	uint32_t *two = cyclic_runs_leaves(swap->runs, b);
	size_t best = 0, at = 0;

	*swap->work -= (int64_t)swap->kinds;
	for (size_t x = 0; x + best + 1 < swap->kinds && best < most; x++) {
		size_t y = (size_t)least_u64(x + most, swap->kinds - 1);

		if (one[x] == 0)
			continue;
		*swap->work -= (int64_t)(y - x - best);
		while (y > x + best && two[y] == 0)
			y--;
		if (y > x + best) {
			best = y - x;
			at = x;
		}
	}
	if (best == 0)
		return 0;
	one[at]--;
	two[at]++;
	one[at + best]++;
	two[at + best]--;
	swap->need[a].height -= (int64_t)best;
	swap->need[b].height += (int64_t)best;
	return 1;
}

/* Exchanges leaves between group a and any group that needs less, by at least
 * `least'; returns 0 if it cannot. */
static int help(struct swap *swap, size_t a, int64_t least)
{
	uint32_t groups = (uint32_t)swap->runs->count;
	uint32_t first = random_below(&swap->random, groups);

	*swap->work -= groups;
	for (uint32_t x = 0; x < groups; x++) {
		size_t b = (first + x) % groups;
		int64_t gap = swap->need[a].height - swap->need[b].height;

		if (gap >= least &&
			change(swap, a, b, gap > 1 ? (size_t)gap - 1 : 1))
			return 1;
	}
	return 0;
}

/* A group that needs most height. */
static size_t neediest(struct swap *swap)
{
	size_t a = random_below(&swap->random, (uint32_t)swap->runs->count);

	for (size_t b = 0; b < swap->runs->count; b++)
		if (swap->need[b].height > swap->need[a].height)
			a = b;
	return a;
}

/* Exchanges leaves until nobody needs anything, as the needs add up to 0;
 * returns 0 if there is no exchange left, or it takes too long. */
static int set_right(struct swap *swap)
{
	int in_vain = 0;

	while (*swap->work > 0 && in_vain < IN_VAIN) {
		size_t a = neediest(swap);

		if (swap->need[a].height == 0)
			return 1;
		if (help(swap, a, 2))
			in_vain = 0;
		else if (help(swap, a, 1))
			in_vain++;
		else
			return 0;
	}
	return 0;
}

int cyclic_deal_swapping(
	struct cyclic_runs *runs, const struct cyclic_hand *hand)
{
	struct cyclic_runs copy;
	struct swap swap = {.runs = &copy,
		.kinds = runs->kinds,
		.random = {1, 0},
		.work = hand->work};
	uint64_t groups = 0, leaves = 0;
	int is_dealt;

	for (size_t i = 0; i < runs->count; i++) {
		groups += runs->run[i].count;
		leaves += runs->run[i].count * runs->run[i].size;
	}
	if (groups > TABLE_MAX / runs->kinds ||
		(int64_t)leaves * LEAF_WORK > *hand->work)
		return 0;
	*hand->work -= (int64_t)leaves * LEAF_WORK;
	cyclic_runs_copy(&copy, runs);
	part_groups(&swap, hand);
	deal_down(&swap, hand);
	is_dealt = set_right(&swap);
	mem_free(swap.need);
	if (is_dealt) {
		cyclic_runs_clear(runs);
		*runs = copy;
	} else {
		cyclic_runs_clear(&copy);
	}
	return is_dealt;
}
