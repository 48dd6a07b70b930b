/*
 * Draws a design: a tree that has all nodes of offsets below steps but some
 * leaves of the last one; groups of inner nodes, at first one each, merged at
 * random until their means can be right; and leaves for the groups.
 *   A group has as many processors as its inner nodes make sends, and as many
 * parts; one group has a processor and a part more, the pure receiver's.
 */

#include "base/mem.h"
#include "model/periodic/periodic.h"
#include "model/optimum/steady.h"

/* Random draws of a group, for each group. */
enum { MERGES = 4 };

/* The most work of the search for the groups' leaves. */
enum { WORK = 1 << 21 };

/* An inner node and the group that it belongs to. */
struct design_inner {
	uint32_t offset, sends, group;
	uint32_t gap, moved; /* as in struct steady_part */
};

struct design_group {
	uint32_t inners;
	uint32_t size; /* processors; 0: merged into another group */
	uint32_t sum;  /* of its inner nodes' offsets */
	uint32_t less; /* numbers->mean less the mean of its offsets */
};

struct design {
	const struct steady_numbers *numbers;
	struct random *random;
	struct design_inner *inner;
	struct design_group
		*group; /* one each, and one for the pure receiver */
	uint32_t inners, groups;
	uint32_t pure;	    /* the group of the pure receiver */
	uint32_t *leaves;   /* their number, by offset */
	uint32_t rest;	    /* of numbers->rest, what is left */
	uint32_t late;	    /* the latest offset - steps + 1, at least 0 */
	uint32_t low, high; /* the least and greatest offset of a leaf */
};

/* Lists the full tree's inner nodes, and counts its leaves but the last. */
static void list_inner(struct design *design)
{
	const struct steady_numbers *numbers = design->numbers;

	for (uint32_t e = 0; e < numbers->steps; e++) {
		if (e + numbers->L >= numbers->steps) {
			design->leaves[e] = numbers->nodes[e];
			continue;
		}
		for (uint32_t i = 0; i < numbers->nodes[e]; i++)
			design->inner[design->inners++] = (struct design_inner){
				.offset = e,
				.sends = numbers->steps - numbers->L - e};
	}
}

static void swap_inner(struct design *design, uint32_t i, uint32_t j)
{
	struct design_inner inner = design->inner[i];

	design->inner[i] = design->inner[j];
	design->inner[j] = inner;
}

/* Puts the nodes that are to omit their last send first: the last nodes, the
 * first ones, or any. */
static void choose_missing(struct design *design)
{
	uint32_t count = design->inners, missing = design->numbers->missing;
	uint32_t mode = random_below(design->random, 4);

	if (mode == 0)
		for (uint32_t i = 0; i < count / 2; i++)
			swap_inner(design, i, count - 1 - i);
	if (mode > 1)
		for (uint32_t i = 0; i < missing; i++)
			swap_inner(design, i,
				i + random_below(design->random, count - i));
}

/* Takes the missing leaves away; an inner node left without children becomes a
 * leaf. */
static void prune(struct design *design)
{
	const struct steady_numbers *numbers = design->numbers;
	uint32_t inners = 0;

	choose_missing(design);
	design->leaves[numbers->steps - 1] -= numbers->missing;
	for (uint32_t i = 0; i < design->inners; i++) {
		struct design_inner inner = design->inner[i];

		inner.sends -= i < numbers->missing;
		if (inner.sends > 0)
			design->inner[inners++] = inner;
		else
			design->leaves[inner.offset]++;
	}
	design->inners = inners;
}

/* Has a node inform some of its last leaves later by gap, if the rest allows.
 */
static void move_leaves(
	struct design *design, struct design_inner *inner, uint32_t gap)
{
	const struct steady_numbers *numbers = design->numbers;
	uint32_t last = inner->offset + numbers->L + inner->sends - 1;
	uint32_t most = design->rest / gap;

	if (most > inner->sends)
		most = inner->sends;
	if (last + numbers->L < numbers->steps + most)
		most = last + numbers->L - numbers->steps + 1;
	if (inner->gap > 0 || most == 0)
		return;
	inner->gap = gap;
	inner->moved = 1 + random_below(design->random, most);
	design->rest -= gap * inner->moved;
	for (uint32_t i = 0; i < inner->moved; i++) {
		design->leaves[last - i]--;
		design->leaves[last - i + gap]++;
	}
	if (last + gap > numbers->steps - 1 + design->late)
		design->late = last + gap - (numbers->steps - 1);
}

static void delay_leaves(struct design *design)
{
	uint32_t times = random_below(design->random, 4);

	for (; times > 0 && design->rest > 0; times--) {
		uint32_t most = design->rest < STEADY_LATE_MAX
					? design->rest
					: STEADY_LATE_MAX;

		move_leaves(design,
			&design->inner[random_below(
				design->random, design->inners)],
			1 + random_below(design->random, most));
	}
}

