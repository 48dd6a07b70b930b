/*
 * fibonacci/fibonacci: every method against the definition and against the
 * other methods; the properties in Section 3 of Bar-Noy & Kipnis 1994;
 * published values; limits.
 */
#include "fibonacci/fibonacci.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "fibonacci/methods.h"
#include "test.h"

static const uint64_t max_bits = 1ULL << 33;

/* lambda = a/b */
static const struct {
	unsigned long a, b;
} lambdas[] = {
	{1, 1},
	{11, 10},
	{9, 8},
	{3, 2},
	{7, 3},
	{2, 1},
	{5, 2},
	{3, 1},
	{22, 7},
	{7, 2},
	{4, 1},
	{10, 1},
	{101, 2},
	{1000001, 1000},
	{355, 113},
};

enum { LAMBDAS = sizeof lambdas / sizeof *lambdas };

/* The ports of a processor. */
static unsigned long ports = 1;
static const unsigned long all_ports[] = {1, 2, 9, INT32_MAX};

enum { PORTS = sizeof all_ports / sizeof *all_ports };

static void reach(mpz_t value, const mpq_t lambda, const mpq_t t)
{
	struct err err;

	CHECK(fibonacci_reach(value, lambda, ports, t, max_bits, &err) ==
		STATUS_OK);
}

/* The first values, by the definition. */
struct walk {
	unsigned long a, b;
	size_t size;
	mpz_t *value;
};

static void walk_step(mpz_t value, const mpz_t waits, const mpz_t sends)
{
	mpz_set(value, waits);
	mpz_addmul_ui(value, sends, ports);
}

static void walk_init(
	struct walk *walk, unsigned long a, unsigned long b, size_t size)
{
	*walk = (struct walk){.a = a, .b = b, .size = size};
	walk->value = mem_array(size, sizeof *walk->value);
	for (size_t i = 0; i < size; i++) {
		mpz_init_set_ui(walk->value[i], 1);
		if (i >= a)
			walk_step(walk->value[i], walk->value[i - b],
				walk->value[i - a]);
	}
}

static void walk_clear(struct walk *walk)
{
	for (size_t i = 0; i < walk->size; i++)
		mpz_clear(walk->value[i]);
	mem_free(walk->value);
}

/* How many values to compute: several latencies. */
static size_t walk_size(unsigned long a)
{
	if (ports > 1)
		return 6 * a + 60;
	return a > 10000 ? 3 * a : 40 * a + 300;
}

/* At an index: closed form, residues, ring, dispatcher, and the bound on bits.
 */
static void check_index(const struct walk *walk, size_t i, mpq_t lambda)
{
	mpz_t index, value;
	mpq_t t;
	uint64_t word;

	mpz_inits(index, value, NULL);
	mpq_init(t);
	mpz_set_ui(index, i);
	fibonacci_sum(
		value, mpq_numref(lambda), mpq_denref(lambda), ports, index);
	CHECK_FOR(mpz_cmp(value, walk->value[i]) == 0, "sum %lu/%lu, %zu",
		walk->a, walk->b, i);
	if (i >= 4 * walk->a && walk->a < 1000) {
		fibonacci_power(value, walk->a, walk->b, ports, index);
		CHECK_FOR(mpz_cmp(value, walk->value[i]) == 0,
			"power %lu/%lu, %zu", walk->a, walk->b, i);
	}
	if (mpz_sizeinbase(walk->value[i], 2) < 63 && walk->a < 1000) {
		fibonacci_ring(&word, walk->a, walk->b, ports, i, UINT64_MAX);
		number_set_u64(value, word);
		CHECK_FOR(mpz_cmp(value, walk->value[i]) == 0,
			"ring %lu/%lu, %zu", walk->a, walk->b, i);
	}
	/* Off the grid: anywhere in [i, i+1)/b. */
	mpz_set_ui(mpq_numref(t), 3 * i + i % 3);
	mpz_set_ui(mpq_denref(t), 3 * walk->b);
	mpq_canonicalize(t);
	reach(value, lambda, t);
	CHECK_FOR(mpz_cmp(value, walk->value[i]) == 0, "reach %lu/%lu, %zu",
		walk->a, walk->b, i);
	fibonacci_bits(value, lambda, ports, t);
	CHECK_FOR(mpz_cmp_ui(value, mpz_sizeinbase(walk->value[i], 2)) >= 0,
		"bits %lu/%lu, %zu", walk->a, walk->b, i);
	mpq_clear(t);
	mpz_clears(index, value, NULL);
}

