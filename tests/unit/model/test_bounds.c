/*
 * model/postal/counting, drift, exchange, theorem7: the counting bound against
 * its sum; the drift bound by hand; Theorem 7 as a property, and exactly where
 * powers decide it; the exchange bound against its definition on the whole grid
 * of times.
 */
#include "model/postal/bounds.h"

#include <string.h>

#include "base/mem.h"
#include "model/postal/counting.h"
#include "number/number.h"
#include "fibonacci/fibonacci.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)

static const char *const lambdas[] = {"1", "2", "3", "5", "10", "3/2", "5/2",
	"4/3", "7/3", "17/8", "11/10", "355/113", "100", "1000001/1000",
	"1000000000000000000000000000000", "12345678901234567890/7"};

enum { LAMBDAS = sizeof lambdas / sizeof *lambdas };

static struct err err;

/* The same bound from stored jumps. */
static void check_jumps(const mpq_t bound, const struct problem *one)
{
	static struct fibonacci_jumps jumps;
	struct problem problem = *one;
	mpq_t kept;

	mpq_init(kept);
	problem.jumps = &jumps;
	CHECK(postal_counting_bound(kept, &problem, &err) == STATUS_OK);
	CHECK(mpq_equal(kept, bound));
	/* After the last test no jumps are kept. */
	if (mpz_cmp_ui(one->n, 29) == 0 && mpz_cmp_ui(one->m, 8) == 0)
		fibonacci_jumps_clear(&jumps);
	mpq_clear(kept);
}

/* F on the grid by its recurrence, capped far above every n. */
static unsigned long table[4000];

static void fill(unsigned long a, unsigned long b, unsigned long ports)
{
	for (unsigned long i = 0; i < 4000; i++) {
		table[i] = i < a ? 1 : table[i - b] + ports * table[i - a];
		if (table[i] > 100000)
			table[i] = 100000;
	}
}

/* ceil(m/ports) - 1 + f(n), Lemma 8. */
static unsigned long last_slowly(
	unsigned long n, unsigned long m, unsigned long b, unsigned long ports)
{
	unsigned long t = 0;

	while (table[t] < n)
		t++;
	return ((m + ports - 1) / ports - 1) * b + t;
}

static unsigned long count_slowly(unsigned long n, unsigned long m,
	unsigned long a, unsigned long b, unsigned long ports)
{
	unsigned long t = a, sum;

	for (;; t++) {
		sum = 0;
		for (unsigned long i = t - a;; i -= b) {
			sum += ports * (table[i] < n - 1 ? table[i] : n - 1);
			if (i < b)
				break;
		}
		if (sum >= m * (n - 1))
			return t;
	}
}

/* For all small n and m the bound is the least time with enough sends, and
 * never below Lemma 8. */
static void check_counting(
	unsigned long a, unsigned long b, unsigned long ports)
{
	struct problem problem;
	mpq_t bound, slow;

	problem_init(&problem);
	mpq_inits(bound, slow, NULL);
	fill(a, b, ports);
	mpq_set_ui(problem.lambda, a, b);
	problem.ports = ports;
	for (unsigned long i = 2; i < 30; i++)
		for (unsigned long j = 1; j < 9; j++) {
			unsigned long least = count_slowly(i, j, a, b, ports);
			unsigned long last = last_slowly(i, j, b, ports);

			CHECK(last <= least);
			mpz_set_ui(problem.n, i);
			mpz_set_ui(problem.m, j);
			mpq_set_ui(slow, least, b);
			mpq_canonicalize(slow);
			CHECK(postal_counting_bound(bound, &problem, &err) ==
				STATUS_OK);
			CHECK_FOR(mpq_equal(bound, slow), "%lu %lu %lu/%lu %lu",
				i, j, a, b, ports);
			check_jumps(bound, &problem);
		}
	mpq_clears(bound, slow, NULL);
	problem_clear(&problem);
}

static void test_counting(void)
{
	static const unsigned long grid[][2] = {{1, 1}, {2, 1}, {3, 1}, {5, 1},
		{8, 1}, {3, 2}, {5, 2}, {7, 3}, {11, 10}, {17, 8}};

	for (size_t g = 0; g < sizeof grid / sizeof *grid; g++)
		for (unsigned long ports = 1; ports <= 4; ports++)
			check_counting(grid[g][0], grid[g][1], ports);
}

