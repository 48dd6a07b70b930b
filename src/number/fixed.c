/*
 * Arithmetic of intervals of fixed-point numbers.
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
