/*
 * The nearest double of a rational.  A double is an integer of 53 bits times a
 * power of two, its place; doubles near 0 have the place 2^-1074 and fewer
 * bits. The size of the rational gives the place; one division, rounded by its
 * remainder, gives the integer.
 *   Example: 1/10 is between 2^-4 and 2^-3, so its place is 2^-56:
 * floor(2^56/10) = 7205759403792793 leaves 6/10, more than a half, so that
 * 7205759403792794 · 2^-56 is the nearest.
 */
#include "number/number.h"

#include <float.h>

enum { PLACE_LEAST = DBL_MIN_EXP - DBL_MANT_DIG };

/* q = a · 2^shift / b, rounded half to even. */
static void divide_at(mpz_t q, const mpz_t a, const mpz_t b, int64_t shift)
{
	mpz_t scaled;

	mpz_init(scaled);
	if (shift >= 0) {
		mpz_mul_2exp(scaled, a, (mp_bitcnt_t)shift);
		number_divide_round(q, scaled, b);
	} else {
		mpz_mul_2exp(scaled, b, (mp_bitcnt_t)-shift);
		number_divide_round(q, a, scaled);
	}
	mpz_clear(scaled);
}

/* x · 2^place, which is a double or, if it is too large, infinite. */
static double scale(double x, int64_t place)
{
	for (; place > 0; place--)
		x *= 2;
	for (; place < 0; place++)
		x /= 2;
	return x;
}

/* The double nearest to a/b · 2^exponent. */
static double nearest_double(const mpz_t a, const mpz_t b, int64_t exponent)
{
	/* 2^(size-1) < |a/b · 2^exponent| < 2^(size+1). */
	int64_t size = exponent + (int64_t)mpz_sizeinbase(a, 2) -
		       (int64_t)mpz_sizeinbase(b, 2);
	int64_t place = size - DBL_MANT_DIG;
	double nearest;
	mpz_t q;

	if (mpz_sgn(a) == 0 || size < PLACE_LEAST - 1)
		return 0;
	if (size > DBL_MAX_EXP + 1)
		return mpz_sgn(a) < 0 ? -DBL_MAX : DBL_MAX;
	if (place < PLACE_LEAST)
		place = PLACE_LEAST;
	mpz_init(q);
	divide_at(q, a, b, exponent - place);
	/* If that has 54 bits, divide again for 53: rounding q would be the
	 * second rounding. */
	if (mpz_sizeinbase(q, 2) > DBL_MANT_DIG)
		divide_at(q, a, b, exponent - ++place);
	nearest = scale(mpz_get_d(q), place);
	mpz_clear(q);
	if (nearest > DBL_MAX)
		return DBL_MAX;
	return nearest < -DBL_MAX ? -DBL_MAX : nearest;
}

double number_double(const mpq_t value)
{
	return nearest_double(mpq_numref(value), mpq_denref(value), 0);
}

double number_scaled_double(const mpz_t value, int64_t exponent)
{
	double nearest;
	mpz_t one;

	mpz_init_set_ui(one, 1);
	nearest = nearest_double(value, one, exponent);
	mpz_clear(one);
	return nearest;
}
