/* number/interval: logarithms and powers against exact ones and slow series;
 * quotients of logarithms decided exactly. */
#include "number/value.h"

#include <string.h>

#include "base/mem.h"
#include "test.h"

/* The ends of x in units of 2^-bits. */
static void fix(
	mpz_t lo, mpz_t hi, const struct interval *x, unsigned long bits)
{
	CHECK(interval_fix(lo, hi, x, bits, UINT64_MAX));
}

/* Whether x contains a number with 40 digits after the point. */
static int contains(const struct interval *x, const char *digits)
{
	mpz_t value, lo, hi;
	int inside;

	mpz_inits(value, lo, hi, NULL);
	test_mpz(value, digits);
	fix(lo, hi, x, 200);
	mpz_ui_pow_ui(lo, 10, 40);
	mpz_mul(hi, hi, lo);
	mpz_mul_2exp(value, value, 200);
	/* The digits are truncated: the true value lies within a unit. */
	inside = mpz_cmp(hi, value) >= 0;
	mpz_fdiv_q_2exp(value, value, 200);
	mpz_add_ui(value, value, 1);
	mpz_mul_2exp(value, value, 200);
	fix(lo, hi, x, 200);
	mpz_ui_pow_ui(hi, 10, 40);
	mpz_mul(lo, lo, hi);
	inside = inside && mpz_cmp(lo, value) <= 0;
	mpz_clears(value, lo, hi, NULL);
	return inside;
}

/* Checks that the ends are only a few units of 2^-bits apart. */
static unsigned long width(const struct interval *x, unsigned long bits)
{
	mpz_t lo, hi;
	unsigned long units;

	mpz_inits(lo, hi, NULL);
	fix(lo, hi, x, bits);
	mpz_sub(hi, hi, lo);
	units = mpz_fits_ulong_p(hi) ? mpz_get_ui(hi) : ~0UL;
	mpz_clears(lo, hi, NULL);
	return units;
}

static const struct {
	const char *x, *log; /* floor of 10^40 log2 x */
} logarithm[] = {
	{"1", "0"},
	{"2", "10000000000000000000000000000000000000000"},
	{"3", "15849625007211561814537389439478165087598"},
	{"10", "33219280948873623478703194294893901758648"},
	{"1/2", "-10000000000000000000000000000000000000000"},
	{"355/113", "16514962519768567009585211052344310462722"},
};

static void test_log2(void)
{
	struct interval x;
	mpq_t q;

	mpq_init(q);
	for (size_t i = 0; i < sizeof logarithm / sizeof *logarithm; i++)
		for (unsigned long bits = 8; bits < 2000; bits += 37) {
			interval_init(&x);
			test_mpq(q, logarithm[i].x);
			interval_set_q(&x, q, bits);
			interval_log2(&x, &x, bits, NULL);
			CHECK_FOR(contains(&x, logarithm[i].log) &&
					  width(&x, bits) <= 8,
				"log2 %s, %lu bits", logarithm[i].x, bits);
			interval_clear(&x);
		}
	mpq_clear(q);
}

/* 2^log2 x contains x, for x from 10^-3 to 2^128, and is narrow. */
static void test_there_and_back(void)
{
	static const char *const numbers[] = {"1", "2", "3", "7/5", "1/1000",
		"123456789/1000", "340282366920938463463374607431768211456"};
	struct interval x, y;
	mpq_t q;

	mpq_init(q);
	interval_init(&x);
	interval_init(&y);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		for (unsigned long bits = 32; bits < 1800; bits += 129) {
			test_mpq(q, numbers[i]);
			interval_set_q(&x, q, bits);
			interval_log2(&y, &x, bits, NULL);
			CHECK(interval_exp2(&y, &y, bits, NULL));
			CHECK_FOR(interval_cmp(&x, &y) == 0, "%s, %lu bits",
				numbers[i], bits);
			interval_div(&y, &y, &x, bits);
			CHECK_FOR(width(&y, bits) < 1024, "%s, %lu bits: %lu",
				numbers[i], bits, width(&y, bits));
		}
	interval_clear(&x);
	interval_clear(&y);
	mpq_clear(q);
}

