#include "format/tree/tree.h"

void tree_write_rows(
	const struct tree *tree, struct tree_times *times, struct rows *rows)
{
	rows_column(rows, "node");
	rows_column(rows, "parent");
	rows_column(rows, "depth");
	rows_column(rows, "time");
	rows_column(rows, "children");
	for (size_t v = 0; v < tree->size && !ferror(rows->out.file); v++) {
		const struct tree_node *node = &tree->node[v];
		const struct tree_time_text *time =
			tree_times_text(times, tree, node->wait, node->depth);

		rows_u64(rows, v);
		if (v == 0)
			rows_absent(rows);
		else
			rows_u64(rows, node->parent);
		rows_u64(rows, node->depth);
		rows_number(rows, time->text, time->size);
		rows_u64(rows, node->children);
		rows_end(rows);
	}
}
