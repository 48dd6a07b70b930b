/*
 * model/ranking: the first time is never above those of the papers' algorithms
 * nor below the bound; the schedule that is built takes exactly that time or,
 * where the time is only an upper bound, at most that.
 */
#include "model/ranking.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "check/check.h"
#include "model/bounds.h"
#include "model/postal/postal.h"
#include "model/trees/trees.h"
#include "test.h"

static struct problem problem;
static struct err err;
static struct ranking ranking;
static const struct algorithm_options usual;

static void set(unsigned long n, unsigned long m, const char *lambda)
{
	mpz_set_ui(problem.n, n);
	mpz_set_ui(problem.m, m);
	test_mpq(problem.lambda, lambda);
}

/* time = the least of Bar-Noy and Kipnis's four algorithms for several
 * messages.
 */
static void set_papers_best(mpq_t time)
{
	enum status (*const formulas[])(mpq_t time,
		const struct problem *problem,
		const struct algorithm_options *options, struct err *err) = {
		postal_repeat_time, postal_pack_time, postal_pipeline_time};
	mpq_t other;
	mpz_t degree;

	mpq_init(other);
	mpz_init(degree);
	CHECK(trees_best_degree(degree, time, &problem, &err) == STATUS_OK);
	for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
		CHECK(formulas[i](other, &problem, &usual, &err) == STATUS_OK);
		if (mpq_cmp(other, time) < 0)
			mpq_set(time, other);
	}
	mpq_clear(other);
	mpz_clear(degree);
}

static void find(uint64_t work)
{
	CHECK(ranking_find(&ranking, &problem, MODEL_POSTAL,
		      OPERATION_BROADCAST, 0, 0, work, &err) == STATUS_OK);
}

/* finish = that of the best schedule, which check/check must accept. */
static void find_best_finish(mpq_t finish)
{
	struct schedule *schedule;
	struct check check;

	mpq_set_ui(finish, 0, 1);
	if (!CHECK(ranking_open_best(&schedule, &problem, &usual, &err) ==
		    STATUS_OK))
		return;
	CHECK(check_schedule(&check, schedule, 1 << 30, &err) == STATUS_OK);
	CHECK(check.violations == 0);
	number_set_u64(mpq_numref(finish), check.finish);
	number_set_u64(mpq_denref(finish), schedule->header.unit);
	mpq_canonicalize(finish);
	schedule_close(schedule);
}

static void check_best(unsigned long n, unsigned long m, const char *lambda)
{
	const struct candidate *first = ranking.candidate;
	mpq_t time;

	mpq_init(time);
	set(n, m, lambda);
	find(ALGORITHM_WORK);
	CHECK(first->is_known && !first->is_most);
	CHECK(model_bound(time, MODEL_POSTAL, &problem, &err) == STATUS_OK);
	CHECK_FOR(mpq_cmp(first->time, time) >= 0, "%lu %lu %s", n, m, lambda);
	set_papers_best(time);
	CHECK_FOR(mpq_cmp(first->time, time) <= 0, "%lu %lu %s", n, m, lambda);
	find_best_finish(time);
	CHECK_FOR(mpq_equal(first->time, time), "%lu %lu %s", n, m, lambda);
	mpq_clear(time);
}

static void test_best(void)
{
	static const char *const lambdas[] = {"1", "11/10", "5/4", "4/3", "3/2",
		"5/3", "2", "9/4", "5/2", "3", "7/2", "10", "101/2"};
	static const unsigned long messages[] = {1, 2, 3, 5, 10, 33, 64, 65};

	for (size_t l = 0; l < sizeof lambdas / sizeof *lambdas; l++)
		for (size_t i = l % 3; i < 8; i += 3)
			check_best(2 + (l * 5 + i * 11) % 63, messages[i],
				lambdas[l]);
}

/* Where finding the exact time takes too much work, the schedule takes no
 * longer than the upper bound that replaces the time. */
static void test_most(void)
{
	const struct candidate *first = ranking.candidate;
	mpq_t time;

	mpq_init(time);
	set(1000, 30, "5/2");
	find(1000);
	CHECK(first->is_known && first->is_most);
	test_mpq(time, "99/2");
	CHECK(mpq_equal(first->time, time));
	find_best_finish(time);
	CHECK(mpq_cmp(time, first->time) <= 0);
	CHECK(!ranking.candidate[ranking.count - 1].is_known);
	mpq_clear(time);
}

