/*
 * model/greedy on its whole grid: every schedule of up to PROCESSORS processors
 * passes check/check and does not end before the counting bound.  Prints for
 * each latency the mean and the worst ratio of finish to bound, and how many
 * schedules attain it.
 */
#include "base/mem.h"
#include "number/number.h"
#include "check/check.h"
#include "model/greedy/greedy.h"
#include "model/postal/counting.h"
#include "test.h"

enum { PROCESSORS = 64, WORK = 1 << 20 };

static const char *const lambdas[] = {"1", "11/10", "5/4", "4/3", "3/2", "5/3",
	"2", "9/4", "5/2", "3", "7/2", "10", "101/2"};
static const unsigned long messages[] = {1, 2, 3, 5, 10, 33, 64, 65, 100};

enum { MESSAGES = sizeof messages / sizeof *messages };

struct tally {
	long cases, attained;
	double sum, worst;
};

static struct problem problem;
static struct err err;
static const struct algorithm_options quick = {.work = WORK};

static void count_case(struct tally *tally, const struct check *check)
{
	double ratio;
	mpq_t finish, bound;

	mpq_inits(finish, bound, NULL);
	number_set_u64(mpq_numref(finish), check->finish);
	number_set_u64(mpq_denref(finish), check->unit);
	mpq_canonicalize(finish);
	CHECK(postal_counting_bound(bound, &problem, &err) == STATUS_OK);
	CHECK(mpq_cmp(finish, bound) >= 0);
	tally->attained += mpq_equal(finish, bound);
	mpq_div(finish, finish, bound);
	ratio = mpq_get_d(finish);
	tally->cases++;
	tally->sum += ratio;
	if (ratio > tally->worst)
		tally->worst = ratio;
	mpq_clears(finish, bound, NULL);
}

static void try_case(struct tally *tally, unsigned long n, unsigned long m)
{
	struct schedule *schedule;
	struct check check;

	mpz_set_ui(problem.n, n);
	mpz_set_ui(problem.m, m);
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_OK);
	CHECK(check_schedule(&check, schedule, 1 << 30, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0 &&
			  check.transmissions ==
				  mpz_get_ui(problem.m) *
					  (mpz_get_ui(problem.n) - 1) &&
			  check.finish == schedule->header.finish,
		"%lu %lu: %s", n, m, check.violation[0].reason.msg);
	schedule_close(schedule);
	count_case(tally, &check);
}

int main(void)
{
	mem_init(NULL);
	problem_init(&problem);
	for (size_t l = 0; l < sizeof lambdas / sizeof *lambdas; l++) {
		struct tally tally = {0};

		test_mpq(problem.lambda, lambdas[l]);
		for (unsigned long n = 2; n <= PROCESSORS; n++)
			for (size_t m = 0; m < MESSAGES; m++)
				try_case(&tally, n, messages[m]);
		printf("%5s: mean %.4f, worst %.4f, %ld of %ld attain it\n",
			lambdas[l], tally.sum / (double)tally.cases,
			tally.worst, tally.attained, tally.cases);
	}
	problem_clear(&problem);
	return test_done();
}