/* The list's row of that name. */
static const struct bound *row(const struct bound_list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->bound[i].name, name) == 0)
			return &list->bound[i];
	return NULL;
}

static int cmp(const struct bound_list *list, const char *x, const char *y)
{
	return mpq_cmp(row(list, x)->value, row(list, y)->value);
}

/* lower, exponential <= value <= upper, all integers or on the grid. */
static void check_reach(const mpq_t lambda, const mpq_t t, const char *name)
{
	struct bound_list list = {0};

	CHECK(postal_reach_list(&list, lambda, t, BITS, &err) == STATUS_OK);
	CHECK(list.count == 4);
	CHECK(strstr(row(&list, "lower")->source, "Theorem-7(1)") != NULL);
	CHECK_FOR(cmp(&list, "lower", "reach") <= 0, "%s", name);
	CHECK_FOR(cmp(&list, "upper", "reach") >= 0, "%s", name);
	CHECK_FOR(cmp(&list, "exponential", "reach") <= 0, "%s", name);
	for (size_t i = 0; i < list.count; i++)
		CHECK(mpz_cmp_ui(mpq_denref(list.bound[i].value), 1) == 0 &&
			mpq_sgn(list.bound[i].value) > 0);
	bound_list_clear(&list);
}

static void test_reach(void)
{
	mpq_t lambda, t, step;

	mpq_inits(lambda, t, step, NULL);
	for (size_t i = 0; i < LAMBDAS; i++) {
		test_mpq(lambda, lambdas[i]);
		mpq_set_ui(t, 0, 1);
		test_mpq(step, "3/8");
		mpq_mul(step, step, lambda);
		for (unsigned long k = 0; k < 40; k++) {
			check_reach(lambda, t, lambdas[i]);
			mpq_add(t, t, step);
		}
		test_mpq(step, "1000");
		mpq_mul(t, lambda, step);
		if (mpq_cmp_ui(t, 3000, 1) < 0)
			check_reach(lambda, t, lambdas[i]);
	}
	mpq_clears(lambda, t, step, NULL);
}

static void check_time(const mpq_t lambda, const mpz_t n, const char *name)
{
	struct bound_list list = {0};
	mpq_t least;

	mpq_init(least);
	CHECK(postal_time_list(&list, test_problem(n, n, lambda, BITS), &err) ==
		STATUS_OK);
	CHECK(list.count == 4);
	CHECK(strstr(row(&list, "lower")->source, "Theorem-7(2)") != NULL);
	CHECK_FOR(cmp(&list, "lower", "time") <= 0, "%s", name);
	CHECK_FOR(cmp(&list, "upper", "time") >= 0, "%s", name);
	CHECK_FOR(cmp(&list, "exponential", "time") >= 0, "%s", name);
	postal_log_bound(least, n, lambda);
	CHECK(mpq_equal(least, row(&list, "lower")->value));
	bound_list_clear(&list);
	mpq_clear(least);
}

static void test_time(void)
{
	mpq_t lambda;
	mpz_t n;

	mpq_init(lambda);
	mpz_init(n);
	for (size_t i = 0; i < LAMBDAS; i++) {
		test_mpq(lambda, lambdas[i]);
		for (unsigned long k = 1; k < 99; k += 1 + k / 6) {
			mpz_set_ui(n, k);
			check_time(lambda, n, lambdas[i]);
			mpz_ui_pow_ui(n, 2, k);
			check_time(lambda, n, lambdas[i]);
		}
	}
	mpq_clear(lambda);
	mpz_clear(n);
}

/* lambda within 10^-40 of e-1, where the exponential bound on f is huge but
 * holds and that on F is 1/(lambda+1). */
static void test_pole(void)
{
	mpq_t lambda, t;
	mpz_t n;

	mpq_inits(lambda, t, NULL);
	mpz_init_set_ui(n, 1000);
	test_mpq(lambda, "17182818284590452353602874713526624977572/"
			 "10000000000000000000000000000000000000000");
	check_time(lambda, n, "e-1");
	test_mpq(t, "20");
	check_reach(lambda, t, "e-1");
	mpq_clears(lambda, t, NULL);
	mpz_clear(n);
}

