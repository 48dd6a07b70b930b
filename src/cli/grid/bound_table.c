/*
 * Counts are printed as they are, times in the unit and with the step that the
 * latency's options ask for.
 */
#include "cli/grid/grid.h"

const char *const bound_table_columns[] = {
	"bound", "value", "holds", "source", NULL};

void bound_table_print(struct grid *grid, const struct bound_list *list,
	const struct latency *latency,
	void (*show)(mpq_t shown, const struct latency *latency,
		const mpq_t elapsed))
{
	mpq_t shown;

	mpq_init(shown);
	for (size_t i = 0; i < list->count; i++) {
		const struct bound *bound = &list->bound[i];
		struct table *table = grid_row(grid);

		table_text(table, bound->name);
		if (bound->is_count || !latency) {
			table_amount(table, mpq_numref(bound->value));
		} else {
			show(shown, latency, bound->value);
			table_rational(table, shown);
		}
		table_text(table, bound_holds[bound->holds]);
		table_text(table, bound->source);
		table_end(table);
	}
	mpq_clear(shown);
}

void bound_table_draw(struct grid *grid)
{
	grid->picture.lines = "bound";
	grid->picture.up = "value";
}
