/*
 * Trees for Graphviz: a node for each processor of a broadcast tree, or for
 * each copy of a labelled tree, under the name that was read.
 */
#include "format/tree/tree.h"

#include <inttypes.h>

#include "format/out.h"

static void write_dot_node(struct out *out, const struct tree *tree,
	struct tree_times *times, size_t v)
{
	out_print(out, "\t%zu [label=\"%zu\\n%s\"];\n", v, v,
		tree_times_text(times, tree, v, 0)->text);
	if (v == 0)
		return;
	out_print(out, "\t%" PRIu32 " -> %zu [", tree->node[v].parent, v);
	if (tree->ticks.message)
		out_print(out, "%slabel=\"%" PRIu64 " block%s\"];\n",
			times->is_backwards ? "dir=back, " : "",
			tree->ticks.message[v].blocks,
			tree->ticks.message[v].blocks == 1 ? "" : "s");
	else if (times->is_backwards)
		out_text(out, "dir=back];\n");
	else
		out_print(out, "label=\"%s\"%s];\n",
			tree_times_text(times, tree, v, 1)->text,
			tree_is_between(tree, v) ? ", style=dashed" : "");
}

void tree_write_dot(
	const struct tree *tree, struct tree_times *times, FILE *file)
{
	struct out out;

	out_init(&out, file);
	out_text(&out, "digraph tree {\n"
		       "\tnode [shape=box, style=rounded];\n");
	for (size_t v = 0; v < tree->size && !ferror(file); v++)
		write_dot_node(&out, tree, times, v);
	out_text(&out, "}\n");
	out_finish(&out);
}

static void write_label_node(
	struct out *out, const struct label_node *node, const char *cost)
{
	out_print(out,
		"\t%" PRIu64 " [label=\"(%" PRIu64 ", %" PRIu64 ")\\n%s\"];\n",
		node->name, node->processor, node->cell, cost);
}

static void write_label_line(
	struct out *out, const struct label_tree *tree, size_t i)
{
	const struct label_node *node = &tree->node[i],
				*up = &tree->node[node->up];

	out_print(out, "\t%" PRIu64 " -> %" PRIu64 "%s;\n", up->name,
		node->name, up->left == i ? " [style=dashed]" : "");
}

void label_tree_write_dot(
	const struct label_tree *tree, char *const *cost, FILE *file)
{
	struct out out;

	out_init(&out, file);
	out_text(&out, "digraph tree {\n"
		       "\tnode [shape=box, style=rounded];\n");
	for (size_t i = 0; i < tree->count && !ferror(file); i++) {
		write_label_node(&out, &tree->node[i], cost[i]);
		if (!tree->node[i].is_root)
			write_label_line(&out, tree, i);
	}
	out_text(&out, "}\n");
	out_finish(&out);
}
