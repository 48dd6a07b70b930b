/* fibonacci/sequence: rows from any first row on, against all rows from row 1
 * on. */
#include "fibonacci/fibonacci.h"

#include <string.h>

#include "base/mem.h"
#include "fibonacci/methods.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)

enum { ROWS = 900 };

static struct err err;

struct walk {
	mpz_t reach[ROWS + 1], sum[ROWS + 1]; /* by row, from 1 */
};

/* The ports of a processor. */
static unsigned long ports = 1;
static const unsigned long all_ports[] = {1, 2, 9, INT32_MAX};

enum { PORTS = sizeof all_ports / sizeof *all_ports };

static void walk_init(struct walk *walk, unsigned long a, unsigned long b)
{
	mpz_init(walk->reach[0]);
	mpz_init(walk->sum[0]);
	for (unsigned long i = 1; i <= ROWS; i++) {
		mpz_init_set_ui(walk->reach[i], 1);
		mpz_init(walk->sum[i]);
		if (i > a) {
			mpz_set(walk->reach[i], walk->reach[i - b]);
			mpz_addmul_ui(
				walk->reach[i], walk->reach[i - a], ports);
		}
		mpz_add(walk->sum[i], walk->sum[i - 1], walk->reach[i]);
	}
}

static void walk_clear(struct walk *walk)
{
	for (unsigned long i = 0; i <= ROWS; i++)
		mpz_clears(walk->reach[i], walk->sum[i], NULL);
}

/* Rows first .. last agree with the rows from row 1 on. */
static void check_range(const struct walk *walk, const mpq_t lambda,
	unsigned long first, unsigned long last)
{
	struct sequence sequence;
	unsigned long i = first;
	mpz_t from, to;
	mpq_t time;
	int more;

	mpq_init(time);
	mpz_init_set_ui(from, first);
	mpz_init_set_ui(to, last);
	CHECK(sequence_init(&sequence, lambda, ports, from, to, BITS, &err) ==
		STATUS_OK);
	for (;; i++) {
		CHECK(sequence_next(&sequence, &more, &err) == STATUS_OK);
		if (!more)
			break;
		mpz_set_ui(mpq_numref(time), i - 1);
		mpz_set(mpq_denref(time), mpq_denref(lambda));
		mpq_canonicalize(time);
		CHECK(mpz_cmp_ui(sequence.index, i) == 0 &&
			mpq_equal(sequence.time, time));
		CHECK_FOR(mpz_cmp(sequence.reach, walk->reach[i]) == 0 &&
				  mpz_cmp(sequence.sum, walk->sum[i]) == 0,
			"row %lu of %lu..%lu", i, first, last);
	}
	CHECK(i == last + 1);
	sequence_clear(&sequence);
	mpz_clears(from, to, NULL);
	mpq_clear(time);
}

static void check_sums(const struct walk *walk, const mpq_t lambda)
{
	mpz_t i, sum;

	mpz_inits(i, sum, NULL);
	for (unsigned long k = 0; k <= ROWS; k += 1 + k / 7) {
		mpz_set_ui(i, k);
		sequence_sum_closed(sum, lambda, ports, i);
		CHECK_FOR(mpz_cmp(sum, walk->sum[k]) == 0, "%lu", k);
		sequence_sum_values(sum, lambda, ports, i, UINT64_MAX);
		CHECK_FOR(mpz_cmp(sum, walk->sum[k]) == 0, "%lu", k);
		if (mpz_cmp(i, mpq_denref(lambda)) < 0)
			continue;
		sequence_sum_residues(sum, lambda, ports, i);
		CHECK_FOR(mpz_cmp(sum, walk->sum[k]) == 0, "%lu", k);
	}
	mpz_clears(i, sum, NULL);
}

static void test_walk(void)
{
	static const unsigned long grid[][2] = {{1, 1}, {2, 1}, {3, 1}, {10, 1},
		{3, 2}, {5, 2}, {7, 3}, {11, 10}, {17, 8}, {355, 113},
		{2000, 1999}, {2001, 2}};
	static const unsigned long range[][2] = {{1, 1}, {1, 900}, {2, 2},
		{3, 40}, {17, 18}, {355, 356}, {356, 900}, {899, 900},
		{900, 900}, {500, 499}, {600, 800}, {890, 900}};
	static struct walk walk;
	mpq_t lambda;

	mpq_init(lambda);
	for (size_t g = 0; g < sizeof grid / sizeof *grid; g++) {
		mpq_set_ui(lambda, grid[g][0], grid[g][1]);
		walk_init(&walk, grid[g][0], grid[g][1]);
		for (size_t r = 0; r < sizeof range / sizeof *range; r++)
			check_range(&walk, lambda, range[r][0], range[r][1]);
		check_sums(&walk, lambda);
		walk_clear(&walk);
	}
	mpq_clear(lambda);
}

/* For lambda = 2 row i has the i-th Fibonacci number, and the sum of the first
 * i rows is the (i+2)-th Fibonacci number less 1. */