static void find_ends(struct design *design)
{
	design->low = 0;
	design->high = design->numbers->steps - 1 + design->late;
	while (design->low < design->high && design->leaves[design->low] == 0)
		design->low++;
	while (design->high > design->low && design->leaves[design->high] == 0)
		design->high--;
}

/* The sum of the group's leaves' offsets if its mean is to be that much less.
 */
static int64_t get_target(const struct design *design,
	const struct design_group *group, uint32_t less)
{
	return ((int64_t)design->numbers->mean - less) * group->size -
	       group->sum;
}

static int can_be_less(const struct design *design,
	const struct design_group *group, uint32_t less)
{
	int64_t target = get_target(design, group, less);
	int64_t leaves = group->size - group->inners;

	return target >= leaves * design->low &&
	       target <= leaves * design->high;
}

/* Sets less as low as its leaves can make it; 0 if they cannot at all. */
static int set_least(const struct design *design, struct design_group *group)
{
	uint32_t mean = design->numbers->mean;

	for (group->less = 0; group->less <= mean; group->less++)
		if (can_be_less(design, group, group->less))
			return 1;
	return 0;
}

/* Sets every group's less; returns less times size, summed over the groups.
 * *is_possible: whether all groups can have leaves; *worst: a group that cannot
 * or, if all can, one with less above 0. */
static uint64_t add_lacks(
	struct design *design, uint32_t *worst, int *is_possible)
{
	uint32_t from = random_below(design->random, design->groups);
	uint64_t lacks = 0;

	*is_possible = 1;
	for (uint32_t j = 0; j < design->groups; j++) {
		uint32_t g = (from + j) % design->groups;
		struct design_group *group = &design->group[g];

		if (group->size == 0)
			continue;
		if (!set_least(design, group)) {
			*worst = g;
			*is_possible = 0;
			continue;
		}
		lacks += (uint64_t)group->less * group->size;
		if (group->less > 0 && *is_possible)
			*worst = g;
	}
	return lacks;
}

static void merge_design(struct design *design, uint32_t g, uint32_t host)
{
	struct design_group *from = &design->group[g];
	struct design_group *to = &design->group[host];

	to->inners += from->inners;
	to->size += from->size;
	to->sum += from->sum;
	from->size = 0;
	if (design->pure == g)
		design->pure = host;
	for (uint32_t i = 0; i < design->inners; i++)
		if (design->inner[i].group == g)
			design->inner[i].group = host;
}

/* Merges the group into a random other one; 0 if none is drawn. */
static int merge_any(struct design *design, uint32_t g)
{
	for (uint32_t i = 0; i < MERGES * design->groups; i++) {
		uint32_t host = random_below(design->random, design->groups);

		if (host == g || design->group[host].size == 0)
			continue;
		merge_design(design, g, host);
		return 1;
	}
	return 0;
}

/* Makes a group for each inner node, and one for the pure receiver, which half
 * of the time is merged at once. */
static void init_groups(struct design *design)
{
	design->groups = design->inners + 1;
	design->pure = design->inners;
	design->group[design->pure] = (struct design_group){0, 1, 0, 0};
	for (uint32_t g = 0; g < design->inners; g++) {
		struct design_inner *inner = &design->inner[g];

		inner->group = g;
		design->group[g] = (struct design_group){
			1, inner->sends, inner->offset, 0};
	}
	if (random_below(design->random, 2) == 0)
		merge_any(design, design->pure);
}

/* Merges groups until they need no more than the rest; *left: what they leave.
 */
static int form_groups(struct design *design, uint32_t *left)
{
	uint32_t rest = design->rest;

	init_groups(design);
	for (;;) {
		uint32_t worst = design->pure;
		int is_possible;
		uint64_t lacks = add_lacks(design, &worst, &is_possible);

		if (is_possible && lacks <= rest) {
			*left = rest - (uint32_t)lacks;
			return 1;
		}
		if (!merge_any(design, worst))
			return 0;
	}
}

/* Lowers the means of random groups until the whole rest is used. */
static int spread_rest(struct design *design, uint32_t left)
{
	struct design_group *pure = &design->group[design->pure];

	for (uint32_t i = 0; i < MERGES * design->groups && left > 0; i++) {
		struct design_group *group = &design->group[random_below(
			design->random, design->groups)];

		if (pure->size == 1 &&
			can_be_less(design, pure, pure->less + left) &&
			random_below(design->random, 2) == 0) {
			pure->less += left;
			return 1;
		}
		if (group->size == 0 || group->size > left ||
			!can_be_less(design, group, group->less + 1))
			continue;
		group->less++;
		left -= group->size;
	}
	return left == 0;
}

