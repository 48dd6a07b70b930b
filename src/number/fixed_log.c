/*
 * Logarithm and exponential function of fixed-point intervals, and ln 2.  All
 * is computed from below, by operations that all round down, with a proved
 * bound on what was lost; that bound, added, is the upper end.  "Unit" is
 * 2^-bits.
 *
 *   ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)
 *
 * term by term for few bits, else by binary splitting: the sum of the terms
 * from a to b is a fraction, and that of a longer range follows from its
 * halves'. Logarithms of many bits are those to the base 2 times ln 2.
 */
#include "number/fixed.h"

#include <stdint.h>

#include "number/value.h"
#include "number/number.h"

enum {
	/* What an intermediate precision adds to the one wanted: more than the
	 * logarithm of the units lost by any series here. */
	GUARD = 48,
	/* Where the methods for many bits are faster, measured. */
	SPLIT_BITS = 6000,
	NEWTON_BITS = 1500
};

/* z = x in z's own precision, not more than that of x. */
static void narrow(struct fixed_interval *z, const struct fixed_interval *x)
{
	mpz_fdiv_q_2exp(z->lo, x->lo, x->bits - z->bits);
	mpz_cdiv_q_2exp(z->hi, x->hi, x->bits - z->bits);
}

/* z = x · k. */
static void mul_z(
	struct fixed_interval *z, const struct fixed_interval *x, const mpz_t k)
{
	mpz_mul(z->lo, x->lo, k);
	mpz_mul(z->hi, x->hi, k);
	if (mpz_sgn(k) < 0)
		mpz_swap(z->lo, z->hi);
}

/* sum = sum of 1/((2j+1) q^(2j+1)), that is atanh(1/q), q >= 26; the units
 * lost. A power is known within 2 units, its term within 3, and those after the
 * last add less than 3. */
static unsigned long atanh_by_terms(
	mpz_t sum, unsigned long q, unsigned long bits)
{
	unsigned long terms = 0;
	mpz_t power, term;

	mpz_inits(power, term, NULL);
	mpz_setbit(power, bits);
	mpz_fdiv_q_ui(power, power, q);
	mpz_set_ui(sum, 0);
	for (; mpz_sgn(power) > 0; terms++) {
		mpz_fdiv_q_ui(term, power, 2 * terms + 1);
		mpz_add(sum, sum, term);
		mpz_fdiv_q_ui(power, power, q * q);
	}
	mpz_clears(power, term, NULL);
	return 3 * (terms + 1);
}

/* sum / (odd · power) = sum of 1/((2j+1) q^(2(j-a)+2)), a <= j < b; odd = the
 * product of 2j+1, power = q^(2(b-a)). */
struct split {
	mpz_t sum, odd, power;
};

static void split_init(struct split *split)
{
	mpz_inits(split->sum, split->odd, split->power, NULL);
}

static void split_clear(struct split *split)
{
	mpz_clears(split->sum, split->odd, split->power, NULL);
}

/* Recursion: as deep as b - a has bits. */
static void split_range(
	struct split *split, unsigned long q, unsigned long a, unsigned long b)
{
	struct split right;
	unsigned long middle = a + (b - a) / 2;

	if (b - a == 1) {
		mpz_set_ui(split->sum, 1);
		mpz_set_ui(split->odd, 2 * a + 1);
		mpz_set_ui(split->power, q * q);
		return;
	}
	split_init(&right);
	split_range(split, q, a, middle);
	split_range(&right, q, middle, b);
	mpz_mul(split->sum, split->sum, right.power);
	mpz_mul(split->sum, split->sum, right.odd);
	mpz_mul(right.sum, right.sum, split->odd);
	mpz_add(split->sum, split->sum, right.sum);
	mpz_mul(split->odd, split->odd, right.odd);
	mpz_mul(split->power, split->power, right.power);
	split_clear(&right);
}

/* The same: the terms left out are less than a unit. */
static unsigned long atanh_by_splitting(
	mpz_t sum, unsigned long q, unsigned long bits)
{
	unsigned long a_term = 1;
	struct split split;

	while (q * q >> (a_term + 1) > 0)
		a_term++;
	split_init(&split);
	split_range(&split, q, 0, bits / a_term + 2);
	mpz_mul_2exp(split.sum, split.sum, bits);
	mpz_mul_ui(split.sum, split.sum, q);
	mpz_mul(split.odd, split.odd, split.power);
	mpz_fdiv_q(sum, split.sum, split.odd);
	split_clear(&split);
	return 2;
}

