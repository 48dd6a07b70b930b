/* model/postal/postal: times against simulated events, schedules against the
 * checker, one processor's part against the schedule. */
#include "model/algorithm.h"
#include "model/postal/postal.h"
#include "model/trees/trees.h"
#include "model/postal/counting.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "check/check.h"
#include "fibonacci/fibonacci.h"
#include "test.h"

static const char *const lambdas[] = {
	"1", "11/10", "3/2", "2", "5/2", "3", "7/2", "4", "10", "101/2"};

enum { LAMBDAS = sizeof lambdas / sizeof *lambdas };

static struct problem problem;
static mpz_t degree; /* of dtree */
/* The paper's algorithms, the first rows of the table; the others have tests of
 * their own. */
enum { ALGORITHMS = 5 };

static const struct algorithm_options options = {
	.name = "dtree", .degree = degree};
static struct err err;

static void set(unsigned long n, unsigned long m, const char *lambda)
{
	mpz_set_ui(problem.n, n);
	mpz_set_ui(problem.m, m);
	test_mpq(problem.lambda, lambda);
}

/* Whether the rows are in order, and the whole schedule is valid. */
static int is_ordered(struct schedule *schedule)
{
	const struct transmission *row;
	struct transmission last = {0};
	size_t count;
	int ordered = 1;

	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++) {
			if (row[i].tick < last.tick ||
				(row[i].tick == last.tick &&
					(row[i].from < last.from ||
						(row[i].from == last.from &&
							row[i].message <=
								last.message))))
				ordered = 0;
			last = row[i];
		}
	return ordered &&
	       schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
	       count == 0;
}

static void check_case(const struct algorithm *algorithm)
{
	struct schedule *schedule;
	struct check check;
	mpz_t rows;
	const char *name = algorithm->name;

	mpz_init(rows);
	problem_transmissions(rows, &problem);
	CHECK(algorithm_open(&schedule, algorithm, algorithm->model, &problem,
		      &options, &err) == STATUS_OK);
	CHECK(schedule->header.has_finish);
	CHECK(check_schedule(&check, schedule, 1 << 30, &err) == STATUS_OK);
	if (check.violations > 0 ||
		mpz_cmp_ui(rows, (unsigned long)check.transmissions) != 0)
		gmp_printf("%s n=%Zd m=%Zd lambda=%Qd d=%Zd: %s\n", name,
			problem.n, problem.m, problem.lambda, degree,
			check.violation[0].reason.msg);
	CHECK(check.violations == 0);
	CHECK(mpz_cmp_ui(rows, (unsigned long)check.transmissions) == 0);
	CHECK(check.finish == schedule->header.finish);
	schedule_close(schedule);
	CHECK(algorithm_open(&schedule, algorithm, algorithm->model, &problem,
		      &options, &err) == STATUS_OK);
	CHECK_FOR(is_ordered(schedule), "%s", name);
	schedule_close(schedule);
	mpz_clear(rows);
}

static void check_algorithms(unsigned long n, unsigned long m, const char *l)
{
	set(n, m, l);
	for (int i = 0; i < ALGORITHMS; i++)
		if (m == 1 || algorithms[i].uses & USES_MESSAGES)
			check_case(&algorithms[i]);
}

static void test_schedules(void)
{
	for (int l = 0; l < LAMBDAS; l++)
		for (unsigned long n = 1; n <= 60; n++) {
			check_algorithms(n, 1, lambdas[l]);
			check_algorithms(
				n, 2 + (n + (unsigned long)l) % 11, lambdas[l]);
		}
	srand(1);
	for (int i = 0; i < 300; i++)
		check_algorithms(61 + (unsigned long)(rand() % 3000),
			1 + (unsigned long)(rand() % 12),
			lambdas[rand() % LAMBDAS]);
	/* Larger than every tree with a flat list. */
	for (int l = 0; l < LAMBDAS; l++)
		check_algorithms(100000, 1, lambdas[l]);
}

/* Every degree, and the best one against all of them. */
static void test_degrees(void)
{
	mpz_t found, best;
	mpq_t time, least, other;

	mpz_inits(found, best, NULL);
	mpq_inits(time, least, other, NULL);
	for (int l = 0; l < LAMBDAS; l++)
		for (unsigned long n = 1; n <= 60; n++) {
			set(n, 1 + (n * 7 + (unsigned long)l) % 12, lambdas[l]);
			for (unsigned long d = 1; d <= (n > 2 ? n - 1 : 1);
				d++) {
				mpz_set_ui(degree, d);
				check_case(algorithm_find("dtree"));
				CHECK(trees_time(time, &problem, &options,
					      &err) == STATUS_OK);
				if (d > 1 && mpq_cmp(time, least) >= 0)
					continue;
				mpq_set(least, time);
				mpz_set_ui(best, d);
			}
			CHECK(trees_best_degree(found, other, &problem, &err) ==
				STATUS_OK);
			CHECK_FOR(mpz_cmp(found, best) == 0 &&
					  mpq_equal(other, least),
				"best degree n=%lu lambda=%s", n, lambdas[l]);
			mpz_add_ui(degree, problem.n, 5);
			CHECK(trees_time(time, &problem, &options, &err) ==
				STATUS_OK);
			check_case(algorithm_find("dtree"));
		}
	mpz_clears(found, best, NULL);
	mpq_clears(time, least, other, NULL);
	mpz_set_ui(degree, 1);
}

