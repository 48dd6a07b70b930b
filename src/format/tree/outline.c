/*
 * Draws the tree as tree(1) does, in preorder.  The walk keeps, for each depth
 * of the current branch, which child comes next; where more children are to
 * come, a vertical line continues.
 */
#include <inttypes.h>

#include "base/mem.h"
#include "format/tree/tree.h"

struct walk {
	const struct tree *tree;
	struct tree_children children;
	/* For each depth, the index in children.child of the next child, and
	 * the end of its siblings. */
	uint32_t *next, *end;
	/* The lines that lead past a child, to a child, and to a last child. */
	const char *past, *child, *last;
};

static void walk_init(struct walk *walk, const struct tree *tree)
{
	uint32_t depth = 0;

	for (size_t v = 0; v < tree->size; v++)
		if (tree->node[v].depth > depth)
			depth = tree->node[v].depth;
	walk->tree = tree;
	walk->next = mem_array(depth + 2, sizeof *walk->next);
	walk->end = mem_array(depth + 2, sizeof *walk->end);
	tree_children_init(&walk->children, tree);
}

static void walk_clear(struct walk *walk)
{
	tree_children_clear(&walk->children);
	mem_free(walk->next);
	mem_free(walk->end);
}

static void write_line(struct walk *walk, struct tree_times *times,
	struct out *out, uint32_t v)
{
	const struct tree_node *node = &walk->tree->node[v];
	const struct tree_time_text *time =
		tree_times_text(times, walk->tree, v, 0);

	for (uint32_t depth = 1; depth < node->depth; depth++)
		out_text(out, walk->next[depth] < walk->end[depth] ? walk->past
								   : "    ");
	if (node->depth > 0)
		out_text(out, walk->next[node->depth] < walk->end[node->depth]
				      ? walk->child
				      : walk->last);
	out_u64(out, v);
	out_text(out, "  ");
	out_bytes(out, time->text, time->size);
	if (walk->tree->ticks.size > 0 &&
		(v == 0 || tree_is_between(walk->tree, v)))
		out_print(out, "  node %" PRIu64, v / walk->tree->ticks.size);
	if (walk->tree->ticks.message)
		out_print(out, "  %" PRIu64 " block%s",
			walk->tree->ticks.message[v].blocks,
			walk->tree->ticks.message[v].blocks == 1 ? "" : "s");
	out_char(out, '\n');
}

void tree_write_outline(const struct tree *tree, struct tree_times *times,
	int ascii, FILE *file)
{
	struct walk walk = {.past = ascii ? "|   " : "│   ",
		.child = ascii ? "|-- " : "├── ",
		.last = ascii ? "`-- " : "└── "};
	struct out out;
	uint32_t v = 0, depth = 0;

	walk_init(&walk, tree);
	out_init(&out, file);
	while (!ferror(file)) {
		write_line(&walk, times, &out, v);
		depth = tree->node[v].depth + 1;
		walk.next[depth] = walk.children.first[v];
		walk.end[depth] = walk.children.first[v + 1];
		while (depth > 0 && walk.next[depth] == walk.end[depth])
			depth--;
		if (depth == 0)
			break;
		v = walk.children.child[walk.next[depth]++];
	}
	out_finish(&out);
	walk_clear(&walk);
}
