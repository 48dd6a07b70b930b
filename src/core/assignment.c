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
	assignment->order = mem_array(c, sizeof *assignment->order);
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
	mem_free(assignment->order);
}

static void swap_columns(struct assignment *assignment, int at, int other)
{
	int column = assignment->order[at];

	assignment->order[at] = assignment->order[other];
	assignment->order[other] = column;
}

/* Notes where the row, at that distance itself, leads to on a shorter path;
 * meets the nearest column, and returns it. */
static int leave_row(struct assignment *assignment, int row, int64_t distance,
	int column_before)
{
	const int64_t *weight =
		assignment->weight + (ptrdiff_t)row * assignment->columns;
	int64_t base = distance + assignment->row_price[row];
	int64_t least = INT64_MAX;
	int nearest = assignment->met;

	for (int at = assignment->met; at < assignment->columns; at++) {
		int c = assignment->order[at];
		int64_t there = base + assignment->column_price[c] - weight[c];

		if (there < assignment->distance[c]) {
			assignment->distance[c] = there;
			assignment->before[c] = column_before;
		}
		if (assignment->distance[c] < least) {
			least = assignment->distance[c];
			nearest = at;
		}
	}
	swap_columns(assignment, assignment->met, nearest);
	return assignment->order[assignment->met++];
}

/* Finds the shortest path from the row, whose price is 0, to a column without a
 * row; returns that column. */
static int find_path(struct assignment *assignment, int row)
{
	int column = -1;
	int64_t distance = 0;

	assignment->met = 0;
	for (int c = 0; c < assignment->columns; c++)
		assignment->distance[c] = INT64_MAX;
	for (;;) {
		column = leave_row(assignment, row, distance, column);
		if (assignment->row[column] < 0)
			return column;
		distance = assignment->distance[column];
		row = assignment->row[column];
	}
}

/* Moves the prices of the rows and columns that the search met, so that the
 * path, of that length, costs nothing. */
static void set_prices(struct assignment *assignment, int row, int64_t length)
{
	assignment->row_price[row] = -length;
	for (int at = 0; at < assignment->met - 1; at++) {
		int c = assignment->order[at];
		int64_t less = length - assignment->distance[c];

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
	int column;

	assignment->row_price[row] = 0;
	column = find_path(assignment, row);
	set_prices(assignment, row, assignment->distance[column]);
	take_path(assignment, row, column);
}

void assignment_solve(struct assignment *assignment)
{
	for (int c = 0; c < assignment->columns; c++) {
		assignment->row[c] = -1;
		assignment->order[c] = c;
		assignment->column_price[c] = 0;
	}
	for (int row = 0; row < assignment->rows; row++)
		assign_row(assignment, row);
}
