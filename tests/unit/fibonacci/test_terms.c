/*
 * Functions that use the terms of the closed form, against its sum: bounds from
 * the largest terms, bisection, and F at points a unit or a latency apart.
 */
#include "fibonacci/fibonacci.h"

#include "base/mem.h"
#include "fibonacci/methods.h"
#include "number/number.h"
#include "test.h"

static const uint64_t max_bits = 1ULL << 33;

/* a/b, and units of time. */
static const struct {
	const char *lambda;
	unsigned long units;
} cases[] = {
	{"1", 60},
	{"5/2", 300},
	{"3", 4000},
	{"355/113", 2000},
	{"3141592653/1000000000", 3000},
	{"10", 5000},
	{"1000001/1000", 60000},
	{"12345678901234567890/1234567890123456789", 700},
	{"100000000000000000000000/99999999999999999999999", 200},
	{"9999999999999999/7", 70},
};

enum { CASES = sizeof cases / sizeof *cases };

static mpq_t lambda, t;
static mpz_t place, value, bound;
static struct err err;

/* The ports of a processor. */
static unsigned long ports = 1;
static const unsigned long all_ports[] = {1, 2, 9, INT32_MAX};

enum { PORTS = sizeof all_ports / sizeof *all_ports };

/* t = units and a fraction of one; place = floor(b t). */
static void set(size_t k, unsigned long units, unsigned long part)
{
	CHECK(mpq_set_str(lambda, cases[k].lambda, 10) == 0);
	mpq_set_ui(t, 7 * units + part, 7);
	mpq_canonicalize(t);
	if (k == CASES - 1)
		mpq_mul(t, t, lambda);
	mpz_mul(place, mpq_numref(t), mpq_denref(lambda));
	mpz_fdiv_q(place, place, mpq_denref(t));
}

/* Whether x is at least value (order 1), or at most value (order -1). */
static int is_beside(const struct leading *x, int order)
{
	mpz_mul_2exp(bound, x->mantissa, mpz_get_ui(x->exponent));
	return mpz_cmp(bound, value) * order >= 0;
}

/* The bounds hold, and agree in most of the requested bits. */
static void check_largest(uint64_t bits)
{
	struct leading low, high;
	uint64_t cost = fibonacci_largest_cost(
		mpq_numref(lambda), mpq_denref(lambda), place, bits);

	/* m + j must fit a limb, with bits to spare. */
	if (GMP_NUMB_BITS < 64 && mpq_cmp_ui(t, 1UL << 30, 1) >= 0)
		return;
	CHECK(cost != UINT64_MAX);
	leading_init(&low);
	leading_init(&high);
	fibonacci_largest(&low, &high, mpq_numref(lambda), mpq_denref(lambda),
		ports, place, bits);
	CHECK(is_beside(&high, 1));
	CHECK(is_beside(&low, -1));
	CHECK(mpz_cmp(low.exponent, high.exponent) == 0);
	mpz_sub(bound, high.mantissa, low.mantissa);
	CHECK(mpz_cmp_ui(bound, 40) <= 0);
	CHECK(mpz_sgn(low.exponent) == 0 ||
		mpz_sizeinbase(low.mantissa, 2) >= bits - 1);
	leading_clear(&low);
	leading_clear(&high);
}

static void test_largest(void)
{
	for (size_t k = 0; k < CASES; k++)
		for (unsigned long units = 0; units <= cases[k].units;
			units = units * 3 / 2 + 1) {
			set(k, units, units % 7);
			fibonacci_sum(value, mpq_numref(lambda),
				mpq_denref(lambda), ports, place);
			check_largest(64);
			check_largest(128);
			check_largest(300);
		}
}

/* Sums whose omitted terms together are many times the last term added: 2^t,
 * and G by residues. */
static void test_long_sums(void)
{
	static const unsigned long times[] = {1000, 100000, 1000003};

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		set(0, times[i], 0);
		mpz_set_ui(value, 0);
		mpz_setbit(value, times[i]);
		check_largest(64);
		set(1, times[i] / 10, 3);
		fibonacci_power(value, 5, 2, ports, place);
		check_largest(64);
		check_largest(200);
	}
}

/* The cost of this many long terms exceeds 64 bits, and must not wrap around to
 * a small number. */
static void test_largest_cost(void)
{
	mpz_t one, index;

	mpz_init_set_ui(one, 1);
	mpz_init(index);
	number_set_u64(index, 4000000000);
	CHECK(fibonacci_largest_cost(one, one, index, 1320287808) ==
		UINT64_MAX);
	mpz_clears(one, index, NULL);
}