/* If no time is near the bound, schedules are built with up to 21 times the
 * work given.  Here cyclic is 1/9 above the bound. */
static void test_far(void)
{
	const struct candidate *first = ranking.candidate;
	mpq_t time;

	mpq_init(time);
	set(10000, 3, "64");
	find(5000000 / 21);
	test_mpq(time, "242");
	CHECK(mpq_equal(first->time, time) && !first->is_most);
	CHECK(strcmp(first->algorithm->name, "greedy") == 0);
	find(3600000 / 21);
	CHECK(mpq_cmp(first->time, time) > 0);
	set(1000000, 100, "129/2");
	find(ALGORITHM_WORK);
	test_mpq(time, "929/2");
	CHECK(mpq_cmp(first->time, time) <= 0 && !first->is_most);
	mpq_clear(time);
}

/* A schedule too large for memory is that for the whole latency below,
 * stretched: 1.01 times the 48 of latency 1, and 129/128 times the 340 of
 * latency 64. */
static void test_stretched(void)
{
	static const struct {
		unsigned long n, m;
		const char *lambda, *time;
	} some[] = {{568950, 29, "101/100", "1212/25"},
		{100000, 28, "129/2", "10965/32"}};
	mpq_t time;

	mpq_init(time);
	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		set(some[i].n, some[i].m, some[i].lambda);
		find(ALGORITHM_WORK);
		test_mpq(time, some[i].time);
		CHECK_FOR(mpq_equal(ranking.candidate[0].time, time), "%zu", i);
		find_best_finish(time);
		CHECK_FOR(mpq_equal(ranking.candidate[0].time, time), "%zu", i);
	}
	mpq_clear(time);
}

/* time = cyclic's in the ranking, or 0 if it has none. */
static void set_cyclic_time(mpq_t time, const struct ranking *from)
{
	mpq_set_ui(time, 0, 1);
	for (size_t i = 0; i < from->count; i++)
		if (strcmp(from->candidate[i].algorithm->name, "cyclic") == 0)
			mpq_set(time, from->candidate[i].time);
}

/* A time that may come from memory equals the one found afresh. */
static void check_recalled(void)
{
	struct ranking fresh;
	mpq_t time, again;

	mpq_inits(time, again, NULL);
	ranking_init(&fresh);
	CHECK(ranking_find(&fresh, &problem, MODEL_POSTAL, OPERATION_BROADCAST,
		      0, RANKING_UNBUILT, ALGORITHM_WORK, &err) == STATUS_OK);
	CHECK(ranking_find(&ranking, &problem, MODEL_POSTAL,
		      OPERATION_BROADCAST, 0, RANKING_UNBUILT, ALGORITHM_WORK,
		      &err) == STATUS_OK);
	set_cyclic_time(time, &fresh);
	set_cyclic_time(again, &ranking);
	CHECK_FOR(mpq_sgn(time) > 0 && mpq_equal(time, again), "%lu %lu %g",
		mpz_get_ui(problem.n), mpz_get_ui(problem.m),
		mpq_get_d(problem.lambda));
	ranking_clear(&fresh);
	mpq_clears(time, again, NULL);
}

/* At the last latency, which is very long, a tail of all messages ends early; a
 * tail can have 64 messages, not 65. */
static void test_memory(void)
{
	static const unsigned long many[] = {64, 65, 66, 1000};

	for (unsigned long i = 0; i < 90; i++) {
		mpz_set_ui(problem.n, i < 45 ? 17 : 70);
		mpz_set_ui(problem.m, 1 + i * i % 97);
		mpq_set_ui(problem.lambda, 100 + i * 37 % 211, 100);
		mpq_canonicalize(problem.lambda);
		check_recalled();
	}
	for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
		set(16, many[i], "32768");
		check_recalled();
	}
}

/* finish = that of the best schedule made from a neighbour's, or 0 if none ends
 * before known. */
