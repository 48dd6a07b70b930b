/*
 * model/postal/bounds, three: against values found by hand, the strongest lower
 * bound of each kind of problem, the least time for one message, and the list
 * of all bounds.
 */
#include "model/postal/bounds.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)

static struct err err;

/* The problem with these numbers; every call changes and returns the same one.
 */
static struct problem *get(
	const char *n, const char *m, const char *lambda, unsigned long ports)
{
	static struct problem problem;
	static int is_ready;

	if (!is_ready)
		problem_init(&problem);
	is_ready = 1;
	test_mpz(problem.n, n);
	test_mpz(problem.m, m);
	test_mpq(problem.lambda, lambda);
	problem.ports = ports;
	problem.max_bits = BITS;
	return &problem;
}

static void check_bound(problem_bound *bound, const struct problem *problem,
	const char *expected, int place)
{
	mpq_t value, same;

	mpq_inits(value, same, NULL);
	mpq_set_ui(value, 99, 7);
	test_mpq(same, expected);
	CHECK_FOR(bound(value, problem, &err) == STATUS_OK, "%d", place);
	CHECK_FOR(mpq_equal(value, same), "%d: %s", place,
		mpq_get_str(NULL, 10, value));
	mpq_clears(value, same, NULL);
}

/* The least time for one message, which below latency 1 follows from f in units
 * of the latency; and the strongest bound. */
