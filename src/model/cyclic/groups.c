/*
 * The groups of a plan.  Nodes are numbered by class, then by o, inner nodes
 * before leaves, inner nodes in the order of the runs; groups are numbered
 * likewise.  Parents take their children from the layers in order of time, so
 * all that has to be stored is the edge to each node.  At the end: the star,
 * whose groups need no plan.
 */
#include "model/cyclic/plan.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

struct maker {
	const struct cyclic_plan *plan;
	struct periodic_groups *groups;
	size_t *order[PERIODIC_CLASSES];   /* the runs by o */
	uint32_t *first[PERIODIC_CLASSES]; /* first node of each layer */
	uint32_t *next[PERIODIC_CLASSES];  /* its first node without parent */
	uint32_t *edge_to;		   /* the edge to each node */
};

static void number_nodes(struct maker *maker)
{
	const struct cyclic_classes *classes = &maker->plan->classes;
	uint32_t node = 0;

	for (uint32_t k = 0; k < classes->count; k++) {
		const struct cyclic_class *class = &classes->class[k];
		size_t layers = (size_t) class->last + 2;

		maker->order[k] = cyclic_runs_order(&maker->plan->runs[k]);
		maker->first[k] = mem_array(layers, 2 * sizeof **maker->first);
		maker->next[k] = maker->first[k] + layers;
		for (size_t o = 0; o < layers; o++) {
			maker->first[k][o] = node;
			node += (uint32_t) class->layer[o];
		}
		memcpy(maker->next[k], maker->first[k],
			layers * sizeof **maker->next);
	}
}

static size_t count_runs(const struct cyclic_plan *plan)
{
	size_t count = 0;

	for (uint32_t k = 0; k < plan->classes.count; k++)
		count += plan->runs[k].count;
	return count;
}

/* Makes a block of each run. */
static void list_blocks(struct maker *maker)
{
	struct periodic_groups *groups = maker->groups;
	const struct cyclic_classes *classes = &maker->plan->classes;
	uint32_t block = 0, edge = 0;

	groups->block =
		mem_array(count_runs(maker->plan) + 1, sizeof *groups->block);
	for (uint64_t x = 0; x < classes->q; x++)
		groups->class_at[x] = classes->count;
	for (uint32_t k = 0; k < classes->count; k++) {
		const struct cyclic_runs *runs = &maker->plan->runs[k];
		uint32_t next = cyclic_classes_next(classes, k);

		groups->class_at[classes->class[next].phase] = k;
		groups->from[k] = block;
		for (size_t i = 0; i < runs->count; i++) {
			const struct cyclic_run *run =
				&runs->run[maker->order[k][i]];
			uint64_t start = classes->class[k].phase +
					 classes->q * run->o +
					 classes->class[k].hop;

			groups->block[block++] = (struct periodic_block){start,
				edge, (uint32_t)run->size,
				(uint32_t)run->count};
			edge += (uint32_t)(run->size * run->count);
		}
	}
	for (uint32_t k = classes->count; k <= PERIODIC_CLASSES; k++)
		groups->from[k] = block;
	groups->edges = edge;
}

/* Gives the edges of a block of class k to the next nodes of their layers. */
static void link_children(
	struct maker *maker, const struct periodic_block *block, uint32_t k)
{
	const struct cyclic_classes *classes = &maker->plan->classes;
	uint32_t next = cyclic_classes_next(classes, k);
	uint64_t o = (block->start - classes->class[next].phase) / classes->q;

	for (uint32_t c = 0; c < block->size; c++) {
		uint32_t *edge_to = &maker->edge_to[maker->next[next][o + c]];

		for (uint32_t z = 0; z < block->count; z++)
			edge_to[z] = block->edge + c + z * block->size;
		maker->next[next][o + c] += block->count;
	}
}

/* Links all blocks in order of time, as the nodes of one layer have parents in
 * several layers. */
static void link_all(struct maker *maker)
{
	const struct periodic_groups *groups = maker->groups;
	const struct cyclic_classes *classes = &maker->plan->classes;
	uint32_t at[PERIODIC_CLASSES];

	memcpy(at, groups->from, sizeof at);
	maker->edge_to =
		mem_array((size_t)classes->nodes, sizeof *maker->edge_to);
	maker->edge_to[maker->next[0][0]++] = groups->edges;
	for (uint64_t t = classes->p; t <= groups->last; t++) {
		uint32_t k = groups->class_at[t % classes->q];

		for (; at[k] < groups->from[k + 1] &&
			groups->block[at[k]].start == t;
			at[k]++)
			link_children(maker, &groups->block[at[k]], k);
	}
}

