/*
 * Telegraph and send/receive, and the checker of all models in rounds: on what
 * is right, and on every way to be wrong.
 */
#include "check/check.h"

#include <string.h>

#include "judge/rounds.h"
#include "judge/rows.h"
#include "test.h"

static void test_sendrecv(void)
{
	judge_rounds_grid(MODEL_SENDRECV, 1, 66, 1, 40, 5, 0);
	judge_rounds_grid(MODEL_SENDRECV, 127, 129, 1, 40, 13, 0);
	CHECK(judge_rounds_case(MODEL_SENDRECV, 1001, 300) == 0);
}

static void test_telegraph(void)
{
	judge_rounds_grid(MODEL_TELEGRAPH, 1, 24, 1, 40, 3, 0);
	judge_rounds_grid(MODEL_TELEGRAPH, 40, 41, 1, 40, 13, 0);
	CHECK(judge_rounds_case(MODEL_TELEGRAPH, 10, 200) == 0);
	CHECK(judge_rounds_case(MODEL_TELEGRAPH, 33, 150) == 0);
	CHECK(judge_rounds_case(MODEL_TELEGRAPH, 1001, 300) == 0);
	CHECK(judge_rounds_case(MODEL_TELEGRAPH, 1000, 400) == 0);
}

/* The least number of rounds with enough useful sends. */
static unsigned long count_rounds(unsigned long n, unsigned long m)
{
	unsigned long sum = 0, most = 1, rounds = 0;

	for (; sum < m * (n - 1); rounds++) {
		sum += most < n / 2 ? most : n / 2;
		if (most < n)
			most *= 2;
	}
	return rounds;
}

static void test_telegraph_bounds(void)
{
	static const unsigned long values[][3] = {{4, 3, 5}, {5, 3, 7},
		{6, 3, 6}, {10, 7, 15}, {12, 4, 10}, {33, 150, 304}, {6, 1, 3}};
	mpz_t n, m;

	mpz_inits(n, m, NULL);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		mpz_set_ui(n, values[i][0]);
		mpz_set_ui(m, values[i][1]);
		CHECK(judge_rounds_bound(MODEL_TELEGRAPH, n, m) ==
			values[i][2]);
	}
	for (unsigned long i = 1; i < 300; i++)
		for (unsigned long j = 1; j < 80; j++) {
			mpz_set_ui(n, i);
			mpz_set_ui(m, j);
			CHECK_FOR(judge_rounds_bound(MODEL_TELEGRAPH, n, m) ==
					  count_rounds(i, j),
				"%lu %lu", i, j);
		}
	mpz_clears(n, m, NULL);
}

/* The optimum of Section 1, and the last message alone. */
static void test_telegraph_list(void)
{
	mpz_t n, m, rounds;

	mpz_inits(n, m, rounds, NULL);
	for (unsigned long i = 1; i < 40; i++)
		for (unsigned long j = 1; j < 30; j++) {
			struct bound_list list = {0};

			mpz_set_ui(n, i);
			mpz_set_ui(m, j);
			telegraph_bound_list(
				&list, test_problem(n, m, NULL, UINT64_MAX));
			CHECK(list.count == 2);
			CHECK_FOR(mpq_cmp(list.bound[0].value,
					  list.bound[1].value) >= 0,
				"%lu %lu", i, j);
			bound_list_clear(&list);
			if (i % 2 == 1)
				CHECK(telegraph_rounds(rounds,
					test_problem(n, m, NULL, UINT64_MAX)));
		}
	mpz_clears(n, m, rounds, NULL);
}

/* n = 3, m = 1, of that model; the tick of a round is 2. */
static struct check check_of(
	enum model model, const struct transmission *row, size_t count)
{
	const struct schedule_header header = {
		.model = model, .processors = 3, .messages = 2, .unit = 2};
	struct schedule *schedule = judge_rows_open(&header, row, count);
	struct check check;
	struct err err;

	CHECK(check_schedule(&check, schedule, 1000000, &err) == STATUS_OK);
	schedule_close(schedule);
	return check;
}

#define ROW(t, p, q, i)                                                        \
	{                                                                      \
		.tick = 2 * (t), .from = p, .to = q, .message = i              \
	}

