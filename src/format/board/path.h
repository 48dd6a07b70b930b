/*
 * A numbering of the cells of a grid as a path through them.
 */
#ifndef FIBCAST_FORMAT_BOARD_PATH_H
#define FIBCAST_FORMAT_BOARD_PATH_H

#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/* The most cells; beyond PATH_NUMBERED they have no numbers. */
enum { PATH_MOST = 1 << 16, PATH_NUMBERED = 1 << 12, PATH_NAME = 24 };

struct path_cell {
	uint64_t column, row;
};

struct path {
	const char *title, *across, *down; /* what columns and rows are */
	uint64_t columns, rows;		   /* their product: the cells */
	const struct path_cell *cell;	   /* in the order of the numbering */
	/* Writes the name of column, or row, i of that many; its length. */
	size_t (*name)(char name[PATH_NAME], uint64_t i, uint64_t count);
};

/* Errors: STATUS_LIMIT past PATH_MOST cells; it tells before cell is set. */
enum status path_check(uint64_t cells, struct err *err) WARN_UNUSED;

enum status path_write_svg(
	const struct path *path, FILE *file, struct err *err) WARN_UNUSED;

#endif
