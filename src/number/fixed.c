/*
 * Intervals of fixed-point numbers.  The elementary functions are computed
 * from below, by operations that all round down, with a proved bound on what
 * was lost; that bound, added, is the upper end.  "Unit" is 2^-bits.
 */
#include "number/fixed.h"

#include <stdint.h>

/* What an intermediate precision adds to the one wanted: more than the
 * logarithm of the units lost by any series here. */
enum { GUARD = 48 };

void real_init(struct real *x, unsigned long bits)
{
	mpz_inits(x->lo, x->hi, NULL);
	x->bits = bits;
}

void real_clear(struct real *x)
{
	mpz_clears(x->lo, x->hi, NULL);
}

void real_set_q(struct real *x, const mpq_t q)
{
	mpz_mul_2exp(x->hi, mpq_numref(q), x->bits);
	mpz_fdiv_q(x->lo, x->hi, mpq_denref(q));
	mpz_cdiv_q(x->hi, x->hi, mpq_denref(q));
}

void real_set_z(struct real *x, const mpz_t z)
{
	mpz_mul_2exp(x->lo, z, x->bits);
	mpz_set(x->hi, x->lo);
}

void real_add(struct real *z, const struct real *x, const struct real *y)
{
	mpz_add(z->lo, x->lo, y->lo);
	mpz_add(z->hi, x->hi, y->hi);
}

void real_sub(struct real *z, const struct real *x, const struct real *y)
{
	mpz_t lo;

	mpz_init(lo);
	mpz_sub(lo, x->lo, y->hi);
	mpz_sub(z->hi, x->hi, y->lo);
	mpz_swap(z->lo, lo);
	mpz_clear(lo);
}

void real_mul_q(struct real *z, const struct real *x, const mpq_t q)
{
	mpz_mul(z->lo, x->lo, mpq_numref(q));
	mpz_mul(z->hi, x->hi, mpq_numref(q));
	if (mpq_sgn(q) < 0)
		mpz_swap(z->lo, z->hi);
	mpz_fdiv_q(z->lo, z->lo, mpq_denref(q));
	mpz_cdiv_q(z->hi, z->hi, mpq_denref(q));
}

/* z = x · k. */
static void mul_z(struct real *z, const struct real *x, const mpz_t k)
{
	mpz_mul(z->lo, x->lo, k);
	mpz_mul(z->hi, x->hi, k);
	if (mpz_sgn(k) < 0)
		mpz_swap(z->lo, z->hi);
}

/* A positive x is least divided by the most, a negative one by the least. */
void real_div(struct real *z, const struct real *x, const struct real *y)
{
	mpz_t lo, hi;

	mpz_inits(lo, hi, NULL);
	mpz_mul_2exp(lo, x->lo, x->bits);
	mpz_mul_2exp(hi, x->hi, x->bits);
	mpz_fdiv_q(lo, lo, mpz_sgn(lo) < 0 ? y->lo : y->hi);
	mpz_cdiv_q(hi, hi, mpz_sgn(hi) < 0 ? y->hi : y->lo);
	mpz_swap(z->lo, lo);
	mpz_swap(z->hi, hi);
	mpz_clears(lo, hi, NULL);
}

/* z = x in z's own precision, not more than that of x. */
static void narrow(struct real *z, const struct real *x)
{
	mpz_fdiv_q_2exp(z->lo, x->lo, x->bits - z->bits);
	mpz_cdiv_q_2exp(z->hi, x->hi, x->bits - z->bits);
}

/* About sqrt(bits)/2: balances roots against terms of a series. */
static unsigned long balance(unsigned long bits)
{
	unsigned long root = 1;

	while (4 * root * root < bits)
		root++;
	return root;
}

/*
 * z = sum of z^(2j+1)/(2j+1), that is atanh z, for 0 <= z <= 1/3 known within
 * 2 units from below; the number of terms.  The square is then known within
 * 2·2/3 + 1 < 7/3 units, each power, by induction, within
 * (1/3)(7/3) + 3/9 + 1 < 3, each term within 4, and the powers after the last,
 * being below 3 units, add less than 4: 4 (terms + 1) in all.
 */
