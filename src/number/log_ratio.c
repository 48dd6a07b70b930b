/*
 * Quotients of logarithms: the rational ones by Euclid's algorithm, the others
 * by intervals that are narrowed until they contain no integer.
 */
#include "number/fixed.h"
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

void log_ratio_floor(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c)
{
	size_t size = mpz_sizeinbase(mpq_numref(p), 2) + 64;
	size_t less = mpz_sizeinbase(mpq_denref(p), 2);
	unsigned long bits =
		size > less + 64 ? (unsigned long)(size - less) : 64;
	mpq_t ratio;

	mpq_init(ratio);
	if (log_ratio(ratio, n, c)) {
		mpq_mul(ratio, ratio, p);
		mpz_fdiv_q(value, mpq_numref(ratio), mpq_denref(ratio));
	} else {
		while (!try_log_floor(value, p, n, c, bits))
			bits *= 2;
	}
	mpq_clear(ratio);
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
