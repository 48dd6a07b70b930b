/* Trees for Graphviz: a node a processor, or the copy that was read. */
#include "format/tree/tree.h"

#include "format/out.h"

/* [label="text"];, after what the label begins with. */
static void label_end(struct out *out, const struct tree_time_text *time)
{
	out_bytes(out, time->text, time->size);
	out_text(out, "\"];\n");
}

static void write_dot_node(struct out *out, const struct tree *tree,
	struct tree_times *times, size_t v)
{
	const struct tree_node *node = &tree->node[v];

	out_char(out, '\t');
	out_u64(out, v);
	out_text(out, " [label=\"");
	out_u64(out, v);
	out_text(out, "\\n");
	label_end(out, tree_times_text(times, tree, node->wait, node->depth));
	if (v == 0)
		return;
	out_char(out, '\t');
	out_u64(out, node->parent);
	out_text(out, " -> ");
	out_u64(out, v);
	out_text(out, " [label=\"");
	label_end(
		out, tree_times_text(times, tree, node->wait, node->depth - 1));
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
	out_char(out, '\t');
	out_u64(out, node->name);
	out_text(out, " [label=\"(");
	out_u64(out, node->processor);
	out_text(out, ", ");
	out_u64(out, node->cell);
	out_text(out, ")\\n");
	out_text(out, cost);
	out_text(out, "\"];\n");
}

static void write_label_line(
	struct out *out, const struct label_tree *tree, size_t i)
{
	const struct label_node *node = &tree->node[i],
				*up = &tree->node[node->up];

	out_char(out, '\t');
	out_u64(out, up->name);
	out_text(out, " -> ");
	out_u64(out, node->name);
	out_text(out, up->left == i ? " [style=dashed];\n" : ";\n");
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
