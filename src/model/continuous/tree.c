/* The optimal tree of the postal model, with its nodes sorted by offset, and
 * random ones of as many nodes. */
#include "model/continuous/tree.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"
#include "model/postal/postal.h"

static uint64_t get_offset(const struct tree_node *node, uint64_t latency)
{
	return node->wait + node->depth * latency;
}

uint64_t continuous_tree_offset(
	const struct continuous_tree *tree, uint32_t node)
{
	return get_offset(&tree->tree.node[node], tree->latency);
}

uint64_t continuous_tree_last(const struct continuous_tree *tree)
{
	uint64_t last = 0;

	for (uint32_t v = 0; v < tree->tree.size; v++) {
		uint64_t offset = continuous_tree_offset(tree, v);

		if (offset > last)
			last = offset;
	}
	return last;
}

uint32_t continuous_tree_width(const struct continuous_tree *tree)
{
	uint32_t most = 1;

	for (uint32_t g = 0; g < tree->inners; g++) {
		uint32_t count = tree->tree.node[tree->inner[g]].children;

		if (count > most)
			most = count;
	}
	return most;
}

struct key {
	uint64_t offset;
	uint32_t node;
};

static int compare_keys(const void *x, const void *y)
{
	const struct key *a = x, *b = y;

	return number_compare_next(
		number_compare_u64(a->offset, b->offset), a->node, b->node);
}

/* The inner nodes, or the leaves, by offset and, at the same offset, by number,
 * which is by depth and parent. */
static uint32_t *list_nodes(
	const struct continuous_tree *tree, int inner, uint32_t *count)
{
	size_t size = tree->tree.size, found = 0;
	struct key *key = mem_array(size, sizeof *key);
	uint32_t *list;

	for (uint32_t v = 0; v < size; v++) {
		const struct tree_node *node = &tree->tree.node[v];

		if ((node->children > 0) != inner)
			continue;
		key[found++] = (struct key){continuous_tree_offset(tree, v), v};
	}
	if (found > 0)
		qsort(key, found, sizeof *key, compare_keys);
	list = mem_array(found + 1, sizeof *list);
	for (size_t i = 0; i < found; i++)
		list[i] = key[i].node;
	mem_free(key);
	*count = (uint32_t)found;
	return list;
}

static void order_nodes(struct continuous_tree *tree)
{
	tree->inner = list_nodes(tree, 1, &tree->inners);
	tree->leaf = list_nodes(tree, 0, &tree->leaves);
}

enum status continuous_tree_init(struct continuous_tree *tree,
	const mpz_t nodes, uint64_t latency, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t lambda;

	*tree = (struct continuous_tree){.latency = latency};
	mpq_init(lambda);
	number_set_u64(mpq_numref(lambda), latency);
	status = tree_init(&tree->tree, lambda, nodes, max_bits, err);
	if (status == STATUS_OK)
		status = postal_tree_least_depth(&tree->tree, max_bits, err);
	if (status == STATUS_OK)
		order_nodes(tree);
	mpq_clear(lambda);
	return status;
}

void continuous_tree_clear(struct continuous_tree *tree)
{
	tree_clear(&tree->tree);
	mem_free(tree->inner);
	mem_free(tree->leaf);
	tree->inner = tree->leaf = NULL;
}

/* Attaches all nodes of the universal tree up to the last offset, level by
 * level, and returns their number: less than twice that of an optimal tree. */
static size_t grow(struct tree *tree, uint64_t latency, uint64_t last)
{
	size_t size = 1;

	for (uint32_t v = 0; v < size; v++) {
		uint64_t offset = get_offset(&tree->node[v], latency);

		for (offset += latency; offset <= last; offset++)
			tree_attach(tree, v, (uint32_t)size++);
	}
	return size;
}

/* The leaves that are the last children of their parents. */
struct ends {
	const struct tree *tree;
	uint32_t *node;
	uint32_t *last; /* the last child of each node */
	uint32_t count;
};

static void note_end(struct ends *ends, uint32_t v)
{
	const struct tree_node *node = ends->tree->node;

	if (v > 0 && node[v].children == 0 && ends->last[node[v].parent] == v)
		ends->node[ends->count++] = v;
}

/* Removes an end, after which the sibling before it or the parent may be an
 * end; children of a node are numbered consecutively. */
static void take_end(struct ends *ends, struct tree *tree, uint32_t at)
{
	uint32_t v = ends->node[at], parent = tree->node[v].parent;

	ends->node[at] = ends->node[--ends->count];
	tree->node[v].depth = UINT32_MAX;
	if (--tree->node[parent].children > 0) {
		ends->last[parent] = v - 1;
		note_end(ends, v - 1);
	} else {
		note_end(ends, parent);
	}
}

/* Removes random ends until as many nodes are left as wanted. */
static void prune(
	struct tree *tree, size_t size, size_t wanted, struct random *random)
{
	struct ends ends = {.tree = tree};

	ends.node = mem_array(size, sizeof *ends.node);
	ends.last = mem_array(size, sizeof *ends.last);
	for (uint32_t v = 1; v < size; v++)
		ends.last[tree->node[v].parent] = v;
	for (uint32_t v = 1; v < size; v++)
		note_end(&ends, v);
	for (; size > wanted; size--)
		take_end(&ends, tree, random_below(random, ends.count));
	mem_free(ends.node);
	mem_free(ends.last);
}

/* Closes the gaps between the nodes left; parents come before their children.
 */
static void close_gaps(struct tree *tree, size_t size)
{
	uint32_t *name = mem_array(size, sizeof *name), left = 0;

	for (uint32_t v = 0; v < size; v++) {
		struct tree_node node = tree->node[v];

		if (node.depth == UINT32_MAX)
			continue;
		node.parent = name[node.parent];
		name[v] = left;
		tree->node[left++] = node;
	}
	tree->size = left;
	mem_free(name);
}

void continuous_tree_random(struct continuous_tree *tree,
	const struct continuous_tree *given, struct random *random)
{
	size_t size;

	*tree = (struct continuous_tree){.latency = given->latency};
	mpq_init(tree->tree.lambda);
	mpq_set(tree->tree.lambda, given->tree.lambda);
	tree->tree.node =
		mem_array(2 * given->tree.size, sizeof *tree->tree.node);
	size = grow(&tree->tree, tree->latency, continuous_tree_last(given));
	prune(&tree->tree, size, given->tree.size, random);
	close_gaps(&tree->tree, size);
	order_nodes(tree);
}
