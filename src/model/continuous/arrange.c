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
 * Otherwise, once in G steps two messages arrive and one waits, as do all that
 * follow until the free step, a step each.
 *   Subramonian & Venkatasubramanian 1993, Section 6, with a fixed allocation.
 */
#include "model/continuous/arrange.h"

#include "base/mem.h"
#include "model/continuous/hall.h"
#include "model/continuous/leaf_search.h"

/* What one group is arranged with. */
struct arranger {
	const struct leaf_assignment *plan;
	const struct schedule_header *header;
	struct continuous_arrangement *groups;
	uint64_t *offset; /* of the group's leaves */
	uint32_t *a, *b, *work, *at;
};

static uint32_t negative(uint64_t value, uint32_t size)
{
	uint32_t rest = (uint32_t)(value % size);

	return rest == 0 ? 0 : size - rest;
}

/* Sets a[x] to the c of leaf x; the last is 0, of the item for the node. */
static void allocate(struct arranger *arranger, uint32_t size)
{
	uint32_t last;

	arranger->b[size - 1] = 0;
	for (uint32_t x = 0; x + 1 < size; x++) {
		arranger->b[x] = negative(arranger->offset[x], size);
		arranger->b[size - 1] =
			(uint32_t)((arranger->b[size - 1] +
					   arranger->offset[x] % size) %
				   size);
	}
	continuous_hall(arranger->a, arranger->b, size, arranger->work);
	last = arranger->a[size - 1];
	for (uint32_t x = 0; x < size; x++) {
		uint32_t a = arranger->a[x];

		arranger->a[x] = a >= last ? a - last : a + (size - last);
	}
}

/* The items that meet in a chain, seen from one of them. */
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

/* A leaf whose item waits: the last that can, if all before it in the chain are
 * items that there are. */
static void note_late(struct arranger *arranger, const struct chain *chain,
	int64_t item, uint64_t offset)
{
	const struct schedule_header *header = arranger->header;
	uint64_t length = (uint64_t)(chain->most - chain->least), last;

	if (header->messages <= length)
		return;
	last = header->messages - (uint64_t)(chain->most - item);
	last += header->latency + offset - arranger->plan->slack;
	if (last > arranger->groups->finish)
		arranger->groups->finish = last;
}

/*
 * node: when the item for the node arrives, as an offset.  Walks through the
 * steps from the one with two arrivals to the one with none.
 */
static void note_queue(struct arranger *arranger, uint32_t size, uint64_t node)
{
	struct chain chain = {-(int64_t)node, -(int64_t)node};
	uint32_t step = (uint32_t)(node % size);

	for (uint32_t r = 0; r < size; r++)
		arranger->at[r] = CONTINUOUS_NOBODY;
	for (uint32_t x = 0; x + 1 < size; x++) {
		uint64_t offset = arranger->offset[x];

		arranger->at[(offset + (size - arranger->a[x])) % size] = x;
	}
	for (int64_t wait = 0; arranger->at[step] != CONTINUOUS_NOBODY;
		wait++) {
		uint64_t offset = arranger->offset[arranger->at[step]];
		int64_t item = wait - (int64_t)offset;

		chain_add(&chain, item);
		note_late(arranger, &chain, item, offset);
		step = step + 1 == size ? 0 : step + 1;
	}
}

static struct continuous_edge *find_edge(
	const struct arranger *arranger, const uint32_t *name, uint32_t v)
{
	const struct tree_node *node = arranger->plan->tree->tree.node;
	uint32_t parent = node[v].parent;

	return &arranger->groups
			->edge[arranger->groups->group[name[parent]].edge +
				node[v].wait - node[parent].wait];
}

/* Arranges the leaves of group g: all its members get them in turn. */
static void arrange(struct arranger *arranger, uint32_t g, const uint32_t *leaf,
	const uint32_t *name)
{
	const struct leaf_assignment *plan = arranger->plan;
	const struct continuous_group *group = &arranger->groups->group[g];
	uint64_t node =
		continuous_tree_offset(plan->tree, plan->tree->inner[g]);

	for (uint32_t x = 0; x + 1 < group->size; x++)
		arranger->offset[x] =
			continuous_tree_offset(plan->tree, leaf[x]);
	allocate(arranger, group->size);
	for (uint32_t x = 0; x + 1 < group->size; x++)
		*find_edge(arranger, name, leaf[x]) = (struct continuous_edge){
			group->edge + 1, group->size, arranger->a[x]};
	note_queue(arranger, group->size, g == 0 ? plan->slack : node);
}

