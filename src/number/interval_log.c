/*
 * Logarithm and power to the base 2 of intervals: an end is split into a power
 * of two and a number between 1 and 2, or into its integer and its fraction;
 * what is left is done in fixed point, by number/fixed.
 */
#include "number/interval.h"

#include "number/number.h"
#include "number/fixed.h"

/* The bits after the point in fixed point beyond those asked for. */
enum { FIXED_GUARD = 24 };

/* The most bits of an exponent's integer part. */
enum { WHOLE_BITS = 60 };

static void set_ln_2(struct real *x)
{
	mpz_t two;

	mpz_init_set_ui(two, 2);
	real_set_z(x, two);
	real_ln(x, x);
	mpz_clear(two);
}

/* Below 2^61 in size, as exponents are. */
static int64_t get_i64(const mpz_t z)
{
	int64_t size = (int64_t)number_get_u64(z); /* the sign is ignored */

	return mpz_sgn(z) < 0 ? -size : size;
}

static void set_i64(mpz_t z, int64_t value)
{
	number_set_u64(z, (uint64_t)(value < 0 ? -value : value));
	if (value < 0)
		mpz_neg(z, z);
}

/* y = log2(m · 2^exponent) for m > 0. */
static void log2_point(struct real *y, const mpz_t m, int64_t exponent)
{
	uint64_t whole = mpz_sizeinbase(m, 2) - 1;
	struct real two;
	mpz_t power;

	mpz_init(power);
	real_init(&two, y->bits);
	if (whole > y->bits) {
		mpz_fdiv_q_2exp(y->lo, m, (mp_bitcnt_t)(whole - y->bits));
		mpz_cdiv_q_2exp(y->hi, m, (mp_bitcnt_t)(whole - y->bits));
	} else {
		mpz_mul_2exp(y->lo, m, (mp_bitcnt_t)(y->bits - whole));
		mpz_set(y->hi, y->lo);
	}
	real_ln(y, y);
	set_ln_2(&two);
	real_div(y, y, &two);
	set_i64(power, exponent + (int64_t)whole);
	real_set_z(&two, power);
	real_add(y, y, &two);
	real_clear(&two);
	mpz_clear(power);
}

void interval_log2(
	struct interval *y, const struct interval *x, unsigned long bits)
{
	struct real lo, hi;

	real_init(&lo, bits + FIXED_GUARD);
	real_init(&hi, bits + FIXED_GUARD);
	log2_point(&lo, x->lo, x->exponent);
	if (mpz_cmp(x->lo, x->hi) == 0)
		mpz_set(hi.hi, lo.hi);
	else
		log2_point(&hi, x->hi, x->exponent);
	mpz_set(y->lo, lo.lo);
	mpz_set(y->hi, hi.hi);
	y->exponent = -(int64_t)lo.bits;
	real_clear(&lo);
	real_clear(&hi);
}

/* y · 2^whole = 2^f for the fixed-point number f. */
static void exp2_point(struct real *y, mpz_t whole, const mpz_t f)
{
	struct real x;
	mpz_t carry;
	mpq_t fraction;

	mpz_init(carry);
	mpq_init(fraction);
	real_init(&x, y->bits);
	mpz_fdiv_q_2exp(whole, f, (mp_bitcnt_t)y->bits);
	mpz_fdiv_r_2exp(mpq_numref(fraction), f, (mp_bitcnt_t)y->bits);
	mpz_mul_2exp(mpq_denref(fraction), mpq_denref(fraction),
		(mp_bitcnt_t)y->bits);
	mpq_canonicalize(fraction);
	set_ln_2(&x);
	real_mul_q(&x, &x, fraction);
	real_exp(y, carry, &x);
	mpz_add(whole, whole, carry);
	real_clear(&x);
	mpq_clear(fraction);
	mpz_clear(carry);
}

/* y = 2^f, the interval that real_exp finds. */
static int exp2_interval(
	struct interval *y, const mpz_t f, unsigned long fixed_bits)
{
	struct real x;
	mpz_t whole;

	mpz_init(whole);
	real_init(&x, fixed_bits);
	exp2_point(&x, whole, f);
	mpz_set(y->lo, x.lo);
	mpz_set(y->hi, x.hi);
	y->exponent = get_i64(whole) - (int64_t)fixed_bits;
	real_clear(&x);
	mpz_clear(whole);
	return interval_in_range(y);
}

int interval_exp2(
	struct interval *y, const struct interval *x, unsigned long bits)
{
	unsigned long fixed_bits = bits + FIXED_GUARD;
	struct interval upper;
	mpz_t lo, hi;
	int fits;

	interval_init(&upper);
	mpz_inits(lo, hi, NULL);
	fits = interval_fix(lo, hi, x, fixed_bits, fixed_bits + WHOLE_BITS) &&
	       exp2_interval(&upper, hi, fixed_bits) &&
	       exp2_interval(y, lo, fixed_bits);
	if (fits) {
		interval_align(y, &upper, fixed_bits);
		mpz_swap(y->hi, upper.hi);
	}
	interval_clear(&upper);
	mpz_clears(lo, hi, NULL);
	return fits;
}
