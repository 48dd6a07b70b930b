/*
 * An option of a grid: its column, and where in its values the grid is.
 */
#ifndef FIBCAST_CLI_GRID_AXIS_H
#define FIBCAST_CLI_GRID_AXIS_H

#include "cli/sweep.h"

struct grid_axis {
	const char *name; /* of its column */
	int is_count;	  /* never printed with --decimals */
	int is_long;	  /* some are past JSON's integers */
	struct sweep_cursor cursor;
};

#endif