static void init_groups(const struct arranger *arranger, uint32_t *name)
{
	const struct continuous_tree *tree = arranger->plan->tree;
	struct continuous_arrangement *groups = arranger->groups;
	uint32_t edges = 0;

	for (uint32_t g = 0; g < groups->count; g++) {
		uint32_t v = tree->inner[g];

		name[v] = g;
		groups->group[g] = (struct continuous_group){
			.edge = edges,
			.size = tree->tree.node[v].children,
			.sends = tree->tree.node[v].children,
			.start = arranger->header->latency +
				 continuous_tree_offset(tree, v) +
				 arranger->plan->shift,
		};
		edges += tree->tree.node[v].children;
	}
}

/* The edges to inner nodes and to the pure receiver. */
static void init_edges(const struct arranger *arranger, const uint32_t *name)
{
	const struct continuous_tree *tree = arranger->plan->tree;
	struct continuous_arrangement *groups = arranger->groups;
	uint32_t pure = (uint32_t)arranger->header->processors - 1;

	groups->source = (struct continuous_edge){pure, 1, 0};
	for (uint32_t g = 0; g < groups->count; g++) {
		const struct continuous_group *group = &groups->group[g];
		struct continuous_edge *edge = &groups->source;

		if (g > 0)
			edge = find_edge(arranger, name, tree->inner[g]);
		*edge = (struct continuous_edge){
			group->edge + 1, group->size, 0};
	}
	for (uint32_t x = 0; groups->count > 0 && x < tree->leaves; x++)
		if (arranger->plan->owner[x] == CONTINUOUS_NOBODY)
			*find_edge(arranger, name, tree->leaf[x]) =
				(struct continuous_edge){pure, 1, 0};
}

/* The leaves sorted by group: those of group g from its edge - g on. */
static uint32_t *sort_leaves(const struct continuous_arrangement *groups,
	const struct leaf_assignment *plan)
{
	const struct continuous_tree *tree = plan->tree;
	uint32_t *leaf = mem_array(tree->leaves, sizeof *leaf);
	uint32_t *end = mem_array(groups->count + (size_t)1, sizeof *end);

	for (uint32_t g = 0; g < groups->count; g++)
		end[g] = groups->group[g].edge - g;
	for (uint32_t x = 0; x < tree->leaves; x++)
		if (plan->owner[x] != CONTINUOUS_NOBODY)
			leaf[end[plan->owner[x]]++] = tree->leaf[x];
	mem_free(end);
	return leaf;
}

static void arrange_all(struct arranger *arranger)
{
	struct continuous_arrangement *groups = arranger->groups;
	const struct continuous_tree *tree = arranger->plan->tree;
	uint32_t *name = mem_array(tree->tree.size, sizeof *name), *leaf;
	uint32_t most = 1;

	init_groups(arranger, name);
	init_edges(arranger, name);
	leaf = sort_leaves(groups, arranger->plan);
	for (uint32_t g = 0; g < groups->count; g++)
		if (groups->group[g].size > most)
			most = groups->group[g].size;
	arranger->offset = mem_array(most, sizeof *arranger->offset);
	arranger->a = mem_array(most, 6 * sizeof *arranger->a);
	arranger->b = arranger->a + most;
	arranger->at = arranger->b + most;
	arranger->work = arranger->at + most;
	for (uint32_t g = 0; g < groups->count; g++)
		if (groups->group[g].size > 1)
			arrange(arranger, g, &leaf[groups->group[g].edge - g],
				name);
	mem_free(arranger->offset);
	mem_free(arranger->a);
	mem_free(leaf);
	mem_free(name);
}

/* When the last item is complete if nothing waits. */
static uint64_t smooth_finish(const struct schedule_header *header,
	const struct leaf_assignment *plan)
{
	uint64_t finish = header->messages - 1 + header->latency;
	uint64_t last = continuous_tree_last(plan->tree);

	return last > 0 ? finish + last - plan->slack : finish;
}

void continuous_arrange(struct continuous_arrangement *arrangement,
	const struct schedule_header *header,
	const struct leaf_assignment *plan)
{
	struct arranger arranger = {
		.header = header, .groups = arrangement, .plan = plan};
	size_t count = plan->tree->inners;

	*arrangement = (struct continuous_arrangement){
		.count = (uint32_t)count,
		.finish = smooth_finish(header, plan),
	};
	arrangement->group = mem_array(count + 1, sizeof *arrangement->group);
	arrangement->edge =
		mem_array(plan->tree->tree.size, sizeof *arrangement->edge);
	arrange_all(&arranger);
}

void continuous_arrangement_clear(struct continuous_arrangement *arrangement)
{
	mem_free(arrangement->group);
	mem_free(arrangement->edge);
}