/* The offsets and shifts of a group's leaves, by ascending kind, and scratch
 * space. */
struct pattern {
	uint64_t *offset;
	uint32_t *shift, *work;
};

static void arrange(const struct pattern *pattern,
	const struct cyclic_plan *plan, uint32_t k, size_t i)
{
	const uint32_t *leaf = cyclic_runs_leaves(&plan->runs[k], i);
	uint32_t x = 0;

	for (size_t kind = 0; kind < plan->runs[k].kinds; kind++)
		for (uint32_t z = 0; z < leaf[kind]; z++)
			pattern->offset[x++] =
				plan->classes.class[k].last + 1 - kind;
	periodic_arrange(pattern->shift, pattern->offset,
		(uint32_t)plan->runs[k].run[i].size, pattern->work);
}

/* The first leaf, by number, of each kind of a class.  Free it with
 * mem_free. */
static uint32_t *first_leaves(const struct maker *maker, uint32_t k)
{
	const struct cyclic_class *class = &maker->plan->classes.class[k];
	size_t kinds = maker->plan->runs[k].kinds;
	uint64_t *leaves = cyclic_plan_leaves(maker->plan, k);
	uint32_t *next = mem_array(kinds, sizeof *next);

	for (size_t kind = 0; kind < kinds && kind <= class->last + 1; kind++) {
		size_t o = (size_t)(class->last + 1 - kind);

		next[kind] = maker->first[k][o] +
			     (uint32_t)(class->layer[o] - leaves[kind]);
	}
	mem_free(leaves);
	return next;
}

static void set_edge(const struct maker *maker, uint32_t node, uint32_t base,
	uint32_t size, uint32_t shift)
{
	maker->groups->edge[maker->edge_to[node]] =
		(struct periodic_edge){base, size, shift};
}

/* Sets the edges to the nodes and leaves of a run, whose groups are the block.
 * node: the run's first node; leaf: the next leaf of each kind. */
static void set_run(const struct maker *maker, uint32_t k, size_t i,
	const struct periodic_block *block, uint32_t node, uint32_t *leaf,
	const struct pattern *pattern)
{
	const struct cyclic_runs *runs = &maker->plan->runs[k];
	const uint32_t *leaves = cyclic_runs_leaves(runs, i);
	uint32_t size = block->size;

	for (uint32_t z = 0; z < block->count; z++) {
		uint32_t base = block->edge + 1 + z * size, x = 0;

		set_edge(maker, node++, base, size, 0);
		for (size_t kind = 0; kind < runs->kinds; kind++)
			for (uint32_t y = 0; y < leaves[kind]; y++)
				set_edge(maker, leaf[kind]++, base, size,
					pattern->shift[x++]);
	}
}

static uint64_t most_members(const struct cyclic_runs *runs)
{
	uint64_t most = 1;

	for (size_t i = 0; i < runs->count; i++)
		most = most_u64(most, runs->run[i].size);
	return most;
}

static void set_class(struct maker *maker, uint32_t k, int without_pure)
{
	const struct cyclic_runs *runs = &maker->plan->runs[k];
	const struct periodic_block *block =
		&maker->groups->block[maker->groups->from[k]];
	uint32_t *leaf = first_leaves(maker, k);
	size_t most = (size_t)most_members(runs);
	struct pattern pattern;
	uint32_t inner = 0;

	pattern.offset = mem_array(most, sizeof *pattern.offset);
	pattern.shift = mem_array(most, 5 * sizeof *pattern.shift);
	pattern.work = pattern.shift + most;
	for (size_t x = 0; x < runs->count; x++) {
		size_t i = maker->order[k][x];
		const struct cyclic_run *run = &runs->run[i];

		if (x == 0 || run->o != runs->run[maker->order[k][x - 1]].o)
			inner = maker->first[k][run->o];
		arrange(&pattern, maker->plan, k, i);
		set_run(maker, k, i, &block[x], inner, leaf, &pattern);
		inner += (uint32_t)run->count;
	}
	if (k == maker->plan->classes.slack)
		set_edge(maker, leaf[maker->plan->pure],
			maker->groups->edges + 1, !without_pure, 0);
	mem_free(pattern.offset);
	mem_free(pattern.shift);
	mem_free(leaf);
}