struct example {
	const char *n, *m, *lambda, *bound;
};

/* Values of the counting bound. */
static const struct example published[] = {
	{"14", "3", "5/2", "10"},
	{"4", "2", "3/2", "4"},
	{"5", "2", "2", "6"},
	{"5", "2", "5/2", "13/2"}, /* attained: the optimum */
	{"4", "2", "5/2", "6"},
	{"14", "1", "5/2", "15/2"},
	{"1", "5", "5/2", "0"},
	{"1", "5", "2", "0"},
	{"2", "5", "5/2", "13/2"},
	{"2", "5", "3", "7"},
	{"10", "5", "3", "12"},
	{"100", "20", "4", "37"},
};

/* K + lambda + min(1, phi (rises + hops)), by hand; 0 where there is no bound.
 */
static const struct example drifts[] = {
	{"4", "1", "9/8", "0"}, /* only for m > k* */
	{"4", "2", "9/8", "13/4"},
	{"4", "10", "9/8", "93/8"},
	{"4", "22", "9/8", "193/8"}, /* 22 + 9/8 + 8/8 */
	{"4", "25", "9/8", "217/8"}, /* at most a unit later */
	{"4", "4", "5/3", "20/3"},
	{"8", "9", "9/8", "93/8"}, /* 10 + 9/8 + (2 + 2)/8 */
	{"8", "8", "9/8", "21/2"},
	{"5", "6", "23/7", "81/7"}, /* 8 + 23/7 + 2/7 */
	{"5", "7", "23/7", "90/7"},
	{"5", "13", "16/5", "94/5"}, /* 15 + 16/5 + (2 + 1)/5 */
	{"7", "10", "355/113", "1872/113"},
	{"6", "10", "23/7", "0"},
	{"9", "10", "9/8", "0"},
	{"3", "10", "9/4", "0"},
	{"4", "10", "2", "0"},
	{"4", "10", "1", "0"}, /* whole */
	{"1", "10", "9/8", "0"},
};

static void check_examples(
	problem_bound *bound, const struct example *example, size_t count)
{
	mpq_t lambda, value, expected;
	mpz_t n, m;

	mpz_inits(n, m, NULL);
	mpq_inits(lambda, value, expected, NULL);
	for (; count > 0; count--, example++) {
		test_mpz(n, example->n);
		test_mpz(m, example->m);
		test_mpq(lambda, example->lambda);
		test_mpq(expected, example->bound);
		CHECK(bound(value, test_problem(n, m, lambda, BITS), &err) ==
			STATUS_OK);
		CHECK_FOR(mpq_equal(value, expected), "%s %s %s: %s",
			example->n, example->m, example->lambda,
			mpq_get_str(NULL, 10, value));
	}
	mpz_clears(n, m, NULL);
	mpq_clears(lambda, value, expected, NULL);
}

static void test_published(void)
{
	check_examples(postal_counting_bound, published,
		sizeof published / sizeof *published);
}

static void test_drift(void)
{
	check_examples(
		postal_drift_bound, drifts, sizeof drifts / sizeof *drifts);
}

