/*
 * Which leaves go to which group, for each method.  Let offset_0 be when the
 * item for a group's node arrives: nothing waits in the group iff the offsets
 * of its leaves and offset_0 add up to 0 mod its size.  EXACT and QUEUE_FREE
 * require that of every group, HALL_ROOT of the root's, which has no slack.
 */
#include "model/continuous/assignment.h"

#include "base/mem.h"
#include "model/continuous/arrange.h"
#include "model/continuous/leaf_search.h"

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
	const uint64_t *offset, enum continuous_method way)
{
	struct leaf_demand *wish =
		mem_array(tree->inners + (size_t)1, sizeof *wish);
	size_t wishes = 0;
	int found = 1;

	for (uint32_t g = 0; g < tree->inners; g++) {
		wish[wishes] = get_wish(tree, way == CONTINUOUS_QUEUE_FREE, g);
		if (wish[wishes].size > 1)
			wishes++;
		else
			found = found && wish[wishes].rest == 0;
	}
	found = found && continuous_leaves_search(owner, offset, tree->leaves,
				 wish, wishes, LEAF_WORK);
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
	const uint64_t *offset, enum continuous_method way)
{
	struct leaf_demand root;

	for (uint32_t x = 0; x < tree->leaves; x++)
		owner[x] = CONTINUOUS_NOBODY;
	if (way == CONTINUOUS_EXACT || way == CONTINUOUS_QUEUE_FREE)
		return choose_all(owner, tree, offset, way);
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

struct schedule *continuous_try_tree(const struct schedule_header *header,
	const struct continuous_tree *tree, enum continuous_method way)
{
	struct schedule *schedule = NULL;
	uint32_t *owner = mem_array(tree->leaves, sizeof *owner);
	uint64_t *offset = mem_array(tree->leaves, sizeof *offset);
	struct leaf_assignment plan = {
		.tree = tree,
		.owner = owner,
		.slack = way == CONTINUOUS_QUEUE_FREE ||
			 way == CONTINUOUS_HALL_ROOT,
		.shift = way == CONTINUOUS_LATE,
	};

	for (uint32_t x = 0; x < tree->leaves; x++)
		offset[x] = continuous_tree_offset(tree, tree->leaf[x]);
	if (choose_leaves(owner, tree, offset, way))
		schedule = continuous_arrange(header, &plan);
	mem_free(owner);
	mem_free(offset);
	return schedule;
}
