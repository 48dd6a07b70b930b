/*
 * model/cyclic on its whole grid: every schedule of up to 64 processors passes
 * both judges; parts match the schedules, for all processors if there are at
 * most 16, else for three.  At each latency every number of processors up to
 * 1500 has a schedule that passes check/check, with eight messages before its
 * tail.  Prints for each latency how far schedules are from the counting bound:
 * how many attain it, the mean and the worst, in units of time.
 *   grid_cyclic [LATENCY...]: only these latencies.
 */
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "judge/cyclic.h"
#include "judge/part.h"
#include "judge/rows.h"
#include "model/algorithm.h"
#include "model/cyclic/build.h"
#include "model/cyclic/cyclic.h"
#include "model/postal/counting.h"
#include "number/number.h"
#include "test.h"

enum { SMALL = 64, LARGE = 1500, BEFORE_TAIL = 8 };

static const char *const lambdas[] = {"1", "11/10", "5/4", "4/3", "3/2", "5/3",
	"2", "9/4", "5/2", "3", "7/2", "10", "101/2"};
static const unsigned long messages[] = {1, 2, 3, 5, 10, 33, 64, 65, 100};

enum {
	MESSAGES = sizeof messages / sizeof *messages,
	LAMBDAS = sizeof lambdas / sizeof *lambdas
};

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
	CHECK(cyclic_least_time(bound, &problem, &err) == STATUS_OK);
	CHECK(mpq_cmp(finish, bound) >= 0);
	CHECK(postal_counting_bound(bound, &problem, &err) == STATUS_OK);
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

/* Whether both judges accept the schedule; it is built only once. */
static int passes_both(struct schedule *schedule)
{
	int (*const judges[])(struct schedule * schedule) = {
		judge_cyclic, passes_check};
	struct transmissions list = {NULL, 0, 0};
	int is_right = judge_rows_read(&list, schedule);

	for (size_t i = 0; i < sizeof judges / sizeof *judges; i++) {
		struct schedule *again = judge_rows_open(
			&schedule->header, list.row, list.count);

		is_right = is_right && judges[i](again);
		schedule_close(again);
	}
	transmissions_clear(&list);
	return is_right;
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

static void try_small(const char *lambda)
{
	const struct algorithm *cyclic = algorithm_find("cyclic");
	struct tally tally = {0, 0, 0, 0};

	for (unsigned long n = 2; n <= SMALL; n++)
		for (unsigned i = 0; i < MESSAGES; i++) {
			try_case(&tally, n, messages[i], passes_both);
			CHECK_FOR(i % 3 > 0 ||
					  judge_part(cyclic, &problem, &usual,
						  n > 16 ? (n + 1) / 2 - 1 : 1),
				"parts, n = %lu, m = %lu", n, messages[i]);
		}
	print(lambda, "n = 2..64", tally);
}

/* How many items the tail has if there are messages before it. */
static unsigned long tail_items(unsigned long n)
{
	struct cyclic cyclic;
	unsigned long items = 0;

	mpz_set_ui(problem.n, n);
	mpz_set_ui(problem.m, PERIODIC_ITEMS);
	if (CHECK(cyclic_find(&cyclic, &problem, 0, &err) == STATUS_OK)) {
		items = cyclic.tail.items;
		cyclic_clear(&cyclic);
	}
	return items;
}

static void try_large(const char *lambda)
{
	struct tally tally = {0, 0, 0, 0};

	for (unsigned long n = 2; n <= LARGE; n++)
		try_case(&tally, n, tail_items(n) + BEFORE_TAIL, passes_check);
	print(lambda, "n = 2..1500", tally);
}

static void try_latency(const char *lambda)
{
	test_mpq(problem.lambda, lambda);
	try_small(lambda);
	try_large(lambda);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	mem_init(NULL);
	problem_init(&problem);
	problem.max_bits = UINT64_C(1) << 33;
	for (size_t i = 0; i < LAMBDAS; i++) {
		int is_asked = argc == 1;

		for (int k = 1; k < argc; k++)
			is_asked = is_asked || strcmp(argv[k], lambdas[i]) == 0;
		if (is_asked)
			try_latency(lambdas[i]);
	}
	problem_clear(&problem);
	return test_done();
}