/* G(found - 1) < n <= G(found), and the dispatcher agrees. */
static void check_bisection(const mpz_t n)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	mpz_t found;
	mpq_t time;

	mpz_init(found);
	mpq_init(time);
	CHECK(fibonacci_bisect(found, a, b, ports, n, max_bits, UINT64_MAX) >
		0);
	fibonacci_sum(bound, a, b, ports, found);
	CHECK(mpz_cmp(bound, n) >= 0);
	mpz_sub_ui(found, found, 1);
	fibonacci_sum(bound, a, b, ports, found);
	CHECK(mpz_cmp(bound, n) < 0);
	CHECK(fibonacci_time(time, lambda, ports, n, max_bits, &err) ==
		STATUS_OK);
	mpz_add_ui(mpq_numref(t), found, 1);
	mpz_set(mpq_denref(t), b);
	mpq_canonicalize(t);
	CHECK(mpq_equal(t, time));
	mpq_clear(time);
	mpz_clear(found);
}

/* At a value of F, and beside it. */
static void test_bisection(void)
{
	mpz_t n;

	mpz_init(n);
	for (size_t k = 0; k < CASES; k++)
		for (unsigned long units = 1; units <= cases[k].units;
			units = 4 * units + 1) {
			set(k, units, units % 7);
			fibonacci_sum(n, mpq_numref(lambda), mpq_denref(lambda),
				ports, place);
			mpz_sub_ui(n, n, 1);
			for (int i = 0; i < 3; i++, mpz_add_ui(n, n, 1))
				if (mpz_cmp_ui(n, 2) >= 0)
					check_bisection(n);
		}
	mpz_clear(n);
}

/* F at t - units - latencies·lambda, 0 before 0. */
static void check_terms(const struct fibonacci_terms *terms)
{
	fibonacci_terms_sum(value, terms);
	mpz_set_ui(bound, 0);
	if (mpq_sgn(t) >= 0) {
		mpz_mul(place, mpq_numref(t), mpq_denref(lambda));
		mpz_fdiv_q(place, place, mpq_denref(t));
		fibonacci_sum(bound, mpq_numref(lambda), mpq_denref(lambda),
			ports, place);
	}
	CHECK(mpz_cmp(value, bound) == 0);
}

static void test_steps(void)
{
	struct fibonacci_terms terms;
	mpq_t one;

	mpq_init(one);
	mpq_set_ui(one, 1, 1);
	for (size_t k = 0; k < CASES; k++) {
		set(k, cases[k].units / 10, 3);
		CHECK(fibonacci_terms_init(&terms, lambda, ports, t, max_bits,
			      &err) == STATUS_OK);
		for (int i = 0; i < 200 && mpq_sgn(t) >= 0; i++) {
			check_terms(&terms);
			if (i % 3 == 0)
				fibonacci_terms_latency(&terms);
			else
				fibonacci_terms_unit(&terms);
			mpq_sub(t, t, i % 3 == 0 ? lambda : one);
		}
		check_terms(&terms);
		fibonacci_terms_clear(&terms);
	}
	mpq_clear(one);
}

/* Terms that would take too much memory or time are refused at once. */
static void test_limits(void)
{
	struct fibonacci_terms terms;

	mpq_set_ui(lambda, 5, 2);
	mpq_set_ui(t, 1000000, 1);
	CHECK(fibonacci_terms_init(&terms, lambda, ports, t, max_bits, &err) ==
		STATUS_LIMIT);
	CHECK(terms.size == 0);
	mpz_ui_pow_ui(mpq_numref(t), 10, 30);
	mpz_set_ui(place, 2);
	mpz_mul(place, place, mpq_numref(t));
	CHECK(fibonacci_largest_cost(mpq_numref(lambda), mpq_denref(lambda),
		      place, 64) == UINT64_MAX);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	mpq_inits(lambda, t, NULL);
	mpz_inits(place, value, bound, NULL);
	for (size_t i = 0; i < PORTS; i++) {
		ports = all_ports[i];
		RUN(test_largest());
		RUN(test_bisection());
		RUN(test_steps());
	}
	ports = 1;
	RUN(test_long_sums());
	RUN(test_largest_cost());
	RUN(test_limits());
	mpz_clears(place, value, bound, NULL);
	mpq_clears(lambda, t, NULL);
	return test_done();
}
