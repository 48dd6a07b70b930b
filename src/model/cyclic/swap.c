/*
 * For few groups and many kinds.  Leaf by leaf, from the highest, goes to the
 * group whose need per leaf still to be taken is greatest; then a group whose
 * sum is too large and one whose sum is too small exchange leaves, until all
 * sums are right.
 */
#include "model/cyclic/deal.h"

#include <string.h>

#include "base/mem.h"

/* What a group still needs: total height, and leaves. */
struct need {
	int64_t height, leaves;
};

/* The most groups times leaves; above it, deal.c is quicker. */
enum { FEW_MAX = 1 << 21 };

struct swap {
	struct cyclic_runs *runs;
	struct need *need;
	size_t kinds;
	int64_t *work;
};

/* Every group becomes a run of its own. */
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

/* The group of the greatest need; SIZE_MAX if all are full. */
static size_t neediest(const struct swap *swap)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < swap->runs->count; i++) {
		const struct need *need = &swap->need[i];

		if (need->leaves > 0 &&
			(best == SIZE_MAX ||
				need->height * swap->need[best].leaves >
					swap->need[best].height * need->leaves))
			best = i;
	}
	return best;
}

static int deal_down(struct swap *swap, const struct cyclic_hand *hand)
{
	for (size_t kind = swap->kinds; kind-- > 0;) {
		uint64_t left = hand->leaf[kind];

		left -= hand->has_slack && hand->pure == kind;
		for (; left > 0; left--) {
			size_t i = neediest(swap);

			if (i == SIZE_MAX)
				return 0;
			cyclic_runs_leaves(swap->runs, i)[kind]++;
			swap->need[i].leaves--;
			swap->need[i].height -= (int64_t)kind - 1;
		}
	}
	return neediest(swap) == SIZE_MAX;
}

/* Exchanges a leaf of a for one of b that is higher, by as much as possible up
 * to most; returns by how much. */
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

/* One exchange between a, which needs more, and a group that has too much. */
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

static int set_right(struct swap *swap)
{
	for (size_t a = 0; a < swap->runs->count; a++)
		while (swap->need[a].height > 0)
			if (*swap->work <= 0 || !change_one(swap, a))
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
	struct swap swap = {
		.runs = &copy, .kinds = runs->kinds, .work = hand->work};
	uint64_t groups = 0, leaves = 0;
	int is_dealt;

	for (size_t i = 0; i < runs->count; i++) {
		groups += runs->run[i].count;
		leaves += runs->run[i].count * runs->run[i].size;
	}
	if (groups == 0 || *hand->work < 0 || leaves > FEW_MAX / groups)
		return 0;
	*hand->work -= (int64_t)(leaves * groups);
	cyclic_runs_copy(&copy, runs);
	part_groups(&swap, hand);
	is_dealt = deal_down(&swap, hand) && set_right(&swap);
	mem_free(swap.need);
	if (is_dealt) {
		cyclic_runs_clear(runs);
		*runs = copy;
	} else {
		cyclic_runs_clear(&copy);
	}
	return is_dealt;
}
