/*
 * Inner node j has G_j children, and a group of G_j processors, one after the
 * other from 1 on in the order of the nodes.  The member that gets item i for
 * node j is number (i-1) mod G_j.  It sends to the children in turn, child c in
 * step i + L + offset_j + c, so that it is through when it gets the next item
 * for the node.  An inner child is got by the member of its group in the same
 * way; a leaf by one of the group that owns it, number (i-1+c) mod G with its
 * own c from 1 to G-1: so each member gets each item once.  One leaf's items
 * all go to the last processor, the pure receiver.
 *
 * The c are such that no two leaves arrive at a member in the same step: those
 * of c - offset mod G differ, by Hall's theorem.  Of G steps one is free of
 * leaves; if it is that of the item for the node, nothing ever waits.
 * Otherwise, once in G steps two messages arrive and one waits, and so do all
 * that follow until the free step, a step each.
 *
 * Rows: the receiver of an edge of the tree moves on by one from an item to the
 * next.  Senders of a group are in order if the items that they send are taken
 * from the first after a multiple of G on, and then the ones before.
 *   Subramonian & Venkatasubramanian 1993, Section 6, with a fixed allocation.
 */
#include "model/continuous_groups.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/continuous_hall.h"
#include "model/continuous_leaves.h"

enum { ROWS = 256 };

/* To whom a child's item goes: base + at, at below size. */
struct edge {
	uint32_t base, size, at;
};

struct group {
	uint32_t edge; /* its first; its first processor is one more */
	uint32_t size;
	uint64_t start; /* when item 1 is sent to child 0 */
	uint64_t block; /* the items after it are those of its first members */
};

struct groups {
	struct schedule schedule;
	struct group *group;
	uint32_t count;
	struct edge *edge, source;

	uint32_t *coming; /* groups by start */
	uint32_t started; /* how many of these have begun */
	uint32_t *active; /* those that send, in order */
	uint32_t actives;

	uint64_t tick;
	int source_next;	  /* the source is the next to send */
	uint32_t next;		  /* then this of the active ones */
	const struct group *from; /* a group that is not through, and */
	uint64_t item, low, high; /* its next item, between low and high */
	uint64_t left;		  /* how many of them */

	struct transmission row[ROWS];
};

/* What one group is arranged with. */
struct arranger {
	const struct continuous_plan *plan;
	struct groups *groups;
	uint64_t *offset; /* of its leaves */
	uint32_t *a, *b, *work, *at;
	uint64_t finish;
};

static uint32_t negative(uint64_t value, uint32_t size)
{
	uint32_t rest = (uint32_t)(value % size);

	return rest == 0 ? 0 : size - rest;
}

/* a[x] becomes the c of leaf x, that of the item for the node, 0, being last.
 */
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
	const struct schedule_header *header =
		&arranger->groups->schedule.header;
	uint64_t length = (uint64_t)(chain->most - chain->least), last;

	if (header->messages <= length)
		return;
	last = header->messages - (uint64_t)(chain->most - item);
	last += header->latency + offset - arranger->plan->slack;
	if (last > arranger->finish)
		arranger->finish = last;
}