/* f(n) at n = F - 1, F and F + 1 is the first index at which n is reached. */
static void check_inverse(const struct walk *walk, size_t i, mpq_t lambda)
{
	mpz_t n;
	mpq_t t;
	struct err err;

	mpz_init(n);
	mpq_init(t);
	for (int d = -1; d <= 1; d++) {
		size_t first = i;

		mpz_set(n, walk->value[i]);
		if (d < 0 && mpz_cmp_ui(n, 1) > 0)
			mpz_sub_ui(n, n, 1);
		else if (d > 0)
			mpz_add_ui(n, n, 1);
		while (first > 0 && mpz_cmp(walk->value[first - 1], n) >= 0)
			first--;
		while (first < walk->size && mpz_cmp(walk->value[first], n) < 0)
			first++;
		if (first == walk->size)
			break;
		CHECK(fibonacci_time(t, lambda, ports, n, max_bits, &err) ==
			STATUS_OK);
		mpz_mul_ui(mpq_numref(t), mpq_numref(t), walk->b);
		mpq_canonicalize(t);
		CHECK_FOR(mpq_cmp_ui(t, first, 1) == 0, "time %lu/%lu, %zu%+d",
			walk->a, walk->b, i, d);
	}
	mpq_clear(t);
	mpz_clear(n);
}

static void test_grid(void)
{
	mpq_t lambda;

	mpq_init(lambda);
	for (size_t k = 0; k < LAMBDAS; k++) {
		unsigned long a = lambdas[k].a, b = lambdas[k].b;
		size_t size = walk_size(a), step = 1;
		struct walk walk;

		if (ports > 1 && a > 300)
			continue;
		mpq_set_ui(lambda, a, b);
		walk_init(&walk, a, b, size);
		for (size_t i = 0; i < size;
			i += step, step = 1 + i * 8 / size) {
			if (size > 5000)
				step = 1 + size / 150;
			check_index(&walk, i, lambda);
			check_inverse(&walk, i, lambda);
		}
		walk_clear(&walk);
	}
	mpq_clear(lambda);
}

/* At 10^4 bits and more: by residues, by the recurrence (a table up to the
 * value itself) and, where there are few terms, by the closed form. */
static void test_large(void)
{
	static const struct {
		unsigned long a, b, index;
	} cases[] = {
		{3, 1, 18133},
		{5, 2, 32651},
		{5, 2, 32652},
		{5, 2, 100001},
		{7, 3, 47098},
		{10, 1, 38459},
		{22, 7, 100000},
		{3, 2, 20001},
		{100, 1, 203943},
		{101, 2, 203943},
		{355, 113, 300007},
	};
	mpz_t index, x, y, a, b;

	mpz_inits(index, x, y, a, b, NULL);
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		mpz_set_ui(a, cases[k].a);
		mpz_set_ui(b, cases[k].b);
		mpz_set_ui(index, cases[k].index);
		fibonacci_power(x, cases[k].a, cases[k].b, ports, index);
		fibonacci_evaluate(y, a, b, ports, index, max_bits);
		CHECK_FOR(mpz_cmp(x, y) == 0, "%lu/%lu, %lu", cases[k].a,
			cases[k].b, cases[k].index);
		fibonacci_sum(y, a, b, ports, index);
		CHECK_FOR(mpz_cmp(x, y) == 0, "%lu/%lu, %lu", cases[k].a,
			cases[k].b, cases[k].index);
	}
	mpz_clears(index, x, y, a, b, NULL);
}

/* The recurrence at a size where every product is a long one. */
static void test_recurrence(void)
{
	static const unsigned long as[] = {2, 3, 4, 5, 7, 10, 19, 21, 40};
	mpz_t x, y, z, a, b, index;

	mpz_inits(x, y, z, a, b, index, NULL);
	for (size_t k = 0; k < sizeof as / sizeof *as; k++)
		for (unsigned long d = 1; d < as[k] && d < 4; d++) {
			if (as[k] % d == 0 && d > 1)
				continue;
			mpz_set_ui(index, 300007 * (as[k] / 4 + 1));
			fibonacci_power(x, as[k], d, ports, index);
			mpz_sub_ui(index, index, d);
			fibonacci_power(y, as[k], d, ports, index);
			mpz_sub_ui(index, index, as[k] - d);
			fibonacci_power(z, as[k], d, ports, index);
			mpz_add(y, y, z);
			CHECK_FOR(mpz_cmp(x, y) == 0, "%lu/%lu", as[k], d);
		}
	mpz_clears(x, y, z, a, b, index, NULL);
}