/* The exponential bounds, from 300-digit decimals. */
static void test_exponential(void)
{
	static const struct {
		const char *lambda, *t, *bound;
	} reach[] = {
		{"1", "40", "6"},
		{"5/2", "15/2", "1"},
		{"6172839/500", "100000", "438514009757879719"},
		{"10", "2800",
			"392324111206357875768532710705907905864779277818157702"
			"439488269"},
	};
	static const struct {
		const char *n, *lambda, *bound;
	} times[] = {
		{"1000", "5/2", "744"},
		{"1003", "5/2", "1489/2"},
		{"1000", "3", "417"},
		{"1000",
			"17182818284590452353602874713526624977572/"
			"10000000000000000000000000000000000000000",
			"45270048188076324173377009099057336093050785684462070"
			"371531450934974095263373287039362815197375451026538002"
			"363966533578677/500000000000000000000000000000000000"
			"000"},
		{"10000000000000000000000000000000000000000000000000000000000"
		 "000000000000000000000000000000000000000000",
			"1000000000000000000000000000000",
			"4688677482226376412933086959485"},
	};
	struct bound_list list = {0};
	mpq_t lambda, t;
	mpz_t n;

	mpq_inits(lambda, t, NULL);
	mpz_init(n);
	for (size_t i = 0; i < sizeof reach / sizeof *reach; i++) {
		test_mpq(lambda, reach[i].lambda);
		test_mpq(t, reach[i].t);
		CHECK(postal_reach_list(&list, lambda, t, BITS, &err) ==
			STATUS_OK);
		test_mpq(t, reach[i].bound);
		CHECK_FOR(mpq_equal(row(&list, "exponential")->value, t), "%s",
			reach[i].lambda);
		bound_list_clear(&list);
	}
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		test_mpz(n, times[i].n);
		test_mpq(lambda, times[i].lambda);
		CHECK(postal_time_list(&list, test_problem(n, n, lambda, BITS),
			      &err) == STATUS_OK);
		test_mpq(t, times[i].bound);
		CHECK_FOR(mpq_equal(row(&list, "exponential")->value, t), "%s",
			times[i].lambda);
		bound_list_clear(&list);
	}
	mpz_clear(n);
	mpq_clears(lambda, t, NULL);
}

/* An exponential bound of up to 2^4097 is exact; a longer one has 13 digits, or
 * 12, followed by zeros. */
static void test_cut(void)
{
	static const struct {
		unsigned long t, rest; /* modulo 10^9 + 7 */
		int is_exact;
	} cases[] = {
		{54312, 406167173, 1}, {54313, 269500468, 1}, {54314, 0, 0}};
	struct bound_list list = {0};
	mpq_t lambda, t;

	mpq_inits(lambda, t, NULL);
	mpq_set_ui(lambda, 10, 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mpz_srcptr value;
		char *text;

		mpq_set_ui(t, cases[i].t, 1);
		CHECK(postal_reach_list(&list, lambda, t, BITS, &err) ==
			STATUS_OK);
		value = mpq_numref(row(&list, "exponential")->value);
		text = number_integer_text(value);
		CHECK(strlen(text) == 1234);
		CHECK(!cases[i].is_exact ||
			mpz_fdiv_ui(value, 1000000007) == cases[i].rest);
		CHECK(cases[i].is_exact ||
			(strncmp(text, "219774653006", 12) == 0 &&
				strspn(text + 13, "0") == 1234 - 13));
		mem_free(text);
		bound_list_clear(&list);
	}
	mpq_clears(lambda, t, NULL);
}

/* c^floor(t/2 lambda) and c^floor(t/lambda), c = 3; the latter needs at most
 * 201 bits. */
static void test_powers(void)
{
	struct bound_list list = {0};
	mpq_t lambda, t;
	mpz_t power;

	mpq_inits(lambda, t, NULL);
	mpz_init(power);
	test_mpq(lambda, "2");
	test_mpq(t, "201");
	CHECK(postal_reach_list(&list, lambda, t, 201, &err) == STATUS_OK);
	mpz_ui_pow_ui(power, 3, 50);
	CHECK(mpq_cmp_z(row(&list, "lower")->value, power) == 0);
	mpz_ui_pow_ui(power, 3, 100);
	CHECK(mpq_cmp_z(row(&list, "upper")->value, power) == 0);
	bound_list_clear(&list);
	CHECK(postal_reach_list(&list, lambda, t, 200, &err) == STATUS_LIMIT);
	CHECK_FOR(strcmp(err.msg, "the upper bound of Theorem 7 would have up "
				  "to 61 digits, more than " ERR_NAME
				  "max_bits allows") == 0,
		"%s", err.msg);
	bound_list_clear(&list);
	mpz_clear(power);
	mpq_clears(lambda, t, NULL);
}

/* n = 10^1000, lambda = 355/113; n = 10^100, lambda = 10^30; and numbers that
 * are refused. */
