/*
 * Quotients of logarithms that are rational, by Euclid's algorithm.
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
