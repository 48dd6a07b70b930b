/*
 * core/schedule_without: what is left is a broadcast that check accepts, and
 * ends no later; and who takes over what, in a small case.
 */
#include "core/schedule.h"

#include "check/check.h"
#include "model/algorithm.h"
#include "number/number.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 28;

static struct err err;

/* Whether `count` processors could be left out; if so, checks what is left. */
static int check_without(
	const char *name, const struct problem *problem, uint64_t count)
{
	const struct algorithm_options options = {.model = MODEL_POSTAL};
	struct schedule *schedule, *without;
	struct check check;
	uint64_t finish, n;

	CHECK(algorithm_open(&schedule, algorithm_find(name), MODEL_POSTAL,
		      problem, &options, &err) == STATUS_OK);
	finish = schedule->header.finish;
	n = schedule->header.processors;
	if (schedule_without(&without, schedule, count, BITS, &err) !=
		STATUS_OK) {
		CHECK(err.code == STATUS_LIMIT && !without);
		return 0;
	}
	CHECK(without->header.processors == n - count &&
		without->header.finish <= finish);
	CHECK(check_schedule(&check, without, BITS, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0 && check.redundant == 0 &&
			  check.finish == without->header.finish,
		"%s n=%lu m=%lu: %s", name, mpz_get_ui(problem->n),
		mpz_get_ui(problem->m), check.violation[0].reason.msg);
	schedule_close(without);
	return 1;
}

static void test_all(void)
{
	static const char *const names[] = {"cyclic", "greedy", "pipeline"};
	static const char *const lambdas[] = {"1", "2", "5/2", "7/3", "6"};
	struct problem problem;
	unsigned done = 0, all = 0;

	problem_init(&problem);
	problem.max_bits = BITS;
	for (unsigned i = 0; i < 3 * 5 * 15 * 6; i++) {
		test_mpq(problem.lambda, lambdas[i % 5]);
		mpz_set_ui(problem.n, 3 + i / 15 % 15);
		mpz_set_ui(problem.m, 1 + i / 15 / 15);
		for (uint64_t count = 1; count <= 2; count++, all++)
			done += (unsigned)check_without(
				names[i / 5 % 3], &problem, count);
	}
	/* Most can do without one or two; a tree has leaves. */
	CHECK_FOR(done > all / 2, "%u of %u", done, all);
	mpz_set_ui(problem.m, 1);
	for (unsigned n = 2; n <= 40; n++) {
		mpz_set_ui(problem.n, n);
		CHECK(check_without("bcast", &problem, 1));
	}
	problem_clear(&problem);
}

static const struct schedule_header header = {.model = MODEL_POSTAL,
	.processors = 3,
	.messages = 3,
	.unit = 1,
	.latency = 2};

/* The schedule of the rows without one processor; NULL if none can go. */
static struct schedule *leave_one(const struct transmission *rows, size_t count)
{
	struct transmissions list = {0};
	struct schedule *schedule;

	for (size_t i = 0; i < count; i++)
		transmissions_add(&list, &rows[i]);
	schedule = schedule_stored(&header, &list);
	(void)!schedule_without(&schedule, schedule, 1, BITS, &err);
	return schedule;
}

/* 0 sends what 2 would send, unless it sends something else then; and the same
 * for 1. */
static void test_senders(void)
{
	const struct transmission rows[] = {
		{.tick = 0, .from = 0, .to = 1, .message = 1},
		{.tick = 1, .from = 0, .to = 2, .message = 2},
		{.tick = 2, .from = 1, .to = 2, .message = 1},
		{.tick = 3, .from = 2, .to = 1, .message = 2},
		{.tick = 2, .from = 0, .to = 2, .message = 3},
		{.tick = 3, .from = 0, .to = 1, .message = 3}};
	struct schedule *schedule = leave_one(rows, 4);
	const struct transmission *row;
	size_t count;

	if (CHECK(schedule != NULL)) {
		CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
		CHECK(count == 2 && row[0].tick == 0 && row[0].from == 0 &&
			row[0].to == 1 && row[1].tick == 3 &&
			row[1].from == 0 && row[1].to == 1 &&
			row[1].message == 2);
		CHECK(schedule->header.processors == 2 &&
			schedule->header.finish == 5);
	}
	schedule_close(schedule);
	CHECK(leave_one(rows, 6) == NULL);
	CHECK(err.code == STATUS_LIMIT);
}

/* All but 0 can go, one by one. */
static void test_none(void)
{
	struct transmissions list = {0};
	struct schedule *schedule = schedule_stored(&header, &list);

	CHECK(schedule_without(&schedule, schedule, 2, BITS, &err) ==
		STATUS_OK);
	CHECK(schedule_without(&schedule, schedule, 1, BITS, &err) ==
		STATUS_LIMIT);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_all());
	RUN(test_senders());
	RUN(test_none());
	return test_done();
}