static void test_fibonacci_numbers(void)
{
	mpz_t x, y;
	mpq_t lambda, t;

	mpz_inits(x, y, NULL);
	mpq_inits(lambda, t, NULL);
	mpq_set_ui(lambda, 2, 1);
	for (unsigned long i = 0; i < 3000; i += 1 + i / 10) {
		mpq_set_ui(t, i, 1);
		reach(x, lambda, t);
		mpz_fib_ui(y, i + 1);
		CHECK(mpz_cmp(x, y) == 0);
	}
	mpz_set_ui(mpq_numref(t), 70000);
	fibonacci_power(x, 2, 1, 1, mpq_numref(t));
	mpz_fib_ui(y, 70001);
	CHECK(mpz_cmp(x, y) == 0);
	mpq_clears(lambda, t, NULL);
	mpz_clears(x, y, NULL);
}

static const struct {
	const char *lambda, *t, *value;
} reaches[] = {
	{"5/2", "15/2", "14"},
	{"5/2", "7499/1000", "12"},
	{"3", "100", "24382819596721629"},
	{"1", "77", "151115727451828646838272"},
	{"1000000000000000000000000000000", "999999999999999999999999999999",
		"1"},
	{"1000000000000000000000000000000", "1000000000000000000000000000000",
		"2"},
	{"1000000000000000000000000000001/3", "1000000000000000000000000000000",
		/* 1 + C(floor(t - l) + 1, 1) + C(floor(t - 2l) + 2, 2) */
		"55555555555555555555555555556277777777777777777777777777779"},
};

static const struct {
	const char *lambda, *n, *t;
} times[] = {
	{"5/2", "1", "0"},
	{"5/2", "2", "5/2"},
	{"5/2", "14", "15/2"},
	{"5/2", "1000000000000000000000000000000", "164"},
	{"10", "1000000", "82"},
	{"2", "1000000000000000000000000000000", "145"},
	{"1", "1", "0"},
	{"1", "1000000000000000000000000000000", "100"},
	{"1000000000000000000000000000000", "14",
		"1000000000000000000000000000012"},
	{"1000000000000000000000000000001/3", "14",
		"1000000000000000000000000000037/3"},
};

static void test_values(void)
{
	mpz_t x, y;
	mpq_t lambda, t, u;
	struct err err;

	mpz_inits(x, y, NULL);
	mpq_inits(lambda, t, u, NULL);
	for (size_t i = 0; i < sizeof reaches / sizeof *reaches; i++) {
		test_mpq(lambda, reaches[i].lambda);
		test_mpq(t, reaches[i].t);
		test_mpz(y, reaches[i].value);
		reach(x, lambda, t);
		CHECK_FOR(mpz_cmp(x, y) == 0, "%s, %s", reaches[i].lambda,
			reaches[i].t);
	}
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		test_mpq(lambda, times[i].lambda);
		test_mpz(x, times[i].n);
		test_mpq(u, times[i].t);
		CHECK(fibonacci_time(t, lambda, 1, x, max_bits, &err) ==
			STATUS_OK);
		CHECK_FOR(
			mpq_equal(t, u), "%s, %s", times[i].lambda, times[i].n);
	}
	/* lambda = 10^100 + 1/3, n = 10^50: the star, lambda + n - 2 */
	mpz_ui_pow_ui(mpq_numref(lambda), 10, 100);
	mpz_mul_ui(mpq_numref(lambda), mpq_numref(lambda), 3);
	mpz_add_ui(mpq_numref(lambda), mpq_numref(lambda), 1);
	mpz_set_ui(mpq_denref(lambda), 3);
	mpz_ui_pow_ui(x, 10, 50);
	CHECK(fibonacci_time(t, lambda, 1, x, max_bits, &err) == STATUS_OK);
	mpq_sub(t, t, lambda);
	mpz_sub_ui(x, x, 2);
	mpq_set_z(u, x);
	CHECK(mpq_equal(t, u));
	mpz_ui_pow_ui(x, 10, 100);
	test_mpq(lambda, "5/2");
	CHECK(fibonacci_time(t, lambda, 1, x, max_bits, &err) == STATUS_OK);
	CHECK(mpq_cmp_ui(t, 544, 1) == 0);
	mpq_clears(lambda, t, u, NULL);
	mpz_clears(x, y, NULL);
}

