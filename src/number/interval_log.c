/*
 * Logarithm and power to the base 2 of intervals: an end is split into a power
 * of two and a number between 1 and 2, or into its integer and its fraction;
 * what is left is done in fixed point, by number/fixed.
 */
#include "number/value.h"

#include "number/number.h"
#include "number/fixed.h"

/* The bits after the point in fixed point beyond those asked for. */
enum { FIXED_GUARD = 24 };

/* An interval is narrow from 2^-NARROW_BITS of its numbers. */
enum { NARROW_BITS = 16 };

/* The most bits of an exponent's integer part. */
enum { WHOLE_BITS = 60 };

/* Below 2^61 in size, as exponents are. */
static int64_t get_i64(const mpz_t z)
{
	int64_t size = (int64_t)number_get_u64(z); /* the sign is ignored */

	return mpz_sgn(z) < 0 ? -size : size;
}

/* Whether x is so narrow that the slope at its lower end does for all of it. */
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

/* upper, of log2 x->lo, becomes that of log2 x->hi: log2(1 + d) <= 3d/2. */
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
	struct fixed_interval lo, hi;

	fixed_interval_init(&lo, bits + FIXED_GUARD);
	fixed_interval_init(&hi, bits + FIXED_GUARD);
	fixed_interval_log2(&lo, x->lo, x->exponent, constant);
	if (is_narrow(x)) {
		mpz_set(hi.hi, lo.hi);
		climb(hi.hi, x, hi.bits);
	} else {
		fixed_interval_log2(&hi, x->hi, x->exponent, constant);
	}
	mpz_set(y->lo, lo.lo);
	mpz_set(y->hi, hi.hi);
	y->exponent = -(int64_t)lo.bits;
	fixed_interval_clear(&lo);
	fixed_interval_clear(&hi);
}

/* y = 2^f for the fixed-point number f. */
static int exp2_interval(struct interval *y, const mpz_t f,
	unsigned long fixed_bits, struct agm_constant *constant)
{
	struct fixed_interval x;
	mpz_t whole, carry, fraction;

	mpz_inits(whole, carry, fraction, NULL);
	fixed_interval_init(&x, fixed_bits);
	mpz_fdiv_q_2exp(whole, f, (mp_bitcnt_t)fixed_bits);
	mpz_fdiv_r_2exp(fraction, f, (mp_bitcnt_t)fixed_bits);
	fixed_interval_exp2(&x, carry, fraction, constant);
	mpz_add(whole, whole, carry);
	mpz_set(y->lo, x.lo);
	mpz_set(y->hi, x.hi);
	y->exponent = get_i64(whole) - (int64_t)fixed_bits;
	fixed_interval_clear(&x);
	mpz_clears(whole, carry, fraction, NULL);
	return interval_in_range(y);
}

/* y = 2^x for x from lo to hi: y->hi, of 2^lo, grows by 2^d <= 1 + d, the
 * difference d <= 1. */
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

/* The same for any difference. */
static int exp2_both(struct interval *y, const mpz_t lo, const mpz_t hi,
	unsigned long fixed_bits, struct agm_constant *constant)
{
	struct interval upper;
	int fits;

	interval_init(&upper);
	fits = exp2_interval(&upper, hi, fixed_bits, constant) &&
	       exp2_interval(y, lo, fixed_bits, constant);
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
	unsigned long fixed_bits = bits + FIXED_GUARD;
	mpz_t lo, hi, gap;
	int fits;

	mpz_inits(lo, hi, gap, NULL);
	fits = interval_fix(lo, hi, x, fixed_bits, fixed_bits + WHOLE_BITS);
	mpz_sub(gap, hi, lo);
	if (fits && mpz_sizeinbase(gap, 2) <= fixed_bits) {
		fits = exp2_interval(y, lo, fixed_bits, constant);
		stretch(y, lo, hi, fixed_bits);
	} else if (fits) {
		fits = exp2_both(y, lo, hi, fixed_bits, constant);
	}
	mpz_clears(lo, hi, gap, NULL);
	return fits;
}
