/*
 * Arithmetic on intervals: lower ends are rounded down, towards minus infinity,
 * and upper ends up.  Example: 5·2^-4 <= 1/3 <= 6·2^-4.
 */
#include "number/value.h"

#include "base/bits.h"
#include "number/number.h"

/* The largest exponent in range: the sum of two, with what the operations add,
 * does not overflow. */
static const int64_t EXPONENT_MAX = INT64_C(1) << 60;

/* How many bits the operations keep beyond those asked for. */
enum { GUARD = 8 };

void interval_init(struct interval *x)
{
	mpz_inits(x->lo, x->hi, NULL);
	x->exponent = 0;
}

void interval_clear(struct interval *x)
{
	mpz_clears(x->lo, x->hi, NULL);
}

void interval_set(struct interval *x, const struct interval *y)
{
	mpz_set(x->lo, y->lo);
	mpz_set(x->hi, y->hi);
	x->exponent = y->exponent;
}

void interval_neg(struct interval *x)
{
	mpz_neg(x->lo, x->lo);
	mpz_neg(x->hi, x->hi);
	mpz_swap(x->lo, x->hi);
}

int interval_in_range(const struct interval *x)
{
	return x->exponent <= EXPONENT_MAX && x->exponent >= -EXPONENT_MAX;
}

int interval_sign(const struct interval *x)
{
	if (mpz_sgn(x->lo) > 0)
		return 1;
	return mpz_sgn(x->hi) < 0 ? -1 : 0;
}

/* Caps an exponent that is out of range, so that it stays out of range and does
 * not overflow. */
static int64_t bounded(int64_t exponent)
{
	if (exponent > 2 * EXPONENT_MAX)
		return 2 * EXPONENT_MAX;
	return exponent < -2 * EXPONENT_MAX ? -2 * EXPONENT_MAX : exponent;
}

static uint64_t size_of(const struct interval *x)
{
	return most_u64(mpz_sizeinbase(x->lo, 2), mpz_sizeinbase(x->hi, 2));
}

static int is_zero(const struct interval *x)
{
	return mpz_sgn(x->lo) == 0 && mpz_sgn(x->hi) == 0;
}

/* Makes the exponent larger by shift: the ends lose their last bits. */
static void coarsen(struct interval *x, uint64_t shift)
{
	mp_bitcnt_t down = (mp_bitcnt_t)least_u64(shift, size_of(x) + 1);

	mpz_fdiv_q_2exp(x->lo, x->lo, down);
	mpz_cdiv_q_2exp(x->hi, x->hi, down);
	x->exponent += (int64_t)shift;
}

static void round_to(struct interval *x, unsigned long bits)
{
	uint64_t size = size_of(x);

	if (is_zero(x))
		x->exponent = 0;
	else if (size > bits + GUARD)
		coarsen(x, size - bits - GUARD);
}

static void set_z(struct interval *x, const mpz_t z, unsigned long bits)
{
	uint64_t size = mpz_sizeinbase(z, 2), down = 0;

	if (size > bits + GUARD)
		down = size - bits - GUARD;
	mpz_fdiv_q_2exp(x->lo, z, (mp_bitcnt_t)down);
	mpz_cdiv_q_2exp(x->hi, z, (mp_bitcnt_t)down);
	x->exponent = (int64_t)down;
}

void interval_set_q(struct interval *x, const mpq_t q, unsigned long bits)
{
	int64_t shift = (int64_t)(bits + GUARD) +
			(int64_t)mpz_sizeinbase(mpq_denref(q), 2) -
			(int64_t)mpz_sizeinbase(mpq_numref(q), 2);
	mpz_t divisor;

	if (number_is_whole(q)) {
		set_z(x, mpq_numref(q), bits);
		return;
	}
	mpz_init_set(divisor, mpq_denref(q));
	mpz_set(x->hi, mpq_numref(q));
	if (shift > 0)
		mpz_mul_2exp(x->hi, x->hi, (mp_bitcnt_t)shift);
	else
		mpz_mul_2exp(divisor, divisor, (mp_bitcnt_t)-shift);
	mpz_fdiv_q(x->lo, x->hi, divisor);
	mpz_cdiv_q(x->hi, x->hi, divisor);
	x->exponent = -shift;
	round_to(x, bits);
	mpz_clear(divisor);
}

/* Gives x that exponent. */
static void move_to(struct interval *x, int64_t exponent)
{
	if (exponent >= x->exponent) {
		coarsen(x, (uint64_t)(exponent - x->exponent));
		return;
	}
	mpz_mul_2exp(x->lo, x->lo, (mp_bitcnt_t)(x->exponent - exponent));
	mpz_mul_2exp(x->hi, x->hi, (mp_bitcnt_t)(x->exponent - exponent));
	x->exponent = exponent;
}

/* The exponent at which a sum has the precision asked for: the lesser of both,
 * but no more than bits + GUARD below the greater. */
static int64_t common_exponent(
	const struct interval *x, const struct interval *y, unsigned long bits)
{
	int64_t low, high;

	if (is_zero(x) || is_zero(y))
		return is_zero(x) ? y->exponent : x->exponent;
	low = x->exponent < y->exponent ? x->exponent : y->exponent;
	high = x->exponent < y->exponent ? y->exponent : x->exponent;
	high -= (int64_t)bits + GUARD;
	return low > high ? low : high;
}

