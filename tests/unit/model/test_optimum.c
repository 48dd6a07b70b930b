/*
 * model/optimum/optimum: against an exhaustive search where that is possible,
 * elsewhere schedules judged and T_lb by its sum; and its parts by their
 * definitions. The whole grid is in tests/grid.
 */
#include "model/optimum/optimum.h"

#include <string.h>

#include "base/mem.h"
#include "model/optimum/steady.h"
#include "model/postal/counting.h"
#include "model/postal/bounds.h"
#include "number/random.h"
#include "judge/cyclic.h"
#include "judge/optimum.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)

static const struct algorithm_options usual;
static struct err err;

/* -- exhaustive search: steps by hand, no bounds but that a processor receives
 * one item a step */

enum { TINY_P = 6, TINY_K = 4, NEVER = 1000 };

struct tiny {
	int P, k, L, last;
	int since[TINY_P][TINY_K];
};

static int tiny_step(struct tiny *tiny, int step, int p, unsigned busy);

/* Whether all can be done after the sends to processors before p in step. */
static int tiny_receive(struct tiny *tiny, int step, int p, unsigned busy)
{
	for (int i = 0; i < tiny->k; i++) {
		if (tiny->since[p][i] != NEVER)
			continue;
		for (int from = 0; from < tiny->P; from++) {
			int found;

			if (busy >> from & 1 || tiny->since[from][i] > step)
				continue;
			tiny->since[p][i] = step + tiny->L;
			found = tiny_step(
				tiny, step, p + 1, busy | (unsigned)1 << from);
			tiny->since[p][i] = NEVER;
			if (found)
				return 1;
		}
	}
	return tiny_step(tiny, step, p + 1, busy);
}

static int tiny_step(struct tiny *tiny, int step, int p, unsigned busy)
{
	int done = 1;

	if (p < tiny->P)
		return tiny_receive(tiny, step, p, busy);
	for (p = 1; p < tiny->P; p++) {
		int lacks = 0;

		for (int i = 0; i < tiny->k; i++)
			lacks += tiny->since[p][i] == NEVER;
		if (lacks > tiny->last - step)
			return 0;
		done = done && lacks == 0;
	}
	return done || tiny_step(tiny, step + 1, 1, 0);
}

static int tiny_is_possible(int P, int k, int L, int steps)
{
	struct tiny tiny = {.P = P, .k = k, .L = L, .last = steps - L};

	for (int p = 1; p < P; p++)
		for (int i = 0; i < k; i++)
			tiny.since[p][i] = NEVER;
	return tiny_step(&tiny, 0, P, 0);
}

static void test_exhaustive(void)
{
	static const int most[TINY_P + 1] = {0, 0, 4, 4, 4, 4, 3};

	for (int P = 2; P <= TINY_P; P++)
		for (int L = 1; L <= 3; L++)
			for (int k = 1; k <= most[P]; k++) {
				long steps = judge_optimum_solve(
					(unsigned long)P, (unsigned long)k,
					(unsigned long)L, MODEL_LOGP,
					JUDGE_WORK);

				CHECK_FOR(steps > 0 && tiny_is_possible(P, k, L,
							       (int)steps),
					"%d %d %d", P, k, L);
				CHECK_FOR(!tiny_is_possible(
						  P, k, L, (int)steps - 1),
					"%d %d %d", P, k, L);
			}
}

/* -- whole schedules */

/* P, L, k as the integer program of the LogP paper solves them. */
static void test_values(void)
{
	static const unsigned long values[][4] = {{4, 2, 2, 6}, {5, 2, 3, 8},
		{5, 3, 3, 9}, {12, 5, 5, 18}, {8, 2, 1, 6}, {5, 5, 1, 9},
		{10, 3, 5, 13}, {100, 4, 20, 38}, {1, 4, 7, 0}, {1, 1, 1, 0},
		{2, 9, 4, 13}};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		const unsigned long *v = values[i];

		CHECK_FOR(judge_optimum_solve(v[0], v[2], v[1], MODEL_POSTAL,
				  JUDGE_WORK) == (long)v[3],
			"%lu %lu %lu", v[0], v[1], v[2]);
	}
}

static void test_sample(void)
{
	for (unsigned long P = 1; P <= 24; P++)
		for (unsigned long L = 1; L <= 8; L += 1 + P % 3)
			for (unsigned long k = 1; k <= 24; k += 5 + (P + L) % 5)
				CHECK_FOR(judge_optimum_solve(P, k, L,
						  k % 2 ? MODEL_LOGP
							: MODEL_POSTAL,
						  JUDGE_WORK) >= 0,
					"%lu %lu %lu", P, k, L);
}