/*
 * node: when the item for the node comes, as an offset.  Walks through the
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

static struct edge *find_edge(
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
	const struct continuous_plan *plan = arranger->plan;
	const struct group *group = &arranger->groups->group[g];
	uint64_t node =
		continuous_tree_offset(plan->tree, plan->tree->inner[g]);

	for (uint32_t x = 0; x + 1 < group->size; x++)
		arranger->offset[x] =
			continuous_tree_offset(plan->tree, leaf[x]);
	allocate(arranger, group->size);
	for (uint32_t x = 0; x + 1 < group->size; x++)
		*find_edge(arranger, name, leaf[x]) = (struct edge){
			group->edge + 1, group->size, arranger->a[x]};
	note_queue(arranger, group->size, g == 0 ? plan->slack : node);
}

static void init_groups(struct groups *groups,
	const struct continuous_plan *plan, uint32_t *name)
{
	const struct continuous_tree *tree = plan->tree;
	uint32_t edges = 0;

	for (uint32_t g = 0; g < groups->count; g++) {
		uint32_t v = tree->inner[g];

		name[v] = g;
		groups->group[g] = (struct group){
			.edge = edges,
			.size = tree->tree.node[v].children,
			.start = groups->schedule.header.latency +
				 continuous_tree_offset(tree, v) + plan->shift,
		};
		edges += tree->tree.node[v].children;
	}
}

/* The edges to inner nodes and to the pure receiver. */
static void init_edges(const struct arranger *arranger, const uint32_t *name)
{
	const struct continuous_tree *tree = arranger->plan->tree;
	struct groups *groups = arranger->groups;
	uint32_t pure = (uint32_t)groups->schedule.header.processors - 1;

	groups->source = (struct edge){pure, 1, 0};
	for (uint32_t g = 0; g < groups->count; g++) {
		const struct group *group = &groups->group[g];
		struct edge *edge = &groups->source;

		if (g > 0)
			edge = find_edge(arranger, name, tree->inner[g]);
		*edge = (struct edge){group->edge + 1, group->size, 0};
	}
	for (uint32_t x = 0; groups->count > 0 && x < tree->leaves; x++)
		if (arranger->plan->owner[x] == CONTINUOUS_NOBODY)
			*find_edge(arranger, name, tree->leaf[x]) =
				(struct edge){pure, 1, 0};
}

/* The leaves of each group together: those of group g from its edge - g on. */
static uint32_t *sort_leaves(
	const struct groups *groups, const struct continuous_plan *plan)
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
	struct groups *groups = arranger->groups;
	const struct continuous_tree *tree = arranger->plan->tree;
	uint32_t *name = mem_array(tree->tree.size, sizeof *name), *leaf;
	uint32_t most = 1;

	init_groups(groups, arranger->plan, name);
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
	const struct continuous_plan *plan)
{
	uint64_t finish = header->messages - 1 + header->latency;
	uint64_t last = continuous_tree_last(plan->tree);

	return last > 0 ? finish + last - plan->slack : finish;
}

struct start {
	uint64_t start;
	uint32_t group;
};

static int compare_starts(const void *x, const void *y)
{
	const struct start *a = x, *b = y;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->group > b->group) - (a->group < b->group);
}

static void order_starts(struct groups *groups)
{
	struct start *start =
		mem_array(groups->count + (size_t)1, sizeof *start);

	groups->coming =
		mem_array(groups->count + (size_t)1, sizeof *groups->coming);
	for (uint32_t g = 0; g < groups->count; g++)
		start[g] = (struct start){groups->group[g].start, g};
	qsort(start, groups->count, sizeof *start, compare_starts);
	for (uint32_t g = 0; g < groups->count; g++)
		groups->coming[g] = start[g].group;
	mem_free(start);
}

/* The groups that begin now find their places among those that send. */
static void begin_groups(struct groups *groups)
{
	uint32_t first = groups->started, to, old = groups->actives;

	while (groups->started < groups->count &&
		groups->group[groups->coming[groups->started]].start ==
			groups->tick)
		groups->started++;
	to = groups->actives += groups->started - first;
	for (uint32_t i = groups->started; i > first; to--)
		if (old > 0 && groups->active[old - 1] > groups->coming[i - 1])
			groups->active[to - 1] = groups->active[--old];
		else
			groups->active[to - 1] = groups->coming[--i];
}

/* Those that have sent their last leave. */
static void end_groups(struct groups *groups)
{
	uint64_t m = groups->schedule.header.messages;
	uint32_t left = 0;

	for (uint32_t i = 0; i < groups->actives; i++) {
		const struct group *group = &groups->group[groups->active[i]];

		if (groups->tick - group->start <= m + group->size - 2)
			groups->active[left++] = groups->active[i];
	}
	groups->actives = left;
}

/* Goes on to the present tick; if nothing is sent at it, to the next at which
 * something is.  0 at the end. */
