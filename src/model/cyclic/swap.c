/*
 * Dealing by exchanges, for few groups and many kinds.  Each leaf, from the
 * highest down, goes to the group that needs most height per leaf that it still
 * takes.  Then groups whose sums are too small exchange leaves with groups
 * whose sums are too large, or indirectly, through groups whose sums are right,
 * until all sums are right.
 *
 * Example: a group has a leaf of height 1 and needs 2, another has 4 and needs
 * 3, so they cannot help each other.  A third group has 2 and 3, as it should:
 * it gives the first group its 2 for the 1, and the second its 3 for the 4.
 */
#include "model/cyclic/plan.h"

#include <string.h>

#include "base/mem.h"

/* What a group still needs: total height, and leaves. */
struct need {
	int64_t height, leaves;
};

/* The most groups times leaves, unless exchanges are indirect; above it, deal.c
 * is mostly quicker. */
enum { FEW_MAX = 1 << 21 };

/* The most groups times kinds, which is the size of a table. */
enum { TABLE_MAX = 1 << 22 };

/* The most groups that take part in one indirect exchange. */
enum { HELPERS = 200 };

/* The work of giving a leaf to a group by the heap. */
enum { LEAF_WORK = 48 };

struct swap {
	struct cyclic_runs *runs;
	struct need *need;
	size_t *heap; /* groups not full yet, the neediest first */
	size_t heaped;
	size_t kinds;
	int is_indirect;
	size_t helper; /* where to look for the next helper */
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

/* Whether group i needs more height per leaf than group j; of equals the first
 * does. */
static int is_needier(const struct swap *swap, size_t i, size_t j)
{
	const struct need *a = &swap->need[i], *b = &swap->need[j];
	int64_t one = a->height * b->leaves, two = b->height * a->leaves;

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

static void heap_groups(struct swap *swap)
{
	size_t count = 0;

	swap->heap = mem_array(swap->runs->count + 1, sizeof *swap->heap);
	for (size_t i = 0; i < swap->runs->count; i++)
		if (swap->need[i].leaves > 0)
			swap->heap[count++] = i;
	swap->heaped = count;
	for (size_t at = count / 2; at-- > 0;)
		sift(swap, at);
}

/* Gives a leaf to the neediest group. */
static void give_leaf(struct swap *swap, size_t kind)
{
	size_t i = swap->heap[0];

	cyclic_runs_leaves(swap->runs, i)[kind]++;
	swap->need[i].height -= (int64_t)kind - 1;
	if (--swap->need[i].leaves == 0)
		swap->heap[0] = swap->heap[--swap->heaped];
	if (swap->heaped > 0)
		sift(swap, 0);
}

/* Gives all leaves away; returns 0 unless they are as many as the groups
 * need. */
static int deal_down(struct swap *swap, const struct cyclic_hand *hand)
{
	heap_groups(swap);
	for (size_t kind = swap->kinds; kind-- > 0;) {
		uint64_t left = hand->leaf[kind];

		left -= hand->has_slack && hand->pure == kind;
		for (; left > 0; left--) {
			if (swap->heaped == 0)
				return 0;
			give_leaf(swap, kind);
		}
	}
	return swap->heaped == 0;
}

/* Exchanges a leaf of group a for one of group b that is higher, by as much as
 * possible up to most; returns by how much, 0 if there is no such pair. */
static int64_t change(struct swap *swap, size_t a, size_t b, int64_t most)
{
	uint32_t *one = cyclic_runs_leaves(swap->runs, a);
	uint32_t *two = cyclic_runs_leaves(swap->runs, b);
	size_t best = 0, at = 0;

	for (size_t x = 0; x < swap->kinds; x++)
		for (size_t y = x + best + 1; one[x] > 0 && y < swap->kinds &&
					      (int64_t)(y - x) <= most;
			y++)
			if (two[y] > 0) {
				best = y - x;
				at = x;
			}
	*swap->work -= (int64_t)swap->kinds;
	if (best == 0)
		return 0;
	one[at]--;
	two[at]++;
	one[at + best]++;
	two[at + best]--;
	swap->need[a].height -= (int64_t)best;
	swap->need[b].height += (int64_t)best;
	return (int64_t)best;
}

/* Makes one exchange between group a, which needs more, and a group that has
 * too much; returns 0 if there is none. */
static int change_one(struct swap *swap, size_t a)
{
	for (size_t b = 0; b < swap->runs->count; b++) {
		int64_t most = -swap->need[b].height;

		if (most > swap->need[a].height)
			most = swap->need[a].height;
		if (most > 0 && change(swap, a, b, most) > 0)
			return 1;
	}
	return 0;
}

/* Lets a group whose sum is right give group a a leaf that is one higher, so
 * that it needs one more itself; returns it, or SIZE_MAX if there is none. */
static size_t pass_on(struct swap *swap, size_t a)
{
	size_t groups = swap->runs->count;

	for (size_t x = 0; x < groups; x++) {
		size_t c = (swap->helper + x) % groups;

		if (swap->need[c].height == 0 && change(swap, a, c, 1) > 0) {
			swap->helper = c + 1;
			return c;
		}
	}
	return SIZE_MAX;
}

/* Brings group a nearer to what it needs, if allowed indirectly; returns 0 if
 * it cannot. */
static int help(struct swap *swap, size_t a)
{
	if (!swap->is_indirect)
		return change_one(swap, a);
	for (int i = 0; i < HELPERS && 0 < *swap->work; i++) {
		if (change_one(swap, a))
			return 1;
		a = pass_on(swap, a);
		if (a == SIZE_MAX)
			return 0;
	}
	return 0;
}

static int set_right(struct swap *swap)
{
	for (size_t a = 0; a < swap->runs->count; a++)
		while (swap->need[a].height > 0)
			if (!help(swap, a))
				return 0;
	for (size_t a = 0; a < swap->runs->count; a++)
		if (swap->need[a].height != 0)
			return 0;
	return 1;
}

int cyclic_deal_swapping(
	struct cyclic_runs *runs, const struct cyclic_hand *hand)
{
	struct cyclic_runs copy;
	struct swap swap = {.runs = &copy,
		.kinds = runs->kinds,
		.is_indirect = hand->is_indirect,
		.work = hand->work};
	uint64_t groups = 0, leaves = 0;
	int is_dealt;

	for (size_t i = 0; i < runs->count; i++) {
		groups += runs->run[i].count;
		leaves += runs->run[i].count * runs->run[i].size;
	}
	/* Other trees, which have as many, need not be tried. */
	if (hand->is_indirect &&
		(groups > TABLE_MAX / runs->kinds ||
			(int64_t)leaves * LEAF_WORK > *hand->work))
		*hand->work = -1;
	if (groups == 0 || *hand->work < 0 ||
		groups > TABLE_MAX / runs->kinds ||
		(!hand->is_indirect && leaves > FEW_MAX / groups))
		return 0;
	*hand->work -=
		(int64_t)(leaves * (hand->is_indirect ? LEAF_WORK : groups));
	cyclic_runs_copy(&copy, runs);
	part_groups(&swap, hand);
	is_dealt = deal_down(&swap, hand) && set_right(&swap);
	mem_free(swap.need);
	mem_free(swap.heap);
	if (is_dealt) {
		cyclic_runs_clear(runs);
		*runs = copy;
	} else {
		cyclic_runs_clear(&copy);
	}
	return is_dealt;
}