/*
 * Claim 1: f(F(t)) <= t, F(f(n)) >= n, F(x) < n for x < f(n); and Theorem 7:
 *   (1) (ceil(l)+1)^floor(t/2l) <= F(t) <= (ceil(l)+1)^floor(t/l)
 *   (2) with f = f(n), base = ceil(l)+1:  n <= base^floor(f/l), and, as
 *       f <= 2l + 2l log n/log base, base^floor((f-2l)/2l) <= n.
 */
static void check_claims(const mpq_t lambda, const mpz_t n)
{
	mpz_t x, base, power;
	mpq_t t, ratio, step;
	struct err err;

	mpz_inits(x, base, power, NULL);
	mpq_inits(t, ratio, step, NULL);
	CHECK(fibonacci_time(t, lambda, 1, n, max_bits, &err) == STATUS_OK);
	reach(x, lambda, t);
	CHECK(mpz_cmp(x, n) >= 0);
	number_ceil(base, lambda);
	mpz_add_ui(base, base, 1);
	mpq_div(ratio, t, lambda);
	number_floor(power, ratio);
	mpz_pow_ui(power, base, mpz_get_ui(power));
	CHECK(mpz_cmp(x, power) <= 0 && mpz_cmp(n, power) <= 0);
	mpq_div_2exp(ratio, ratio, 1);
	number_floor(power, ratio);
	if (mpz_sgn(power) > 0) {
		mpz_pow_ui(power, base, mpz_get_ui(power) - 1);
		CHECK(mpz_cmp(power, n) <= 0);
		mpz_mul(power, power, base);
		CHECK(mpz_cmp(power, x) <= 0);
	}
	CHECK(fibonacci_time(ratio, lambda, 1, x, max_bits, &err) == STATUS_OK);
	CHECK(mpq_cmp(ratio, t) <= 0);
	mpq_set_ui(step, 1, 7);
	mpz_mul(mpq_denref(step), mpq_denref(step), mpq_denref(lambda));
	mpq_sub(t, t, step);
	if (mpq_sgn(t) >= 0) {
		reach(x, lambda, t);
		CHECK(mpz_cmp(x, n) < 0);
	}
	mpq_clears(t, ratio, step, NULL);
	mpz_clears(x, base, power, NULL);
}

static void test_claims(void)
{
	mpq_t lambda;
	mpz_t n;

	mpq_init(lambda);
	mpz_init(n);
	for (size_t k = 0; k < LAMBDAS; k++) {
		mpq_set_ui(lambda, lambdas[k].a, lambdas[k].b);
		for (unsigned long i = 1; i < 100; i += 1 + i / 8) {
			mpz_set_ui(n, i);
			check_claims(lambda, n);
			if (lambdas[k].a < 100 && i > 20)
				mpz_pow_ui(n, n, i);
			else
				mpz_pow_ui(n, n, 9);
			check_claims(lambda, n);
		}
	}
	mpz_clear(n);
	mpq_clear(lambda);
}

/* The bound holds; for moderate lambda and t >= lambda it is at most three bits
 * too large. */