static void test_fibonacci(unsigned long first, unsigned long rows)
{
	struct sequence sequence;
	mpz_t from, to, value;
	mpq_t lambda;
	int more = 1;

	mpq_init(lambda);
	mpq_set_ui(lambda, 2, 1);
	mpz_init_set_ui(from, first);
	mpz_init_set_ui(to, first + rows - 1);
	mpz_init(value);
	CHECK(sequence_init(&sequence, lambda, ports, from, to, BITS, &err) ==
		STATUS_OK);
	for (unsigned long i = first; i < first + rows; i++) {
		CHECK(sequence_next(&sequence, &more, &err) == STATUS_OK);
		mpz_fib_ui(value, i);
		CHECK(mpz_cmp(value, sequence.reach) == 0);
		mpz_fib_ui(value, i + 2);
		mpz_sub_ui(value, value, 1);
		CHECK(mpz_cmp(value, sequence.sum) == 0);
	}
	sequence_clear(&sequence);
	mpz_clears(from, to, value, NULL);
	mpq_clear(lambda);
}

/* Rows too far out to start from row 1: reach is F, sums add up, and a range
 * agrees with one that starts in its middle. */
static void check_far(const char *text, const char *start, unsigned long rows)
{
	struct sequence one, two;
	mpz_t first, middle, last, value;
	mpq_t lambda;
	int more;

	mpq_init(lambda);
	test_mpq(lambda, text);
	mpz_inits(first, middle, last, value, NULL);
	test_mpz(first, start);
	mpz_add_ui(middle, first, rows / 2);
	mpz_add_ui(last, first, rows - 1);
	CHECK(sequence_init(&one, lambda, ports, first, last, BITS, &err) ==
		STATUS_OK);
	CHECK(sequence_init(&two, lambda, ports, middle, last, BITS, &err) ==
		STATUS_OK);
	for (unsigned long i = 0; i < rows; i++) {
		CHECK(sequence_next(&one, &more, &err) == STATUS_OK && more);
		if (i % 97 == 0) {
			CHECK(fibonacci_reach(value, lambda, ports, one.time,
				      BITS, &err) == STATUS_OK);
			CHECK(mpz_cmp(value, one.reach) == 0);
		}
		if (i < rows / 2)
			continue;
		CHECK(sequence_next(&two, &more, &err) == STATUS_OK && more);
		CHECK_FOR(mpz_cmp(one.index, two.index) == 0 &&
				  mpz_cmp(one.reach, two.reach) == 0 &&
				  mpz_cmp(one.sum, two.sum) == 0,
			"%s, %s + %lu", text, start, i);
	}
	sequence_clear(&one);
	sequence_clear(&two);
	mpz_clears(first, middle, last, value, NULL);
	mpq_clear(lambda);
}

static void test_far(void)
{
	check_far("1000000000000000000000000000000", "1", 5);
	check_far("1000000000000000000000000000000",
		"7000000000000000000000000000000", 10);
	check_far("1000000000000000000000000000001/"
		  "1000000000000000000000000000000",
		"1000000000000000000000000000000", 8);
	check_far("1000000000000000000000000000001/"
		  "1000000000000000000000000000000",
		"99999999999999999999999999999999", 8);
	check_far("1000001/1000", "30000000", 10);
	check_far("5/2", "100000", 500);
	check_far("3", "100000", 3);
	check_far("355/113", "20000", 1000);
}

/* Rows that would take too much memory or time are refused at once. */
static void test_limit(void)
{
	struct sequence sequence;
	mpz_t from;
	mpq_t lambda;

	mpq_init(lambda);
	mpz_init_set_ui(from, 1000000000);
	mpq_set_ui(lambda, 2, 1);
	CHECK(sequence_init(&sequence, lambda, ports, from, from, 1000000,
		      &err) == STATUS_LIMIT);
	CHECK(strstr(err.msg, "the sum would have") != NULL);
	sequence_clear(&sequence);
	/* 66 million binomials, though the numbers fit in memory. */
	test_mpq(lambda, "400000000000000001/100000000000000000");
	test_mpz(from, "26562374088606400855272544");
	CHECK(sequence_check(lambda, ports, from, from, BITS, &err) ==
		STATUS_LIMIT);
	CHECK(strstr(err.msg, "the sum takes more work") != NULL);
	/* 125 evaluations, or residues once: less than half a second. */
	test_mpq(lambda, "613/125");
	mpz_set_ui(from, 10000000);
	CHECK(sequence_sum_cost(lambda, ports, from, BITS) < 500000000);
	CHECK(sequence_check(lambda, ports, from, from, BITS, &err) ==
		STATUS_OK);
	mpz_clear(from);
	mpq_clear(lambda);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	for (size_t i = 0; i < PORTS; i++) {
		ports = all_ports[i];
		RUN(test_walk());
	}
	ports = 1;
	RUN(test_fibonacci(1, 300));
	RUN(test_fibonacci(1000, 1));
	RUN(test_fibonacci(1000, 2000));
	RUN(test_fibonacci(1000000, 5));
	RUN(test_far());
	RUN(test_limit());
	return test_done();
}
