/*
 * --all: the table of the bounds on a quantity.
 */
#ifndef FIBCAST_CLI_GRID_BOUND_TABLE_H
#define FIBCAST_CLI_GRID_BOUND_TABLE_H

#include <gmp.h>

#include "cli/grid/grid.h"
#include "cli/problem/latency.h"
#include "core/problem.h"

/* The columns of that table. */
extern const char *const bound_table_columns[];

/* Prints a row for each bound.  Times are shown as latency_show or
 * latency_show_bound does; without a latency all values are counts. */
void bound_table_print(struct grid *grid, const struct bound_list *list,
	const struct latency *latency,
	void (*show)(mpq_t shown, const struct latency *latency,
		const mpq_t elapsed));

/* In a picture there is a line for each bound. */
void bound_table_draw(struct grid *grid);

#endif