static int begin_tick(struct groups *groups)
{
	uint64_t m = groups->schedule.header.messages;

	if (groups->tick >= m) {
		end_groups(groups);
		if (groups->actives == 0) {
			if (groups->started == groups->count)
				return 0;
			groups->tick =
				groups->group[groups->coming[groups->started]]
					.start;
		}
	}
	begin_groups(groups);
	groups->source_next = groups->tick < m;
	groups->next = 0;
	return 1;
}

/* Finds the items that a group sends at the present tick. */
static void begin_group(struct groups *groups, struct group *group)
{
	uint64_t m = groups->schedule.header.messages;
	uint64_t newest = groups->tick - group->start + 1;

	groups->high = newest < m ? newest : m;
	groups->low = newest > group->size ? newest - group->size + 1 : 1;
	if (groups->high > group->block + group->size)
		group->block += group->size;
	groups->item =
		groups->low > group->block ? groups->low : group->block + 1;
	groups->left = groups->high - groups->low + 1;
	groups->from = group;
}

static void step_edge(struct edge *edge)
{
	if (++edge->at == edge->size)
		edge->at = 0;
}

/* Rows of the present group, items up to the highest, while there is room. */
static struct transmission *put_run(
	struct groups *groups, struct transmission *row)
{
	const struct group *group = groups->from;
	uint64_t tick = groups->tick, item = groups->item;
	uint64_t run = (uint64_t)(groups->row + ROWS - row);
	uint64_t from = group->edge + item - group->block;
	struct edge *edge =
		&groups->edge[group->edge + tick - group->start + 1 - item];

	if (item <= group->block)
		from += group->size;
	if (run > groups->left)
		run = groups->left;
	if (run > groups->high - item + 1)
		run = groups->high - item + 1;
	groups->left -= run;
	groups->item += run;
	if (groups->item > groups->high)
		groups->item = groups->low;
	for (; run > 0; run--, row++, edge--) {
		row->tick = tick;
		row->from = from++;
		row->to = (uint64_t)edge->base + edge->at;
		row->message = item++;
		step_edge(edge);
	}
	return row;
}

static struct transmission *put_source(
	struct groups *groups, struct transmission *row)
{
	row->tick = groups->tick;
	row->from = 0;
	row->to = (uint64_t)groups->source.base + groups->source.at;
	row->message = groups->tick + 1;
	step_edge(&groups->source);
	groups->source_next = 0;
	return row + 1;
}

static enum status groups_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct groups *groups = (struct groups *)schedule;
	struct transmission *row = groups->row;
	int more = 1;

	(void)err;
	while (more && row < groups->row + ROWS) {
		if (groups->source_next) {
			row = put_source(groups, row);
		} else if (groups->left > 0) {
			row = put_run(groups, row);
		} else if (groups->next < groups->actives) {
			begin_group(groups,
				&groups->group[groups->active[groups->next++]]);
		} else {
			groups->tick++;
			more = begin_tick(groups);
		}
	}
	*rows = groups->row;
	*count = (size_t)(row - groups->row);
	return STATUS_OK;
}

static void groups_close(struct schedule *schedule)
{
	struct groups *groups = (struct groups *)schedule;

	mem_free(groups->group);
	mem_free(groups->edge);
	mem_free(groups->coming);
	mem_free(groups->active);
	mem_free(groups);
}

static const struct schedule_ops ops = {groups_next, groups_close};

struct schedule *continuous_groups_open(const struct schedule_header *header,
	const struct continuous_plan *plan)
{
	struct groups *groups = mem_array(1, sizeof *groups);
	struct arranger arranger = {.plan = plan, .groups = groups};
	size_t count = plan->tree->inners;

	groups->schedule.header = *header;
	groups->schedule.ops = &ops;
	groups->count = (uint32_t)count;
	groups->group = mem_array(count + 1, sizeof *groups->group);
	groups->edge = mem_array(plan->tree->tree.size, sizeof *groups->edge);
	groups->active = mem_array(count + 1, sizeof *groups->active);
	arranger.finish = smooth_finish(header, plan);
	arrange_all(&arranger);
	groups->schedule.header.finish = arranger.finish;
	groups->schedule.header.has_finish = 1;
	order_starts(groups);
	begin_tick(groups);
	return &groups->schedule;
}