static void test_bits(void)
{
	mpz_t bits, value;
	mpq_t lambda, t;
	/* F is 1 before lambda, where x^t is already ports or more. */
	size_t slack = ports == 1 ? 3 : 16 + (size_t)effort_log(ports);

	mpz_inits(bits, value, NULL);
	mpq_inits(lambda, t, NULL);
	for (size_t k = 0; k < LAMBDAS; k++) {
		mpq_set_ui(lambda, lambdas[k].a, lambdas[k].b);
		if (mpq_cmp_ui(lambda, 12, 1) > 0)
			continue;
		for (unsigned long i = 20; i < 1000; i += i / 3) {
			mpq_set_ui(t, i, 1);
			reach(value, lambda, t);
			fibonacci_bits(bits, lambda, ports, t);
			CHECK_FOR(mpz_cmp_ui(bits, mpz_sizeinbase(value, 2)) >=
						  0 &&
					  mpz_cmp_ui(bits,
						  mpz_sizeinbase(value, 2) +
							  slack) <= 0,
				"%lu/%lu, %lu", lambdas[k].a, lambdas[k].b, i);
		}
	}
	/* F_1(t) = 2^t, exactly */
	mpq_set_ui(lambda, 1, 1);
	mpz_ui_pow_ui(mpq_numref(t), 10, 18);
	fibonacci_bits(bits, lambda, 1, t);
	mpz_add_ui(mpq_numref(t), mpq_numref(t), 1);
	CHECK(mpz_cmp(bits, mpq_numref(t)) == 0);
	mpq_clears(lambda, t, NULL);
	mpz_clears(bits, value, NULL);
}

/* mantissa and exponent of value with that many digits, rounded half to even,
 * from its text. */
static void round_text(
	mpz_t mantissa, mpz_t exponent, const mpz_t value, size_t digits)
{
	char *text = number_integer_text(value);
	size_t size = strlen(text);
	mpq_t q;

	mpq_init(q);
	mpz_set_ui(exponent, 0);
	mpz_set(mantissa, value);
	if (size > digits) {
		mpz_set_ui(exponent, size - digits);
		mpz_ui_pow_ui(mpq_denref(q), 10, size - digits);
		mpz_set(mpq_numref(q), value);
		mpq_canonicalize(q);
		mem_free(text);
		text = number_decimal_text(q, 0);
		test_mpz(mantissa, text);
		if (strlen(text) > digits) {
			mpz_divexact_ui(mantissa, mantissa, 10);
			mpz_add_ui(exponent, exponent, 1);
		}
	}
	mpq_clear(q);
	mem_free(text);
}

static void check_approx(const mpq_t lambda, const mpq_t t, size_t digits)
{
	mpz_t value, mantissa, exponent, x, y;
	struct err err;

	mpz_inits(value, mantissa, exponent, x, y, NULL);
	reach(value, lambda, t);
	round_text(x, y, value, digits);
	CHECK(fibonacci_approx(mantissa, exponent, lambda, ports, t, digits,
		      max_bits, &err) == STATUS_OK);
	CHECK_FOR(mpz_cmp(mantissa, x) == 0 && mpz_cmp(exponent, y) == 0,
		"%zu digits", digits);
	mpz_clears(value, mantissa, exponent, x, y, NULL);
}

static void test_approx(void)
{
	mpq_t lambda, t;

	mpq_inits(lambda, t, NULL);
	for (size_t k = 0; k < LAMBDAS; k++) {
		unsigned long a = lambdas[k].a, b = lambdas[k].b;

		mpq_set_ui(lambda, a, b);
		for (unsigned long i = 0; i < 20000; i += 1 + i * 2 / 3) {
			size_t most = i < 100 ? 40 : 3000;

			mpq_set_ui(t, i, 2);
			mpq_canonicalize(t);
			for (size_t d = 1; d < most; d += 1 + d * 2 / 3)
				check_approx(lambda, t, d);
		}
	}
	mpq_clears(lambda, t, NULL);
}

/* Numbers of which only the first digits can be known. */
static void test_approx_huge(void)
{
	mpz_t mantissa, exponent, expected;
	mpq_t lambda, t;
	struct err err;

	mpz_inits(mantissa, exponent, expected, NULL);
	mpq_inits(lambda, t, NULL);
	mpq_set_ui(lambda, 1, 1);
	mpz_ui_pow_ui(mpq_numref(t), 10, 15);
	CHECK(fibonacci_approx(mantissa, exponent, lambda, 1, t, 12, max_bits,
		      &err) == STATUS_OK);
	/* 2^(10^15): log10 = 301029995663981.195213738894724.. */
	test_mpz(expected, "156752233954");
	CHECK(mpz_cmp(mantissa, expected) == 0);
	test_mpz(expected, "301029995663970");
	CHECK(mpz_cmp(exponent, expected) == 0);
	mpq_set_ui(lambda, 5, 2);
	mpz_ui_pow_ui(mpq_numref(t), 10, 100);
	CHECK(fibonacci_approx(mantissa, exponent, lambda, 1, t, 30, max_bits,
		      &err) == STATUS_OK);
	CHECK(mpz_sizeinbase(mantissa, 10) == 30);
	CHECK(fibonacci_approx(expected, exponent, lambda, 1, t, 29, max_bits,
		      &err) == STATUS_OK);
	mpz_mul_ui(expected, expected, 10);
	mpz_sub(expected, expected, mantissa);
	CHECK(mpz_cmpabs_ui(expected, 5) <= 0);
	mpq_clears(lambda, t, NULL);
	mpz_clears(mantissa, exponent, expected, NULL);
}