static void ln_2_with_guard(struct fixed_interval *x)
{
	static const struct {
		long factor;
		unsigned long q;
	} part[] = {{18, 26}, {-2, 4801}, {8, 8749}};
	mpz_t sum;

	mpz_init(sum);
	mpz_set_ui(x->lo, 0);
	mpz_set_ui(x->hi, 0);
	for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
		unsigned long lost =
			x->bits < SPLIT_BITS
				? atanh_by_terms(sum, part[i].q, x->bits)
				: atanh_by_splitting(sum, part[i].q, x->bits);
		mpz_ptr least = part[i].factor < 0 ? x->hi : x->lo;
		mpz_ptr most = part[i].factor < 0 ? x->lo : x->hi;

		mpz_mul_si(sum, sum, part[i].factor);
		mpz_add(least, least, sum);
		mpz_add(most, most, sum);
		mpz_set_ui(sum, lost);
		mpz_mul_si(sum, sum, part[i].factor);
		mpz_add(most, most, sum);
	}
	mpz_clear(sum);
}

void fixed_interval_ln_2(struct fixed_interval *x)
{
	struct fixed_interval wide;

	fixed_interval_init(&wide, x->bits + GUARD);
	ln_2_with_guard(&wide);
	narrow(x, &wide);
	fixed_interval_clear(&wide);
}

/* The bits a computation needs so that, multiplied by k, its result still has
 * that many and the guard. */
static unsigned long working_bits(unsigned long bits, const mpz_t k)
{
	return bits + (unsigned long)mpz_sizeinbase(k, 2) + GUARD;
}

/* x = ln(y / 2^bits) = log2(y / 2^bits) · ln 2, y > 0. */
static void ln_point(struct fixed_interval *x, const mpz_t y)
{
	struct fixed_interval sum, two;
	mpz_t e;

	mpz_init(e);
	mpz_set_ui(e, (unsigned long)mpz_sizeinbase(y, 2) - 1);
	mpz_sub_ui(e, e, x->bits);
	fixed_interval_init(&sum, working_bits(x->bits, e));
	fixed_interval_init(&two, sum.bits);
	fixed_interval_log2(&sum, y, -(int64_t)x->bits, NULL);
	fixed_interval_ln_2(&two);
	fixed_interval_mul(&sum, &sum, &two);
	narrow(x, &sum);
	fixed_interval_clear(&sum);
	fixed_interval_clear(&two);
	mpz_clear(e);
}

