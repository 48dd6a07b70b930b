/*
 * core/assignment: against the best of all choices, for small tables at random;
 * and in larger ones, that no row has two columns, that nothing is assigned
 * where the weight is 0, and that neither an exchange of two columns nor
 * another row for a column gains.
 */
#include "core/assignment.h"

#include "number/random.h"
#include "test.h"

static struct random numbers = {.seed = 7};

static int64_t weight_at(const struct assignment *a, int row, int column)
{
	return a->weight[row * a->columns + column];
}

/* The greatest sum of rows from `row' on in the columns that are not used. */
static int64_t best_sum(const struct assignment *a, int row, unsigned used)
{
	int64_t best;

	if (row == a->rows)
		return 0;
	best = best_sum(a, row + 1, used);
	for (int c = 0; c < a->columns; c++) {
		int64_t sum;

		if (used >> c & 1)
			continue;
		sum = weight_at(a, row, c) +
		      best_sum(a, row + 1, used | 1U << c);
		if (sum > best)
			best = sum;
	}
	return best;
}

static void draw(struct assignment *a, int rows, int columns, uint32_t below)
{
	a->rows = rows;
	a->columns = columns;
	for (int i = 0; i < rows * columns; i++)
		a->weight[i] = (int64_t)random_below(&numbers, below)
			       << (below == 4 ? 40 : 0);
	assignment_solve(a);
}

/* What the column is worth; 0 if it has no row. */
static int64_t worth(const struct assignment *a, int c)
{
	return a->row[c] < 0 ? 0 : weight_at(a, a->row[c], c);
}

static void check_own_rows(const struct assignment *a)
{
	for (int c = 0; c < a->columns; c++) {
		if (a->row[c] < 0)
			continue;
		CHECK(a->row[c] < a->rows && worth(a, c) > 0);
		for (int d = 0; d < c; d++)
			CHECK(a->row[c] != a->row[d]);
	}
}

static void test_small(void)
{
	struct assignment a;

	assignment_init(&a, 6, 7);
	for (int i = 0; i < 3000; i++) {
		int rows = 1 + (int)random_below(&numbers, 6);
		int columns = 1 + (int)random_below(&numbers, 7);
		int64_t sum = 0;

		draw(&a, rows, columns, i % 2 ? 4 : 50);
		check_own_rows(&a);
		for (int c = 0; c < columns; c++)
			sum += worth(&a, c);
		CHECK_FOR(sum == best_sum(&a, 0, 0), "%d", i);
	}
	assignment_clear(&a);
}

/* No other row is better for the column, whether it has none or another. */
static void check_column(const struct assignment *a, int c)
{
	static int column[90];

	for (int r = 0; r < a->rows; r++)
		column[r] = -1;
	for (int d = 0; d < a->columns; d++)
		if (a->row[d] >= 0)
			column[a->row[d]] = d;
	for (int r = 0; r < a->rows; r++) {
		int64_t now = worth(a, c), then = weight_at(a, r, c);

		if (column[r] >= 0) {
			now += worth(a, column[r]);
			then += a->row[c] < 0
					? 0
					: weight_at(a, a->row[c], column[r]);
		}
		CHECK(r == a->row[c] || now >= then);
	}
}

static void test_large(void)
{
	struct assignment a;

	assignment_init(&a, 90, 90);
	for (int i = 0; i < 30; i++) {
		draw(&a, 60 + i, 90 - 2 * i, i % 3 ? 1000 : 2);
		check_own_rows(&a);
		CHECK(a.work > 0);
		for (int c = 0; c < a.columns; c++)
			check_column(&a, c);
	}
	assignment_clear(&a);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_small());
	RUN(test_large());
	return test_done();
}
