/*
 * Rows are added one by one.  Prices, one for each row and each column, keep
 * the invariant that a row's and a column's prices are together at least the
 * weight where they meet, and just that where they are assigned; that no price
 * is below 0; and that the price of what is not assigned is 0.  So what is
 * assigned so far is of greatest weight.  A new row takes the shortest path, as
 * Dijkstra finds it, to a column without a row, or to a row that is better left
 * without a column: the length of an edge is what its two prices exceed its
 * weight by, and that of leaving a row out its price.
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
	assignment->edge = mem_array(r * c, sizeof *assignment->edge);
	assignment->edges = mem_array(r, sizeof *assignment->edges);
	assignment->before = mem_array(c, sizeof *assignment->before);
	assignment->reached = mem_array(c, sizeof *assignment->reached);
}

void assignment_clear(struct assignment *assignment)
{
	mem_free(assignment->weight);
	mem_free(assignment->column);
	mem_free(assignment->row_price);
	mem_free(assignment->column_price);
	mem_free(assignment->distance);
	mem_free(assignment->row);
	mem_free(assignment->edge);
	mem_free(assignment->edges);
	mem_free(assignment->before);
	mem_free(assignment->reached);
}

/* The weights and columns looked at in a unit of work. */
enum { LOOKED_AT = 3 };

static void list_edges(struct assignment *assignment, int row)
{
	ptrdiff_t first = (ptrdiff_t)row * assignment->columns;
	int edges = 0;

	for (int c = 0; c < assignment->columns; c++) {
		assignment->edge[first + edges] = c;
		edges += assignment->weight[first + c] > 0;
	}
	assignment->edges[row] = edges;
}

/* Notes where the row, at that distance itself, leads to on a shorter path. */
static void leave_row(struct assignment *assignment, int row, int64_t distance)
{
	ptrdiff_t first = (ptrdiff_t)row * assignment->columns;
	const int64_t *weight = assignment->weight + first;
	const int *edge = assignment->edge + first;
	int64_t base = distance + assignment->row_price[row];

	assignment->work += (uint64_t)assignment->edges[row];
	for (int i = 0; i < assignment->edges[row]; i++) {
		int c = edge[i];
		int64_t there = base + assignment->column_price[c] - weight[c];

		if (there >= assignment->distance[c])
			continue;
		if (assignment->distance[c] == INT64_MAX)
			assignment->reached[assignment->reaches++] = c;
		assignment->distance[c] = there;
		assignment->before[c] = row;
	}
}

/* Meets the nearest column that is less than that far, and returns it; -1 if
 * there is none. */
static int meet_column(struct assignment *assignment, int64_t distance)
{
	int *reached = assignment->reached;
	int nearest = -1, column;

	assignment->work += (uint64_t)(assignment->reaches - assignment->met);
	for (int at = assignment->met; at < assignment->reaches; at++)
		if (assignment->distance[reached[at]] < distance) {
			distance = assignment->distance[reached[at]];
			nearest = at;
		}
	if (nearest < 0)
		return -1;
	column = reached[nearest];
	reached[nearest] = reached[assignment->met];
	reached[assignment->met++] = column;
	return column;
}

/* Finds the shortest path from the row, whose price is 0, and its length.
 * Returns the column without a row to which it leads; or -1, and *last is the
 * row that is to be left without a column. */
static int find_path(
	struct assignment *assignment, int row, int *last, int64_t *length)
{
	int64_t distance = 0;

	*last = row;
	*length = 0;
	for (;;) {
		int column;

		leave_row(assignment, row, distance);
		column = meet_column(assignment, *length);
		if (column < 0)
			return -1;
		distance = assignment->distance[column];
		row = assignment->row[column];
		if (row < 0) {
			*length = distance;
			return column;
		}
		if (distance + assignment->row_price[row] < *length) {
			*last = row;
			*length = distance + assignment->row_price[row];
		}
	}
}

/* Moves the prices of the rows and columns that the search met, so that the
 * path, of that length, costs nothing; forgets what was reached. */
static void set_prices(struct assignment *assignment, int row, int64_t length)
{
	assignment->row_price[row] = -length;
	for (int at = 0; at < assignment->reaches; at++) {
		int c = assignment->reached[at];
		int64_t less = length - assignment->distance[c];

		if (at < assignment->met && less > 0) {
			assignment->column_price[c] += less;
			assignment->row_price[assignment->row[c]] -= less;
		}
		assignment->distance[c] = INT64_MAX;
	}
	assignment->met = assignment->reaches = 0;
}

/* Assigns along the path that ends in the column. */
static void take_path(struct assignment *assignment, int column)
{
	while (column >= 0) {
		int row = assignment->before[column];
		int next = assignment->column[row];

		assignment->row[column] = row;
		assignment->column[row] = column;
		column = next;
	}
}

static void assign_row(struct assignment *assignment, int row)
{
	int64_t length;
	int column, last;

	assignment->row_price[row] = 0;
	assignment->column[row] = -1;
	column = find_path(assignment, row, &last, &length);
	set_prices(assignment, row, length);
	if (column < 0) {
		column = assignment->column[last];
		assignment->column[last] = -1;
	}
	take_path(assignment, column);
}

void assignment_solve(struct assignment *assignment)
{
	assignment->work = 0;
	for (int c = 0; c < assignment->columns; c++) {
		assignment->row[c] = -1;
		assignment->column_price[c] = 0;
		assignment->distance[c] = INT64_MAX;
	}
	for (int row = 0; row < assignment->rows; row++) {
		list_edges(assignment, row);
		assign_row(assignment, row);
	}
	assignment->work /= LOOKED_AT;
}
