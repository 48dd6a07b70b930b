/*
 * core/assignment: against the best of all permutations, for small tables at
 * random; and that every row has a column of its own in larger ones, where no
 * exchange of two columns gains.
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
	int64_t best = -1;

	if (row == a->rows)
		return 0;
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

static void check_own_columns(const struct assignment *a)
{
	for (int r = 0; r < a->rows; r++) {
		CHECK(a->column[r] >= 0 && a->column[r] < a->columns);
		for (int s = 0; s < r; s++)
			CHECK(a->column[r] != a->column[s]);
	}
}

static void test_small(void)
{
	struct assignment a;

	assignment_init(&a, 6, 7);
	for (int i = 0; i < 3000; i++) {
		int rows = 1 + (int)random_below(&numbers, 6);
		int more = (int)random_below(&numbers, (uint32_t)(8 - rows));
		int64_t sum = 0;

		draw(&a, rows, rows + more, i % 2 ? 4 : 50);
		check_own_columns(&a);
		for (int r = 0; r < rows; r++)
			sum += weight_at(&a, r, a.column[r]);
		CHECK_FOR(sum == best_sum(&a, 0, 0), "%d", i);
	}
	assignment_clear(&a);
}

static void test_large(void)
{
	struct assignment a;

	assignment_init(&a, 60, 90);
	for (int i = 0; i < 20; i++) {
		draw(&a, 60 - i, 90 - 2 * i, 1000);
		check_own_columns(&a);
		for (int r = 0; r < a.rows; r++)
			for (int s = 0; s < r; s++)
				CHECK(weight_at(&a, r, a.column[r]) +
						weight_at(&a, s, a.column[s]) >=
					weight_at(&a, r, a.column[s]) +
						weight_at(&a, s, a.column[r]));
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
