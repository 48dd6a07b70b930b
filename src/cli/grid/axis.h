/*
 * An axis of a grid, that is, a swept option: its column and its present value.
 */
#ifndef FIBCAST_CLI_GRID_AXIS_H
#define FIBCAST_CLI_GRID_AXIS_H

#include "cli/input/sweep_cursor.h"

struct grid_axis {
	const char *name; /* of the column */
	int is_count;	  /* never printed with --decimals */
	int is_long;	  /* some exceed JSON's exact integers */
	struct sweep_cursor cursor;
};

#endif