static void test_strongest(void)
{
	static const struct {
		const char *n, *m, *lambda;
		unsigned long ports;
		const char *least, *bound;
	} cases[] = {
		/* below 1: Lemma 8, f_2(8) = 5, f_3/2(4) = 3 */
		{"2", "1", "1/2", 1, "1/2", "1/2"},
		{"2", "3", "1/2", 1, "1/2", "5/2"},
		{"8", "4", "1/2", 1, "2", "5"},
		{"9", "1", "1/2", 1, "5/2", "5/2"},
		{"4", "2", "2/3", 1, "5/3", "8/3"},
		{"8", "0", "1/2", 1, "2", "0"},
		{"1", "5", "1/2", 1, "0", "0"},
		{"8", "4", "0", 1, "0", "3"},
		{"1", "4", "0", 1, "0", "0"},
		/* counting */
		{"8", "5", "1", 1, "3", "7"},
		{"14", "3", "5/2", 1, "15/2", "10"},
		{"4", "10", "2", 1, "4", "13"},
		{"4", "1", "9/8", 1, "9/4", "9/4"},
		{"1", "5", "5/2", 1, "0", "0"},
		{"5", "0", "5/2", 1, "5", "0"},
		/* drift, and two ports, for which there is none */
		{"4", "10", "9/8", 1, "9/4", "93/8"},
		{"9", "10", "9/8", 2, "9/4", "29/4"},
		/* three processors, and where it is not for them */
		{"3", "10", "9/4", 1, "13/4", "13"},
		{"3", "0", "9/4", 1, "13/4", "0"},
		{"3", "10", "9/4", 2, "9/4", "15/2"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct problem *problem = get(cases[i].n, cases[i].m,
			cases[i].lambda, cases[i].ports);

		check_bound(postal_least_time, problem, cases[i].least, (int)i);
		check_bound(
			postal_lower_bound, problem, cases[i].bound, (int)i);
	}
}

/* Each bound refuses problems for which its numbers would be too long. */
static void test_limits(void)
{
	static const char *const lambdas[] = {"1/2", "1", "9/8"};
	struct problem *problem = get("1", "5", "1", 1);
	struct bound_list list = {0};
	mpq_t value;

	mpq_init(value);
	mpz_setbit(problem->n, 300);
	problem->max_bits = 200;
	for (size_t i = 0; i < sizeof lambdas / sizeof *lambdas; i++) {
		test_mpq(problem->lambda, lambdas[i]);
		CHECK_FOR(postal_lower_bound(value, problem, &err) ==
				  STATUS_LIMIT,
			"%s", lambdas[i]);
	}
	CHECK(postal_bound_list(&list, problem, &err) == STATUS_LIMIT);
	bound_list_clear(&list);
	/* The optimum for three processors needs none of counting's numbers.
	 */
	problem = get("3", "5", "2", 1);
	mpz_setbit(mpq_numref(problem->lambda), 300);
	problem->max_bits = 200;
	CHECK(postal_lower_bound(value, problem, &err) == STATUS_OK);
	mpq_sub(value, value, problem->lambda);
	CHECK(mpq_cmp_ui(value, 9, 1) == 0);
	mpq_clear(value);
}

/* Three processors, by each of the three formulas, and whether they drift. */
static void test_three(void)
{
	static const struct {
		const char *m, *lambda, *time;
		int drifts;
	} cases[] = {
		{"1", "1", "2", 0},
		{"5", "1", "6", 0},
		{"1", "2", "3", 0},
		{"5", "2", "7", 0},
		{"1", "4", "5", 0},
		{"2", "4", "7", 0},
		{"3", "4", "8", 0},
		{"3", "7/2", "15/2", 0},
		{"1", "9/4", "13/4", 0},
		{"2", "9/4", "9/2", 1},
		{"4", "9/4", "13/2", 1},
		{"5", "9/4", "31/4", 1},
		{"10", "9/4", "13", 1},
		{"13", "9/4", "65/4", 0},
		{"14", "9/4", "69/4", 0},
		{"2", "19/4", "31/4", 0},
		{"3", "19/4", "19/2", 1},
		{"8", "19/4", "29/2", 1},
		{"9", "19/4", "63/4", 0},
		{"2", "5", "8", 0},
		{"3", "5", "10", 0},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct problem *problem =
			get("3", cases[i].m, cases[i].lambda, 1);
		mpq_t time, expected;

		mpq_inits(time, expected, NULL);
		test_mpq(expected, cases[i].time);
		CHECK(postal_three_time(time, problem, NULL, &err) ==
			STATUS_OK);
		CHECK_FOR(mpq_equal(time, expected), "%s %s: %s", cases[i].m,
			cases[i].lambda, mpq_get_str(NULL, 10, time));
		CHECK_FOR(postal_three_drifts(problem) == cases[i].drifts,
			"%s %s", cases[i].m, cases[i].lambda);
		mpq_clears(time, expected, NULL);
	}
}

/* Checks all rows of a problem, as "name=value" in one line; the source of
 * "counting" says whether the theorem covers such a latency. */
static void check_list(const char *n, const char *m, const char *lambda,
	unsigned long ports, const char *expected)
{
	const struct problem *problem = get(n, m, lambda, ports);
	int is_printed = ports == 1 && !strchr(lambda, '/');
	struct bound_list list = {0};
	char line[500] = "";

	CHECK(postal_bound_list(&list, problem, &err) == STATUS_OK);
	for (size_t i = 0; i < list.count; i++) {
		const struct bound *row = &list.bound[i];
		char *value = number_text(row->value);
		size_t size = strlen(line);

		snprintf(line + size, sizeof line - size, "%s%s=%s",
			i > 0 ? " " : "", row->name, value);
		CHECK(row->holds == HOLDS_YES);
		if (strcmp(row->name, "counting") == 0)
			CHECK_FOR(!strstr(row->source, "corrected") ==
					  !is_printed,
				"%s: %s", lambda, row->source);
		mem_free(value);
	}
	CHECK_FOR(strcmp(line, expected) == 0, "%s", line);
	bound_list_clear(&list);
}

static void test_lists(void)
{
	check_list("14", "3", "5/2", 1,
		"counting=10 last-message=19/2 logarithmic=7 latency=9/2");
	/* log 16 / log 4 = 2: exact. */
	check_list("16", "1", "3", 1,
		"counting=9 last-message=9 logarithmic=6 latency=3");
	check_list("1", "3", "2", 1, "counting=0");
	check_list("1", "1", "3/2", 1, "counting=0");
	check_list("4", "10", "9/8", 1,
		"drift=93/8 counting=45/4 last-message=45/4 logarithmic=21/2 "
		"latency=81/8");
	check_list("3", "10", "9/4", 1,
		"three-processors=13 counting=25/2 last-message=49/4 "
		"logarithmic=11 latency=45/4");
	check_list("3", "5", "2", 1,
		"counting=7 last-message=7 logarithmic=6 latency=6");
	check_list("3", "10", "9/4", 2, "counting=15/2 last-message=25/4");
	check_list("3", "4", "2", 2, "counting=4 last-message=3");
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_strongest());
	RUN(test_limits());
	RUN(test_three());
	RUN(test_lists());
	return test_done();
}
