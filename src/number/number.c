/*
 * Arithmetic that GMP lacks, on its integers and on 64-bit ones.
 */
#include "number/number.h"

#include <assert.h>
#include <limits.h>

uint64_t number_ceil_log2(const mpz_t n)
{
	uint64_t bits = mpz_sizeinbase(n, 2);

	return mpz_scan1(n, 0) == bits - 1 ? bits - 1 : bits;
}

void number_floor(mpz_t value, const mpq_t q)
{
	mpz_fdiv_q(value, mpq_numref(q), mpq_denref(q));
}

void number_ceil(mpz_t value, const mpq_t q)
{
	mpz_cdiv_q(value, mpq_numref(q), mpq_denref(q));
}

void number_raise(mpq_t most, const mpq_t value)
{
	if (mpq_cmp(most, value) < 0)
		mpq_set(most, value);
}

int number_exceeds(const mpq_t value, const mpq_t base, uint64_t a, uint64_t b)
{
	int is;
	mpq_t most;

	mpq_init(most);
	number_set_ratio(most, a, b);
	mpq_mul(most, most, base);
	is = mpq_cmp(value, most) > 0;
	mpq_clear(most);
	return is;
}

void number_divide_round(mpz_t value, const mpz_t a, const mpz_t b)
{
	mpz_t rest;
	int half;

	mpz_init(rest);
	mpz_fdiv_qr(value, rest, a, b);
	mpz_mul_2exp(rest, rest, 1);
	half = mpz_cmp(rest, b);
	if (half > 0 || (half == 0 && mpz_odd_p(value)))
		mpz_add_ui(value, value, 1);
	mpz_clear(rest);
}

void number_set_u64(mpz_t value, uint64_t u)
{
#if ULONG_MAX >= UINT64_MAX
	mpz_set_ui(value, u);
#else
	mpz_import(value, 1, 1, sizeof u, 0, 0, &u);
#endif
}

void number_set_ratio(mpq_t value, uint64_t a, uint64_t b)
{
	number_set_u64(mpq_numref(value), a);
	number_set_u64(mpq_denref(value), b);
	mpq_canonicalize(value);
}

int number_fits_u64(const mpz_t value)
{
	return mpz_sgn(value) >= 0 &&
	       (mpz_size(value) <= 1 || mpz_sizeinbase(value, 2) <= 64);
}

uint64_t number_get_u64(const mpz_t value)
{
	assert(mpz_size(value) <= 1 || mpz_sizeinbase(value, 2) <= 64);
#if ULONG_MAX >= UINT64_MAX
	return mpz_get_ui(value);
#else
	uint64_t u = 0;

	mpz_export(&u, NULL, 1, sizeof u, 0, 0, value);
	return u;
#endif
}

int number_read_u64(uint64_t *u, const mpz_t value, unsigned bits)
{
	if (mpz_sgn(value) < 0 || mpz_sizeinbase(value, 2) > bits)
		return 0;
	*u = number_get_u64(value);
	return 1;
}

int number_read_ticks(
	uint64_t *ticks, const mpq_t time, uint64_t unit, unsigned bits)
{
	int fits;
	mpz_t product;

	mpz_init(product);
	number_set_u64(product, unit);
	mpz_mul(product, product, mpq_numref(time));
	fits = mpz_divisible_p(product, mpq_denref(time));
	if (fits)
		mpz_divexact(product, product, mpq_denref(time));
	fits = fits && number_read_u64(ticks, product, bits);
	mpz_clear(product);
	return fits;
}

uint64_t number_gcd_u64(uint64_t a, uint64_t b)
{
	while (b > 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}