void interval_align(struct interval *x, struct interval *y, unsigned long bits)
{
	int64_t exponent = common_exponent(x, y, bits);

	move_to(x, exponent);
	move_to(y, exponent);
}

void interval_add(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits)
{
	struct interval other;

	interval_init(&other);
	interval_set(&other, y);
	if (z != x)
		interval_set(z, x);
	interval_align(z, &other, bits);
	mpz_add(z->lo, z->lo, other.lo);
	mpz_add(z->hi, z->hi, other.hi);
	round_to(z, bits);
	interval_clear(&other);
}

int interval_cmp(const struct interval *x, const struct interval *y)
{
	struct interval minus, difference;
	unsigned long bits = (unsigned long)(size_of(x) + size_of(y));
	int sign;

	interval_init(&minus);
	interval_init(&difference);
	interval_set(&minus, y);
	interval_neg(&minus);
	interval_add(&difference, x, &minus, bits);
	sign = interval_sign(&difference);
	interval_clear(&minus);
	interval_clear(&difference);
	return sign;
}

/* Widens z so that it contains lo and hi; the first call sets it to them. */
static void widen_interval(
	struct interval *z, const mpz_t lo, const mpz_t hi, int first)
{
	if (first || mpz_cmp(lo, z->lo) < 0)
		mpz_set(z->lo, lo);
	if (first || mpz_cmp(hi, z->hi) > 0)
		mpz_set(z->hi, hi);
}

void interval_mul(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits)
{
	struct interval product;
	mpz_t corner;

	interval_init(&product);
	mpz_init(corner);
	if (mpz_sgn(x->lo) >= 0 && mpz_sgn(y->lo) >= 0) {
		mpz_mul(product.lo, x->lo, y->lo);
		mpz_mul(product.hi, x->hi, y->hi);
	} else {
		for (int i = 0; i < 4; i++) {
			mpz_mul(corner, i & 1 ? x->lo : x->hi,
				i & 2 ? y->lo : y->hi);
			widen_interval(&product, corner, corner, i == 0);
		}
	}
	product.exponent = bounded(x->exponent + y->exponent);
	round_to(&product, bits);
	interval_set(z, &product);
	interval_clear(&product);
	mpz_clear(corner);
}

void interval_div(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits)
{
	mp_bitcnt_t shift = (mp_bitcnt_t)(size_of(y) + bits + GUARD);
	struct interval quotient;
	mpz_t lo, hi, dividend;

	interval_init(&quotient);
	mpz_inits(lo, hi, dividend, NULL);
	for (int i = 0; i < 4; i++) {
		const __mpz_struct *divisor = i & 2 ? y->lo : y->hi;

		mpz_mul_2exp(dividend, i & 1 ? x->lo : x->hi, shift);
		mpz_fdiv_q(lo, dividend, divisor);
		mpz_cdiv_q(hi, dividend, divisor);
		widen_interval(&quotient, lo, hi, i == 0);
	}
	quotient.exponent = bounded(x->exponent - y->exponent) - (int64_t)shift;
	round_to(&quotient, bits);
	interval_set(z, &quotient);
	interval_clear(&quotient);
	mpz_clears(lo, hi, dividend, NULL);
}

void interval_sqrt(
	struct interval *y, const struct interval *x, unsigned long bits)
{
	uint64_t shift = 2 * ((uint64_t)bits + GUARD);
	mpz_t rest;

	if (((x->exponent - (int64_t)shift) & 1) != 0)
		shift++;
	mpz_init(rest);
	mpz_mul_2exp(y->lo, x->lo, (mp_bitcnt_t)shift);
	mpz_mul_2exp(y->hi, x->hi, (mp_bitcnt_t)shift);
	y->exponent = (x->exponent - (int64_t)shift) / 2;
	mpz_sqrt(y->lo, y->lo);
	mpz_sqrtrem(y->hi, rest, y->hi);
	if (mpz_sgn(rest) > 0)
		mpz_add_ui(y->hi, y->hi, 1);
	round_to(y, bits);
	mpz_clear(rest);
}

/* z = end · 2^shift, rounded up or down; returns 0 if it would be longer than
 * max_bits. */
static int scale(
	mpz_t z, const mpz_t end, int64_t shift, int up, uint64_t max_bits)
{
	uint64_t size = mpz_sizeinbase(end, 2), down;

	if (shift >= 0) {
		if (size > max_bits || (uint64_t)shift > max_bits - size)
			return 0;
		mpz_mul_2exp(z, end, (mp_bitcnt_t)shift);
		return 1;
	}
	down = (uint64_t)-shift < size ? (uint64_t)-shift : size + 1;
	if (up)
		mpz_cdiv_q_2exp(z, end, (mp_bitcnt_t)down);
	else
		mpz_fdiv_q_2exp(z, end, (mp_bitcnt_t)down);
	return 1;
}

int interval_floor(
	mpz_t lo, mpz_t hi, const struct interval *x, uint64_t max_bits)
{
	return scale(lo, x->lo, x->exponent, 0, max_bits) &&
	       scale(hi, x->hi, x->exponent, 0, max_bits);
}

int interval_fix(mpz_t lo, mpz_t hi, const struct interval *x,
	unsigned long bits, uint64_t max_bits)
{
	int64_t shift = x->exponent + (int64_t)bits;

	return scale(lo, x->lo, shift, 0, max_bits) &&
	       scale(hi, x->hi, shift, 1, max_bits);
}
