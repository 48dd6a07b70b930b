/*
 * number/double: the nearest double by its definition: no neighbour is nearer,
 * and of two that are equally near it is the one whose last bit is even.
 */
#include "number/number.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/random.h"
#include "test.h"

/* x as its 64 bits; the doubles above 0 are in the order of their bits. */
static uint64_t double_bits(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static double double_of(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

/* Whether x is nearer to value than its neighbour, or as near and even. */
static int is_nearer(double x, double neighbour, const mpq_t value)
{
	mpq_t one, other;
	int order;

	mpq_inits(one, other, NULL);
	mpq_set_d(one, x);
	mpq_set_d(other, neighbour);
	mpq_sub(one, one, value);
	mpq_sub(other, other, value);
	mpq_abs(one, one);
	mpq_abs(other, other);
	order = mpq_cmp(one, other);
	mpq_clears(one, other, NULL);
	return order < 0 || (order == 0 && double_bits(x) % 2 == 0);
}

/* value > 0 */
static void check_nearest(mpq_t value)
{
	double x = number_double(value);
	uint64_t bits = double_bits(x);

	CHECK(x >= 0 && x <= DBL_MAX);
	if (x < DBL_MAX)
		CHECK_FOR(is_nearer(x, double_of(bits + 1), value), "%.17g", x);
	if (x > 0)
		CHECK_FOR(is_nearer(x, double_of(bits - 1), value), "%.17g", x);
	mpq_neg(value, value);
	CHECK(number_double(value) == -x);
	mpq_neg(value, value);
}

static unsigned long below(uint64_t *at, unsigned long bound)
{
	return (unsigned long)(random_u64(1, (*at)++) % bound);
}

/* Fractions of numbers of up to 200 bits, scaled by up to 2^±1200. */
static void test_random(void)
{
	uint64_t at = 0;
	mpq_t value;

	mpq_init(value);
	for (int i = 0; i < 4000; i++) {
		unsigned long bits = 1 + below(&at, 200);

		mpz_set_ui(mpq_numref(value), 1);
		mpz_set_ui(mpq_denref(value), 1);
		while (mpz_sizeinbase(mpq_numref(value), 2) < bits)
			mpz_mul_ui(mpq_numref(value), mpq_numref(value),
				1 + below(&at, 1000));
		if (i % 2 == 0)
			mpz_set_ui(mpq_denref(value), 1 + below(&at, 1000000));
		mpq_canonicalize(value);
		if (i % 3 == 0)
			mpq_mul_2exp(value, value, below(&at, 900));
		else if (i % 3 == 1)
			mpq_div_2exp(value, value, below(&at, 1300));
		check_nearest(value);
	}
	mpq_clear(value);
}

/* Doubles, the middles between neighbours, and numbers just beside these. */
static void test_middles(void)
{
	mpq_t value, next, little;

	mpq_inits(value, next, little, NULL);
	mpq_set_ui(little, 1, 1);
	mpq_div_2exp(little, little, 2000);
	for (uint64_t i = 0; i < 2000; i++) {
		uint64_t bits = random_u64(2, i) >> 1;

		if (i < 8)
			bits = i; /* next to 0 */
		else if (i < 16)
			bits = (UINT64_C(1) << 52) + i - 12;
		if (bits >= double_bits(DBL_MAX))
			continue;
		mpq_set_d(value, double_of(bits));
		CHECK(number_double(value) == double_of(bits));
		mpq_set_d(next, double_of(bits + 1));
		mpq_add(value, value, next);
		mpq_div_2exp(value, value, 1);
		check_nearest(value);
		mpq_add(value, value, little);
		CHECK(number_double(value) == double_of(bits + 1));
		mpq_sub(value, value, little);
		mpq_sub(value, value, little);
		CHECK(number_double(value) == double_of(bits));
	}
	mpq_clears(value, next, little, NULL);
}

static const struct {
	const char *value;
	double nearest;
} cases[] = {
	{"0", 0},
	{"1/3", 0.333333333333333314829616256247390992939472198486328125},
	{"97/2", 48.5},
	{"9007199254740993", 9007199254740992.0},
	{"9007199254740995", 9007199254740996.0},
	{"-1/10", -0.1},
};

static void test_cases(void)
{
	mpq_t value;

	mpq_init(value);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		test_mpq(value, cases[i].value);
		CHECK_FOR(number_double(value) == cases[i].nearest, "%s",
			cases[i].value);
	}
	mpq_clear(value);
}

/* Past the range of doubles it is the largest one; tiny numbers become 0. */
static void test_ends(void)
{
	mpz_t value;

	mpz_init_set_si(value, -3);
	CHECK(number_scaled_double(value, 1022) > -DBL_MAX);
	CHECK(number_scaled_double(value, 1023) == -DBL_MAX);
	CHECK(number_scaled_double(value, INT64_C(1) << 61) == -DBL_MAX);
	CHECK(number_scaled_double(value, 1) == -6);
	CHECK(number_scaled_double(value, -1) == -1.5);
	CHECK(number_scaled_double(value, -(INT64_C(1) << 61)) == 0);
	CHECK(number_scaled_double(value, -1076) == -double_of(1));
	CHECK(number_scaled_double(value, -1077) == 0);
	CHECK(number_scaled_double(value, 0) == -3);
	/* 2^1024 - 2^970 is as near to 2^1024 as to the last double. */
	mpz_set_ui(value, 1);
	mpz_mul_2exp(value, value, 1024);
	CHECK(number_scaled_double(value, 0) == DBL_MAX);
	mpz_set_ui(value, 1);
	mpz_mul_2exp(value, value, 53);
	mpz_sub_ui(value, value, 1);
	CHECK(number_scaled_double(value, 971) == DBL_MAX);
	mpz_sub_ui(value, value, 1);
	CHECK(number_scaled_double(value, 971) < DBL_MAX);
	mpz_clear(value);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_cases());
	RUN(test_random());
	RUN(test_middles());
	RUN(test_ends());
	return test_done();
}
