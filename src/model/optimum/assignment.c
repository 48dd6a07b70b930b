/*
 * Costs are negative weights.  Invariant: prices of row + column are at most
 * the cost, and equal it where a row has a column; columns have prices <= 0, 0
 * while they are free.  At first rows bid against each other; those left
 * without a column are then inserted one by one, each along a shortest path of
 * reduced costs to a free column, found as by Dijkstra, where column 0 stands
 * for the row itself. Munkres 1957; Tomizawa 1971; Jonker & Volgenant 1987.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/mem.h"

/* Bids that one row may set off. */
enum { BIDS = 8 };

void optimum_matching_init(
	struct optimum_matching *assign, uint32_t rows, uint32_t columns)
{
	size_t n = (size_t)rows + 1, m = (size_t)columns + 1;

	assign->rows = rows;
	assign->columns = columns;
	assign->weight =
		mem_array((size_t)rows * columns, sizeof *assign->weight);
	assign->column = mem_array(rows, sizeof *assign->column);
	assign->row_price = mem_array(n, sizeof *assign->row_price);
	assign->column_price = mem_array(m, sizeof *assign->column_price);
	assign->slack = mem_array(m, sizeof *assign->slack);
	assign->row_of = mem_array(m, sizeof *assign->row_of);
	assign->free = mem_array(n, sizeof *assign->free);
	assign->from = mem_array(m, sizeof *assign->from);
	assign->done = mem_array(m, sizeof *assign->done);
}

void optimum_matching_clear(struct optimum_matching *assign)
{
	mem_free(assign->weight);
	mem_free(assign->column);
	mem_free(assign->row_price);
	mem_free(assign->column_price);
	mem_free(assign->slack);
	mem_free(assign->row_of);
	mem_free(assign->free);
	mem_free(assign->from);
	mem_free(assign->done);
}

/* The cost of row i, from 1, in column c, less the column's price. */
static inline int64_t reduced(
	const struct optimum_matching *assign, uint32_t i, uint32_t c)
{
	size_t place = (size_t)(i - 1) * assign->columns + c - 1;

	return -assign->weight[place] - assign->column_price[c];
}

/* Whether column c is preferable to column b: cheaper, or as cheap and free, as
 * a free column ends a search. */
static inline int is_better(const struct optimum_matching *assign, uint32_t c,
	int64_t cost, uint32_t b, int64_t best)
{
	return cost < best || (cost == best && assign->row_of[b] != 0 &&
				      assign->row_of[c] == 0);
}

/*
 * Gives row i its best column, at a price that makes the next best as good;
 * returns the row that had it, 0 if none.
 */
static uint32_t bid(struct optimum_matching *assign, uint32_t i)
{
	uint32_t best = 1, had;
	int64_t least = reduced(assign, i, 1), second = INT64_MAX;

	for (uint32_t c = 2; c <= assign->columns; c++) {
		int64_t cost = reduced(assign, i, c);

		if (is_better(assign, c, cost, best, least)) {
			second = least;
			least = cost;
			best = c;
		} else if (cost < second) {
			second = cost;
		}
	}
	assign->row_price[i] = second;
	assign->column_price[best] -= second - least;
	had = assign->row_of[best];
	assign->row_of[best] = i;
	return had;
}

/* Rows bid for columns; a row that loses its column bids again, a limited
 * number of times. free receives the rows left without a column. */
static void bid_all(struct optimum_matching *assign)
{
	assign->frees = 0;
	for (uint32_t row = 1; row <= assign->rows; row++) {
		uint32_t i = row;

		for (uint32_t bids = 0; i != 0 && bids < BIDS; bids++)
			i = bid(assign, i);
		if (i != 0)
			assign->free[assign->frees++] = i;
	}
}

/* Lowers the slacks by way of column j, whose row is known, at that distance;
 * returns the column of least slack that is not done. */
static uint32_t relax(
	struct optimum_matching *assign, uint32_t j, int64_t distance)
{
	uint32_t i = assign->row_of[j], least = 0;

	distance -= assign->row_price[i];
	for (uint32_t c = 1; c <= assign->columns; c++) {
		int64_t slack;

		if (assign->done[c])
			continue;
		slack = reduced(assign, i, c) + distance;
		if (slack < assign->slack[c]) {
			assign->slack[c] = slack;
			assign->from[c] = j;
		}
		if (least == 0 || is_better(assign, c, assign->slack[c], least,
					  assign->slack[least]))
			least = c;
	}
	return least;
}

/* Updates prices along the shortest paths, up to the distance of the free
 * column. */
static void reprice(struct optimum_matching *assign, int64_t distance)
{
	for (uint32_t c = 0; c <= assign->columns; c++)
		if (assign->done[c]) {
			int64_t by = distance - assign->slack[c];

			assign->row_price[assign->row_of[c]] += by;
			assign->column_price[c] -= by;
		}
}

static void insert(struct optimum_matching *assign, uint32_t row)
{
	uint32_t j = 0, next;

	assign->row_of[0] = row;
	memset(assign->done, 0, (size_t)assign->columns + 1);
	for (uint32_t c = 1; c <= assign->columns; c++)
		assign->slack[c] = INT64_MAX;
	assign->slack[0] = 0;
	do {
		assign->done[j] = 1;
		j = relax(assign, j, assign->slack[j]);
	} while (assign->row_of[j] != 0);
	reprice(assign, assign->slack[j]);
	for (; j != 0; j = next) {
		next = assign->from[j];
		assign->row_of[j] = assign->row_of[next];
	}
}

void optimum_matching_solve(struct optimum_matching *assign)
{
	size_t n = (size_t)assign->rows + 1, m = (size_t)assign->columns + 1;

	memset(assign->row_price, 0, n * sizeof *assign->row_price);
	memset(assign->column_price, 0, m * sizeof *assign->column_price);
	memset(assign->row_of, 0, m * sizeof *assign->row_of);
	bid_all(assign);
	for (uint32_t i = 0; i < assign->frees; i++)
		insert(assign, assign->free[i]);
	for (uint32_t c = 1; c <= assign->columns; c++)
		if (assign->row_of[c] > 0)
			assign->column[assign->row_of[c] - 1] = c - 1;
}
