/*
 * "The child" below is the one at the last tick t', which a node may have or
 * not; w and E are as in plan.h.
 *
 * E = 0: the latency is below 2.  All leaves have height 0 or 1.  A parent with
 * the child takes w leaves of height 0, so b = 1; a parent without it takes
 * leaves of height 1, so b = 2.  So it suffices that the w of the parents with
 * the child add up to the number of leaves of height 0.
 *
 * Example: latency 1, six nodes, at 0, 1, 2, 2, 3 and 3.  The first four could
 * have a child at 3, and two of them do: the root and one of the nodes at 2.
 * So the root, of height 3, has three children and takes both leaves of height
 * 0: 3 + 0 + 0 = 1·3.  The node at 1, of height 2 with one child, is a group of
 * its own with b = 2; the parent at 2 is one with b = 1; and the leaf at 2 goes
 * to the pure receiver.
 *
 * E = 1: b = 2 as a rule.  In a group with the child all leaves then have
 * height 1; in a group without it one leaf has height 0.  If the sum of all
 * heights is larger than that of these groups, groups with b = 3, all of whose
 * leaves have height 2, make up for it; if it is smaller, groups with b = 1,
 * which have leaves of height 0 and one leaf that is put off.  Each leaf of
 * height 2 left over is dealt together with one of height 0 in place of two
 * leaves of height 1.
 *
 * E > 1: deal.c deals the leaves.  Here small groups, which have the least
 * choice, are kept few.
 */
#include "model/cyclic/plan.h"

#include "base/bits.h"
#include "base/mem.h"

struct parents {
	const struct cyclic_ends *ends;
	struct cyclic_runs *runs;
	uint64_t *put_off;
	uint64_t *left;	  /* by w: nodes not assigned yet */
	uint64_t *part;	  /* by w: those of them that were chosen */
	uint64_t with;	  /* nodes that are to have the child */
	uint64_t without; /* nodes that are not */
};

/* Makes a run of count nodes of those with the given w; size 0: they are leaves
 * and in no run. */
static void take_parents(struct parents *parents, uint64_t w, uint64_t count,
	uint64_t size, int64_t balls)
{
	parents->left[w] -= count;
	if (size > 0)
		cyclic_runs_add(parents->runs, parents->ends->could - 1 - w,
			count, size, balls);
}

/* The same with as many nodes as there are, up to *need, which it subtracts
 * from *need and returns. */
static uint64_t take_up_to(struct parents *parents, uint64_t w, uint64_t *need,
	uint64_t size, int64_t balls)
{
	uint64_t count = least_u64(*need, parents->left[w]);

	take_parents(parents, w, count, size, balls);
	*need -= count;
	return count;
}

/* Takes the nodes that have no child at t' and lost the one a unit before,
 * which was moved: they have w - 1 children, two or more, or are leaves. */
static int take_moved(struct parents *parents, int64_t balls)
{
	uint64_t moved = parents->ends->moved;

	if (parents->ends->is_sparse && parents->ends->could > 1)
		take_up_to(parents, 1, &moved, 0, balls);
	for (uint64_t w = 3; w < parents->ends->could && moved > 0; w++)
		take_up_to(parents, w, &moved, w - 1, balls);
	return moved == 0;
}

/* -- E = 0 */

/* The largest gain, up to most, in the sum of w if one chosen node is exchanged
 * for another node; 0 if there is none. */
static uint64_t best_gain(const struct parents *parents, uint64_t most,
	uint64_t *from, uint64_t *to)
{
	uint64_t best = 0;

	for (uint64_t a = 0; a < parents->ends->could; a++) {
		uint64_t b = least_u64(parents->ends->could - 1, a + most);

		if (parents->part[a] == 0)
			continue;
		for (; b > a + best; b--) {
			if (parents->part[b] == parents->left[b])
				continue;
			best = b - a;
			*from = a;
			*to = b;
			break;
		}
	}
	return best;
}

/* Chooses `with' nodes whose w have the given sum: first those of least w, some
 * of which are then exchanged for others of larger w, the largest gains first.
 * Returns 0 if it finds none. */
static int choose_sum(struct parents *parents, uint64_t sum)
{
	uint64_t nodes = parents->with, gain, from = 0, to = 0;

	for (uint64_t w = 0; w < parents->ends->could; w++) {
		uint64_t part = least_u64(nodes, parents->left[w]);

		if (part > 0 && w > sum / part)
			return 0;
		parents->part[w] = part;
		nodes -= part;
		sum -= w * part;
	}
	while (sum > 0 && (gain = best_gain(parents, sum, &from, &to)) > 0) {
		uint64_t count = least_u64(sum / gain,
			least_u64(parents->part[from],
				parents->left[to] - parents->part[to]));

		parents->part[from] -= count;
		parents->part[to] += count;
		sum -= count * gain;
	}
	return nodes == 0 && sum == 0;
}