/* lo, hi = the sum of 2/((2j+1) q^(2j+1)) = ln((q+1)/(q-1)), term by term. */
static void add_slowly(mpz_t lo, mpz_t hi, unsigned long q, unsigned long bits)
{
	mpz_t power, term;

	mpz_inits(power, term, NULL);
	mpz_setbit(power, bits + 1);
	mpz_fdiv_q_ui(power, power, q);
	for (unsigned long j = 1; mpz_sgn(power) > 0; j += 2) {
		mpz_fdiv_q_ui(term, power, j);
		mpz_add(lo, lo, term);
		mpz_add(hi, hi, term);
		mpz_add_ui(hi, hi, 4);
		mpz_fdiv_q_ui(power, power, q);
		mpz_fdiv_q_ui(power, power, q);
	}
	mpz_add_ui(hi, hi, 4);
	mpz_clears(power, term, NULL);
}

/* ln n, in units of 2^-bits, from the logarithm of n/2 or n-1. */
static void ln_slowly(struct interval *x, unsigned long n, unsigned long bits)
{
	mpz_set_ui(x->lo, 0);
	mpz_set_ui(x->hi, 0);
	x->exponent = -(int64_t)bits;
	for (; n > 1; n = n % 2 ? n - 1 : n / 2)
		add_slowly(x->lo, x->hi, n % 2 ? 2 * n - 1 : 3, bits);
}

static void check_slowly(
	unsigned long n, unsigned long bits, struct agm_constant *constant)
{
	struct interval x, y, two;
	mpq_t q;

	mpq_init(q);
	mpq_set_ui(q, n, 1);
	interval_init(&x);
	interval_init(&y);
	interval_init(&two);
	ln_slowly(&two, 2, bits);
	interval_ln_2(&x, bits);
	CHECK_FOR(interval_cmp(&x, &two) == 0 && width(&x, bits) <= 2,
		"ln 2, %lu", bits);
	ln_slowly(&y, n, bits);
	interval_div(&y, &y, &two, bits);
	interval_set_q(&x, q, bits + 16);
	interval_log2(&x, &x, bits, constant);
	CHECK_FOR(interval_cmp(&x, &y) == 0 && width(&x, bits) <= 3,
		"log2 %lu, %lu", n, bits);
	mpq_clear(q);
	interval_clear(&x);
	interval_clear(&y);
	interval_clear(&two);
}

/* Compares with series that are summed term by term; the kept constant fits,
 * has too few bits or far too many, or is missing. */
static void test_slowly(void)
{
	static const unsigned long number[] = {2, 3, 5, 97, 1000, 65537};
	static const unsigned long sizes[] = {
		1, 2, 7, 64, 100, 1000, 7000, 3000, 200};
	struct agm_constant constant;

	agm_constant_init(&constant);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (size_t j = 0; j < sizeof number / sizeof *number; j++)
			check_slowly(number[j], sizes[i],
				(i + j) % 4 == 0 ? NULL : &constant);
	agm_constant_clear(&constant);
}

/* Compares 2^(p/q) with the integer root of 2^(p + q bits). */
static void check_exp2(unsigned long p, unsigned long q, unsigned long bits)
{
	struct interval x, y;
	mpz_t lo, hi, root;
	mpq_t f;

	mpq_init(f);
	mpz_inits(lo, hi, root, NULL);
	interval_init(&x);
	interval_init(&y);
	mpq_set_ui(f, p, q);
	interval_set_q(&x, f, bits);
	CHECK(interval_exp2(&y, &x, bits, NULL));
	mpz_setbit(root, p + q * bits);
	mpz_root(root, root, q);
	fix(lo, hi, &y, bits);
	CHECK_FOR(mpz_cmp(lo, root) <= 0, "2^(%lu/%lu), %lu", p, q, bits);
	CHECK_FOR(mpz_cmp(hi, root) >= 0, "2^(%lu/%lu), %lu", p, q, bits);
	CHECK_FOR(width(&y, bits) < 8, "2^(%lu/%lu), %lu: %lu", p, q, bits,
		width(&y, bits));
	mpz_clears(lo, hi, root, NULL);
	mpq_clear(f);
	interval_clear(&x);
	interval_clear(&y);
}