/* The best degree, where the search skips heights, against the full scan. */
static void test_best_degree(void)
{
	static const unsigned long ns[] = {97, 300, 1000, 2049};
	static const char *const latencies[] = {"1", "5/2", "10", "101/2", "80",
		"95", "295", "900", "1990", "5000"};
	mpz_t found;
	mpq_t time, least, other;
	unsigned long best = 0;

	mpz_init(found);
	mpq_inits(time, least, other, NULL);
	for (int i = 0; i < 80; i++) {
		unsigned long n = ns[i % 4];

		set(n, i < 40 ? 1 : 1 + (unsigned long)i % 5,
			latencies[i / 4 % 10]);
		for (unsigned long d = 1; d < n; d++) {
			mpz_set_ui(degree, d);
			CHECK(trees_time(time, &problem, &options, &err) ==
				STATUS_OK);
			if (d == 1 || mpq_cmp(time, least) < 0) {
				mpq_set(least, time);
				best = d;
			}
		}
		CHECK(trees_best_degree(found, other, &problem, &err) ==
			STATUS_OK);
		CHECK(mpz_cmp_ui(found, best) == 0 && mpq_equal(other, least));
	}
	mpz_clear(found);
	mpq_clears(time, least, other, NULL);
	mpz_set_ui(degree, 1);
}

/* Values from an independent simulation of events. */
static const struct {
	const char *lambda;
	unsigned long n, m;
	const char *bound, *repeat, *pack, *pipeline, *dtree;
	unsigned long degree;
} values[] = {
	{"5/2", 14, 3, "10", "39/2", "33/2", "13", "27/2", 2},
	{"3/2", 4, 2, "4", "5", "5", "9/2", "5", 2},
	{"3", 14, 5, "13", "37", "26", "20", "19", 2},
	{"2", 100, 10, "20", "101", "74", "39", "35", 2},
	{"10", 1000, 4, "52", "149", "84", "73", "75", 4},
};

static int is_time(const struct algorithm *algorithm, const char *text)
{
	mpq_t time, expected;
	int same;

	mpq_inits(time, expected, NULL);
	test_mpq(expected, text);
	same = algorithm_time(time, algorithm, &problem, &options, UINT64_MAX,
		       &err) == STATUS_OK &&
	       mpq_equal(time, expected);
	mpq_clears(time, expected, NULL);
	return same;
}

static void test_values(void)
{
	mpz_t found;
	mpq_t time, expected;

	mpz_init(found);
	mpq_inits(time, expected, NULL);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		set(values[i].n, values[i].m, values[i].lambda);
		test_mpq(expected, values[i].bound);
		CHECK(postal_counting_bound(time, &problem, &err) == STATUS_OK);
		CHECK(mpq_equal(time, expected));
		CHECK(is_time(algorithm_find("repeat"), values[i].repeat));
		CHECK(is_time(algorithm_find("pack"), values[i].pack));
		CHECK(is_time(algorithm_find("pipeline"), values[i].pipeline));
		CHECK(trees_best_degree(found, time, &problem, &err) ==
			STATUS_OK);
		test_mpq(expected, values[i].dtree);
		CHECK(mpq_equal(time, expected));
		CHECK(mpz_cmp_ui(found, values[i].degree) == 0);
	}
	/* Figure 1 of the paper. */
	set(14, 1, "5/2");
	CHECK(is_time(algorithm_find("bcast"), "15/2"));
	test_mpz(problem.n, "1000000000000000000000000000000");
	CHECK(is_time(algorithm_find("bcast"), "164"));
	mpz_clear(found);
	mpq_clears(time, expected, NULL);
}

/* With one processor all times are 0; with two all algorithms are equal. */
static void test_few(void)
{
	mpq_t time;

	mpq_init(time);
	for (int i = 0; i < ALGORITHMS; i++) {
		int is_one = !(algorithms[i].uses & USES_MESSAGES);

		set(1, 7, "5/2");
		CHECK(is_time(&algorithms[i], "0"));
		check_case(&algorithms[i]);
		set(2, is_one ? 1 : 7, "5/2");
		CHECK(is_time(&algorithms[i], is_one ? "5/2" : "17/2"));
	}
	set(1, 7, "5/2");
	CHECK(postal_counting_bound(time, &problem, &err) == STATUS_OK);
	CHECK(mpq_sgn(time) == 0);
	mpq_clear(time);
}

static void test_limits(void)
{
	struct schedule *schedule;

	set(2, 1, "1");
	mpz_ui_pow_ui(problem.n, 2, 63);
	CHECK(postal_bcast_open(&schedule, &problem, &options, &err) ==
		STATUS_LIMIT);
	mpz_sub_ui(problem.n, problem.n, 1);
	CHECK(postal_bcast_open(&schedule, &problem, &options, &err) ==
		STATUS_OK);
	schedule_close(schedule);
	mpz_ui_pow_ui(problem.m, 2, 62);
	CHECK(postal_repeat_open(&schedule, &problem, &options, &err) ==
		STATUS_LIMIT);
	mpz_ui_pow_ui(problem.m, 2, 70);
	for (int i = 1; i < ALGORITHMS; i++)
		CHECK(algorithm_open(&schedule, &algorithms[i],
			      algorithms[i].model, &problem, &options,
			      &err) == STATUS_LIMIT);
}

/* A processor's part agrees with the full schedule. */
struct seen {
	uint64_t parent, sent, first, sends;
};

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	problem_init(&problem);
	mpz_init_set_ui(degree, 1);
	problem.max_bits = 1 << 30;
	RUN(test_values());
	RUN(test_few());
	RUN(test_limits());
	RUN(test_schedules());
	RUN(test_degrees());
	RUN(test_best_degree());
	problem_clear(&problem);
	mpz_clear(degree);
	return test_done();
}
