/*
 * model/optimum/fractional: against an enumeration of all schedules where that
 * is possible; the 120 cases of which the counting bound is attained in 90,
 * each schedule judged; and however it is cut up, and with little memory.
 */
#include "model/optimum/fractional.h"

#include <string.h>

#include "base/mem.h"
#include "core/search.h"
#include "judge/optimum.h"
#include "model/postal/bounds.h"
#include "model/postal/counting.h"
#include "test.h"

static struct err err;

/* -- all schedules, tick by tick: no rule but the model's, no bound but that a
 * processor receives one message a unit */

enum { TINY_N = 5, TINY_M = 5, NEVER = 1000 };

struct tiny {
	int n, m, unit, latency, last;
	int since[TINY_N][TINY_M];
	int sends_from[TINY_N], receives_from[TINY_N];
};

static int tiny_tick(struct tiny *tiny, int tick, int p);

/* Whether all can be done if from sends message i to p now. */
static int tiny_send(struct tiny *tiny, int tick, int p, int from, int i)
{
	int sends_from = tiny->sends_from[from];
	int receives_from = tiny->receives_from[p], found;

	if (sends_from > tick || receives_from > tick ||
		tiny->since[from][i] > tick || tiny->since[p][i] != NEVER)
		return 0;
	tiny->since[p][i] = tick + tiny->latency;
	tiny->sends_from[from] = tiny->receives_from[p] = tick + tiny->unit;
	found = tiny_tick(tiny, tick, p + 1);
	tiny->since[p][i] = NEVER;
	tiny->sends_from[from] = sends_from;
	tiny->receives_from[p] = receives_from;
	return found;
}

/* Whether all can be done from the next tick on. */
static int tiny_go_on(struct tiny *tiny, int tick)
{
	int done = 1;

	for (int p = 1; p < tiny->n; p++) {
		int lacks = 0, next = tiny->receives_from[p];

		for (int i = 0; i < tiny->m; i++)
			lacks += tiny->since[p][i] == NEVER;
		next = next > tick + 1 ? next : tick + 1;
		if (lacks > 0 && next + (lacks - 1) * tiny->unit > tiny->last)
			return 0;
		done = done && lacks == 0;
	}
	return done || tiny_tick(tiny, tick + 1, 1);
}

/* The same after the choices for processors before p in this tick. */
static int tiny_tick(struct tiny *tiny, int tick, int p)
{
	if (p == tiny->n)
		return tiny_go_on(tiny, tick);
	for (int i = 0; i < tiny->m; i++)
		for (int from = 0; from < tiny->n; from++)
			if (tiny_send(tiny, tick, p, from, i))
				return 1;
	return tiny_tick(tiny, tick, p + 1);
}

static int tiny_is_possible(int n, int m, int latency, int unit, int finish)
{
	struct tiny tiny = {.n = n,
		.m = m,
		.unit = unit,
		.latency = latency,
		.last = finish - latency};

	for (int p = 1; p < n; p++)
		for (int i = 0; i < m; i++)
			tiny.since[p][i] = NEVER;
	return tiny.last >= 0 && tiny_tick(&tiny, 0, 1);
}

/* -- the search */

/* The optimum in ticks, by pieces of that much work, with a valid schedule that
 * ends then; 0 if it is too large, -1 if anything is wrong. */
static long solve(const struct problem *problem, uint64_t work, uint64_t *done)
{
	struct fractional *fractional;
	struct schedule *schedule;
	struct check check;
	long finish = -1;
	mpq_t lower, upper;

	mpq_inits(lower, upper, NULL);
	mpq_set_ui(upper, 40, 1);
	fractional = fractional_new(problem, lower, upper);
	if (!fractional) {
		mpq_clears(lower, upper, NULL);
		return 0;
	}
	while (!fractional_advance(fractional, work, done))
		continue;
	schedule = fractional_open(fractional);
	if (schedule &&
		check_schedule(&check, schedule, (uint64_t)1 << 30, &err) ==
			STATUS_OK &&
		check.violations == 0 &&
		check.finish == schedule->header.finish)
		finish = (long)check.finish;
	schedule_close(schedule);
	fractional_lower(upper, fractional);
	mpq_set_ui(lower, finish < 0 ? 0 : (unsigned long)finish,
		mpz_get_ui(mpq_denref(problem->lambda)));
	mpq_canonicalize(lower);
	CHECK(mpq_equal(lower, upper));
	fractional_free(fractional);
	mpq_clears(lower, upper, NULL);
	return finish;
}