/* What is wrong is said once, in these words. */
static void check_wrong(enum model model, const struct transmission *row,
	size_t count, const char *words)
{
	struct check check = check_of(model, row, count);

	CHECK_FOR(check.violations == 1 &&
			  !strcmp(check.violation[0].reason.msg, words),
		"%s: %lu, %s", words, (unsigned long)check.violations,
		check.violation[0].reason.msg);
}

/* Valid for telephone and send/receive; telegraph forbids the last round. */
static const struct transmission good[] = {
	ROW(0, 0, 1, 1), ROW(1, 0, 2, 2), ROW(2, 1, 2, 1), ROW(2, 2, 1, 2)};

static void test_checker(void)
{
	struct transmission bad[4];
	struct check check = check_of(MODEL_TELEPHONE, good, 4);

	CHECK(check.violations == 0 && check.finish == 6 && check.unit == 2);
	CHECK(check_of(MODEL_SENDRECV, good, 4).violations == 0);
	check_wrong(MODEL_TELEGRAPH, good, 4,
		"processor 2 talks in both directions at 2");
	check_wrong(
		MODEL_TELEPHONE, good, 3, "processor 1 never gets message 2");
	memcpy(bad, good, sizeof bad);
	bad[3].tick = 5;
	check_wrong(MODEL_TELEPHONE, bad, 4,
		"a send that does not start with a round");
	bad[3] = good[3];
	bad[0].tick = 3;
	check = check_of(MODEL_SENDRECV, bad, 4);
	CHECK(!strcmp(check.violation[1].reason.msg,
		"the send at 1 is earlier than the one before it"));
	bad[0] = good[0];
	bad[1] = (struct transmission)ROW(0, 0, 2, 2);
	check_wrong(MODEL_SENDRECV, bad, 4, "processor 0 does two sends at 0");
	bad[1] = (struct transmission)ROW(0, 1, 2, 1);
	CHECK(check_of(MODEL_TELEPHONE, bad, 4).violations > 1);
}

static void test_checker_rows(void)
{
	static const struct transmission odd[][1] = {{ROW(0, 0, 3, 1)},
		{ROW(0, 3, 0, 1)}, {ROW(0, 0, 1, 3)}, {ROW(0, 0, 1, 0)},
		{ROW(0, 0, 0, 1)}};
	static const struct transmission early[] = {ROW(0, 0, 1, 1),
		ROW(1, 0, 1, 2), ROW(1, 1, 2, 1), ROW(2, 1, 2, 2)};
	static const struct transmission same[] = {ROW(0, 0, 1, 1),
		ROW(0, 1, 2, 1), ROW(1, 0, 1, 2), ROW(2, 0, 2, 2)};
	static const struct transmission twice[] = {ROW(0, 0, 1, 1),
		ROW(1, 0, 1, 2), ROW(2, 0, 2, 2), ROW(2, 1, 2, 1)};

	for (size_t i = 0; i < 5; i++)
		CHECK(check_of(MODEL_SENDRECV, odd[i], 1).violations == 5);
	CHECK(check_of(MODEL_SENDRECV, early, 4).violations == 0);
	check_wrong(MODEL_SENDRECV, same, 4,
		"processor 1 sends message 1 at 0, but does not know it then");
	check_wrong(MODEL_SENDRECV, twice, 4,
		"processor 2 receives two messages at 2");
	check_wrong(MODEL_TELEPHONE, early, 4,
		"processor 1 talks to two others at 1");
}

static void test_checker_limit(void)
{
	const struct schedule_header header = {.model = MODEL_SENDRECV,
		.processors = UINT64_MAX / 2,
		.messages = UINT64_MAX / 2,
		.unit = 1};
	struct schedule *schedule = judge_rows_open(&header, NULL, 0);
	struct check check;
	struct err err;

	CHECK(check_schedule(&check, schedule, UINT64_MAX, &err) ==
		STATUS_LIMIT);
	schedule_close(schedule);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_sendrecv());
	RUN(test_telegraph());
	RUN(test_telegraph_bounds());
	RUN(test_telegraph_list());
	RUN(test_checker());
	RUN(test_checker_rows());
	RUN(test_checker_limit());
	return test_done();
}