static unsigned long atanh_series(mpz_t z, unsigned long bits)
{
	unsigned long terms = 0;
	mpz_t power, square, term;

	mpz_inits(power, square, term, NULL);
	mpz_mul(square, z, z);
	mpz_fdiv_q_2exp(square, square, bits);
	mpz_set(power, z);
	mpz_set_ui(z, 0);
	for (; mpz_sgn(power) > 0; terms++) {
		mpz_fdiv_q_ui(term, power, 2 * terms + 1);
		mpz_add(z, z, term);
		mpz_mul(power, power, square);
		mpz_fdiv_q_2exp(power, power, bits);
	}
	mpz_clears(power, square, term, NULL);
	return terms;
}

/*
 * x = ln u, 1 <= u <= 2 in x's precision and known within a unit from below.
 * ln u = 2^k ln v = 2^(k+1) atanh((v-1)/(v+1)), v the 2^k-th root of u.
 * A root halves the error and adds a unit: v stays within 2 units; so does
 * the quotient, whose slope in v is at most 1/2.
 */
static void ln_unit(struct real *x, const mpz_t u)
{
	unsigned long roots = balance(x->bits), terms;
	mpz_t v, below;

	mpz_init_set(v, u);
	mpz_init(below);
	for (unsigned long k = 0; k < roots; k++) {
		mpz_mul_2exp(v, v, x->bits);
		mpz_sqrt(v, v);
	}
	mpz_set_ui(below, 1);
	mpz_mul_2exp(below, below, x->bits);
	mpz_sub(x->lo, v, below);
	mpz_add(below, below, v);
	mpz_mul_2exp(x->lo, x->lo, x->bits);
	mpz_fdiv_q(x->lo, x->lo, below);
	terms = atanh_series(x->lo, x->bits);
	mpz_mul_2exp(x->lo, x->lo, roots + 1);
	mpz_set_ui(x->hi, terms + 1);
	mpz_mul_2exp(x->hi, x->hi, roots + 3);
	mpz_add(x->hi, x->hi, x->lo);
	mpz_clears(v, below, NULL);
}

static void ln_2(struct real *x)
{
	mpz_t two;

	mpz_init_set_ui(two, 2);
	mpz_mul_2exp(two, two, x->bits);
	ln_unit(x, two);
	mpz_clear(two);
}

/* The bits a computation needs so that, multiplied by k, its result still has
 * that many and the guard. */
static unsigned long working_bits(unsigned long bits, const mpz_t k)
{
	return bits + balance(bits) + (unsigned long)mpz_sizeinbase(k, 2) +
	       GUARD;
}

/* x = ln(y / 2^bits), y > 0: e ln 2 + ln u, y = 2^(bits+e) u, 1 <= u < 2. */
static void ln_point(struct real *x, const mpz_t y)
{
	unsigned long size = (unsigned long)mpz_sizeinbase(y, 2);
	struct real sum, two;
	mpz_t e, u;

	mpz_inits(e, u, NULL);
	mpz_set_ui(e, size - 1);
	mpz_sub_ui(e, e, x->bits);
	real_init(&sum, working_bits(x->bits, e));
	real_init(&two, sum.bits);
	if (size - 1 > sum.bits)
		mpz_fdiv_q_2exp(u, y, size - 1 - sum.bits);
	else
		mpz_mul_2exp(u, y, sum.bits - (size - 1));
	ln_unit(&sum, u);
	ln_2(&two);
	mul_z(&two, &two, e);
	real_add(&sum, &sum, &two);
	narrow(x, &sum);
	real_clear(&sum);
	real_clear(&two);
	mpz_clears(e, u, NULL);
}

void real_ln(struct real *y, const struct real *x)
{
	struct real hi;

	real_init(&hi, x->bits);
	ln_point(&hi, x->hi);
	if (mpz_cmp(x->lo, x->hi) == 0)
		mpz_set(y->lo, hi.lo);
	else
		ln_point(y, x->lo);
	mpz_swap(y->hi, hi.hi);
	real_clear(&hi);
}

/*
 * y = exp x from below, 0 <= x < 1 in units of 2^-bits; the units lost.
 * Term j is the one before times x/j: within 2 units, by induction; those
 * after the last, being below 3 units, add less than 6.
 */
static unsigned long exp_series(mpz_t y, const mpz_t x, unsigned long bits)
{
	unsigned long terms = 0;
	mpz_t term;

	mpz_init_set_ui(term, 1);
	mpz_mul_2exp(term, term, bits);
	mpz_set_ui(y, 0);
	while (mpz_sgn(term) > 0) {
		mpz_add(y, y, term);
		terms++;
		mpz_mul(term, term, x);
		mpz_fdiv_q_2exp(term, term, bits);
		mpz_fdiv_q_ui(term, term, terms);
	}
	mpz_clear(term);
	return 2 * terms + 6;
}