static void test_table(void)
{
	mpq_t lambda;
	mpz_t n, index, value;
	struct fibonacci_table table;
	struct err err;

	mpq_init(lambda);
	mpz_inits(n, index, value, NULL);
	mpz_ui_pow_ui(n, 10, 30);
	for (size_t k = 0; k < LAMBDAS; k++) {
		mpq_set_ui(lambda, lambdas[k].a, lambdas[k].b);
		if (lambdas[k].a > 1000)
			mpz_set_ui(n, 2);
		CHECK(fibonacci_table_init(&table, lambda, ports, n, ~0UL,
			      max_bits, &err) == STATUS_OK);
		for (size_t i = 0; i < table.size; i += 1 + table.size / 50) {
			mpz_set_ui(index, i);
			fibonacci_sum(value, mpq_numref(lambda),
				mpq_denref(lambda), ports, index);
			CHECK(mpz_cmp(value, table.value[i]) == 0);
		}
		CHECK(mpz_cmp(table.value[table.size - 1], n) >= 0);
		CHECK(table.size == 1 ||
			mpz_cmp(table.value[table.size - 2], n) < 0);
		fibonacci_table_clear(&table);
		mpz_ui_pow_ui(n, 10, 30);
	}
	mpq_set_ui(lambda, 5, 2);
	CHECK(fibonacci_table_init(&table, lambda, ports, n, ~0UL, 1000,
		      &err) == STATUS_LIMIT);
	fibonacci_table_clear(&table);
	CHECK(fibonacci_table_init(&table, lambda, ports, n, 10, max_bits,
		      &err) == STATUS_LIMIT);
	CHECK(table.size == 0);
	fibonacci_table_clear(&table);
	mpz_clears(n, index, value, NULL);
	mpq_clear(lambda);
}

#define ZEROS_10 "0000000000"
#define ZEROS_100                                                              \
	ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10         \
		ZEROS_10 ZEROS_10 ZEROS_10

static void test_limits(void)
{
	mpq_t lambda, t;
	mpz_t value, exponent;
	struct err err;

	mpq_inits(lambda, t, NULL);
	mpz_inits(value, exponent, NULL);
	mpq_set_ui(lambda, 2, 1);
	mpz_ui_pow_ui(mpq_numref(t), 10, 18);
	mpz_set_ui(value, 42);
	CHECK(fibonacci_reach(value, lambda, 1, t, max_bits, &err) ==
		STATUS_LIMIT);
	/* log10 F = 10^18 log10((1 + sqrt 5)/2) - .. = 208987640249978733.8 */
	CHECK(strstr(err.msg, "to 20898764") != NULL);
	CHECK(mpz_cmp_ui(value, 42) == 0);
	mpz_ui_pow_ui(mpq_numref(t), 10, 1000000);
	CHECK(fibonacci_reach(value, lambda, 1, t, max_bits, &err) ==
		STATUS_LIMIT);
	CHECK(fibonacci_approx(value, exponent, lambda, 1, t, 10, max_bits,
		      &err) == STATUS_LIMIT);
	/* F(20) = 1000^20. */
	mpq_set_ui(lambda, 1, 1);
	mpq_set_ui(t, 20, 1);
	CHECK(fibonacci_reach(value, lambda, 999, t, 100, &err) ==
		STATUS_LIMIT);
	mpq_set_ui(lambda, 2, 1);
	/* Too many digits, and residues that are too long. */
	mpz_ui_pow_ui(mpq_numref(t), 10, 18);
	CHECK(fibonacci_approx(value, exponent, lambda, 1, t, UINT64_MAX,
		      max_bits, &err) == STATUS_LIMIT);
	test_mpq(lambda, "1000000007/1000000006");
	CHECK(fibonacci_approx(value, exponent, lambda, 1, t, 10, max_bits,
		      &err) == STATUS_LIMIT);
	mpz_clears(value, exponent, NULL);
	mpq_clears(lambda, t, NULL);
}

