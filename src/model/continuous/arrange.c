/*
 * Example: P = 5, L = 2.  The tree of 4 nodes is a root that informs three
 * leaves, a step apart.  Its group is processors 1, 2 and 3; processor 4 only
 * receives.  Processor 1 gets item 1 from the source and sends it on in three
 * steps, to 2 (c = 1), to 4 and to 3 (c = 2); 2 does so with item 2, a step
 * later, to 3, 4 and 1, and 3 with item 3, to 1, 4 and 2.  Then 1 is free, just
 * in time for item 4.
 *
 * In general, inner node j has G_j children, and a group of G_j processors, one
 * after the other from 1 on in the order of the nodes.  The member that gets
 * item i for node j is number (i-1) mod G_j.  It sends to the children in turn,
 * child c in step i + L + offset_j + c, so it is done when it gets the next
 * item for the node.  The receiver for an inner child is the member of its
 * group chosen in the same way; for a leaf, the member (i-1+c) mod G of the
 * group that owns it, with the leaf's own c from 1 to G-1: so each member gets
 * each item once.  One leaf's items all go to the last processor, the pure
 * receiver.
 *
 * The c are such that no two leaves arrive at a member in the same step: those
 * of c - offset mod G differ, by Hall's theorem.  One step in G is free of
 * leaves; if the item for the node arrives in it, nothing ever waits.
 * Otherwise, once in G steps two messages arrive, and one of them waits a step;
 * so does the one that arrives in each step after that, up to the free step.
 *   Subramonian & Venkatasubramanian 1993, Section 6, with a fixed allocation.
 */
#include "model/continuous/tree.h"

#include "base/mem.h"
#include "model/periodic/periodic.h"

/* A generous limit on the work of periodic_leaves_search. */
enum { LEAF_SEARCH_WORK = 60000000 };

/*
 * The tree, and which leaves belong to which group.
 * owner[x]: the index in tree->inner of the node whose group takes leaf x, or
 * PERIODIC_NOBODY for the pure receiver's leaf.
 * slack: how many steps before the tree's time a message arrives, 0 or 1; 0 at
 * the root.
 * shift: by how many steps, 0 or 1, all but the source send later.
 */
struct leaf_assignment {
	const struct continuous_tree *tree;
	const uint32_t *owner;
	uint32_t slack, shift;
};

struct arranger {
	const struct leaf_assignment *plan;
	const struct schedule_header *header;
	struct periodic_groups groups;
	uint32_t *name;	 /* by node: the block of an inner node */
	uint64_t finish; /* when all items are complete, elapsed */
	/* Scratch for one group: its leaves' offsets and shifts; for
	 * periodic_arrange; the leaf that arrives in each step mod the size. */
	uint64_t *offset;
	uint32_t *shift, *work, *at;
};

/* The least and greatest item in a chain of messages that make each other wait,
 * relative to one of them. */
struct chain {
	int64_t least, most;
};

static void chain_add(struct chain *chain, int64_t item)
{
	if (item < chain->least)
		chain->least = item;
	if (item > chain->most)
		chain->most = item;
}

/* Raises the finish to the arrival, a step late, of the last item that can wait
 * at this leaf: all items before it in the chain must exist. */
static void note_late(struct arranger *arranger, const struct chain *chain,
	int64_t item, uint64_t offset)
{
	const struct schedule_header *header = arranger->header;
	uint64_t length = (uint64_t)(chain->most - chain->least), last;

	if (header->messages <= length)
		return;
	last = header->messages - (uint64_t)(chain->most - item);
	last += header->latency + offset - arranger->plan->slack;
	if (last > arranger->finish)
		arranger->finish = last;
}

/*
 * Accounts for the messages that wait in a group.  node: the offset at which
 * the item for the group's node arrives.  Walks from the step with two arrivals
 * to the step with none.
 */
static void note_queue(struct arranger *arranger, uint32_t size, uint64_t node)
{
	struct chain chain = {-(int64_t)node, -(int64_t)node};
	uint32_t step = (uint32_t)(node % size);

	for (uint32_t r = 0; r < size; r++)
		arranger->at[r] = PERIODIC_NOBODY;
	for (uint32_t x = 0; x + 1 < size; x++) {
		uint64_t offset = arranger->offset[x];

		arranger->at[(offset + (size - arranger->shift[x])) % size] = x;
	}
	for (int64_t wait = 0; arranger->at[step] != PERIODIC_NOBODY; wait++) {
		uint64_t offset = arranger->offset[arranger->at[step]];
		int64_t item = wait - (int64_t)offset;

		chain_add(&chain, item);
		note_late(arranger, &chain, item, offset);
		step = step + 1 == size ? 0 : step + 1;
	}
}

