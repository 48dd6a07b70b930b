/*
 * Which leaves go to which group, for each method.  Let offset_0 be when the
 * item for a group's node arrives: nothing waits in the group iff the offsets
 * of its leaves and offset_0 add up to 0 mod its size.  EXACT and QUEUE_FREE
 * require that of every group, HALL_ROOT of the root's, which has no slack.  A
 * choice is balanced if that sum is the size times the mean of all offsets.
 */
#include "model/continuous/assignment.h"

#include "base/mem.h"
#include "model/continuous/groups.h"
#include "model/continuous/leaf_search.h"

/* How leaves are chosen. */
struct choice {
	enum continuous_method way;
	int is_balanced; /* with EXACT */
};

/* In a balanced group the sum of the offsets must equal size times the mean,
 * not just mod size; so the modulus exceeds any sum of leaves. */
static struct leaf_demand get_balanced_wish(
	const struct continuous_tree *tree, uint32_t g)
{
	uint32_t size = tree->tree.node[tree->inner[g]].children;
	uint64_t modulus = size * continuous_tree_last(tree) + 1;
	uint64_t mean = continuous_tree_sum(tree) / tree->tree.size;
	uint64_t offset = continuous_tree_offset(tree, tree->inner[g]);

	return (struct leaf_demand){g, size, (uint32_t)modulus,
		(uint32_t)((size * mean + modulus - offset) % modulus)};
}

/* The sum mod size that the leaves of inner node g need, so that nothing waits.
 */
static struct leaf_demand get_wish(
	const struct continuous_tree *tree, uint32_t slack, uint32_t g)
{
	uint32_t size = tree->tree.node[tree->inner[g]].children;
	uint64_t offset = slack;

	if (g > 0)
		offset = continuous_tree_offset(tree, tree->inner[g]);
	offset %= size;
	return (struct leaf_demand){
		g, size, size, offset == 0 ? 0 : size - (uint32_t)offset};
}

/* Chooses leaves for all groups, by their demands; a group of one takes none.
 */
static int choose_all(uint32_t *owner, const struct continuous_tree *tree,
	const uint64_t *offset, const struct choice *choice)
{
	struct leaf_demand *wish =
		mem_array(tree->inners + (size_t)1, sizeof *wish);
	size_t wishes = 0;
	int found = 1;

	for (uint32_t g = 0; g < tree->inners; g++) {
		wish[wishes] =
			choice->is_balanced
				? get_balanced_wish(tree, g)
				: get_wish(tree,
					  choice->way == CONTINUOUS_QUEUE_FREE,
					  g);
		if (wish[wishes].size > 1)
			wishes++;
		else
			found = found && wish[wishes].rest == 0;
	}
	found = found && continuous_leaves_search(
				 owner, offset, tree->leaves, wish, wishes);
	mem_free(wish);
	return found;
}

/* Gives leaves in their order to the groups from the given one on. */
static void choose_any(
	uint32_t *owner, const struct continuous_tree *tree, uint32_t first)
{
	uint32_t x = 0;

	for (uint32_t g = first; g < tree->inners; g++) {
		uint32_t left = tree->tree.node[tree->inner[g]].children - 1;

		for (; left > 0; x++)
			if (owner[x] == CONTINUOUS_NOBODY) {
				owner[x] = g;
				left--;
			}
	}
}

static int choose_leaves(uint32_t *owner, const struct continuous_tree *tree,
	const uint64_t *offset, const struct choice *choice)
{
	enum continuous_method way = choice->way;
	struct leaf_demand root;

	for (uint32_t x = 0; x < tree->leaves; x++)
		owner[x] = CONTINUOUS_NOBODY;
	if (way == CONTINUOUS_EXACT || way == CONTINUOUS_QUEUE_FREE)
		return choose_all(owner, tree, offset, choice);
	if (way == CONTINUOUS_LATE || tree->inners == 0) {
		choose_any(owner, tree, 0);
		return 1;
	}
	root = get_wish(tree, 1, 0);
	if (!continuous_leaves_one(owner, offset, tree->leaves, &root))
		return 0;
	choose_any(owner, tree, 1);
	return 1;
}

static struct schedule *try_choice(const struct schedule_header *header,
	const struct continuous_tree *tree, const struct choice *choice)
{
	struct schedule *schedule = NULL;
	struct continuous_arrangement all;
	uint32_t *owner = mem_array(tree->leaves, sizeof *owner);
	uint64_t *offset = mem_array(tree->leaves, sizeof *offset);
	struct leaf_assignment plan = {
		.tree = tree,
		.owner = owner,
		.slack = choice->way == CONTINUOUS_QUEUE_FREE ||
			 choice->way == CONTINUOUS_HALL_ROOT,
		.shift = choice->way == CONTINUOUS_LATE,
	};

	for (uint32_t x = 0; x < tree->leaves; x++)
		offset[x] = continuous_tree_offset(tree, tree->leaf[x]);
	if (choose_leaves(owner, tree, offset, choice)) {
		continuous_arrange(&all, header, &plan);
		schedule = continuous_groups_open(header, &all);
	}
	mem_free(owner);
	mem_free(offset);
	return schedule;
}

struct schedule *continuous_try_tree(const struct schedule_header *header,
	const struct continuous_tree *tree, enum continuous_method way)
{
	const struct choice choice = {.way = way};

	return try_choice(header, tree, &choice);
}

struct schedule *continuous_try_balanced(const struct schedule_header *header,
	const struct continuous_tree *tree)
{
	const struct choice choice = {
		.way = CONTINUOUS_EXACT, .is_balanced = 1};

	return try_choice(header, tree, &choice);
}