static void test_big(void)
{
	struct bound_list list = {0};
	mpq_t lambda, t;
	mpz_t n;

	mpz_init(n);
	mpq_inits(lambda, t, NULL);
	mpz_ui_pow_ui(n, 10, 1000);
	test_mpq(lambda, "355/113");
	check_time(lambda, n, "355/113");
	mpz_ui_pow_ui(n, 10, 100);
	test_mpq(lambda, "1000000000000000000000000000000");
	check_time(lambda, n, "1e30");
	test_mpq(lambda, "2");
	test_mpq(t, "1000000000000");
	CHECK(postal_reach_list(&list, lambda, t, BITS, &err) == STATUS_LIMIT);
	bound_list_clear(&list);
	test_mpq(t, "20000");
	check_reach(lambda, t, "2");
	mpz_clear(n);
	mpq_clears(lambda, t, NULL);
}

/* Whether all can know n by index end: the least F that the last senders must
 * know, and then the best time for the receive before. */
static int is_exchanged(
	unsigned long n, unsigned long end, unsigned long a, unsigned long b)
{
	unsigned long told = n > table[end - b] ? n - table[end - b] : 0;
	unsigned long last = 0, known;

	while (table[last] < told)
		last++;
	if (told < 2 || last + a + b <= end)
		return 1;
	for (; last + a <= end; last++) {
		known = table[last];
		for (unsigned long t = end; t >= last + b; t -= b)
			known += table[t - a];
		if (known >= n)
			return 1;
	}
	return 0;
}

/* For how many n = 2 .. 199 the bound is later than f(n). */
static unsigned check_exchanges(unsigned long a, unsigned long b)
{
	unsigned later = 0;
	mpq_t lambda, time;
	mpz_t n;

	mpq_inits(lambda, time, NULL);
	mpz_init(n);
	mpq_set_ui(lambda, a, b);
	fill(a, b, 1);
	for (unsigned long i = 2; i < 200; i++) {
		unsigned long least = last_slowly(i, 1, b, 1), end = least;

		while (i > 2 && !is_exchanged(i, end, a, b))
			end++;
		mpq_set_ui(time, least, b);
		mpq_canonicalize(time);
		mpz_set_ui(n, i);
		postal_exchange_bound(time, lambda, n);
		CHECK_FOR(mpq_cmp_ui(time, end, b) == 0, "%lu/%lu, n = %lu", a,
			b, i);
		later += end > least;
	}
	mpq_clears(lambda, time, NULL);
	mpz_clear(n);
	return later;
}

static void test_exchange(void)
{
	static const struct {
		unsigned long a, b;
		unsigned later;
	} latencies[] = {{1, 1, 0}, {2, 1, 0}, {12, 1, 0}, {5, 2, 58},
		{3, 2, 83}, {4, 3, 102}, {7, 3, 63}, {17, 8, 63},
		{101, 100, 101}};

	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
		unsigned later =
			check_exchanges(latencies[i].a, latencies[i].b);

		CHECK_FOR(later == latencies[i].later, "%lu/%lu: %u",
			latencies[i].a, latencies[i].b, later);
	}
}

/* There is no bound for one or two processors, for latencies of a unit or less,
 * and where numbers are too long or the times too many. */
static void test_no_exchange(void)
{
	static const char *const cases[][2] = {{"1", "5/2"}, {"2", "5/2"},
		{"10", "1"}, {"10", "1/2"}, {"72057594037927936", "2"},
		{"36028797018963968", "1000001/1000000"},
		{"10", "281474976710657/2"}};
	mpq_t lambda, time;
	mpz_t n;

	mpq_inits(lambda, time, NULL);
	mpz_init(n);
	mpq_set_ui(time, 7, 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		test_mpz(n, cases[i][0]);
		test_mpq(lambda, cases[i][1]);
		postal_exchange_bound(time, lambda, n);
		CHECK_FOR(mpq_cmp_ui(time, 7, 1) == 0, "%s, %s", cases[i][0],
			cases[i][1]);
	}
	mpq_clears(lambda, time, NULL);
	mpz_clear(n);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_counting());
	RUN(test_published());
	RUN(test_drift());
	RUN(test_reach());
	RUN(test_time());
	RUN(test_pole());
	RUN(test_exponential());
	RUN(test_cut());
	RUN(test_powers());
	RUN(test_big());
	RUN(test_exchange());
	RUN(test_no_exchange());
	return test_done();
}
