/*
 * model/cyclic on its whole grid: every schedule of up to 64 processors passes
 * both judges; every number of processors up to 1500 has one that passes
 * check/check; parts are those of the schedules.  How far they are from the
 * counting bound, for each latency: how many attain it, the mean and the worst,
 * in units of time.
 */
#include "base/mem.h"
#include "check/check.h"
#include "judge/cyclic.h"
#include "judge/part.h"
#include "model/algorithm.h"
#include "model/cyclic/cyclic.h"
#include "model/postal/bounds.h"
#include "number/number.h"
#include "test.h"

enum { SMALL = 64, LARGE = 1500, LARGE_MESSAGES = 12 };

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
static const struct algorithm_options usual;

static void count_case(
	struct tally *tally, const struct schedule_header *header)
{
	double more;
	mpq_t finish, bound;

	mpq_inits(finish, bound, NULL);
	number_set_u64(mpq_numref(finish), header->finish);
	number_set_u64(mpq_denref(finish), header->unit);
	mpq_canonicalize(finish);
	CHECK(postal_counting_bound(bound, &problem, &err) == STATUS_OK);
	CHECK(mpq_cmp(finish, bound) >= 0);
	mpq_sub(finish, finish, bound);
	more = mpq_get_d(finish);
	tally->cases++;
	tally->attained += more == 0;
	tally->sum += more;
	if (more > tally->worst)
		tally->worst = more;
	mpq_clears(finish, bound, NULL);
}

static int passes_check(struct schedule *schedule)
{
	struct check check;

	return check_schedule(&check, schedule, 1 << 30, &err) == STATUS_OK &&
	       check.violations == 0 && check.finish == schedule->header.finish;
}

static void try_case(struct tally *tally, unsigned long n, unsigned long m,
	int (*accepts)(struct schedule *schedule))
{
	struct schedule *schedule;

	mpz_set_ui(problem.n, n);
	mpz_set_ui(problem.m, m);
	if (!CHECK(cyclic_open(&schedule, &problem, &usual, &err) == STATUS_OK))
		return;
	CHECK_FOR(accepts(schedule), "n = %lu, m = %lu", n, m);
	count_case(tally, &schedule->header);
	schedule_close(schedule);
}

static void print(const char *lambda, const char *what, struct tally tally)
{
	printf("%-6s %-14s %6ld cases, %6ld at the bound, mean +%.3f, worst "
	       "+%.3f\n",
		lambda, what, tally.cases, tally.attained,
		tally.sum / (double)tally.cases, tally.worst);
}

static void try_latency(const char *lambda)
{
	const struct algorithm *cyclic = algorithm_find("cyclic");
	struct tally small = {0, 0, 0, 0}, large = small;

	test_mpq(problem.lambda, lambda);
	for (unsigned long n = 2; n <= SMALL; n++)
		for (unsigned i = 0; i < MESSAGES; i++) {
			try_case(&small, n, messages[i], judge_cyclic);
			try_case(&small, n, messages[i], passes_check);
			CHECK_FOR(i % 3 > 0 || judge_part(cyclic, &problem,
						       &usual, n > 16 ? 5 : 1),
				"parts, n = %lu, m = %lu", n, messages[i]);
		}
	for (unsigned long n = SMALL + 1; n <= LARGE; n++)
		try_case(&large, n, LARGE_MESSAGES, passes_check);
	print(lambda, "n = 2..64", small);
	print(lambda, "n = 65..1500", large);
}

int main(void)
{
	mem_init(NULL);
	problem_init(&problem);
	problem.max_bits = UINT64_C(1) << 33;
	for (size_t l = 0; l < sizeof lambdas / sizeof *lambdas; l++)
		try_latency(lambdas[l]);
	problem_clear(&problem);
	return test_done();
}
