#include "cli/bound_table.h"

const char *const facts_columns[] = {"bound", "value", "holds", "source", NULL};

void facts_print(struct grid *grid, const struct bound_list *list,
	const struct latency *latency)
{
	mpq_t shown;

	mpq_init(shown);
	for (size_t i = 0; i < list->count; i++) {
		const struct bound *bound = &list->bound[i];
		struct rows *rows = grid_row(grid);

		rows_word(rows, bound->name);
		if (latency)
			latency_show(shown, latency, bound->value);
		else
			mpq_set(shown, bound->value);
		/* A whole number may be a count: it gets no decimals. */
		if (latency)
			rows_rational(rows, shown);
		else
			rows_integer(rows, mpq_numref(shown));
		rows_word(rows, bound_holds[bound->holds]);
		rows_word(rows, bound->source);
		rows_end(rows);
	}
	mpq_clear(shown);
}