/* 2^x for all x from -p/2 to p, by powers of 2 at its ends; 0 is between. */
static void check_wide_exp2(unsigned long p, unsigned long bits)
{
	struct interval x, y;
	mpz_t lo, hi, power;

	mpz_inits(lo, hi, power, NULL);
	interval_init(&x);
	interval_init(&y);
	mpz_set_si(x.lo, -(long)(p / 2));
	mpz_set_ui(x.hi, p);
	CHECK(interval_exp2(&y, &x, bits, NULL));
	fix(lo, hi, &y, bits + p);
	mpz_setbit(power, bits + p + p);
	CHECK_FOR(mpz_cmp(hi, power) >= 0, "%lu, %lu", p, bits);
	mpz_setbit(power, p + p + 8);
	CHECK_FOR(mpz_cmp(hi, power) <= 0, "%lu, %lu", p, bits);
	mpz_set_ui(power, 0);
	mpz_setbit(power, bits + p - p / 2);
	CHECK_FOR(mpz_cmp(lo, power) <= 0, "%lu, %lu", p, bits);
	mpz_mul_2exp(lo, lo, 1);
	CHECK_FOR(mpz_cmp(lo, power) > 0, "%lu, %lu", p, bits);
	mpz_clears(lo, hi, power, NULL);
	interval_clear(&x);
	interval_clear(&y);
}

static void test_exp2(void)
{
	static const unsigned long sizes[] = {
		20, 64, 500, 1499, 1500, 1501, 3100, 6400, 20000};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		check_exp2(0, 1, sizes[i]);
		check_exp2(1, 2, sizes[i]);
		check_exp2(1, 3, sizes[i]);
		check_exp2(2, 3, sizes[i]);
		check_exp2(9, 10, sizes[i]);
		check_wide_exp2(1, sizes[i]);
		check_wide_exp2(3, sizes[i]);
		check_wide_exp2(40, sizes[i]);
	}
}

/* The signs of an interval's ends under division and multiplication. */
static void test_signs(void)
{
	struct interval x, y;
	mpz_t lo, hi;
	mpq_t q;

	mpq_init(q);
	mpz_inits(lo, hi, NULL);
	interval_init(&x);
	interval_init(&y);
	mpz_set_si(x.lo, -3);
	mpz_set_si(x.hi, 5);
	mpz_set_si(y.lo, 1);
	mpz_set_si(y.hi, 2);
	interval_div(&y, &x, &y, 20);
	fix(lo, hi, &y, 0);
	CHECK(mpz_cmp_si(lo, -3) == 0 && mpz_cmp_si(hi, 5) == 0);
	test_mpq(q, "-3/2");
	interval_set_q(&y, q, 20);
	interval_mul(&y, &x, &y, 20);
	fix(lo, hi, &y, 0);
	CHECK(mpz_cmp_si(lo, -8) == 0 && mpz_cmp_si(hi, 5) == 0);
	interval_set(&y, &x);
	interval_neg(&y);
	interval_add(&y, &x, &y, 20);
	fix(lo, hi, &y, 0);
	CHECK(mpz_cmp_si(lo, -8) == 0 && mpz_cmp_si(hi, 8) == 0);
	interval_clear(&x);
	interval_clear(&y);
	mpz_clears(lo, hi, NULL);
	mpq_clear(q);
}

/* If g and h are not powers of other integers, g^i and h^j have a rational
 * quotient of logarithms exactly if g = h. */
static void test_ratio(void)
{
	static const unsigned long base[] = {2, 3, 6, 10, 12};
	enum { BASES = sizeof base / sizeof *base };
	mpq_t ratio;
	mpz_t n, c;

	mpq_init(ratio);
	mpz_inits(n, c, NULL);
	for (unsigned long k = 0; k < BASES * BASES * 81; k++) {
		unsigned long g = base[k % BASES], h = base[k / BASES % BASES];
		unsigned long i = k / BASES / BASES % 9;
		unsigned long j = k / BASES / BASES / 9 + 1;
		int common;

		mpz_ui_pow_ui(n, g, i);
		mpz_ui_pow_ui(c, h, j);
		common = log_ratio(ratio, n, c);
		CHECK_FOR(common == (g == h || i == 0) &&
				  (!common || mpq_cmp_ui(ratio, i, j) == 0),
			"%lu^%lu, %lu^%lu", g, i, h, j);
	}
	mpq_clear(ratio);
	mpz_clears(n, c, NULL);
}