static void find_neighbour(mpq_t finish, const mpq_t known)
{
	const struct algorithm_options options = {
		.known = known, .work = ALGORITHM_WORK};
	struct schedule *schedule;
	struct check check;

	mpq_set_ui(finish, 0, 1);
	if (neighbour_open(&schedule, &problem, &options, &err) != STATUS_OK)
		return;
	schedule_finish_time(finish, &schedule->header);
	CHECK(mpq_cmp(finish, known) < 0);
	CHECK(mpz_cmp_ui(problem.n,
		      (unsigned long)schedule->header.processors) == 0);
	CHECK(mpz_cmp_ui(problem.m, (unsigned long)schedule->header.messages) ==
		0);
	CHECK(check_schedule(&check, schedule, 1 << 30, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0 && check.redundant == 0,
		"%lu %lu %g: %s", mpz_get_ui(problem.n), mpz_get_ui(problem.m),
		mpq_get_d(problem.lambda), check.violation[0].reason.msg);
	schedule_close(schedule);
}

/* Problems whose best schedule is made from a neighbour's. */
static void test_neighbours(void)
{
	static const struct {
		unsigned long n, m;
		const char *lambda, *finish;
	} rows[] = {{5, 6, "355/113", "1275/113"}, {127, 60, "101/3", "482/3"},
		{7, 20, "5/2", "51/2"}, {10, 10, "355/113", "2001/113"},
		{24, 12, "4/3", "52/3"}};
	mpq_t finish, known;

	mpq_inits(finish, known, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		check_best(rows[i].n, rows[i].m, rows[i].lambda);
		mpq_set_ui(known, 10000, 1);
		find_neighbour(finish, known);
		test_mpq(known, rows[i].finish);
		CHECK(mpq_equal(finish, known));
		CHECK(mpq_equal(ranking.candidate[0].time, known));
		find_neighbour(finish, known);
		CHECK(mpq_sgn(finish) == 0);
	}
	/* With two processors or more, there is always a neighbour's schedule.
	 */
	for (unsigned long n = 1; n < 40; n += 3) {
		set(n, 1 + n % 7, n % 2 ? "7/2" : "35/17");
		mpq_set_ui(known, 10000, 1);
		find_neighbour(finish, known);
		CHECK(n == 1 || mpq_sgn(finish) > 0);
	}
	mpq_clears(finish, known, NULL);
}

/* Rows for which there is no memory are passed on as they come, which may be
 * later: 279 998 rows, with 134 bytes for each, and with 171. */
static void test_neighbour_memory(void)
{
	static const struct {
		uint64_t bits;
		const char *finish;
	} rows[] = {{300000000, "459/16"}, {383000000, "229/8"}};
	const uint64_t most = problem.max_bits;
	mpq_t finish, known;

	mpq_inits(finish, known, NULL);
	set(140000, 2, "17/8");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		problem.max_bits = rows[i].bits;
		mpq_set_ui(known, 10000, 1);
		find_neighbour(finish, known);
		test_mpq(known, rows[i].finish);
		CHECK_FOR(mpq_equal(finish, known), "%g", mpq_get_d(finish));
	}
	problem.max_bits = most;
	mpq_clears(finish, known, NULL);
}

/* Finishes that neighbours find, at longer latencies with smaller denominators,
 * and those that the search at the latency itself finds. */
static void test_finishes(void)
{
	static const struct {
		unsigned long n, m;
		const char *lambda, *finish;
	} rows[] = {{21, 19, "355/113", "3309/113"},
		{22, 21, "355/113", "3551/113"}, {18, 24, "17/16", "451/16"},
		{4, 3, "3/2", "5"}, {23, 19, "4/3", "73/3"},
		{39, 14, "17/16", "77/4"}, {11, 24, "5/2", "61/2"}};
	mpq_t finish;

	mpq_init(finish);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		check_best(rows[i].n, rows[i].m, rows[i].lambda);
		test_mpq(finish, rows[i].finish);
		CHECK_FOR(mpq_cmp(ranking.candidate[0].time, finish) <= 0,
			"%lu %lu %s", rows[i].n, rows[i].m, rows[i].lambda);
	}
	mpq_clear(finish);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	problem_init(&problem);
	problem.max_bits = UINT64_C(1) << 33;
	ranking_init(&ranking);
	RUN(test_best());
	RUN(test_most());
	RUN(test_far());
	RUN(test_stretched());
	RUN(test_memory());
	RUN(test_neighbours());
	RUN(test_neighbour_memory());
	RUN(test_finishes());
	ranking_clear(&ranking);
	problem_clear(&problem);
	return test_done();
}