/* Sets the edge to node v; its receivers are as in struct periodic_edge. */
static void set_edge(const struct arranger *arranger, uint32_t v, uint32_t base,
	uint32_t size, uint32_t shift)
{
	const struct tree_node *node = arranger->plan->tree->tree.node;
	uint32_t parent = node[v].parent, edge = arranger->groups.edges;

	if (v > 0)
		edge = arranger->groups.block[arranger->name[parent]].edge +
		       (uint32_t)(node[v].wait - node[parent].wait);
	arranger->groups.edge[edge] = (struct periodic_edge){base, size, shift};
}

/* Arranges the leaves of group g. */
static void arrange_group(
	struct arranger *arranger, uint32_t g, const uint32_t *leaf)
{
	const struct leaf_assignment *plan = arranger->plan;
	const struct periodic_block *block = &arranger->groups.block[g];
	uint64_t node =
		continuous_tree_offset(plan->tree, plan->tree->inner[g]);

	for (uint32_t x = 0; x + 1 < block->size; x++)
		arranger->offset[x] =
			continuous_tree_offset(plan->tree, leaf[x]);
	periodic_arrange(
		arranger->shift, arranger->offset, block->size, arranger->work);
	for (uint32_t x = 0; x + 1 < block->size; x++)
		set_edge(arranger, leaf[x], block->edge + 1, block->size,
			arranger->shift[x]);
	note_queue(arranger, block->size, g == 0 ? plan->slack : node);
}

/* Makes a block for each inner node, in the order of the offsets. */
static void init_blocks(struct arranger *arranger)
{
	const struct continuous_tree *tree = arranger->plan->tree;
	struct periodic_groups *groups = &arranger->groups;

	for (uint32_t g = 0; g < tree->inners; g++) {
		uint32_t v = tree->inner[g];

		arranger->name[v] = g;
		groups->block[g] = (struct periodic_block){
			.start = arranger->header->latency +
				 continuous_tree_offset(tree, v) +
				 arranger->plan->shift,
			.edge = groups->edges,
			.size = tree->tree.node[v].children,
			.count = 1,
		};
		groups->edges += tree->tree.node[v].children;
	}
}

/* Sets the edges to inner nodes and to the pure receiver. */
static void init_edges(const struct arranger *arranger)
{
	const struct continuous_tree *tree = arranger->plan->tree;
	uint32_t pure = (uint32_t)arranger->header->processors - 1;

	for (uint32_t g = 0; g < tree->inners; g++)
		set_edge(arranger, tree->inner[g],
			arranger->groups.block[g].edge + 1,
			arranger->groups.block[g].size, 0);
	for (uint32_t x = 0; x < tree->leaves; x++)
		if (arranger->plan->owner[x] == PERIODIC_NOBODY)
			set_edge(arranger, tree->leaf[x], pure, 1, 0);
}

/* The leaves sorted by group: those of group g are from index edge - g on. */
static uint32_t *sort_leaves(const struct arranger *arranger)
{
	const struct continuous_tree *tree = arranger->plan->tree;
	const uint32_t *owner = arranger->plan->owner;
	uint32_t *leaf = mem_array(tree->leaves, sizeof *leaf);
	uint32_t *end = mem_array(tree->inners + (size_t)1, sizeof *end);

	for (uint32_t g = 0; g < tree->inners; g++)
		end[g] = arranger->groups.block[g].edge - g;
	for (uint32_t x = 0; x < tree->leaves; x++)
		if (owner[x] != PERIODIC_NOBODY)
			leaf[end[owner[x]]++] = tree->leaf[x];
	mem_free(end);
	return leaf;
}

