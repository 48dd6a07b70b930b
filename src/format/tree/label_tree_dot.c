/* A labelled tree for Graphviz; nodes have the names that were read. */
#include "format/tree/label_tree_picture.h"

#include "format/out.h"

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
