/*
 * weave (model/circulant): the formula for its time, and schedules that are
 * valid, end then and send nothing twice.  Parts are compared with schedules in
 * test_part.
 */
#include "model/circulant/circulant.h"

#include "judge/cyclic.h"
#include "number/number.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)

static struct err err;

/* m - 1 + (ceil(log2 n) - 1) ceil(a/b) + a/b, in ticks of 1/b. */
static unsigned long count_ticks(
	unsigned long n, unsigned long m, unsigned long a, unsigned long b)
{
	unsigned long q = 0;

	while (1ul << q < n)
		q++;
	return q == 0 ? 0 : (m - 1 + (q - 1) * ((a + b - 1) / b)) * b + a;
}

static void check_weave(const struct problem *problem, unsigned long n,
	unsigned long m, unsigned long a, unsigned long b)
{
	struct schedule *schedule;
	mpq_t time, expected;

	mpq_inits(time, expected, NULL);
	CHECK(weave_time(time, problem, NULL, &err) == STATUS_OK);
	mpq_set_ui(expected, count_ticks(n, m, a, b), b);
	mpq_canonicalize(expected);
	CHECK_FOR(mpq_equal(time, expected), "%lu %lu %lu/%lu", n, m, a, b);
	CHECK(weave_open(&schedule, problem, NULL, &err) == STATUS_OK);
	mpq_set_ui(expected, (unsigned long)schedule->header.finish,
		(unsigned long)schedule->header.unit);
	mpq_canonicalize(expected);
	CHECK_FOR(mpq_equal(time, expected), "%lu %lu %lu/%lu", n, m, a, b);
	CHECK_FOR(judge_cyclic(schedule), "%lu %lu %lu/%lu", n, m, a, b);
	schedule_close(schedule);
	mpq_clears(time, expected, NULL);
}

static void test_small(void)
{
	static const unsigned long latencies[][2] = {{1, 1}, {2, 1}, {3, 1},
		{7, 1}, {4, 3}, {3, 2}, {5, 2}, {17, 5}, {40, 1}};
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = BITS;
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long n = 1; n <= 200; n += 1 + n / 12)
			for (unsigned long m = 1; m <= 24; m += 1 + m / 3) {
				unsigned long a = latencies[i][0];
				unsigned long b = latencies[i][1];

				mpz_set_ui(problem.n, n);
				mpz_set_ui(problem.m, m);
				mpq_set_ui(problem.lambda, a, b);
				check_weave(&problem, n, m, a, b);
			}
	problem_clear(&problem);
}

static void test_limits(void)
{
	struct schedule *schedule;
	struct problem problem;
	mpq_t time;

	mpq_init(time);
	problem_init(&problem);
	problem.max_bits = 1 << 20;
	problem_set_words(&problem, 1000000, 5, 2);
	CHECK(weave_open(&schedule, &problem, NULL, &err) == STATUS_LIMIT);
	CHECK(!schedule);
	problem_set_words(&problem, 9, (uint64_t)1 << 63, 2);
	CHECK(weave_open(&schedule, &problem, NULL, &err) == STATUS_LIMIT);
	problem_set_words(&problem, 9, 5, (uint64_t)1 << 62);
	CHECK(weave_open(&schedule, &problem, NULL, &err) == STATUS_LIMIT);
	mpz_ui_pow_ui(problem.n, 10, 30);
	mpz_set_ui(problem.m, 1000);
	mpq_set_ui(problem.lambda, 2, 1);
	CHECK(weave_time(time, &problem, NULL, &err) == STATUS_OK);
	CHECK(mpq_cmp_ui(time, 1199, 1) == 0);
	problem_clear(&problem);
	mpq_clear(time);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_small());
	RUN(test_limits());
	return test_done();
}