/* The same as a time. */
static void find_optimum(mpq_t time, const struct problem *problem)
{
	uint64_t done = 0;

	mpq_set_si(time, solve(problem, UINT64_MAX, &done), 1);
	mpz_set(mpq_denref(time), mpq_denref(problem->lambda));
	mpq_canonicalize(time);
}

static void test_enumeration(void)
{
	static const char *const latencies[] = {
		"1", "4/3", "3/2", "2", "5/2", "10/3"};
	static const unsigned long most[TINY_N + 1] = {0, 0, 5, 5, 4, 2};

	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long n = 2; n <= TINY_N; n++)
			for (unsigned long m = 1; m <= most[n]; m++) {
				const struct problem *problem =
					test_problem_at(n, m, latencies[i]);
				int a = (int)mpz_get_ui(
					mpq_numref(problem->lambda));
				int b = (int)mpz_get_ui(
					mpq_denref(problem->lambda));
				uint64_t done = 0;
				int finish =
					(int)solve(problem, UINT64_MAX, &done);

				CHECK_FOR(tiny_is_possible(
						  (int)n, (int)m, a, b, finish),
					"%lu %lu %s", n, m, latencies[i]);
				CHECK_FOR(!tiny_is_possible((int)n, (int)m, a,
						  b, finish - 1),
					"%lu %lu %s", n, m, latencies[i]);
			}
}

/* m = 2 .. 9: by how many ticks of 1/b it is above the counting bound. */
static void test_table(void)
{
	static const struct {
		const char *latency;
		unsigned long n;
		const char *excess;
	} rows[] = {{"3/2", 3, "00000000"}, {"3/2", 4, "00111111"},
		{"3/2", 5, "00000000"}, {"5/2", 3, "00011111"},
		{"5/2", 4, "00000001"}, {"5/2", 5, "00000000"},
		{"4/3", 3, "00000000"}, {"4/3", 4, "00111222"},
		{"4/3", 5, "00000000"}, {"5/3", 3, "00000000"},
		{"5/3", 4, "00111111"}, {"5/3", 5, "00000111"},
		{"7/2", 3, "00000000"}, {"7/2", 4, "00000000"},
		{"7/2", 5, "00000111"}};
	mpq_t bound, least;

	mpq_inits(bound, least, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (unsigned long m = 2; m <= 9; m++) {
			const struct problem *problem =
				test_problem_at(rows[i].n, m, rows[i].latency);
			long excess = rows[i].excess[m - 2] - '0';

			CHECK(postal_counting_bound(bound, problem, &err) ==
				STATUS_OK);
			mpq_set_si(least, excess, 1);
			mpz_set(mpq_denref(least), mpq_denref(problem->lambda));
			mpq_canonicalize(least);
			mpq_add(least, least, bound);
			find_optimum(bound, problem);
			CHECK_FOR(mpq_equal(bound, least), "%lu %lu %s",
				rows[i].n, m, rows[i].latency);
		}
	mpq_clears(bound, least, NULL);
}

/* Three processors: the search and the formula agree. */
static void test_three(void)
{
	static const char *const latencies[] = {"1", "3/2", "2", "9/4", "12/5",
		"5/2", "8/3", "14/5", "3", "7/2", "17/4", "9/2", "14/3", "5",
		"16/3", "25/4", "13/2"};
	mpq_t time, other;

	mpq_inits(time, other, NULL);
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long m = 1; m <= 16; m++) {
			const struct problem *problem =
				test_problem_at(3, m, latencies[i]);

			find_optimum(other, problem);
			CHECK(postal_three_time(time, problem, NULL, &err) ==
				STATUS_OK);
			CHECK_FOR(mpq_equal(time, other), "%lu %s", m,
				latencies[i]);
			CHECK(postal_counting_bound(other, problem, &err) ==
				STATUS_OK);
			CHECK_FOR(mpq_cmp(time, other) >= 0, "%lu %s", m,
				latencies[i]);
		}
	mpq_clears(time, other, NULL);
}

