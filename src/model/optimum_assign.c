/*
 * Rows are inserted one by one: each along a shortest path of reduced costs to
 * a free column, as Dijkstra's; costs are negative weights.  Invariant: prices
 * of row + column are at most the cost, and equal it where a row has a column.
 * Column 0 stands for the row that is being inserted.
 * Munkres 1957; Tomizawa 1971.
 */
#include "model/optimum_assign.h"

#include <string.h>

#include "base/mem.h"

void optimum_assign_init(
	struct optimum_assign *assign, uint32_t rows, uint32_t columns)
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
	assign->from = mem_array(m, sizeof *assign->from);
	assign->done = mem_array(m, sizeof *assign->done);
}

void optimum_assign_clear(struct optimum_assign *assign)
{
	mem_free(assign->weight);
	mem_free(assign->column);
	mem_free(assign->row_price);
	mem_free(assign->column_price);
	mem_free(assign->slack);
	mem_free(assign->row_of);
	mem_free(assign->from);
	mem_free(assign->done);
}

/* Lowers the slacks by way of column j, whose row is known; the column of
 * least slack that is not done. */
static uint32_t relax(struct optimum_assign *assign, uint32_t j)
{
	uint32_t i = assign->row_of[j], least = 0;
	const int64_t *weight =
		assign->weight + (size_t)(i - 1) * assign->columns - 1;
	int64_t price = assign->row_price[i];

	for (uint32_t c = 1; c <= assign->columns; c++) {
		int64_t slack;

		if (assign->done[c])
			continue;
		slack = -weight[c] - price - assign->column_price[c];
		if (slack < assign->slack[c]) {
			assign->slack[c] = slack;
			assign->from[c] = j;
		}
		if (least == 0 || assign->slack[c] < assign->slack[least])
			least = c;
	}
	return least;
}

static void reprice(struct optimum_assign *assign, int64_t by)
{
	for (uint32_t c = 0; c <= assign->columns; c++)
		if (assign->done[c]) {
			assign->row_price[assign->row_of[c]] += by;
			assign->column_price[c] -= by;
		} else {
			assign->slack[c] -= by;
		}
}

static void insert(struct optimum_assign *assign, uint32_t row)
{
	uint32_t j = 0, next;

	assign->row_of[0] = row;
	memset(assign->done, 0, (size_t)assign->columns + 1);
	for (uint32_t c = 0; c <= assign->columns; c++)
		assign->slack[c] = INT64_MAX;
	do {
		assign->done[j] = 1;
		next = relax(assign, j);
		reprice(assign, assign->slack[next]);
		j = next;
	} while (assign->row_of[j] != 0);
	for (; j != 0; j = next) {
		next = assign->from[j];
		assign->row_of[j] = assign->row_of[next];
	}
}

void optimum_assign_solve(struct optimum_assign *assign)
{
	size_t n = (size_t)assign->rows + 1, m = (size_t)assign->columns + 1;

	memset(assign->row_price, 0, n * sizeof *assign->row_price);
	memset(assign->column_price, 0, m * sizeof *assign->column_price);
	memset(assign->row_of, 0, m * sizeof *assign->row_of);
	for (uint32_t row = 1; row <= assign->rows; row++)
		insert(assign, row);
	for (uint32_t c = 1; c <= assign->columns; c++)
		if (assign->row_of[c] > 0)
			assign->column[assign->row_of[c] - 1] = c - 1;
}
