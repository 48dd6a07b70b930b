/*
 * Rows are added one by one.  Prices, one for each row and each column, keep
 * the invariant that a row's and a column's prices are together at least the
 * weight where they meet, and just that where they are assigned; a column that
 * has no row costs nothing.  So what is assigned so far is of greatest weight.
 * A new row takes the shortest path, as Dijkstra finds it, to a column without
 * a row: the length of an edge is what its two prices exceed its weight by.
 *
 * Example: rows 5 3 and 4 1.  Row 0 takes column 0.  Row 1 wants it, too: if
 * row 0 changes to column 1, that loses 2, and 4 + 3 is more than 5 + 1.
 */
#include "core/assignment.h"

#include <stddef.h>
#include <string.h>

#include "base/mem.h"

void assignment_init(struct assignment *assignment, int rows, int columns)
{
	size_t r = (size_t)rows, c = (size_t)columns;

	*assignment = (struct assignment){.rows = rows, .columns = columns};
	assignment->weight = mem_array(r * c, sizeof *assignment->weight);
	assignment->column = mem_array(r, sizeof *assignment->column);
	assignment->row_price = mem_array(r, sizeof *assignment->row_price);
	assignment->column_price =
		mem_array(c, sizeof *assignment->column_price);
	assignment->distance = mem_array(c, sizeof *assignment->distance);
	assignment->row = mem_array(c, sizeof *assignment->row);
	assignment->before = mem_array(c, sizeof *assignment->before);
	assignment->is_met = mem_array(c, sizeof *assignment->is_met);
}

void assignment_clear(struct assignment *assignment)
{
	mem_free(assignment->weight);
	mem_free(assignment->column);
	mem_free(assignment->row_price);
	mem_free(assignment->column_price);
	mem_free(assignment->distance);
	mem_free(assignment->row);
	mem_free(assignment->before);
	mem_free(assignment->is_met);
}

/* Notes where the row, at that distance itself, leads to on a shorter path. */
static void leave_row(struct assignment *assignment, int row, int64_t distance,
	int column_before)
{
	const int64_t *weight =
		assignment->weight + (ptrdiff_t)row * assignment->columns;
	int64_t base = distance + assignment->row_price[row];

	for (int c = 0; c < assignment->columns; c++) {
		int64_t there = base + assignment->column_price[c] - weight[c];

		if (assignment->is_met[c] || there >= assignment->distance[c])
			continue;
		assignment->distance[c] = there;
		assignment->before[c] = column_before;
	}
}

/* The nearest column that is not met yet. */
static int nearest_column(const struct assignment *assignment)
{
	int nearest = -1;

	for (int c = 0; c < assignment->columns; c++)
		if (!assignment->is_met[c] &&
			(nearest < 0 || assignment->distance[c] <
						assignment->distance[nearest]))
			nearest = c;
	return nearest;
}

/* Finds the shortest path from the row to a column without a row; returns that
 * column. */
static int find_path(struct assignment *assignment, int row)
{
	int column = -1;
	int64_t distance = 0;

	memset(assignment->is_met, 0, (size_t)assignment->columns);
	for (int c = 0; c < assignment->columns; c++)
		assignment->distance[c] = INT64_MAX;
	for (;;) {
		leave_row(assignment, row, distance, column);
		column = nearest_column(assignment);
		distance = assignment->distance[column];
		if (assignment->row[column] < 0)
			return column;
		assignment->is_met[column] = 1;
		row = assignment->row[column];
	}
}

/* Moves the prices of the rows and columns that the search met, so that the
 * path, of that length, costs nothing. */
static void set_prices(struct assignment *assignment, int row, int64_t length)
{
	assignment->row_price[row] -= length;
	for (int c = 0; c < assignment->columns; c++) {
		int64_t less = length - assignment->distance[c];

		if (!assignment->is_met[c])
			continue;
		assignment->column_price[c] += less;
		assignment->row_price[assignment->row[c]] -= less;
	}
}

/* Assigns along the path that ends in the column. */
static void take_path(struct assignment *assignment, int row, int column)
{
	for (int before; column >= 0; column = before) {
		before = assignment->before[column];
		assignment->row[column] =
			before < 0 ? row : assignment->row[before];
		assignment->column[assignment->row[column]] = column;
	}
}

static void assign_row(struct assignment *assignment, int row)
{
	const int64_t *weight =
		assignment->weight + (ptrdiff_t)row * assignment->columns;
	int column;

	assignment->row_price[row] = 0;
	for (int c = 0; c < assignment->columns; c++)
		if (weight[c] - assignment->column_price[c] >
			assignment->row_price[row])
			assignment->row_price[row] =
				weight[c] - assignment->column_price[c];
	column = find_path(assignment, row);
	set_prices(assignment, row, assignment->distance[column]);
	take_path(assignment, row, column);
}

void assignment_solve(struct assignment *assignment)
{
	for (int c = 0; c < assignment->columns; c++) {
		assignment->row[c] = -1;
		assignment->column_price[c] = 0;
	}
	for (int row = 0; row < assignment->rows; row++)
		assign_row(assignment, row);
}
