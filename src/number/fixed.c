/*
 * Intervals of fixed-point numbers: arithmetic, and which integers a quotient
 * of logarithms is between.
 */
#include "number/fixed.h"

void fixed_interval_init(struct fixed_interval *x, unsigned long bits)
{
	mpz_inits(x->lo, x->hi, NULL);
	x->bits = bits;
}

void fixed_interval_clear(struct fixed_interval *x)
{
	mpz_clears(x->lo, x->hi, NULL);
}

void fixed_interval_set_q(struct fixed_interval *x, const mpq_t q)
{
	mpz_mul_2exp(x->hi, mpq_numref(q), x->bits);
	mpz_fdiv_q(x->lo, x->hi, mpq_denref(q));
	mpz_cdiv_q(x->hi, x->hi, mpq_denref(q));
}

void fixed_interval_set_z(struct fixed_interval *x, const mpz_t z)
{
	mpz_mul_2exp(x->lo, z, x->bits);
	mpz_set(x->hi, x->lo);
}

void fixed_interval_add(struct fixed_interval *z,
	const struct fixed_interval *x, const struct fixed_interval *y)
{
	mpz_add(z->lo, x->lo, y->lo);
	mpz_add(z->hi, x->hi, y->hi);
}

void fixed_interval_sub(struct fixed_interval *z,
	const struct fixed_interval *x, const struct fixed_interval *y)
{
	mpz_t lo;

	mpz_init(lo);
	mpz_sub(lo, x->lo, y->hi);
	mpz_sub(z->hi, x->hi, y->lo);
	mpz_swap(z->lo, lo);
	mpz_clear(lo);
}

void fixed_interval_mul_q(
	struct fixed_interval *z, const struct fixed_interval *x, const mpq_t q)
{
	mpz_mul(z->lo, x->lo, mpq_numref(q));
	mpz_mul(z->hi, x->hi, mpq_numref(q));
	if (mpq_sgn(q) < 0)
		mpz_swap(z->lo, z->hi);
	mpz_fdiv_q(z->lo, z->lo, mpq_denref(q));
	mpz_cdiv_q(z->hi, z->hi, mpq_denref(q));
}

/* Both ends of x times the end of y that makes the product least, or most. */
void fixed_interval_mul(struct fixed_interval *z,
	const struct fixed_interval *x, const struct fixed_interval *y)
{
	mpz_t lo;

	mpz_init(lo);
	mpz_mul(lo, x->lo, mpz_sgn(x->lo) < 0 ? y->hi : y->lo);
	mpz_mul(z->hi, x->hi, mpz_sgn(x->hi) < 0 ? y->lo : y->hi);
	mpz_fdiv_q_2exp(z->lo, lo, x->bits);
	mpz_cdiv_q_2exp(z->hi, z->hi, x->bits);
	mpz_clear(lo);
}

/* A positive x is least divided by the most, a negative one by the least. */
void fixed_interval_div(struct fixed_interval *z,
	const struct fixed_interval *x, const struct fixed_interval *y)
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

/*
 * Euclid's algorithm on the exponents: of g^i and g^j, i >= j, the first has
 * the second as a factor i/j times, and what remains is g^(i mod j).  It ends
 * with g and 1; or with two numbers of which neither divides the other, which
 * then are not powers of one.
 */
int fixed_interval_log_ratio(mpq_t ratio, const mpz_t n, const mpz_t c)
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
static int floor_is_certain(mpz_t value, const struct fixed_interval *x)
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
	struct fixed_interval x, y;
	int certain;

	fixed_interval_init(&x, bits);
	fixed_interval_init(&y, bits);
	fixed_interval_set_z(&x, n);
	fixed_interval_set_z(&y, c);
	fixed_interval_ln(&x, &x);
	fixed_interval_ln(&y, &y);
	fixed_interval_div(&x, &x, &y);
	fixed_interval_mul_q(&x, &x, p);
	certain = floor_is_certain(value, &x);
	fixed_interval_clear(&x);
	fixed_interval_clear(&y);
	return certain;
}

void fixed_interval_log_floor(
	mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c)
{
	size_t size = mpz_sizeinbase(mpq_numref(p), 2) + 64;
	size_t less = mpz_sizeinbase(mpq_denref(p), 2);
	unsigned long bits =
		size > less + 64 ? (unsigned long)(size - less) : 64;
	mpq_t ratio;

	mpq_init(ratio);
	if (fixed_interval_log_ratio(ratio, n, c)) {
		mpq_mul(ratio, ratio, p);
		mpz_fdiv_q(value, mpq_numref(ratio), mpq_denref(ratio));
	} else {
		while (!try_log_floor(value, p, n, c, bits))
			bits *= 2;
	}
	mpq_clear(ratio);
}

void fixed_interval_log_ceil(
	mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c)
{
	mpq_t minus;

	mpq_init(minus);
	mpq_neg(minus, p);
	fixed_interval_log_floor(value, minus, n, c);
	mpz_neg(value, value);
	mpq_clear(minus);
}
