/*
 * Judging and measuring labelled trees.  Nodes are sorted by name, so that
 * bisection finds parents; a child with its parent's label is the left one.
 *   Example: root (1,0), a child (1,0) and a child (4,0): the first is the left
 * child, and the second, a copy in processor 4, the right one.
 */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "check/checker.h"

/* By name, then by line. */
static int compare_names(const void *a, const void *b)
{
	const struct label_node *x = a, *y = b;

	return number_compare_next(
		number_compare_u64(x->name, y->name), x->line, y->line);
}

/* The first node of a path of nodes (i, 0). */
struct beginning {
	uint64_t processor;
	size_t node;
	uint64_t line;
};

/* By processor, then by line. */
static int compare_beginnings(const void *a, const void *b)
{
	const struct beginning *x = a, *y = b;

	return number_compare_next(
		number_compare_u64(x->processor, y->processor), x->line,
		y->line);
}

/* The index of the first node with the name; SIZE_MAX: there is none. */
static size_t find_label_tree(const struct label_tree *tree, uint64_t name)
{
	size_t i = ascending_find(tree->node, sizeof *tree->node,
		offsetof(struct label_node, name), tree->count, name);

	return i < tree->count && tree->node[i].name == name ? i : SIZE_MAX;
}

static int is_same_label(const struct label_node *a, const struct label_node *b)
{
	return a->processor == b->processor && a->cell == b->cell;
}

static void report_label_tree(
	struct check *check, const struct label_node *node, const char *what)
{
	check_report(check, "tree", node->line, "node # $", node->name, what);
}

/* Makes the node at index a child of its parent. */
static void attach(struct label_tree *tree, size_t index, struct check *check)
{
	struct label_node *node = &tree->node[index], *parent;
	size_t *place;

	node->up = find_label_tree(tree, node->parent);
	if (node->up == SIZE_MAX) {
		report_label_tree(
			check, node, "has a parent that is not there");
		return;
	}
	parent = &tree->node[node->up];
	place = is_same_label(node, parent) ? &parent->left : &parent->right;
	if (*place != SIZE_MAX) {
		report_label_tree(check, node,
			place == &parent->left
				? "is the second child with its parent's label"
				: "is the second child with a label of its "
				  "own");
		return;
	}
	*place = index;
	if (place == &parent->right && node->cell != 0 && parent->cell != 0)
		report_label_tree(check, node,
			"is copied from one cell to another, neither of them "
			"0");
}

/* Sorts the nodes, finds parents and children, and returns the index of the
 * root; SIZE_MAX: there is none. */
static size_t link_nodes(struct label_tree *tree, struct check *check)
{
	size_t root = SIZE_MAX;

	if (tree->count > 0)
		qsort(tree->node, tree->count, sizeof *tree->node,
			compare_names);
	for (size_t i = 0; i < tree->count; i++)
		tree->node[i].up = tree->node[i].left = tree->node[i].right =
			SIZE_MAX;
	for (size_t i = 0; i < tree->count; i++) {
		struct label_node *node = &tree->node[i];

		if (i > 0 && node->name == node[-1].name)
			report_label_tree(check, node, "is there twice");
		if (!node->is_root) {
			attach(tree, i, check);
		} else if (root != SIZE_MAX) {
			report_label_tree(check, node, "is a second root");
		} else {
			root = i;
			if (node->cell != 0)
				report_label_tree(check, node,
					"is the root, but its cell is not 0");
		}
	}
	if (root == SIZE_MAX)
		check_report(check, "tree", 0, "there is no root");
	return root;
}

/* The indices of all nodes below the root and of itself, each after its
 * parent. */
static size_t *walk(const struct label_tree *tree, size_t root, size_t *count)
{
	size_t *order = mem_array(tree->count + 1, sizeof *order);

	*count = 0;
	if (root != SIZE_MAX)
		order[(*count)++] = root;
	for (size_t i = 0; i < *count; i++) {
		const struct label_node *node = &tree->node[order[i]];

		if (node->left != SIZE_MAX)
			order[(*count)++] = node->left;
		if (node->right != SIZE_MAX)
			order[(*count)++] = node->right;
	}
	return order;
}

/* Reports nodes that are not below the root: those of a cycle, and all that
 * hangs on it. */
static void check_reached(
	const struct label_tree *tree, size_t root, struct check *check)
{
	size_t count, *order = walk(tree, root, &count);
	char *reached = mem_array(tree->count + 1, 1);

	for (size_t i = 0; i < count; i++)
		reached[order[i]] = 1;
	for (size_t i = 0; i < tree->count; i++)
		if (!reached[i])
			report_label_tree(
				check, &tree->node[i], "is not below the root");
	mem_free(reached);
	mem_free(order);
}

/* Whether the node is the first of a path of nodes (i, 0). */
static int begins_path(
	const struct label_tree *tree, const struct label_node *node)
{
	return node->cell == 0 &&
	       (node->up == SIZE_MAX ||
		       !is_same_label(node, &tree->node[node->up]));
}