static uint32_t list_leaves(const struct design *design, uint64_t *offset)
{
	uint32_t leaves = 0;

	for (uint32_t e = 0; e <= design->high; e++)
		for (uint32_t i = 0; i < design->leaves[e]; i++)
			offset[leaves++] = e;
	return leaves;
}

/* The offset of a random leaf for the pure receiver's group with which its
 * other leaves can have the right sum; 0 if there is none. */
static uint32_t draw_pure(const struct design *design)
{
	const struct design_group *group = &design->group[design->pure];
	int64_t target = get_target(design, group, group->less);
	int64_t others = group->size - group->inners - 1;
	uint32_t span = design->high - design->low + 1;
	uint32_t from = random_below(design->random, span);

	for (uint32_t j = 0; j < span; j++) {
		uint32_t e = design->low + (from + j) % span;

		if (design->leaves[e] > 0 &&
			target - e >= others * design->low &&
			target - e <= others * design->high)
			return e;
	}
	return 0;
}

/* Gives the groups their leaves, the pure receiver's group one too few: the
 * leaf left over in the end is right for it, as the sum of all offsets is. */
static int share_leaves(struct design *design, uint32_t *owner,
	const uint64_t *offset, uint32_t leaves)
{
	struct leaf_demand *wish = mem_array(design->groups, sizeof *wish);
	uint32_t pure = draw_pure(design);
	size_t wishes = 0;
	int found = pure > 0;

	for (uint32_t g = 0; g < design->groups; g++) {
		const struct design_group *group = &design->group[g];
		uint32_t need =
			group->size - group->inners - (g == design->pure);
		int64_t target = get_target(design, group, group->less);

		if (g == design->pure)
			target -= pure;
		if (group->size > 0 && need > 0)
			wish[wishes++] = (struct leaf_demand){.group = g,
				.size = need + 1,
				.modulus = need * design->high + 1,
				.rest = (uint32_t)target};
	}
	found = found && periodic_leaves_search(
				 owner, offset, leaves, wish, wishes, WORK);
	for (uint32_t x = 0; x < leaves && found; x++)
		if (owner[x] == PERIODIC_NOBODY)
			owner[x] = design->pure;
	mem_free(wish);
	return found;
}

/* Lists the parts of each group, inner nodes first, and arranges them. */
static int arrange_design(struct design *design, const uint32_t *owner,
	const uint64_t *offset, uint32_t leaves, struct steady_edge *edge)
{
	uint32_t N = design->numbers->P - 1, parts = 0, base = 1;
	struct steady_part *part = mem_array(N, sizeof *part);
	int found = 1;

	for (uint32_t g = 0; g < design->groups && found; g++) {
		uint32_t first = parts;

		if (design->group[g].size == 0)
			continue;
		for (uint32_t i = 0; i < design->inners; i++)
			if (design->inner[i].group == g)
				part[parts++] = (struct steady_part){
					.offset = design->inner[i].offset,
					.sends = design->inner[i].sends,
					.gap = design->inner[i].gap,
					.moved = design->inner[i].moved};
		for (uint32_t x = 0; x < leaves; x++)
			if (owner[x] == g)
				part[parts++] = (struct steady_part){
					.offset = (uint32_t)offset[x]};
		found = steady_arrange(
			part + first, parts - first, base, design->random);
		base += parts - first;
	}
	if (found)
		steady_join(edge, part, design->numbers);
	mem_free(part);
	return found;
}

static int draw_design(struct design *design, struct steady_edge *edge)
{
	size_t N = design->numbers->P - 1;
	uint64_t *offset;
	uint32_t *owner, left, leaves;
	int found;

	list_inner(design);
	prune(design);
	if (design->inners == 0)
		return 0;
	delay_leaves(design);
	find_ends(design);
	if (!form_groups(design, &left) || !spread_rest(design, left))
		return 0;
	offset = mem_array(N, sizeof *offset);
	owner = mem_array(N, sizeof *owner);
	leaves = list_leaves(design, offset);
	found = share_leaves(design, owner, offset, leaves) &&
		arrange_design(design, owner, offset, leaves, edge);
	mem_free(offset);
	mem_free(owner);
	return found;
}

int steady_design(struct steady_edge *edge, uint32_t *late,
	const struct steady_numbers *numbers, struct random *random)
{
	struct design design = {
		.numbers = numbers, .random = random, .rest = numbers->rest};
	size_t N = numbers->P - 1;
	int found;

	design.inner = mem_array(N, sizeof *design.inner);
	design.group = mem_array(N + 1, sizeof *design.group);
	design.leaves = mem_array(numbers->steps + (size_t)STEADY_LATE_MAX,
		sizeof *design.leaves);
	found = draw_design(&design, edge);
	*late = design.late;
	mem_free(design.inner);
	mem_free(design.group);
	mem_free(design.leaves);
	return found;
}