static void test_large(void)
{
	static const unsigned long cases[][3] = {{64, 40, 6}, {8, 500, 3},
		{4, 3, 100}, {6, 20, 70}, {200, 3, 2}, {1000, 3, 1},
		{1000, 100, 1}, {2, 3000, 700}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_FOR(judge_optimum_solve(cases[i][0], cases[i][1],
				  cases[i][2], MODEL_LOGP, JUDGE_WORK) > 0,
			"%lu %lu %lu", cases[i][0], cases[i][1], cases[i][2]);
}

/* No receive may be lost. */
static void test_tight(void)
{
	static const unsigned long cases[][3] = {
		{7, 500, 3}, {12, 300, 5}, {14, 99, 7}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_FOR(judge_optimum_solve(cases[i][0], cases[i][1],
				  cases[i][2], MODEL_POSTAL,
				  (uint64_t)1 << 32) > 0,
			"%lu %lu %lu", cases[i][0], cases[i][1], cases[i][2]);
}

/* What is found ends at T_lb for any number of items, and passes the
 * check. */
static void check_steady(unsigned long P, unsigned long L)
{
	const uint64_t work = UINT64_C(1) << 30;
	struct steady steady;
	unsigned long items;

	CHECK(steady_init(&steady, P, L, UINT64_MAX / 2, BITS));
	items = steady.numbers.items;
	steady_clear(&steady);
	for (unsigned long k = items + 9; k < items + 99; k += 1 + k / 2)
		CHECK_FOR(judge_steady_steps(P, k, L, work) ==
				  (long)judge_optimum_bound(P, k, L),
			"%lu %lu %lu", P, L, k);
}

static void test_steady(void)
{
	static const uint32_t cases[][2] = {
		{4, 2},
		{6, 4},
		{7, 3},
		{30, 3},
		{62, 5},
		{10, 18},
		{16, 16},
		{22, 2},
		{24, 8},
		{9, 6},
		{5, 7},
		{51, 14},
		{37, 12},
		{3, 25},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_steady(cases[i][0], cases[i][1]);
}

/* Up to k* items that none of the other algorithms finds. */
static void test_few(void)
{
	static const unsigned long cases[][3] = {
		{20, 9, 19}, {55, 6, 13}, {24, 10, 21}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const unsigned long *c = cases[i];
		struct optimum optimum;

		CHECK(judge_optimum_init(&optimum, c[0], c[1], c[2], BITS) ==
			STATUS_OK);
		CHECK(optimum.search.state == SEARCH_RUNNING);
		optimum_clear(&optimum);
		CHECK_FOR(judge_optimum_solve(
				  c[0], c[1], c[2], MODEL_LOGP, JUDGE_WORK) > 0,
			"%lu %lu %lu", c[0], c[1], c[2]);
	}
}

/* Any number of items takes as long. */
static void test_many(void)
{
	struct optimum optimum;
	mpz_t P, k, L;

	mpz_init_set_ui(P, 62);
	mpz_init_set_ui(L, 5);
	mpz_init(k);
	mpz_ui_pow_ui(k, 10, 12);
	CHECK(optimum_init(&optimum, test_problem_logp(P, k, L, BITS), &usual,
		      &err) == STATUS_OK);
	CHECK(search_advance(&optimum.search, (uint64_t)1 << 30) ==
		SEARCH_FOUND);
	mpz_add_ui(k, k, 18);
	CHECK(mpz_cmp(mpq_numref(optimum.upper), k) == 0);
	optimum_clear(&optimum);
	mpz_clears(P, k, L, NULL);
}

/* The source sends the items in order. */
static void test_order(void)
{
	const struct transmission *row;
	struct schedule *schedule;
	struct optimum optimum;
	uint64_t sent = 0, rows = 0;
	size_t count;

	CHECK(judge_optimum_init(&optimum, 13, 17, 4, BITS) == STATUS_OK);
	CHECK(search_advance(&optimum.search, JUDGE_WORK) == SEARCH_FOUND);
	CHECK(search_open(&schedule, &optimum.search, &err) == STATUS_OK);
	CHECK(strcmp(schedule->header.algorithm, "optimum") == 0);
	CHECK(schedule->header.latency == 4 && schedule->header.messages == 17);
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++, rows++) {
			CHECK(row[i].message <= sent + (row[i].from == 0));
			if (row[i].message > sent)
				sent = row[i].message;
		}
	CHECK(rows == 12 * 17);
	schedule_close(schedule);
	optimum_clear(&optimum);
}

/* A search that has not ended: the upper end has a schedule; small pieces of it
 * come to the same. */
static void test_interval(void)
{
	struct optimum optimum, pieces;
	long finish;

	CHECK(judge_optimum_init(&optimum, 30, 24, 3, BITS) == STATUS_OK);
	CHECK(judge_optimum_init(&pieces, 30, 24, 3, BITS) == STATUS_OK);
	CHECK(optimum.search.state == SEARCH_RUNNING);
	finish = judge_optimum_schedule(&optimum, MODEL_LOGP);
	CHECK(finish == (long)mpz_get_ui(mpq_numref(optimum.upper)));
	CHECK(search_advance(&optimum.search, 0) == SEARCH_RUNNING);
	for (int i = 0; i < 1000; i++)
		search_advance(&pieces.search, 1);
	search_advance(&optimum.search, pieces.work);
	CHECK(mpq_equal(optimum.upper, pieces.upper));
	CHECK(optimum.work == pieces.work);
	search_advance(&optimum.search, 1 << 30);
	CHECK(mpq_cmp(optimum.lower, optimum.upper) <= 0);
	CHECK(mpq_cmp_ui(optimum.upper, (unsigned long)finish, 1) < 0);
	finish = (long)mpz_get_ui(mpq_numref(optimum.upper));
	CHECK(judge_optimum_schedule(&optimum, MODEL_POSTAL) == finish);
	optimum_clear(&optimum);
	optimum_clear(&pieces);
}

/* Settled without a search, or too large for one. */
static void test_closed(void)
{
	struct optimum optimum;
	struct schedule *schedule;
	mpz_t huge, one, two;

	mpz_init(huge);
	mpz_ui_pow_ui(huge, 10, 1000);
	mpz_init_set_ui(one, 1);
	mpz_init_set_ui(two, 2);
	CHECK(optimum_init(&optimum, test_problem_logp(huge, one, two, BITS),
		      &usual, &err) == STATUS_OK);
	CHECK(optimum.search.state == SEARCH_FOUND);
	CHECK(search_open(&schedule, &optimum.search, &err) == STATUS_LIMIT);
	optimum_clear(&optimum);
	CHECK(optimum_init(&optimum, test_problem_logp(huge, huge, one, BITS),
		      &usual, &err) == STATUS_OK);
	CHECK(optimum.search.state == SEARCH_FOUND);
	optimum_clear(&optimum);
	CHECK(optimum_init(&optimum, test_problem_logp(two, huge, huge, BITS),
		      &usual, &err) == STATUS_OK);
	CHECK(optimum.search.state == SEARCH_FOUND);
	optimum_clear(&optimum);
	CHECK(optimum_init(&optimum, test_problem_logp(huge, two, two, BITS),
		      &usual, &err) == STATUS_OK);
	CHECK(search_advance(&optimum.search, 1) == SEARCH_EXHAUSTED);
	CHECK(mpq_cmp(optimum.lower, optimum.upper) < 0);
	optimum_clear(&optimum);
	CHECK(judge_optimum_init(&optimum, 12, 8, 3, 10000) == STATUS_OK);
	CHECK(optimum.search.state == SEARCH_EXHAUSTED);
	optimum_clear(&optimum);
	mpz_clears(huge, one, two, NULL);
}

/* n, m, latency, optimum: complete searches of all schedules on the grid of
 * the latency's denominator, outside of this program. */
static const unsigned long fractions[][6] = {{4, 4, 3, 2, 13, 2},
	{4, 5, 3, 2, 15, 2}, {3, 5, 5, 2, 17, 2}, {4, 4, 4, 3, 6, 1},
	{4, 5, 4, 3, 7, 1}, {4, 4, 5, 3, 20, 3}, {4, 5, 5, 3, 23, 3},
	{3, 3, 3, 2, 9, 2}, {5, 5, 3, 2, 15, 2}};

/* The optimum, and the finish of its schedule by a judge, are that. */
static void check_fraction(const struct problem *problem, const mpq_t least)
{
	struct optimum optimum;
	struct schedule *schedule;
	mpq_t finish;

	mpq_init(finish);
	CHECK(optimum_init(&optimum, problem, &usual, &err) == STATUS_OK);
	CHECK(mpq_cmp(optimum.lower, least) <= 0);
	CHECK(mpq_cmp(optimum.upper, least) >= 0);
	CHECK(search_advance(&optimum.search, JUDGE_WORK) == SEARCH_FOUND);
	CHECK(mpq_equal(optimum.lower, least));
	CHECK(mpq_equal(optimum.upper, least));
	CHECK(search_open(&schedule, &optimum.search, &err) == STATUS_OK);
	CHECK(schedule->header.model == MODEL_POSTAL);
	CHECK(strcmp(schedule->header.algorithm, "optimum") == 0);
	mpq_set_ui(finish, (unsigned long)schedule->header.finish,
		(unsigned long)schedule->header.unit);
	mpq_canonicalize(finish);
	CHECK(mpq_equal(finish, least));
	CHECK(judge_cyclic(schedule));
	schedule_close(schedule);
	optimum_clear(&optimum);
	mpq_clear(finish);
}

static void test_fractions(void)
{
	struct problem problem;
	mpq_t least;

	mpq_init(least);
	problem_init(&problem);
	problem.max_bits = BITS;
	for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++) {
		const unsigned long *f = fractions[i];

		mpz_set_ui(problem.n, f[0]);
		mpz_set_ui(problem.m, f[1]);
		mpq_set_ui(problem.lambda, f[2], f[3]);
		mpq_set_ui(least, f[4], f[5]);
		check_fraction(&problem, least);
	}
	problem_clear(&problem);
	mpq_clear(least);
}

/* Three processors at the latency a/b: valid schedules that end at the formula,
 * which is the counting bound if the latency is whole or its ceiling even. */
static void check_three(
	const struct problem *problem, unsigned long a, unsigned long b)
{
	struct schedule *schedule;
	mpq_t time, finish, bound;

	mpq_inits(time, finish, bound, NULL);
	CHECK(postal_three_time(time, problem, NULL, &err) == STATUS_OK);
	CHECK(postal_counting_bound(bound, problem, &err) == STATUS_OK);
	CHECK_FOR(mpq_cmp(time, bound) >= 0, "%lu/%lu", a, b);
	if (a % b == 0 || a / b % 2 == 1)
		CHECK_FOR(mpq_equal(time, bound), "%lu/%lu", a, b);
	CHECK(postal_three_open(&schedule, problem, &usual, &err) == STATUS_OK);
	mpq_set_ui(finish, (unsigned long)schedule->header.finish,
		(unsigned long)schedule->header.unit);
	mpq_canonicalize(finish);
	CHECK_FOR(mpq_equal(finish, time), "%lu/%lu", a, b);
	CHECK_FOR(judge_cyclic(schedule), "%lu/%lu", a, b);
	schedule_close(schedule);
	mpq_clears(time, finish, bound, NULL);
}

static void test_three_fractions(void)
{
	static const unsigned long denominators[] = {1, 2, 3, 4, 5, 7, 12};
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = BITS;
	mpz_set_ui(problem.n, 3);
	for (size_t i = 0; i < sizeof denominators / sizeof *denominators; i++)
		for (unsigned long m = 1; m <= 70; m += 1 + m / 20) {
			unsigned long b = denominators[i];

			for (unsigned long a = b; a <= 9 * b; a++) {
				mpz_set_ui(problem.m, m);
				mpq_set_ui(problem.lambda, a, b);
				mpq_canonicalize(problem.lambda);
				check_three(&problem, a, b);
			}
		}
	problem_clear(&problem);
}

static void test_three(void)
{
	const struct transmission *row;
	struct schedule *schedule;
	size_t count;
	mpz_t k, L;

	for (unsigned long l = 1; l <= 24; l++)
		for (unsigned long m = 1; m <= 40; m++)
			CHECK_FOR(judge_optimum_solve(3, m, l,
					  m % 2 ? MODEL_LOGP : MODEL_POSTAL,
					  0) > 0,
				"%lu %lu", m, l);
	CHECK(judge_optimum_solve(3, 20000, 37, MODEL_POSTAL, 0) > 0);
	mpz_init_set_ui(k, 1);
	mpz_mul_2exp(k, k, 62);
	mpz_init_set(L, k);
	CHECK(postal_three_open(&schedule, test_problem_logp(k, k, L, BITS),
		      &usual, &err) == STATUS_LIMIT);
	mpz_set_ui(L, 1000);
	CHECK(postal_three_open(&schedule, test_problem_logp(k, k, L, BITS),
		      &usual, &err) == STATUS_OK);
	CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
	CHECK(count > 0 && row[0].tick == 0 && row[0].message == 1);
	schedule_close(schedule);
	mpz_clears(k, L, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_exhaustive());
	RUN(test_values());
	RUN(test_sample());
	RUN(test_large());
	RUN(test_tight());
	RUN(test_steady());
	RUN(test_few());
	RUN(test_many());
	RUN(test_order());
	RUN(test_interval());
	RUN(test_closed());
	RUN(test_fractions());
	RUN(test_three());
	RUN(test_three_fractions());
	return test_done();
}