/* f(n) for lambda = 10^digits/3 is the first time t with F(t) >= n; for
 * n < lambda + 2 the source sends to all, and f(n) = lambda + n - 2. */
static void check_long_latency(unsigned long digits, const char *processors)
{
	mpq_t lambda, t, step;
	mpz_t n, reach;
	struct err err;

	mpq_inits(lambda, t, step, NULL);
	mpz_inits(n, reach, NULL);
	mpz_ui_pow_ui(mpq_numref(lambda), 10, digits);
	mpz_set_ui(mpq_denref(lambda), 3);
	test_mpz(n, processors);
	CHECK(fibonacci_time(t, lambda, 1, n, max_bits, &err) == STATUS_OK);
	CHECK(fibonacci_reach(reach, lambda, 1, t, max_bits, &err) ==
		STATUS_OK);
	CHECK(mpz_cmp(reach, n) >= 0);
	mpq_set_ui(step, 1, 3);
	mpq_sub(step, t, step);
	CHECK(fibonacci_reach(reach, lambda, 1, step, max_bits, &err) ==
		STATUS_OK);
	CHECK(mpz_cmp(reach, n) < 0);
	mpq_sub(t, t, lambda);
	mpz_sub_ui(n, n, 2);
	if (mpq_cmp_z(lambda, n) > 0)
		CHECK(mpq_cmp_z(t, n) == 0);
	mpz_clears(n, reach, NULL);
	mpq_clears(lambda, t, step, NULL);
}

static void test_long_latencies(void)
{
	static const char *const processors[] = {"2", "3", "4", "1000003",
		"98765432109876543210", "1" ZEROS_100, "7" ZEROS_100 ZEROS_100};
	mpq_t lambda, t;
	mpz_t n;
	struct err err;

	for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
		for (unsigned long digits = 20; digits < 400; digits += 90)
			check_long_latency(digits, processors[i]);
	mpq_inits(lambda, t, NULL);
	mpz_init(n);
	mpz_ui_pow_ui(mpq_numref(lambda), 10, 1000000);
	mpz_ui_pow_ui(n, 10, 1000000);
	CHECK(fibonacci_time(t, lambda, 1, n, (uint64_t)1 << 33, &err) ==
		STATUS_LIMIT);
	CHECK(strcmp(err.msg, "f(n) takes more work at this latency than "
			      "" ERR_NAME "max_bits allows") == 0);
	mpz_clear(n);
	mpq_clears(lambda, t, NULL);
}

/* What fibonacci_reach takes for quick is not refused: the product of a, the
 * index and the bits of ports is at most 2^21. */
static void test_quick(void)
{
	static const unsigned long all[] = {1, 2, 255, ULONG_MAX};
	struct err err;
	mpz_t a, b, index;

	mpz_inits(a, b, index, NULL);
	for (unsigned long size = 1; size < 1 << 21; size *= 2)
		for (size_t i = 0; i < sizeof all / sizeof *all; i++)
			for (unsigned long d = 1; d <= 3; d++) {
				mpz_set_ui(a, size);
				mpz_set_ui(b, d <= size ? d : size);
				mpz_set_ui(index,
					(unsigned long)((1 << 21) /
							effort_log(all[i]) /
							size));
				CHECK_FOR(fibonacci_check_cost(a, b, all[i],
						  index, 1, &err) == STATUS_OK,
					"%lu/%lu, %lu ports", size, d, all[i]);
			}
	mpz_clears(a, b, index, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	for (size_t i = 0; i < PORTS; i++) {
		ports = all_ports[i];
		RUN(test_grid());
		RUN(test_large());
		RUN(test_bits());
		RUN(test_approx());
		RUN(test_table());
	}
	ports = 1;
	mem_init(NULL);
	RUN(test_recurrence());
	RUN(test_fibonacci_numbers());
	RUN(test_values());
	RUN(test_claims());
	RUN(test_approx_huge());
	RUN(test_limits());
	RUN(test_quick());
	RUN(test_long_latencies());
	return test_done();
}