void cyclic_groups_init(struct periodic_groups *groups,
	const struct cyclic_plan *plan, int without_pure)
{
	struct maker maker = {.plan = plan, .groups = groups};
	const struct cyclic_classes *classes = &plan->classes;

	*groups = (struct periodic_groups){.p = classes->p,
		.q = classes->q,
		.classes = classes->count,
		.wait = classes->class[classes->count - 1].hop - classes->p,
		.processors = (uint32_t)classes->nodes + !without_pure,
		.last = plan->last,
		.lag = cyclic_plan_lag(plan, without_pure)};
	number_nodes(&maker);
	list_blocks(&maker);
	groups->edge =
		mem_array(groups->edges + (size_t)1, sizeof *groups->edge);
	link_all(&maker);
	for (uint32_t k = 0; k < classes->count; k++) {
		set_class(&maker, k, without_pure);
		mem_free(maker.order[k]);
		mem_free(maker.first[k]);
	}
	mem_free(maker.edge_to);
}

/*
 * -- The star, of N nodes.  Child s, for s = 0 .. N-1 except the idle slot z,
 * has the offset p + s and a shift c.  All c must be different and not 0 mod N,
 * and so must all s + p - c.  With d = s - z mod N, from 1 to N - 1, these
 * work: for odd N
 * 	z = -p,		c = 2d,
 * so that s + p - c = -d; for even N
 * 	z = -p - N/2,	c = 2d for d < N/2, 2d + 1 from there on,
 * so that s + p - c is N/2 - d or N/2 - d - 1 mod N: each value except 0 once.
 */

static uint64_t idle_slot(uint64_t p, uint32_t nodes)
{
	uint64_t less = p + (nodes % 2 == 0 ? nodes / 2 : 0);

	return (nodes - less % nodes) % nodes;
}

/* All members have the same lag, the mean offset of the nodes less 1: the sum
 * of the offsets, N(N - 1)/2 - z + (N - 1) p, is a multiple of N. */
int64_t cyclic_star_lag(uint64_t p, uint32_t nodes)
{
	int64_t N = nodes, z = (int64_t)idle_slot(p, nodes);

	return (int64_t)p + (N * (N - 1) / 2 - z - (int64_t)p) / N - 1;
}

uint64_t cyclic_star_last(uint64_t p, uint32_t nodes)
{
	uint64_t end = (uint64_t)nodes - 1;

	if (nodes == 1)
		return 0;
	return p + (idle_slot(p, nodes) == end ? end - 1 : end);
}

/* How many slots there are by tick t: the source's and those of the root's
 * group, idle or not. */
static uint64_t count_star_slots(uint64_t p, uint64_t nodes, uint64_t t)
{
	uint64_t units = t < p ? 0 : t - p + 1;
	uint64_t few = least_u64(units, nodes);

	return t + 1 + few * (few + 1) / 2 + nodes * (units - few);
}

int64_t cyclic_star_least_last(uint64_t p, uint32_t nodes, uint64_t m)
{
	uint64_t low = m - 1, high = m + nodes + p;

	if (p >> 31 > 0)
		return (int64_t)low;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (count_star_slots(p, nodes, middle) >= nodes * m)
			high = middle;
		else
			low = middle + 1;
	}
	return (int64_t)low;
}

void cyclic_star_init(
	struct periodic_groups *groups, uint64_t p, uint32_t nodes)
{
	uint32_t idle = (uint32_t)idle_slot(p, nodes);

	*groups = (struct periodic_groups){.p = p,
		.q = 1,
		.classes = 1,
		.processors = nodes + 1,
		.edges = nodes,
		.last = cyclic_star_last(p, nodes),
		.lag = cyclic_star_lag(p, nodes)};
	groups->edge = mem_array(nodes + (size_t)1, sizeof *groups->edge);
	groups->block = mem_array(1, sizeof *groups->block);
	groups->block[0] = (struct periodic_block){p, 0, nodes, 1};
	for (uint32_t k = 1; k <= PERIODIC_CLASSES; k++)
		groups->from[k] = 1;
	groups->edge[nodes] = (struct periodic_edge){1, nodes, 0};
	for (uint32_t d = 1; d < nodes; d++) {
		uint64_t s = ((uint64_t)idle + d) % nodes;
		uint64_t c = 2 * (uint64_t)d;

		if (nodes % 2 == 0 && d >= nodes / 2)
			c++;
		groups->edge[s] =
			(struct periodic_edge){1, nodes, (uint32_t)(c % nodes)};
	}
}
