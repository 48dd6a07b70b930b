/*
 * Logarithms and powers to the base 2 of intervals, and ln 2.  For a logarithm,
 * an end is split into a power of two and a number between 1 and 2; for a
 * power, into its integer and its fraction.  Series are summed by operations
 * that all round down; their sum is the lower end, and with a proved bound on
 * what was lost added it is the upper end.  A "unit" is 2^-bits.
 *
 *   ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)
 *
 * is computed term by term for few bits, else by binary splitting: the sum of a
 * range of terms is a fraction, which follows from those of the range's halves.
 */
#include "number/value.h"

#include "number/number.h"

enum {
	/* Bits beyond the precision wanted: more than the logarithm of the
	 * units lost by any series here. */
	GUARD = 24,
	/* From here on the methods for many bits are faster, as measured. */
	SPLIT_BITS = 6000,
	NEWTON_BITS = 1500
};

/* A narrow interval is at most 2^-NARROW_BITS of its lower end long. */
enum { NARROW_BITS = 16 };

/* The most bits of the integer part of x in 2^x. */
enum { WHOLE_BITS = 60 };

/* -- ln 2 */

/* sum = the sum of 1/((2j+1) q^(2j+1)), which is atanh(1/q), q >= 26; returns a
 * bound on the units lost.  A power is known within 2 units, its term within 3;
 * the terms after the last add less than 3. */
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

/* For a range a <= j < b: sum / (odd · power) = the sum of 1/((2j+1)
 * q^(2(j-a)+2)); odd = the product of all 2j+1, power = q^(2(b-a)). */
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

/* Recurses as deep as b - a has bits. */
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

/* As atanh_by_terms; the terms left out are less than a unit. */
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

void interval_ln_2(struct interval *x, unsigned long bits)
{
	static const struct {
		long factor;
		unsigned long q;
	} part[] = {{18, 26}, {-2, 4801}, {8, 8749}};
	unsigned long wide = bits + GUARD;
	mpz_t sum;

	mpz_init(sum);
	mpz_set_ui(x->lo, 0);
	mpz_set_ui(x->hi, 0);
	for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
		unsigned long lost =
			wide < SPLIT_BITS
				? atanh_by_terms(sum, part[i].q, wide)
				: atanh_by_splitting(sum, part[i].q, wide);
		mpz_ptr least = part[i].factor < 0 ? x->hi : x->lo;
		mpz_ptr most = part[i].factor < 0 ? x->lo : x->hi;

		mpz_mul_si(sum, sum, part[i].factor);
		mpz_add(least, least, sum);
		mpz_add(most, most, sum);
		mpz_set_ui(sum, lost);
		mpz_mul_si(sum, sum, part[i].factor);
		mpz_add(most, most, sum);
	}
	mpz_fdiv_q_2exp(x->lo, x->lo, GUARD);
	mpz_cdiv_q_2exp(x->hi, x->hi, GUARD);
	x->exponent = -(int64_t)bits;
	mpz_clear(sum);
}

/* -- log2 */

/* y = log2(m · 2^exponent), m >= 1, in units. */
static void log2_point(struct interval *y, const mpz_t m, int64_t exponent,
	unsigned long bits, struct agm_constant *constant)
{
	int64_t whole = exponent + (int64_t)mpz_sizeinbase(m, 2) - 1;
	mpz_t z;

	mpz_init(z);
	number_set_u64(z, (uint64_t)(whole < 0 ? -whole : whole));
	if (whole < 0)
		mpz_neg(z, z);
	mpz_mul_2exp(z, z, bits);
	agm_log2(y->lo, y->hi, m, bits, constant);
	mpz_add(y->lo, y->lo, z);
	mpz_add(y->hi, y->hi, z);
	y->exponent = -(int64_t)bits;
	mpz_clear(z);
}

/* Whether x is so narrow that one logarithm and the slope at its lower end are
 * enough. */
static int is_narrow(const struct interval *x)
{
	mpz_t gap;
	int narrow;

	mpz_init(gap);
	mpz_sub(gap, x->hi, x->lo);
	mpz_mul_2exp(gap, gap, NARROW_BITS);
	narrow = mpz_cmp(gap, x->lo) <= 0;
	mpz_clear(gap);
	return narrow;
}

/* Turns upper, an upper end of log2 x->lo, into one of log2 x->hi, by log2(1 +
 * d) <= 3d/2. */
static void climb(mpz_t upper, const struct interval *x, unsigned long bits)
{
	mpz_t gap;

	mpz_init(gap);
	mpz_sub(gap, x->hi, x->lo);
	mpz_mul_ui(gap, gap, 3);
	mpz_mul_2exp(gap, gap, bits - 1);
	mpz_cdiv_q(gap, gap, x->lo);
	mpz_add(upper, upper, gap);
	mpz_clear(gap);
}

void interval_log2(struct interval *y, const struct interval *x,
	unsigned long bits, struct agm_constant *constant)
{
	struct interval lo, hi;

	bits += GUARD;
	interval_init(&lo);
	interval_init(&hi);
	log2_point(&lo, x->lo, x->exponent, bits, constant);
	if (is_narrow(x)) {
		mpz_set(hi.hi, lo.hi);
		climb(hi.hi, x, bits);
	} else {
		log2_point(&hi, x->hi, x->exponent, bits, constant);
	}
	mpz_swap(y->lo, lo.lo);
	mpz_swap(y->hi, hi.hi);
	y->exponent = lo.exponent;
	interval_clear(&lo);
	interval_clear(&hi);
}

/* -- powers of 2 */

