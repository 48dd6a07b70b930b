/*
 * Plans for few nodes, by trial.  A tree will do if the leaves of each class
 * can be dealt to its groups: in a group of size G the offsets of its node and
 * its G - 1 leaves must have a sum K G, where K is a whole number that is at
 * most what the lag permits.  Leaves of one offset are alike, so each group in
 * turn tries how many it takes of each offset, the latest offset first.
 *
 * Example: latency 2, five nodes.  The natural tree has them at 0, 2, 3, 4 and
 * 4; the root has three children, the node at 2 one.  The root's group of 3
 * takes two of the leaves at 3, 4, 4; but neither 0+3+4 nor 0+4+4 is a multiple
 * of 3.  If the node at 2 leaves out its send, so that the one at 3 has a child
 * at 5, then 0+4+5 = 3·3 will do: three processors have the offsets 0, 4 and 5
 * in turn, one is always at 3, and the pure receiver at 2.
 */
#include "model/cyclic/plan.h"

#include "base/bits.h"
#include "base/mem.h"
#include "number/random.h"

/* How many trees are tried; one in NATURAL has no sends left out and differs
 * from the natural tree only in the parents of its last layers. */
enum { TREES = 240, NATURAL = 4 };

/* In other trees one in SENDS sends is left out. */
enum { SENDS = 12 };

/* The most steps of dealing in one class. */
enum { STEPS = 4000 };

struct few_node {
	uint64_t o, children;
	uint32_t class;
	int is_closed; /* it takes no more children */
};

/* A group of one class; lag: its K. */
struct few_group {
	uint64_t o, size, lag;
};

struct dealing {
	struct few_group group[CYCLIC_FEW];
	uint64_t (*taken)[CYCLIC_FEW]; /* by each group: leaves of each o */
	uint64_t *left;		       /* leaves of each o */
	uint64_t most;		       /* upper bound on K */
	size_t groups, kinds;	       /* kinds: o is below this */
	int steps;		       /* left */
};

struct few_search {
	const struct cyclic_classes *natural;
	struct cyclic_plan *few;
	struct random random;
	struct few_node node[CYCLIC_FEW];
	uint32_t nodes;
	int64_t lag;
	int without_pure;
	int64_t *work;
};

static uint64_t few_tick(
	const struct few_search *search, const struct few_node *node)
{
	const struct cyclic_classes *natural = search->natural;

	return natural->class[node->class].phase + natural->q * node->o;
}

/* Lists the nodes of a class that could have a child at tick t; returns how
 * many. */
static uint32_t list_parents(const struct few_search *search,
	uint32_t parent[CYCLIC_FEW], uint32_t class, uint64_t t)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < search->nodes; i++) {
		const struct few_node *node = &search->node[i];

		if (node->class == class && !node->is_closed &&
			few_tick(search, node) +
					search->natural->class[class].hop +
					node->children * search->natural->q ==
				t)
			parent[count++] = i;
	}
	return count;
}

static void add_child(
	struct few_search *search, uint32_t parent, uint32_t class, uint64_t o)
{
	search->node[parent].children++;
	search->node[search->nodes++] =
		(struct few_node){.o = o, .class = class};
}

/* Gives some of the nodes that can have one a child at tick t, while *left, the
 * quota of the children's class, lasts; the others get no more children. */
static void grow_layer(struct few_search *search, uint32_t class, uint64_t t,
	uint64_t *left, int is_natural)
{
	uint32_t parent[CYCLIC_FEW],
		k = class > 0 ? class : search->natural->count;
	uint32_t count = list_parents(search, parent, k - 1, t);
	uint64_t o =
		(t - search->natural->class[class].phase) / search->natural->q;

	for (; count > 0; count--) {
		uint32_t at = random_below(&search->random, count);
		uint32_t chosen = parent[at];

		parent[at] = parent[count - 1];
		if (*left == 0 || (!is_natural && random_below(&search->random,
							  SENDS) == 0)) {
			search->node[chosen].is_closed = 1;
			continue;
		}
		add_child(search, chosen, class, o);
		--*left;
	}
}

