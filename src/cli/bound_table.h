/*
 * --all: the table of the bounds on a quantity.
 */
#ifndef FIBCAST_CLI_BOUND_TABLE_H
#define FIBCAST_CLI_BOUND_TABLE_H

#include "cli/grid.h"
#include "cli/latency.h"
#include "core/bound.h"

/* The columns of that table. */
extern const char *const bound_table_columns[];

/* Prints a row a bound.  latency: the values are elapsed times, to be shown as
 * it says; NULL: they are printed as they are. */
void bound_table_print(struct grid *grid, const struct bound_list *list,
	const struct latency *latency);

#endif
