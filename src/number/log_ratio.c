/*
 * Quotients of logarithms: the rational ones by Euclid's algorithm, the others
 * by intervals that are narrowed until they contain no integer.
 */
#include "number/value.h"

/*
 * Euclid's algorithm on the exponents: of g^i and g^j, i >= j, the first has
 * the second as a factor i/j times, and what remains is g^(i mod j).  It ends
 * with g and 1; or with two numbers of which neither divides the other, which
 * then are not powers of one.
 */
int log_ratio(mpq_t ratio, const mpz_t n, const mpz_t c)
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

void log_ratio_floor(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c)
{
	struct value_precision precision = {.bits = 64, .max_bits = UINT64_MAX};
	struct value x, y;
	const char *why;

	value_init(&x);
	value_init(&y);
	do {
		precision.bits *= 2;
		value_set_z(&x, n);
		value_set_z(&y, c);
		value_log(&x, &x, &precision, &why);
		value_log(&y, &y, &precision, &why);
		value_quotient(&x, &x, &y, &precision, &why);
		value_set_z(&y, n);
		mpq_set(y.q, p);
		value_product(&x, &x, &y, &precision, &why);
	} while (value_floor(&x, &x, &precision, &why) == VALUE_UNCERTAIN);
	mpz_set(value, mpq_numref(x.q));
	value_clear(&x);
	value_clear(&y);
}

void log_ratio_ceil(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c)
{
	mpq_t minus;

	mpq_init(minus);
	mpq_neg(minus, p);
	log_ratio_floor(value, minus, n, c);
	mpz_neg(value, value);
	mpq_clear(minus);
}
