/* number/fixed: intervals against exact powers, logarithms decided exactly. */
#include "number/fixed.h"
#include "number/value.h"

#include <string.h>

#include "base/mem.h"
#include "test.h"

/* The ends of x, the decimals before the point and 40 after it. */
static int contains(const struct fixed_interval *x, const char *digits)
{
	mpz_t value, lo, hi;
	int inside;

	mpz_inits(value, lo, hi, NULL);
	test_mpz(value, digits);
	mpz_ui_pow_ui(lo, 10, 40);
	mpz_mul(hi, x->hi, lo);
	mpz_mul(lo, x->lo, lo);
	mpz_mul_2exp(value, value, x->bits);
	/* The digits are truncated: the true value lies within a unit. */
	inside = mpz_cmp(hi, value) >= 0;
	mpz_fdiv_q_2exp(value, value, x->bits);
	mpz_add_ui(value, value, 1);
	mpz_mul_2exp(value, value, x->bits);
	inside = inside && mpz_cmp(lo, value) <= 0;
	mpz_clears(value, lo, hi, NULL);
	return inside;
}

static unsigned long width(const struct fixed_interval *x)
{
	mpz_t wide;
	unsigned long units;

	mpz_init(wide);
	mpz_sub(wide, x->hi, x->lo);
	units = mpz_fits_ulong_p(wide) ? mpz_get_ui(wide) : ~0UL;
	mpz_clear(wide);
	return units;
}

static const struct {
	const char *x, *ln; /* 10^40 ln x, towards minus infinity */
} logarithm[] = {
	{"1", "0"},
	{"2", "6931471805599453094172321214581765680755"},
	{"3", "10986122886681096913952452369225257046474"},
	{"10", "23025850929940456840179914546843642076011"},
	{"1/2", "-6931471805599453094172321214581765680756"},
	{"355/113", "11447299707630752273480823721232000642558"},
};

static void test_ln(void)
{
	struct fixed_interval x;
	mpq_t q;

	mpq_init(q);
	for (size_t i = 0; i < sizeof logarithm / sizeof *logarithm; i++)
		for (unsigned long bits = 8; bits < 2000; bits += 37) {
			fixed_interval_init(&x, bits);
			test_mpq(q, logarithm[i].x);
			fixed_interval_set_q(&x, q);
			fixed_interval_ln(&x, &x);
			CHECK_FOR(
				contains(&x, logarithm[i].ln) && width(&x) <= 8,
				"ln %s, %lu bits", logarithm[i].x, bits);
			fixed_interval_clear(&x);
		}
	mpq_clear(q);
}

/* exp ln x contains x, for x from 10^-50 to 10^1000, and is narrow. */
static void test_exp(void)
{
	static const char *const numbers[] = {"1", "2", "3", "7/5", "1/1000",
		"123456789/1000", "340282366920938463463374607431768211456"};
	struct fixed_interval x, y;
	mpz_t exponent, lo, hi, num;
	mpq_t q;

	mpq_init(q);
	mpz_inits(exponent, lo, hi, num, NULL);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		for (unsigned long bits = 32; bits < 1500; bits += 129) {
			fixed_interval_init(&x, bits);
			fixed_interval_init(&y, bits);
			test_mpq(q, numbers[i]);
			fixed_interval_set_q(&x, q);
			fixed_interval_ln(&x, &x);
			fixed_interval_exp(&y, exponent, &x);
			/* y 2^exponent against q: compare y with q 2^-exponent.
			 */
			if (mpz_sgn(exponent) >= 0)
				mpq_div_2exp(q, q, mpz_get_ui(exponent));
			else
				mpq_mul_2exp(q, q, mpz_get_ui(exponent));
			fixed_interval_set_q(&x, q);
			CHECK_FOR(mpz_cmp(y.lo, x.hi) <= 0 &&
					  mpz_cmp(y.hi, x.lo) >= 0 &&
					  width(&y) < 4096,
				"%s, %lu bits, width %lu", numbers[i], bits,
				width(&y));
			fixed_interval_clear(&x);
			fixed_interval_clear(&y);
		}
	mpq_clear(q);
	mpz_clears(exponent, lo, hi, num, NULL);
}

/* lo, hi = sum of 2/((2j+1) q^(2j+1)), that is ln((q+1)/(q-1)), term by term.
 */
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

/* ln n from that of n/2 or n-1. */
static void ln_slowly(struct fixed_interval *x, unsigned long n)
{
	mpz_set_ui(x->lo, 0);
	mpz_set_ui(x->hi, 0);
	for (; n > 1; n = n % 2 ? n - 1 : n / 2)
		add_slowly(x->lo, x->hi, n % 2 ? 2 * n - 1 : 3, x->bits);
}