void fixed_interval_ln(struct fixed_interval *y, const struct fixed_interval *x)
{
	struct fixed_interval hi;

	fixed_interval_init(&hi, x->bits);
	ln_point(&hi, x->hi);
	if (mpz_cmp(x->lo, x->hi) == 0)
		mpz_set(y->lo, hi.lo);
	else
		ln_point(y, x->lo);
	mpz_swap(y->hi, hi.hi);
	fixed_interval_clear(&hi);
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
static void exponent_of(mpz_t k, const struct fixed_interval *x,
	const struct fixed_interval *two)
{
	mpz_fdiv_q(k, x->lo, mpz_sgn(x->lo) < 0 ? two->lo : two->hi);
}

void fixed_interval_exp(struct fixed_interval *y, mpz_t exponent,
	const struct fixed_interval *x)
{
	struct fixed_interval rest, two;
	unsigned long lost;

	mpz_fdiv_q_2exp(exponent, x->lo, x->bits);
	fixed_interval_init(&rest, working_bits(x->bits, exponent));
	fixed_interval_init(&two, rest.bits);
	fixed_interval_ln_2(&two);
	mpz_mul_2exp(rest.lo, x->lo, rest.bits - x->bits);
	mpz_mul_2exp(rest.hi, x->hi, rest.bits - x->bits);
	exponent_of(exponent, &rest, &two);
	mul_z(&two, &two, exponent);
	fixed_interval_sub(&rest, &rest, &two);
	exp_series(two.lo, rest.lo, rest.bits);
	lost = exp_series(two.hi, rest.hi, rest.bits);
	mpz_add_ui(two.hi, two.hi, lost);
	narrow(y, &two);
	fixed_interval_clear(&rest);
	fixed_interval_clear(&two);
}

/* Below 2^62 in size. */
static void set_whole(struct fixed_interval *x, int64_t value)
{
	number_set_u64(x->lo, (uint64_t)(value < 0 ? -value : value));
	if (value < 0)
		mpz_neg(x->lo, x->lo);
	fixed_interval_set_z(x, x->lo);
}

void fixed_interval_log2(struct fixed_interval *y, const mpz_t m,
	int64_t exponent, struct agm_constant *constant)
{
	struct fixed_interval whole;

	fixed_interval_init(&whole, y->bits);
	set_whole(&whole, exponent + (int64_t)mpz_sizeinbase(m, 2) - 1);
	agm_log2(y->lo, y->hi, m, y->bits, constant);
	fixed_interval_add(y, y, &whole);
	fixed_interval_clear(&whole);
}

/* y · 2^carry = 2^f, f >= 0 in units of 2^-bits, below one. */
static void exp2_by_series(struct fixed_interval *y, mpz_t carry, const mpz_t f)
{
	struct fixed_interval x, exponent;

	fixed_interval_init(&x, y->bits);
	fixed_interval_init(&exponent, y->bits);
	mpz_set(exponent.lo, f);
	mpz_set(exponent.hi, f);
	fixed_interval_ln_2(&x);
	fixed_interval_mul(&x, &x, &exponent);
	fixed_interval_exp(y, carry, &x);
	fixed_interval_clear(&x);
	fixed_interval_clear(&exponent);
}

/*
 * y = z · 2^d, z in units of y: t = d ln 2, and 1 + t <= e^t <= 1 + t + t^2 for
 * t >= -1.
 */
static void correct(
	struct fixed_interval *y, const mpz_t z, const struct fixed_interval *d)
{
	struct fixed_interval t;

	fixed_interval_init(&t, d->bits);
	fixed_interval_ln_2(&t);
	fixed_interval_mul(&t, &t, d);
	mpz_mul(y->hi, t.hi, t.hi);
	mpz_cdiv_q_2exp(y->hi, y->hi, d->bits);
	mpz_add(y->hi, y->hi, t.hi);
	mpz_set_ui(y->lo, 0);
	mpz_setbit(y->lo, d->bits);
	mpz_add(y->hi, y->hi, y->lo);
	mpz_add(y->lo, y->lo, t.lo);
	mpz_mul(y->lo, y->lo, z);
	mpz_mul(y->hi, y->hi, z);
	mpz_fdiv_q_2exp(y->lo, y->lo, d->bits);
	mpz_cdiv_q_2exp(y->hi, y->hi, d->bits);
	fixed_interval_clear(&t);
}

void fixed_interval_exp2(struct fixed_interval *y, mpz_t carry, const mpz_t f,
	struct agm_constant *constant)
{
	struct fixed_interval half, log, d;
	mpz_t z;

	if (y->bits < NEWTON_BITS) {
		exp2_by_series(y, carry, f);
		return;
	}
	mpz_init(z);
	fixed_interval_init(&half, y->bits / 2 + GUARD);
	fixed_interval_init(&log, y->bits + GUARD);
	fixed_interval_init(&d, y->bits + GUARD);
	mpz_fdiv_q_2exp(z, f, y->bits - half.bits);
	fixed_interval_exp2(&half, carry, z, constant);
	fixed_interval_log2(&log, half.lo, -(int64_t)half.bits, constant);
	fixed_interval_set_z(&d, carry);
	fixed_interval_add(&log, &log, &d);
	mpz_mul_2exp(d.lo, f, GUARD);
	mpz_set(d.hi, d.lo);
	fixed_interval_sub(&d, &d, &log);
	mpz_mul_2exp(z, half.lo, y->bits - half.bits);
	correct(y, z, &d);
	mpz_clear(z);
	fixed_interval_clear(&half);
	fixed_interval_clear(&log);
	fixed_interval_clear(&d);
}