/* Whether even the `with' nodes of largest w have too small a sum. */
static int is_too_light(const struct parents *parents, uint64_t sum)
{
	uint64_t nodes = parents->with;

	for (uint64_t w = parents->ends->could; w-- > 0;) {
		uint64_t part = least_u64(nodes, parents->left[w]);

		if (part > 0 && w > sum / part)
			return 0;
		nodes -= part;
		sum -= w * part;
	}
	return sum > 0;
}

/* Takes the nodes chosen to have the child; some also have a child put off. */
static void take_chosen(struct parents *parents)
{
	uint64_t off = parents->ends->off_children;

	for (uint64_t w = 0; w < parents->ends->could; w++) {
		uint64_t both = least_u64(off, parents->part[w]);

		off -= both;
		take_parents(parents, w, both, w + 2, 1);
		take_parents(parents, w, parents->part[w] - both, w + 1, 1);
	}
}

static enum cyclic_choice_status choose_low(struct parents *parents)
{
	const struct cyclic_ends *ends = parents->ends;
	int is_slack = ends->has_slack;

	if (!take_moved(parents, 2) || ends->last < ends->moved ||
		(is_slack && parents->left[0] == 0))
		return CYCLIC_MOVE;
	/* Keep a leaf of height 1 for the pure receiver. */
	parents->left[0] -= (uint64_t)is_slack;
	if (!choose_sum(parents, ends->last - ends->moved))
		return is_too_light(parents, ends->last - ends->moved)
			       ? CYCLIC_MOVE_CHILDREN
			       : CYCLIC_MOVE;
	take_chosen(parents);
	parents->left[0] += (uint64_t)is_slack;
	for (uint64_t w = 1; w < ends->could; w++)
		take_parents(parents, w, parents->left[w], w, 2);
	return CYCLIC_CHOSEN;
}

/* -- E = 1 */

/*
 * What is still to be made up for, as the sum of bG over all groups must be the
 * sum of the heights, without the pure receiver's leaf.  balls: by how much the
 * groups so far, with b = 2 in all others, exceed that sum.  twos: how many
 * leaves of height 2 are still needed.
 */
struct missing {
	int64_t balls;
	uint64_t twos;
};

static struct missing count_missing(const struct parents *parents)
{
	const struct cyclic_ends *ends = parents->ends;
	struct missing missing = {2 * (int64_t)ends->children, 0};

	for (uint64_t o = 0; o <= ends->class->last; o++)
		missing.balls -= (int64_t)(ends->class->layer[o] *
					   (ends->class->last - o));
	missing.balls += ends->has_slack ? CYCLIC_PURE_HEIGHT : 0;
	return missing;
}

/* Takes the moved nodes, those with w = 3 and 2 last: in their groups, of 2 and
 * 1, b is forced. */
static int take_moved_one(struct parents *parents, struct missing *missing)
{
	uint64_t moved = parents->ends->moved;

	for (uint64_t i = 4; i < parents->ends->could + 2 && moved > 0; i++) {
		uint64_t w = i < parents->ends->could
				     ? i
				     : 3 + parents->ends->could - i;
		uint64_t count;

		if (w >= parents->ends->could)
			break;
		count = take_up_to(parents, w, &moved, w - 1,
			w > 3	 ? 2
			: w == 3 ? 3
				 : 4);
		missing->balls += w > 3 ? 0 : 2 * (int64_t)count;
	}
	return moved == 0;
}

/* Takes the nodes with a child put off besides: with b = 1 and leaves of height
 * 0 or, if the sum must not shrink, with b = 2, leaves of height 1 and one of
 * height 2. */
static void take_off(struct parents *parents, struct missing *missing)
{
	uint64_t off = parents->ends->off_children;
	int is_two = off > 0 && missing->balls <= 0;

	for (uint64_t w = 0; w < parents->ends->could && off > 0; w++) {
		uint64_t count =
			take_up_to(parents, w, &off, w + 2, is_two ? 2 : 1);

		if (is_two)
			missing->twos += count;
		else
			missing->balls -= (int64_t)(count * (w + 2));
	}
}

/* Takes nodes without the child in groups with b = 3 and only leaves of height
 * 2: the smallest groups. */
static int take_threes(struct parents *parents, struct missing *missing)
{
	uint64_t could = parents->ends->could;
	uint64_t need = missing->balls < 0 ? (uint64_t)-missing->balls : 0;
	uint64_t *part = parents->part;

	for (uint64_t w = 0; w < could; w++)
		part[w] = 0;
	for (uint64_t w = 1; w < could && need > 0; w++) {
		part[w] = least_u64(need / w, parents->left[w]);
		need -= part[w] * w;
	}
	for (uint64_t w = 1; w + need < could && need > 0; w++)
		if (part[w] > 0 && parents->left[w + need] > part[w + need]) {
			part[w]--;
			part[w + need]++;
			need = 0;
		}
	for (uint64_t w = 1; w < could; w++) {
		if (parents->without < part[w])
			return 0;
		take_parents(parents, w, part[w], w, 3);
		parents->without -= part[w];
		missing->twos += part[w] * (w - 1);
	}
	if (missing->balls < 0)
		missing->balls = 0;
	return need == 0;
}

