/*
 * Every census of up to 300 processors, at latencies 1 to 12 and at fractions:
 * it is valid by check/check and by a judge that follows the definition, no
 * shorter than a broadcast, and no longer than a broadcast at the next whole
 * latency less the difference of the latencies.
 *   grid_census [N]: up to N processors.
 */
#include <stdlib.h>

#include "check/check.h"
#include "fibonacci/fibonacci.h"
#include "judge/census.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 30;

static struct err err;

static const struct algorithm_options counted = {
	.operation = OPERATION_CENSUS, .name = "census"};

/* Whether the finish is from f(n) to f_L(n) - (L - lambda), L = ceil(lambda).
 */
static int is_between(const struct check *check, const struct problem *problem)
{
	mpq_t whole, time, least, finish;
	int is_right;

	mpq_inits(whole, time, least, finish, NULL);
	number_ceil(mpq_numref(whole), problem->lambda);
	CHECK(fibonacci_time(time, whole, 1, problem->n, BITS, &err) ==
		STATUS_OK);
	CHECK(fibonacci_time(least, problem->lambda, 1, problem->n, BITS,
		      &err) == STATUS_OK);
	number_set_u64(mpq_numref(finish), check->finish);
	number_set_u64(mpq_denref(finish), check->unit);
	mpq_canonicalize(finish);
	is_right = mpq_cmp(least, finish) <= 0;
	if (!problem_is_alone(problem)) {
		mpq_add(finish, finish, whole);
		mpq_sub(finish, finish, problem->lambda);
	}
	is_right &= mpq_cmp(finish, time) <= 0;
	mpq_clears(whole, time, least, finish, NULL);
	return is_right;
}

static void check_census(const struct problem *problem)
{
	struct schedule *schedule;
	struct check check;

	CHECK(symmetric_open(&schedule, problem, &counted, &err) == STATUS_OK);
	CHECK(check_schedule(&check, schedule, BITS, &err) == STATUS_OK);
	schedule_close(schedule);
	CHECK_FOR(check.violations == 0 && is_between(&check, problem), "n=%lu",
		mpz_get_ui(problem->n));
	CHECK(symmetric_open(&schedule, problem, &counted, &err) == STATUS_OK);
	CHECK_FOR(judge_census_is_valid(schedule), "n=%lu",
		mpz_get_ui(problem->n));
	schedule_close(schedule);
}

int main(int argc, char **argv)
{
	unsigned long most = argc > 1 ? strtoul(argv[1], NULL, 10) : 300;
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = BITS;
	for (unsigned long n = 1; n <= most; n++) {
		problem_set_words(&problem, n, 1, 1);
		for (unsigned long b = 1; b <= 3; b++)
			for (unsigned long a = b; a <= 12 * b; a++) {
				if (b > 1 && (a % b == 0 || a > 4 * b))
					continue;
				mpq_set_ui(problem.lambda, a, b);
				mpq_canonicalize(problem.lambda);
				check_census(&problem);
			}
	}
	problem_clear(&problem);
	return test_done();
}