/* floor(u/v log n/log c) = k: c^(vk) <= n^u < c^(v(k+1)). */
static void check_floor(
	unsigned long n, unsigned long c, unsigned long u, unsigned long v)
{
	mpz_t zn, zc, floor, ceil, power, bound;
	unsigned long k;
	mpq_t p;

	mpq_init(p);
	mpq_set_ui(p, u, v);
	mpz_inits(floor, ceil, power, bound, NULL);
	mpz_init_set_ui(zn, n);
	mpz_init_set_ui(zc, c);
	mpz_ui_pow_ui(power, n, u);
	log_ratio_floor(floor, p, zn, zc);
	k = mpz_get_ui(floor);
	mpz_ui_pow_ui(bound, c, v * k);
	CHECK_FOR(mpz_cmp(bound, power) <= 0, "%lu %lu %lu/%lu", n, c, u, v);
	log_ratio_ceil(ceil, p, zn, zc);
	mpz_sub(ceil, ceil, floor);
	CHECK(mpz_cmp_ui(ceil, mpz_cmp(bound, power) != 0) == 0);
	mpz_ui_pow_ui(bound, c, v * (k + 1));
	CHECK_FOR(mpz_cmp(bound, power) > 0, "%lu %lu %lu/%lu", n, c, u, v);
	mpz_clears(zn, zc, floor, ceil, power, bound, NULL);
	mpq_clear(p);
}

static void test_floor(void)
{
	for (unsigned long n = 1; n <= 66; n++)
		for (unsigned long c = 2; c <= 17; c++)
			for (unsigned long p = 1; p < 6; p++)
				check_floor(n, c, p, p % 3 + 1);
	check_floor(65536, 4, 1000, 7);
	check_floor(65537, 4, 1000, 7);
	check_floor(65535, 4, 1000, 7);
}

/* 10^1000 ± 1 with base 10 and with base 10^30: a hair from an integer. */
static void test_big(void)
{
	mpz_t n, c, floor;
	mpq_t p;

	mpz_inits(n, c, floor, NULL);
	mpq_init(p);
	mpq_set_ui(p, 3, 1);
	mpz_ui_pow_ui(c, 10, 30);
	mpz_ui_pow_ui(n, 10, 1000);
	log_ratio_floor(floor, p, n, c);
	CHECK(mpz_cmp_ui(floor, 100) == 0);
	log_ratio_ceil(floor, p, n, c);
	CHECK(mpz_cmp_ui(floor, 100) == 0);
	mpz_sub_ui(n, n, 1);
	log_ratio_floor(floor, p, n, c);
	CHECK(mpz_cmp_ui(floor, 99) == 0);
	mpz_add_ui(n, n, 2);
	log_ratio_ceil(floor, p, n, c);
	CHECK(mpz_cmp_ui(floor, 101) == 0);
	/* The last of a thousand digits of log 2 / log 10 are right. */
	mpz_ui_pow_ui(mpq_numref(p), 10, 50);
	mpz_set_ui(mpq_denref(p), 1);
	mpz_set_ui(n, 2);
	mpz_set_ui(c, 10);
	log_ratio_floor(floor, p, n, c);
	test_mpz(n, "30102999566398119521373889472449302676818988146210");
	CHECK(mpz_cmp(floor, n) == 0);
	mpz_clears(n, c, floor, NULL);
	mpq_clear(p);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_log2());
	RUN(test_there_and_back());
	RUN(test_slowly());
	RUN(test_exp2());
	RUN(test_signs());
	RUN(test_ratio());
	RUN(test_floor());
	RUN(test_big());
	return test_done();
}
