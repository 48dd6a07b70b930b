/* Trees as tables: a row a node. */
#include "format/tree/tree.h"

void tree_write_rows(
	const struct tree *tree, struct tree_times *times, struct table *table)
{
	table_column(table, "node");
	table_column(table, "parent");
	table_column(table, "depth");
	table_column(table, "time");
	table_column(table, "children");
	for (size_t v = 0; v < tree->size && !ferror(table->out.file); v++) {
		const struct tree_node *node = &tree->node[v];
		const struct tree_time_text *time =
			tree_times_text(times, tree, node->wait, node->depth);

		table_u64(table, v);
		if (v == 0)
			table_absent(table);
		else
			table_u64(table, node->parent);
		table_u64(table, node->depth);
		table_number(table, time->text, time->size);
		table_twin(table, &time->twin);
		table_u64(table, node->children);
		table_end(table);
	}
}