static void arrange_all(struct arranger *arranger)
{
	const struct continuous_tree *tree = arranger->plan->tree;
	size_t most = continuous_tree_width(tree);
	uint32_t *leaf;

	arranger->name = mem_array(tree->tree.size, sizeof *arranger->name);
	arranger->offset = mem_array(most, sizeof *arranger->offset);
	arranger->shift = mem_array(most, 6 * sizeof *arranger->shift);
	arranger->at = arranger->shift + most;
	arranger->work = arranger->at + most;
	init_blocks(arranger);
	init_edges(arranger);
	leaf = sort_leaves(arranger);
	for (uint32_t g = 0; g < tree->inners; g++)
		if (arranger->groups.block[g].size > 1)
			arrange_group(arranger, g,
				&leaf[arranger->groups.block[g].edge - g]);
	mem_free(leaf);
	mem_free(arranger->name);
	mem_free(arranger->offset);
	mem_free(arranger->shift);
}

/* The time at which the last item is complete if nothing waits. */
static uint64_t smooth_finish(const struct schedule_header *header,
	const struct leaf_assignment *plan)
{
	uint64_t finish = header->messages - 1 + header->latency;
	uint64_t last = continuous_tree_last(plan->tree);

	return last > 0 ? finish + last - plan->slack : finish;
}

/* Opens the schedule.  Where messages wait, its finish is that of the worst
 * order. O(n) and, for each group, the square of its size at worst. */
static struct schedule *arrange_plan(const struct schedule_header *header,
	const struct leaf_assignment *plan)
{
	const struct continuous_tree *tree = plan->tree;
	struct arranger arranger = {.header = header,
		.plan = plan,
		.finish = smooth_finish(header, plan)};

	continuous_groups_init(&arranger.groups, header, tree->inners);
	arrange_all(&arranger);
	return continuous_groups_open(
		&arranger.groups, header, arranger.finish);
}

void continuous_groups_init(struct periodic_groups *groups,
	const struct schedule_header *header, uint32_t blocks)
{
	*groups = (struct periodic_groups){.p = header->latency,
		.q = 1,
		.classes = 1,
		.processors = (uint32_t)header->processors};
	groups->edge = mem_array(groups->processors, sizeof *groups->edge);
	groups->block = mem_array(blocks + (size_t)1, sizeof *groups->block);
	for (uint32_t k = 1; k <= PERIODIC_CLASSES; k++)
		groups->from[k] = blocks;
}

struct schedule *continuous_groups_open(const struct periodic_groups *groups,
	const struct schedule_header *header, uint64_t finish)
{
	const struct periodic_tail none = {.items = 0};
	struct schedule *schedule = periodic_open(header, groups, &none, 0);

	schedule->header.finish = finish;
	return schedule;
}

/*
 * -- Leaves: which leaves go to which group, for each method.  Let offset_0 be
 * the offset at which the item for a group's node arrives: nothing waits in the
 * group if and only if the offsets of its leaves and offset_0 add up to 0 mod
 * its size.  EXACT and QUEUE_FREE require that of every group, HALL_ROOT of the
 * root's alone, which has no slack.
 */

/* The demand of inner node g's group: the sum mod its size that its leaves'
 * offsets need so that nothing waits. */
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

/* Chooses leaves for all groups by their demands; a group of one takes none, so
 * its demand must be 0 as it is. */
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
	found = found && periodic_leaves_search(owner, offset, tree->leaves,
				 wish, wishes, LEAF_SEARCH_WORK);
	mem_free(wish);
	return found;
}

/* Gives the leaves that have no owner, in their order, to the groups from the
 * first one on. */
static void choose_any(
	uint32_t *owner, const struct continuous_tree *tree, uint32_t first)
{
	uint32_t x = 0;

	for (uint32_t g = first; g < tree->inners; g++) {
		uint32_t left = tree->tree.node[tree->inner[g]].children - 1;

		for (; left > 0; x++)
			if (owner[x] == PERIODIC_NOBODY) {
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
		owner[x] = PERIODIC_NOBODY;
	if (way == CONTINUOUS_EXACT || way == CONTINUOUS_QUEUE_FREE)
		return choose_all(owner, tree, offset, way);
	if (way == CONTINUOUS_LATE || tree->inners == 0) {
		choose_any(owner, tree, 0);
		return 1;
	}
	root = get_wish(tree, 1, 0);
	if (!periodic_leaves_one(owner, offset, tree->leaves, &root))
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
		schedule = arrange_plan(header, &plan);
	mem_free(owner);
	mem_free(offset);
	return schedule;
}
