/*
 * Draws a labelled tree as a struct tree, whose nodes are numbered anew,
 * parents before children.  A left child is the same copy a step later, a right
 * child a new copy.
 */
#include "format/tree/tree.h"

#include <inttypes.h>

#include "base/mem.h"
#include "number/number.h"

struct label_drawing {
	const struct label_tree *labels;
	const size_t *order; /* the index in labels of each node of the tree */
	char *const *cost;
	char name[2 * NUMBER_U64_MAX + 8];
};

static const struct label_node *label_of(
	const struct label_drawing *drawing, size_t v)
{
	return &drawing->labels->node[drawing->order[v]];
}

/* The processor and the cell, "(3, 0)". */
static const char *label_name(void *context, size_t v)
{
	struct label_drawing *drawing = context;
	const struct label_node *node = label_of(drawing, v);

	snprintf(drawing->name, sizeof drawing->name,
		"(%" PRIu64 ", %" PRIu64 ")", node->processor, node->cell);
	return drawing->name;
}

static const char *label_cost(void *context, size_t v)
{
	const struct label_drawing *drawing = context;

	return drawing->cost[drawing->order[v]];
}

static void write_label_edge(void *context, struct out *out, size_t v)
{
	const struct label_drawing *drawing = context;
	const struct label_node *node = label_of(drawing, v),
				*up = &drawing->labels->node[node->up];

	out_print(out,
		up->left == drawing->order[v]
			? "node %" PRIu64 ", the copy of node %" PRIu64
			  " a step later"
			: "node %" PRIu64 ", copied from node %" PRIu64,
		node->name, up->name);
}

static void attach_child(
	struct tree *tree, size_t *order, size_t *count, size_t v, size_t child)
{
	if (child == SIZE_MAX)
		return;
	order[*count] = child;
	tree_attach(tree, (uint32_t)v, (uint32_t)(*count)++);
}

/* Numbers the nodes level by level from the root on, and makes them a tree. */
static void number_labels(
	struct tree *tree, size_t *order, const struct label_tree *labels)
{
	size_t count = 1;

	while (!labels->node[order[0]].is_root)
		order[0]++;
	for (size_t v = 0; v < count; v++) {
		const struct label_node *node = &labels->node[order[v]];

		attach_child(tree, order, &count, v, node->left);
		attach_child(tree, order, &count, v, node->right);
	}
}

static enum status draw_labels(struct tree *tree,
	const struct label_tree *labels, char *const *cost, const char *title,
	FILE *file, struct err *err)
{
	size_t *order = mem_array(labels->count, sizeof *order);
	struct label_drawing drawing = {
		.labels = labels, .order = order, .cost = cost};
	const struct tree_words words = {
		.title = title,
		.context = &drawing,
		.name = label_name,
		.below = label_cost,
		.edge = write_label_edge,
	};
	enum status status;

	number_labels(tree, order, labels);
	status = tree_boxes_write(tree, &words, NULL, file, err);
	mem_free(order);
	return status;
}

enum status label_tree_write_svg(const struct label_tree *labels,
	char *const *cost, const char *title, uint64_t max_bits, FILE *file,
	struct err *err)
{
	struct tree tree = {0};
	enum status status;
	mpz_t n;
	mpq_t lambda;

	mpz_init_set_ui(n, labels->count);
	mpq_init(lambda);
	status = tree_init(&tree, lambda, n, max_bits, err);
	if (status == STATUS_OK)
		status = draw_labels(&tree, labels, cost, title, file, err);
	tree_clear(&tree);
	mpz_clear(n);
	mpq_clear(lambda);
	return status;
}