/* The strongest bound is never above the optimum; and it is the optimum
 * wherever it is above the counting bound. */
static void test_drift(void)
{
	static const char *const latencies[] = {"101/100", "17/16", "9/8",
		"5/4", "4/3", "3/2", "5/3", "9/4", "7/3", "5/2", "16/5", "23/7",
		"10/3"};
	static const unsigned long most[] = {0, 0, 0, 0, 10, 7, 6, 5, 5};
	int raised = 0, attained = 0;
	mpq_t bound, counted, optimum;

	mpq_inits(bound, counted, optimum, NULL);
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long n = 4; n <= 8; n++)
			for (unsigned long m = 1; m <= most[n]; m++) {
				const struct problem *problem =
					test_problem_at(n, m, latencies[i]);

				CHECK(postal_lower_bound(bound, problem,
					      &err) == STATUS_OK);
				CHECK(postal_counting_bound(counted, problem,
					      &err) == STATUS_OK);
				find_optimum(optimum, problem);
				CHECK_FOR(mpq_cmp(counted, bound) <= 0 &&
						  mpq_cmp(bound, optimum) <= 0,
					"%lu %lu %s", n, m, latencies[i]);
				raised += mpq_cmp(counted, bound) < 0;
				attained += mpq_cmp(counted, bound) < 0 &&
					    mpq_equal(bound, optimum);
			}
	CHECK_FOR(raised == 57 && attained == 57, "%d %d", raised, attained);
	mpq_clears(bound, counted, optimum, NULL);
}

/* The same in pieces, and with memory for fewer and fewer states. */
static void test_pieces(void)
{
	struct problem small;
	uint64_t whole = 0, cut = 0, most = 0;
	long finish;

	problem_init(&small);
	problem_set(&small, test_problem_at(5, 7, "7/2"));
	CHECK(solve(&small, UINT64_MAX, &whole) == 27);
	CHECK(solve(&small, 1, &cut) == 27);
	CHECK(cut == whole);
	do {
		uint64_t done = 0;

		finish = solve(&small, UINT64_MAX, &done);
		CHECK(finish == 27 || finish == 0);
		CHECK(finish == 0 || done >= whole);
		most = finish == 0 ? most : done;
		small.max_bits -= small.max_bits / 4;
	} while (finish > 0);
	CHECK(most > whole);
	problem_clear(&small);
}

/* Where no better schedule is to be found, and what is too large. */
static void test_limits(void)
{
	struct fractional *fractional;
	uint64_t done = 0;
	mpq_t lower, upper;

	mpq_inits(lower, upper, NULL);
	mpq_set_ui(lower, 6, 1);
	mpq_set_ui(upper, 13, 2);
	fractional = fractional_new(test_problem_at(4, 4, "3/2"), lower, upper);
	CHECK(!fractional_advance(fractional, 1, &done));
	fractional_lower(lower, fractional);
	CHECK(mpq_cmp_ui(lower, 6, 1) == 0);
	CHECK(fractional_advance(fractional, UINT64_MAX, &done));
	fractional_lower(lower, fractional);
	CHECK(mpq_equal(lower, upper));
	CHECK(!fractional_open(fractional));
	fractional_free(fractional);
	mpq_set_ui(upper, 10000, 1);
	fractional =
		fractional_new(test_problem_at(16, 256, "250"), lower, upper);
	CHECK(fractional != NULL);
	fractional_free(fractional);
	CHECK(!fractional_new(test_problem_at(17, 2, "5/2"), lower, upper));
	CHECK(!fractional_new(test_problem_at(16, 257, "5/2"), lower, upper));
	CHECK(!fractional_new(test_problem_at(3, 2, "251/2"), lower, upper));
	CHECK(!fractional_new(test_problem_at(3, 2, "251"), lower, upper));
	mpq_set_ui(upper, 10001, 1);
	CHECK(!fractional_new(test_problem_at(3, 2, "5"), lower, upper));
	fractional_free(NULL);
	mpq_clears(lower, upper, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_enumeration());
	RUN(test_table());
	RUN(test_three());
	RUN(test_drift());
	RUN(test_pieces());
	RUN(test_limits());
	return test_done();
}
