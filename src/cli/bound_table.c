#include "cli/bound_table.h"

const char *const bound_table_columns[] = {
	"bound", "value", "holds", "source", NULL};

void bound_table_print(struct grid *grid, const struct bound_list *list,
	const struct latency *latency)
{
	mpq_t shown;

	mpq_init(shown);
	for (size_t i = 0; i < list->count; i++) {
		const struct bound *bound = &list->bound[i];
		struct table *table = grid_row(grid);

		table_text(table, bound->name);
		if (latency)
			latency_show(shown, latency, bound->value);
		else
			mpq_set(shown, bound->value);
		/* A whole number may be a count: it gets no decimals. */
		if (latency)
			table_rational(table, shown);
		else
			table_integer(table, mpq_numref(shown));
		table_text(table, bound_holds[bound->holds]);
		table_text(table, bound->source);
		table_end(table);
	}
	mpq_clear(shown);
}