/* Reports if the nodes (i, 0) of a processor i are more than one path. */
static void check_paths(const struct label_tree *tree, struct check *check)
{
	struct beginning *first = mem_array(tree->count + 1, sizeof *first);
	size_t count = 0;

	for (size_t i = 0; i < tree->count; i++) {
		const struct label_node *node = &tree->node[i];

		if (begins_path(tree, node))
			first[count++] = (struct beginning){
				node->processor, i, node->line};
	}
	if (count > 0)
		qsort(first, count, sizeof *first, compare_beginnings);
	for (size_t i = 1; i < count; i++)
		if (first[i].processor == first[i - 1].processor)
			report_label_tree(check, &tree->node[first[i].node],
				"has cell 0 of a processor that has it "
				"elsewhere in the tree, too");
	mem_free(first);
}

void label_tree_check(struct label_tree *tree, struct check *check)
{
	size_t root;

	memset(check, 0, sizeof *check);
	root = link_nodes(tree, check);
	if (check->violations == 0)
		check_reached(tree, root, check);
	if (check->violations == 0)
		check_paths(tree, check);
}

/* cost = above, the cost of the path to the node's parent, and that of the edge
 * from there. */
static enum status path_cost(struct value *cost, const struct label_tree *tree,
	const struct label_node *node, const struct value *above,
	const struct cost *latency, const struct value_precision *precision,
	struct err *err)
{
	uint64_t from = tree->node[node->up].processor, to = node->processor;
	enum status status;
	mpz_t distance;

	if (from == to) {
		value_set_ui(cost, 1);
		value_add(cost, cost, above, precision);
		return STATUS_OK;
	}
	mpz_init(distance);
	number_set_u64(distance, from < to ? to - from : from - to);
	status = cost_value(cost, latency, distance, precision, err);
	if (status == STATUS_OK)
		status = cost_add(cost, above, distance, precision, err);
	mpz_clear(distance);
	return status;
}

static uint64_t count_processors(const struct label_tree *tree)
{
	uint64_t *number = mem_array(tree->count, sizeof *number), size = 1;

	for (size_t i = 0; i < tree->count; i++)
		number[i] = tree->node[i].processor;
	qsort(number, tree->count, sizeof *number, check_compare_words);
	for (size_t i = 1; i < tree->count; i++)
		size += number[i] != number[i - 1];
	mem_free(number);
	return size;
}

static size_t find_root(const struct label_tree *tree)
{
	size_t root = 0;

	while (!tree->node[root].is_root)
		root++;
	return root;
}

enum status label_tree_costs(struct value *cost, const struct label_tree *tree,
	const struct cost *latency, const struct value_precision *precision,
	struct err *err)
{
	enum status status = STATUS_OK;
	size_t count, *order = walk(tree, find_root(tree), &count);

	value_set_ui(&cost[order[0]], 0);
	for (size_t i = 1; i < count && status == STATUS_OK; i++) {
		const struct label_node *node = &tree->node[order[i]];

		status = path_cost(&cost[order[i]], tree, node, &cost[node->up],
			latency, precision, err);
	}
	mem_free(order);
	return status;
}

/* Finds the height and counts the leaves. */
static void measure_height(
	struct label_measure *measure, const struct label_tree *tree)
{
	uint64_t *depth = mem_array(tree->count, sizeof *depth);
	size_t count, *order = walk(tree, find_root(tree), &count);

	measure->height = measure->leaves = 0;
	for (size_t i = 0; i < count; i++) {
		const struct label_node *node = &tree->node[order[i]];

		if (i > 0)
			depth[order[i]] = depth[node->up] + 1;
		if (depth[order[i]] > measure->height)
			measure->height = depth[order[i]];
		measure->leaves +=
			node->left == SIZE_MAX && node->right == SIZE_MAX;
	}
	mem_free(depth);
	mem_free(order);
}

enum status label_tree_measure(struct label_measure *measure,
	const struct label_tree *tree, const struct cost *latency,
	const struct value_precision *precision, struct err *err)
{
	struct value *cost = mem_array(tree->count, sizeof *cost);
	enum status status;

	for (size_t i = 0; i < tree->count; i++)
		value_init(&cost[i]);
	measure->size = count_processors(tree);
	measure_height(measure, tree);
	value_set_ui(&measure->cost, 0);
	status = label_tree_costs(cost, tree, latency, precision, err);
	for (size_t i = 0; i < tree->count && status == STATUS_OK; i++)
		if (tree->node[i].left == SIZE_MAX &&
			tree->node[i].right == SIZE_MAX)
			value_max(&measure->cost, &measure->cost, &cost[i],
				precision);
	for (size_t i = 0; i < tree->count; i++)
		value_clear(&cost[i]);
	mem_free(cost);
	return status;
}