/* Grows a tree; returns 0 if it does not have all nodes soon after the natural
 * tree would. */
static int grow_tree(struct few_search *search, int is_natural)
{
	const struct cyclic_classes *natural = search->natural;
	uint64_t left[PERIODIC_CLASSES] = {0}, end = 0;

	for (uint32_t k = 0; k < natural->count; k++) {
		const struct cyclic_class *class = &natural->class[k];
		uint64_t last = class->phase + natural->q * class->last;

		left[k] = class->quota - (k == 0);
		if (last > end)
			end = last;
	}
	end += 2 * natural->q;
	search->nodes = 1;
	search->node[0] = (struct few_node){0, 0, 0, 0};
	for (uint64_t t = 1; t <= end && search->nodes < natural->nodes; t++) {
		uint32_t k = natural->of_phase[t % natural->q];

		if (k < natural->count)
			grow_layer(search, k, t, &left[k], is_natural);
	}
	*search->work -= (int64_t)(end * search->nodes / 8);
	return search->nodes == natural->nodes;
}

static int deal_group(struct dealing *dealing, size_t g, size_t kind,
	uint64_t need, uint64_t sum);

/* Deals to the groups from g on; returns 0 if there is no way or too many steps
 * are needed. */
static int next_group(struct dealing *dealing, size_t g)
{
	return g == dealing->groups ||
	       deal_group(dealing, g, dealing->kinds,
		       dealing->group[g].size - 1, dealing->group[g].o);
}

/* Deals to group g, which still needs `need' leaves, of offsets below kind, and
 * to the groups after it; sum: the offsets that group g has so far. */
static int deal_group(struct dealing *dealing, size_t g, size_t kind,
	uint64_t need, uint64_t sum)
{
	struct few_group *group = &dealing->group[g];
	uint64_t count;

	if (dealing->steps-- <= 0)
		return 0;
	if (need == 0) {
		group->lag = sum / group->size;
		return sum % group->size == 0 && group->lag <= dealing->most &&
		       next_group(dealing, g + 1);
	}
	if (kind == 0)
		return 0;
	kind--;
	count = least_u64(dealing->left[kind], need);
	for (;; count--) {
		dealing->left[kind] -= count;
		dealing->taken[g][kind] = count;
		if (deal_group(
			    dealing, g, kind, need - count, sum + count * kind))
			return 1;
		dealing->left[kind] += count;
		dealing->taken[g][kind] = 0;
		if (count == 0)
			return 0;
	}
}

/* Deals to all groups after setting one leaf, of offset *pure, aside for the
 * pure receiver; if its lag does not count, that may be any. */
static int deal_with_pure(
	struct dealing *dealing, int without_pure, uint64_t *pure)
{
	for (size_t kind = dealing->kinds; kind-- > 0;) {
		if (dealing->left[kind] == 0 ||
			(kind > dealing->most && !without_pure))
			continue;
		dealing->left[kind]--;
		if (next_group(dealing, 0)) {
			*pure = kind;
			return 1;
		}
		dealing->left[kind]++;
	}
	return 0;
}

/* Lists the groups of a class, the largest first, and its leaves. */
static void list_few_groups(
	struct dealing *dealing, const struct few_search *search, uint32_t k)
{
	for (uint32_t i = 0; i < search->nodes; i++) {
		const struct few_node *node = &search->node[i];
		size_t at = dealing->groups;

		if (node->class != k)
			continue;
		if (node->children == 0) {
			dealing->left[node->o]++;
			continue;
		}
		for (; at > 0 && dealing->group[at - 1].size < node->children;
			at--)
			dealing->group[at] = dealing->group[at - 1];
		dealing->group[at] =
			(struct few_group){node->o, node->children, 0};
		dealing->groups++;
	}
}

