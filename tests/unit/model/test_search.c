/*
 * Searches for schedules: run in the smallest pieces, they find what they find
 * in one go; and at any time they open a valid schedule, or say that there is
 * none yet.
 */
#include "model/algorithm.h"

#include "check/check.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 24;

static const struct test_case {
	const char *name;
	unsigned long n, m, lambda;
	int is_least_delay;
	enum search_state end;
} cases[] = {
	{"telephone", 16, 5, 1, 0, SEARCH_FOUND},
	{"telephone", 7, 2, 1, 0, SEARCH_FOUND},
	{"telephone", 13, 4, 1, 0, SEARCH_FOUND},
	{"telephone", 21, 12, 1, 0, SEARCH_FOUND},
	{"telegraph", 22, 40, 1, 0, SEARCH_FOUND},
	{"telegraph", 40, 30, 1, 0, SEARCH_FOUND},
	{"telegraph", 9, 4, 1, 0, SEARCH_FOUND},
	{"continuous", 9, 5, 3, 0, SEARCH_FOUND},
	{"continuous", 1, 5, 3, 0, SEARCH_FOUND},
	{"continuous", 9, 5, 3, 1, SEARCH_FOUND},
	{"continuous", 21, 5, 3, 1, SEARCH_FOUND},
};

static struct err err;

static struct search *begin(const struct test_case *test)
{
	const struct algorithm_options options = {
		.is_least_delay = test->is_least_delay};
	struct search *search = NULL;
	struct problem problem;

	problem_init(&problem);
	problem_set_words(&problem, test->n, test->m, test->lambda);
	problem.max_bits = BITS;
	CHECK(algorithm_find(test->name)
			->begin(&search, &problem, &options, &err) ==
		STATUS_OK);
	problem_clear(&problem);
	return search;
}

/* The schedule that algorithm_open opens. */
static struct schedule *open_whole(const struct test_case *test)
{
	const struct algorithm *row = algorithm_find(test->name);
	const struct algorithm_options options = {
		.is_least_delay = test->is_least_delay};
	struct schedule *schedule = NULL;
	struct problem problem;

	problem_init(&problem);
	problem_set_words(&problem, test->n, test->m, test->lambda);
	problem.max_bits = BITS;
	CHECK(algorithm_open(&schedule, row, row->model, &problem, &options,
		      &err) == STATUS_OK);
	problem_clear(&problem);
	return schedule;
}

/* The next row, or NULL; *left: how many rows after it were pulled. */
static const struct transmission *pull(struct schedule *schedule,
	const struct transmission **rows, size_t *left)
{
	if (*left == 0)
		CHECK(schedule_next(schedule, rows, left, &err) == STATUS_OK);
	if (*left == 0)
		return NULL;
	(*left)--;
	return (*rows)++;
}

static int is_same_row(
	const struct transmission *x, const struct transmission *y)
{
	return x->tick == y->tick && x->from == y->from && x->to == y->to &&
	       x->message == y->message;
}

static int is_same(struct schedule *a, struct schedule *b)
{
	const struct transmission *x, *y, *rows[2];
	size_t left[2] = {0, 0};

	if (a->header.finish != b->header.finish)
		return 0;
	do {
		x = pull(a, &rows[0], &left[0]);
		y = pull(b, &rows[1], &left[1]);
		if (x && y && !is_same_row(x, y))
			return 0;
	} while (x && y);
	return !x && !y;
}

static void test_pieces(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct search *search = begin(&cases[i]);
		struct schedule *pieces = NULL, *whole = open_whole(&cases[i]);

		while (search_advance(search, 1) == SEARCH_RUNNING)
			continue;
		CHECK(search->state == cases[i].end);
		CHECK(search_advance(search, 1) == cases[i].end);
		CHECK(search_open(&pieces, search, &err) == STATUS_OK);
		search_close(search);
		CHECK_FOR(is_same(pieces, whole), "%s n=%lu m=%lu",
			cases[i].name, cases[i].n, cases[i].m);
		CHECK(!pieces->warning == !whole->warning);
		schedule_close(pieces);
		schedule_close(whole);
	}
}

/* The finish of the schedule that is opened after so many steps; -1 if there is
 * none yet. */
static int64_t open_after(const struct test_case *test, int steps)
{
	struct search *search = begin(test);
	struct schedule *schedule;
	struct check check = {0};
	int64_t finish = -1;

	CHECK(search_advance(search, 0) == search->state);
	for (int i = 0; i < steps; i++)
		search_advance(search, 1);
	if (search_open(&schedule, search, &err) == STATUS_OK) {
		CHECK(check_schedule(&check, schedule, 1 << 24, &err) ==
			STATUS_OK);
		CHECK_FOR(check.violations == 0, "%s n=%lu after %d steps",
			test->name, test->n, steps);
		CHECK(check.finish == schedule->header.finish);
		finish = (int64_t)check.finish;
		schedule_close(schedule);
	} else {
		CHECK(test->is_least_delay && err.code == STATUS_LIMIT);
	}
	search_close(search);
	return finish;
}

/* The best schedule becomes better with more steps, never worse. */
static void test_any_time(void)
{
	static const int steps[] = {0, 1, 5, 30, 1000};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t last = INT64_MAX, finish;

		for (size_t j = 0; j < sizeof steps / sizeof *steps; j++) {
			finish = open_after(&cases[i], steps[j]);
			CHECK_FOR(finish <= last, "%s n=%lu after %d steps",
				cases[i].name, cases[i].n, steps[j]);
			if (finish >= 0)
				last = finish;
		}
		CHECK(last < INT64_MAX);
	}
	CHECK(open_after(&cases[1], 0) == 5 &&
		open_after(&cases[1], 1000) == 4);
	CHECK(open_after(&cases[4], 0) == 83);
	CHECK(open_after(&cases[4], 1000) == 79);
	CHECK(open_after(&cases[10], 0) == -1);
}

/* Searches may be closed without being opened, when just begun or half done. */
static void test_close(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct search *search = begin(&cases[i]);

		search_close(search);
		search = begin(&cases[i]);
		for (int j = 0; j < 3; j++)
			search_advance(search, 1);
		search_close(search);
	}
	search_close(NULL);
}

/* Algorithms with a search take --limit, and no others do. */
static void test_rows(void)
{
	for (const struct algorithm *row = algorithms; row->name; row++)
		CHECK(!row->begin == !(row->uses & USES_LIMIT));
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_pieces());
	RUN(test_any_time());
	RUN(test_close());
	RUN(test_rows());
	return test_done();
}