static int overlap(
	const struct fixed_interval *x, const struct fixed_interval *y)
{
	return mpz_cmp(x->lo, y->hi) <= 0 && mpz_cmp(y->lo, x->hi) <= 0;
}

static void check_slowly(
	unsigned long n, unsigned long bits, struct agm_constant *constant)
{
	struct fixed_interval x, y, two;
	mpz_t z;

	mpz_init_set_ui(z, n);
	fixed_interval_init(&x, bits);
	fixed_interval_init(&y, bits);
	fixed_interval_init(&two, bits);
	ln_slowly(&two, 2);
	fixed_interval_ln_2(&x);
	CHECK_FOR(overlap(&x, &two) && width(&x) <= 2, "ln 2, %lu", bits);
	ln_slowly(&y, n);
	fixed_interval_set_z(&x, z);
	fixed_interval_ln(&x, &x);
	CHECK_FOR(overlap(&x, &y) && width(&x) <= 8, "ln %lu, %lu", n, bits);
	fixed_interval_div(&y, &y, &two);
	fixed_interval_log2(&x, z, 0, constant);
	CHECK_FOR(overlap(&x, &y) && width(&x) <= 3, "log2 %lu, %lu", n, bits);
	CHECK(mpz_cmp(y.hi, y.lo) >= 0);
	mpz_clear(z);
	fixed_interval_clear(&x);
	fixed_interval_clear(&y);
	fixed_interval_clear(&two);
}

/* Against series that are added up term by term; a constant that is kept, that
 * has too few bits, far too many, or is not there. */
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

/* 2^(p/q), as the integer root of 2^(p + q bits) tells. */
static void check_exp2(unsigned long p, unsigned long q, unsigned long bits)
{
	struct fixed_interval y;
	mpz_t f, carry, root;

	mpz_inits(f, carry, root, NULL);
	fixed_interval_init(&y, bits);
	mpz_set_ui(f, p);
	mpz_mul_2exp(f, f, bits);
	mpz_fdiv_q_ui(f, f, q);
	fixed_interval_exp2(&y, carry, f, NULL);
	mpz_setbit(root, p + q * bits);
	mpz_root(root, root, q);
	/* f is rounded down, so 2^f may be less by a unit. */
	if (mpz_sgn(carry) >= 0)
		mpz_fdiv_q_2exp(root, root, mpz_get_ui(carry));
	else
		mpz_mul_2exp(root, root, 1);
	mpz_sub_ui(f, y.lo, 1);
	CHECK_FOR(mpz_cmp(f, root) <= 0, "2^(%lu/%lu), %lu", p, q, bits);
	mpz_add_ui(f, y.hi, 3);
	CHECK_FOR(mpz_cmp(f, root) >= 0, "2^(%lu/%lu), %lu", p, q, bits);
	CHECK_FOR(width(&y) < 4096, "2^(%lu/%lu), %lu: %lu", p, q, bits,
		width(&y));
	mpz_clears(f, carry, root, NULL);
	fixed_interval_clear(&y);
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
	}
}

/* The signs of an interval's ends under division and scaling. */
static void test_signs(void)
{
	struct fixed_interval x, y;
	mpq_t q;

	mpq_init(q);
	fixed_interval_init(&x, 10);
	fixed_interval_init(&y, 10);
	mpz_set_si(x.lo, -3);
	mpz_set_si(x.hi, 5);
	mpz_set_si(y.lo, 1024);
	mpz_set_si(y.hi, 2048);
	fixed_interval_div(&y, &x, &y);
	CHECK(mpz_cmp_si(y.lo, -3) == 0 && mpz_cmp_si(y.hi, 5) == 0);
	test_mpq(q, "-3/2");
	fixed_interval_mul_q(&y, &x, q);
	CHECK(mpz_cmp_si(y.lo, -8) == 0 && mpz_cmp_si(y.hi, 5) == 0);
	fixed_interval_sub(&x, &x, &x);
	CHECK(mpz_cmp_si(x.lo, -8) == 0 && mpz_cmp_si(x.hi, 8) == 0);
	fixed_interval_clear(&x);
	fixed_interval_clear(&y);
	mpq_clear(q);
}

/* g^i and h^j have a rational quotient of logarithms exactly if g and h,
 * which are no powers, are the same. */
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
	/* log 2 / log 10 to a thousand digits ends in the right ones. */
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
	RUN(test_ln());
	RUN(test_exp());
	RUN(test_slowly());
	RUN(test_exp2());
	RUN(test_signs());
	RUN(test_ratio());
	RUN(test_floor());
	RUN(test_big());
	return test_done();
}