static uint64_t last_layer(const struct few_search *search, uint32_t k)
{
	uint64_t last = 0;

	for (uint32_t i = 0; i < search->nodes; i++)
		if (search->node[i].class == k && search->node[i].o > last)
			last = search->node[i].o;
	return last;
}

/* Records the deal as the layers and runs of the class. */
static void note_class(const struct few_search *search,
	const struct dealing *dealing, uint32_t k)
{
	struct cyclic_class *class = &search->few->classes.class[k];
	struct cyclic_runs *runs = &search->few->runs[k];
	uint64_t last = dealing->kinds - 1;

	*class = search->natural->class[k];
	class->last = last;
	class->layer = mem_array(dealing->kinds + 1, sizeof *class->layer);
	for (uint32_t i = 0; i < search->nodes; i++)
		if (search->node[i].class == k)
			class->layer[search->node[i].o]++;
	cyclic_runs_init(runs, dealing->kinds + 1);
	for (size_t g = 0; g < dealing->groups; g++) {
		const struct few_group *group = &dealing->group[g];
		uint32_t *leaf;

		cyclic_runs_add(runs, group->o, 1, group->size,
			(int64_t)last - (int64_t)group->lag);
		leaf = cyclic_runs_leaves(runs, g);
		for (size_t o = 0; o < dealing->kinds; o++)
			leaf[last + 1 - o] = (uint32_t)dealing->taken[g][o];
	}
}

static int deal_few(struct few_search *search, uint32_t k)
{
	const struct cyclic_classes *natural = search->natural;
	int64_t most = search->lag - (int64_t)natural->class[k].phase;
	struct dealing dealing = {
		.kinds = (size_t)last_layer(search, k) + 1, .steps = STEPS};
	uint64_t pure = 0;
	int is_dealt;

	if (most < -(int64_t)natural->q || dealing.kinds > CYCLIC_FEW)
		return 0;
	dealing.most =
		(uint64_t)((most + (int64_t)natural->q) / (int64_t)natural->q);
	dealing.left = mem_array(dealing.kinds, sizeof *dealing.left);
	list_few_groups(&dealing, search, k);
	dealing.taken = mem_array(dealing.groups, sizeof *dealing.taken);
	is_dealt = k == natural->slack ? deal_with_pure(&dealing,
						 search->without_pure, &pure)
				       : next_group(&dealing, 0);
	if (is_dealt) {
		note_class(search, &dealing, k);
		if (k == natural->slack)
			search->few->pure = dealing.kinds - pure;
	}
	*search->work -= STEPS - dealing.steps;
	mem_free(dealing.left);
	mem_free(dealing.taken);
	return is_dealt;
}

/* Deals the leaves of all classes of a tree; returns 0, with nothing to clear,
 * if that fails. */
static int deal_tree(struct few_search *search)
{
	const struct cyclic_classes *natural = search->natural;

	*search->few = (struct cyclic_plan){.pure = 0};
	search->few->classes = *natural;
	for (uint32_t k = 0; k < natural->count; k++)
		search->few->classes.class[k].layer = NULL;
	for (uint32_t k = 0; k < natural->count; k++)
		if (!deal_few(search, k)) {
			cyclic_plan_clear(search->few);
			return 0;
		}
	return 1;
}

int cyclic_few_init(struct cyclic_plan *few,
	const struct cyclic_classes *natural, int64_t lag, int without_pure,
	int64_t *work)
{
	struct few_search search = {.natural = natural,
		.few = few,
		.random = {1, 0},
		.lag = lag,
		.without_pure = without_pure,
		.work = work};

	for (int tree = 0; tree < TREES && 0 < *work; tree++)
		if (grow_tree(&search, tree % NATURAL == 0) &&
			deal_tree(&search))
			return 1;
	return 0;
}