/* Takes the other nodes without the child: leaves, then groups with b = 2,
 * those of 1 last. */
static int take_without(struct parents *parents, struct missing *missing)
{
	uint64_t *without = &parents->without;

	if (take_up_to(parents, 0, without, 0, 2) < missing->twos)
		return 0;
	for (uint64_t w = 2; w < parents->ends->could; w++)
		take_up_to(parents, w, without, w, 2);
	if (parents->ends->could > 1)
		missing->balls +=
			(int64_t)take_up_to(parents, 1, without, 1, 3);
	return parents->without == 0;
}

/* Takes the nodes with the child: the largest groups have b = 1 and a leaf put
 * off, all others b = 2. */
static int take_with(struct parents *parents, struct missing *missing)
{
	uint64_t need = (uint64_t)missing->balls;

	for (uint64_t w = parents->ends->could; w-- > 1;) {
		uint64_t count = least_u64(parents->left[w], need / w);

		take_parents(parents, w, count, w + 1, 1);
		need -= count * w;
		*parents->put_off += count;
	}
	for (uint64_t w = 0; w < parents->ends->could; w++)
		take_parents(parents, w, parents->left[w], w + 1, 2);
	return need == 0 && *parents->put_off <= parents->ends->last;
}

static enum cyclic_choice_status choose_middle(struct parents *parents)
{
	struct missing missing = count_missing(parents);

	if (!take_moved_one(parents, &missing))
		return CYCLIC_MOVE;
	take_off(parents, &missing);
	if (!take_threes(parents, &missing) ||
		!take_without(parents, &missing) ||
		!take_with(parents, &missing))
		return CYCLIC_MOVE;
	return CYCLIC_CHOSEN;
}

/* -- E > 1 */

/* The i-th w of the nodes without the child: leaves first, then ascending with
 * groups of 1 last; or descending, if small groups are to be few. */
static uint64_t order_without(const struct cyclic_ends *ends, uint64_t i)
{
	if (i == 0)
		return 0;
	if (ends->is_sparse)
		return ends->could - i;
	return i + 1 < ends->could ? i + 1 : 1;
}

/* Takes the nodes with a child put off besides. */
static void take_off_high(struct parents *parents)
{
	uint64_t off = parents->ends->off_children;
	uint64_t w = parents->ends->is_sparse ? 1 : 0;

	for (; w < parents->ends->could && off > 0; w++)
		take_up_to(parents, w, &off, w + 2, CYCLIC_FREE);
}

static enum cyclic_choice_status choose_high(struct parents *parents)
{
	uint64_t could = parents->ends->could;

	if (!take_moved(parents, CYCLIC_FREE))
		return CYCLIC_MOVE;
	*parents->put_off = parents->ends->put_off;
	take_off_high(parents);
	for (uint64_t i = 0; i < could; i++) {
		uint64_t w = order_without(parents->ends, i);

		take_up_to(parents, w, &parents->without, w, CYCLIC_FREE);
	}
	for (uint64_t w = 0; w < could; w++)
		take_parents(parents, w, parents->left[w], w + 1, CYCLIC_FREE);
	return parents->without == 0 ? CYCLIC_CHOSEN : CYCLIC_MOVE;
}

/* Counts the nodes, none of which is taken yet; returns 0 if they are too
 * few. */
static int begin_parents(struct parents *parents)
{
	const struct cyclic_ends *ends = parents->ends;
	uint64_t all = 0;

	*parents->put_off = 0;
	for (uint64_t w = 0; w < ends->could; w++)
		all += parents->left[w] =
			ends->class->layer[ends->could - 1 - w];
	parents->with = ends->last_children - ends->off_children;
	if (ends->off_children > parents->with ||
		parents->with + ends->moved > all)
		return 0;
	parents->without = all - parents->with - ends->moved;
	return 1;
}

static enum cyclic_choice_status choose_parents(struct parents *parents)
{
	const struct cyclic_ends *ends = parents->ends;

	if (!begin_parents(parents))
		return CYCLIC_MOVE;
	if (ends->excess == 0)
		return choose_low(parents);
	return ends->excess > 1 ? choose_high(parents) : choose_middle(parents);
}

enum cyclic_choice_status cyclic_parents(struct cyclic_runs *runs,
	uint64_t *put_off, const struct cyclic_ends *ends)
{
	struct parents parents = {
		.ends = ends, .runs = runs, .put_off = put_off};
	enum cyclic_choice_status status;

	parents.left = mem_array((size_t)ends->could + 1, sizeof *parents.left);
	parents.part = mem_array((size_t)ends->could + 1, sizeof *parents.part);
	status = choose_parents(&parents);
	mem_free(parents.left);
	mem_free(parents.part);
	return status;
}