/*
 * y = exp x from below, 0 <= x < 1 in units; returns a bound on the units lost.
 * Term j is the one before times x/j, and known within 2 units, by induction;
 * the terms after the last, which is below 3 units, add less than 6.
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

/* y = 2^f, 0 <= f < 1; f has more bits than these. */
static void exp2_by_series(
	struct interval *y, const struct interval *f, unsigned long bits)
{
	struct interval x;
	unsigned long lost;
	mpz_t lo, hi;

	mpz_inits(lo, hi, NULL);
	interval_init(&x);
	interval_ln_2(&x, bits);
	interval_mul(&x, &x, f, bits);
	(void)interval_fix(lo, hi, &x, bits, UINT64_MAX);
	exp_series(y->lo, lo, bits);
	lost = exp_series(y->hi, hi, bits);
	mpz_add_ui(y->hi, y->hi, lost);
	y->exponent = -(int64_t)bits;
	interval_clear(&x);
	mpz_clears(lo, hi, NULL);
}

/* y = z · 2^d for a small d: with t = d ln 2, 1 + t <= e^t <= 1 + t + t^2 for
 * -1 <= t <= 1. */
static void correct(struct interval *y, const struct interval *z,
	const struct interval *d, unsigned long bits)
{
	struct interval t, more;

	interval_init(&t);
	interval_init(&more);
	interval_ln_2(&t, bits);
	interval_mul(&t, &t, d, bits);
	interval_mul(&more, &t, &t, bits);
	mpz_set_ui(more.lo, 0);
	interval_add(&t, &t, &more, bits);
	mpz_set_ui(more.lo, 1);
	mpz_set_ui(more.hi, 1);
	more.exponent = 0;
	interval_add(&t, &t, &more, bits);
	interval_mul(y, z, &t, bits);
	interval_clear(&t);
	interval_clear(&more);
}

/* y = 2^f, 0 <= f < 1, for any number of bits: half of them by recursion, then
 * one step of Newton's method. */
static void exp2_fraction(struct interval *y, const struct interval *f,
	unsigned long bits, struct agm_constant *constant)
{
	struct interval z, d;

	if (bits < NEWTON_BITS) {
		exp2_by_series(y, f, bits);
		return;
	}
	interval_init(&z);
	interval_init(&d);
	exp2_fraction(&z, f, bits / 2 + GUARD, constant);
	mpz_set(z.hi, z.lo);
	interval_log2(&d, &z, bits, constant);
	interval_neg(&d);
	interval_add(&d, f, &d, bits);
	correct(y, &z, &d, bits);
	interval_clear(&z);
	interval_clear(&d);
}

/* y = 2^f, f in units; returns whether the exponent is in range. */
static int exp2_point(struct interval *y, const mpz_t f, unsigned long bits,
	struct agm_constant *constant)
{
	struct interval fraction;
	mpz_t whole;

	mpz_init(whole);
	interval_init(&fraction);
	mpz_fdiv_q_2exp(whole, f, bits);
	mpz_fdiv_r_2exp(fraction.lo, f, bits);
	mpz_set(fraction.hi, fraction.lo);
	fraction.exponent = -(int64_t)bits;
	exp2_fraction(y, &fraction, bits, constant);
	/* number_get_u64 gives |whole|. */
	y->exponent += mpz_sgn(whole) < 0 ? -(int64_t)number_get_u64(whole)
					  : (int64_t)number_get_u64(whole);
	interval_clear(&fraction);
	mpz_clear(whole);
	return interval_in_range(y);
}

/* Turns y = 2^lo into 2^x for x from lo to hi: with d = hi - lo <= 1, y->hi
 * grows by a factor 2^d <= 1 + d. */
static void stretch(struct interval *y, const mpz_t lo, const mpz_t hi,
	unsigned long fixed_bits)
{
	mpz_t factor;

	mpz_init(factor);
	mpz_sub(factor, hi, lo);
	mpz_mul(factor, factor, y->hi);
	mpz_cdiv_q_2exp(factor, factor, fixed_bits);
	mpz_add(y->hi, y->hi, factor);
	mpz_clear(factor);
}

/* y = 2^x for x from lo to hi at any distance; whether it is in range. */
static int exp2_both(struct interval *y, const mpz_t lo, const mpz_t hi,
	unsigned long fixed_bits, struct agm_constant *constant)
{
	struct interval upper;
	int fits;

	interval_init(&upper);
	fits = exp2_point(&upper, hi, fixed_bits, constant) &&
	       exp2_point(y, lo, fixed_bits, constant);
	if (fits) {
		interval_align(y, &upper, fixed_bits);
		mpz_swap(y->hi, upper.hi);
	}
	interval_clear(&upper);
	return fits;
}

int interval_exp2(struct interval *y, const struct interval *x,
	unsigned long bits, struct agm_constant *constant)
{
	unsigned long fixed_bits = bits + GUARD;
	mpz_t lo, hi, gap;
	int fits;

	mpz_inits(lo, hi, gap, NULL);
	fits = interval_fix(lo, hi, x, fixed_bits, fixed_bits + WHOLE_BITS);
	mpz_sub(gap, hi, lo);
	if (fits && mpz_sizeinbase(gap, 2) <= fixed_bits) {
		fits = exp2_point(y, lo, fixed_bits, constant);
		stretch(y, lo, hi, fixed_bits);
	} else if (fits) {
		fits = exp2_both(y, lo, hi, fixed_bits, constant);
	}
	mpz_clears(lo, hi, gap, NULL);
	return fits;
}