/* k = floor(x / ln 2) or one less, so that x - k ln 2 is certainly >= 0. */
static void exponent_of(mpz_t k, const struct real *x, const struct real *two)
{
	mpz_fdiv_q(k, x->lo, mpz_sgn(x->lo) < 0 ? two->lo : two->hi);
}

void real_exp(struct real *y, mpz_t exponent, const struct real *x)
{
	struct real rest, two;
	unsigned long lost;

	mpz_fdiv_q_2exp(exponent, x->lo, x->bits);
	real_init(&rest, working_bits(x->bits, exponent));
	real_init(&two, rest.bits);
	ln_2(&two);
	mpz_mul_2exp(rest.lo, x->lo, rest.bits - x->bits);
	mpz_mul_2exp(rest.hi, x->hi, rest.bits - x->bits);
	exponent_of(exponent, &rest, &two);
	mul_z(&two, &two, exponent);
	real_sub(&rest, &rest, &two);
	exp_series(two.lo, rest.lo, rest.bits);
	lost = exp_series(two.hi, rest.hi, rest.bits);
	mpz_add_ui(two.hi, two.hi, lost);
	narrow(y, &two);
	real_clear(&rest);
	real_clear(&two);
}

/*
 * Euclid's algorithm on the exponents: of g^i and g^j, i >= j, the first has
 * the second as a factor i/j times, and what remains is g^(i mod j).  It ends
 * with g and 1; or with two numbers of which neither divides the other, which
 * then are not powers of one.
 */
int real_log_ratio(mpq_t ratio, const mpz_t n, const mpz_t c)
{
	mpz_t x, y;
	int common = 1;

	mpz_init_set(x, c);
	mpz_init_set(y, n);
	while (common && mpz_cmp_ui(y, 1) != 0) {
		if (mpz_cmp(x, y) < 0)
			mpz_swap(x, y);
		common = mpz_remove(x, x, y) > 0;
		mpz_swap(x, y);
	}
	if (common) {
		mpz_set_ui(mpq_numref(ratio), mpz_remove(y, n, x));
		mpz_set_ui(mpq_denref(ratio), mpz_remove(y, c, x));
		mpq_canonicalize(ratio);
	}
	mpz_clears(x, y, NULL);
	return common;
}

/* value = floor of both ends, if that is one integer. */
static int floor_is_certain(mpz_t value, const struct real *x)
{
	mpz_t hi;
	int certain;

	mpz_init(hi);
	mpz_fdiv_q_2exp(value, x->lo, x->bits);
	mpz_fdiv_q_2exp(hi, x->hi, x->bits);
	certain = mpz_cmp(value, hi) == 0;
	mpz_clear(hi);
	return certain;
}

/* The same with that many bits after the point; whether they were enough. */
static int try_log_floor(mpz_t value, const mpq_t p, const mpz_t n,
	const mpz_t c, unsigned long bits)
{
	struct real x, y;
	int certain;

	real_init(&x, bits);
	real_init(&y, bits);
	real_set_z(&x, n);
	real_set_z(&y, c);
	real_ln(&x, &x);
	real_ln(&y, &y);
	real_div(&x, &x, &y);
	real_mul_q(&x, &x, p);
	certain = floor_is_certain(value, &x);
	real_clear(&x);
	real_clear(&y);
	return certain;
}

void real_log_floor(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c)
{
	size_t size = mpz_sizeinbase(mpq_numref(p), 2) + 64;
	size_t less = mpz_sizeinbase(mpq_denref(p), 2);
	unsigned long bits =
		size > less + 64 ? (unsigned long)(size - less) : 64;
	mpq_t ratio;

	mpq_init(ratio);
	if (real_log_ratio(ratio, n, c)) {
		mpq_mul(ratio, ratio, p);
		mpz_fdiv_q(value, mpq_numref(ratio), mpq_denref(ratio));
	} else {
		while (!try_log_floor(value, p, n, c, bits))
			bits *= 2;
	}
	mpq_clear(ratio);
}

void real_log_ceil(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c)
{
	mpq_t minus;

	mpq_init(minus);
	mpq_neg(minus, p);
	real_log_floor(value, minus, n, c);
	mpz_neg(value, value);
	mpq_clear(minus);
}
