/*
 * Powers x^y.  Of an exact x they are exact for integers y, and for a fraction
 * y if x has that root: 8^(2/3) = 4.  Others are intervals: by squaring if y is
 * an integer that is not large, else as 2^(y log2 x).
 */
#include "number/value.h"

#include "base/bits.h"
#include "base/err.h"
#include "number/number.h"

/* The largest integer exponent of a real number for which squaring is used. */
static const unsigned long SQUARINGS_MAX = 1UL << 20;

static int is_whole(const struct value *y)
{
	return y->exact && number_is_whole(y->q);
}

/* z = x^n, exactly, for n >= 0. */
static enum value_result exact_power(mpq_t z, const mpq_t x, const mpz_t n,
	const struct value_precision *precision, const char **why)
{
	uint64_t top = mpz_sizeinbase(mpq_numref(x), 2);
	uint64_t bottom = mpz_sizeinbase(mpq_denref(x), 2);
	uint64_t bits = most_u64(top, bottom);

	if (mpz_cmpabs_ui(mpq_numref(x), 1) <= 0 && bottom == 1) {
		/* 0, 1, -1 */
		if (mpz_sgn(n) == 0)
			mpq_set_ui(z, 1, 1);
		else if (mpz_even_p(n))
			mpq_mul(z, x, x);
		else
			mpq_set(z, x);
		return VALUE_OK;
	}
	if (!mpz_fits_ulong_p(n) ||
		mpz_get_ui(n) > precision->max_bits / 2 / bits) {
		*why = "a power longer than " ERR_NAME "max_bits allows";
		return VALUE_TOO_LONG;
	}
	if (!value_may_work(precision, (top + bottom) * mpz_get_ui(n),
		    VALUE_WORK_PRODUCT, why))
		return VALUE_TOO_LONG;
	mpz_pow_ui(mpq_numref(z), mpq_numref(x), mpz_get_ui(n));
	mpz_pow_ui(mpq_denref(z), mpq_denref(x), mpz_get_ui(n));
	return VALUE_OK;
}

/* z = x^y for an exact x and an integer y. */
static enum value_result whole_power(struct value *z, const mpq_t x,
	const mpz_t y, const struct value_precision *precision,
	const char **why)
{
	enum value_result result;
	int negative = mpz_sgn(y) < 0; /* y may be part of z */
	mpz_t n;

	if (negative && mpq_sgn(x) == 0) {
		*why = "division by 0";
		return VALUE_UNDEFINED;
	}
	mpz_init(n);
	mpz_abs(n, y);
	result = exact_power(z->q, x, n, precision, why);
	if (result == VALUE_OK && negative)
		mpq_inv(z->q, z->q);
	z->exact = 1;
	mpz_clear(n);
	return result;
}

/* root = the d-th root of x >= 0, d >= 2, if it is rational; else returns 0. */
static int exact_root(mpq_t root, const mpq_t x, const mpz_t d)
{
	unsigned long n = mpz_get_ui(d);

	if (mpq_sgn(x) == 0 || mpq_cmp_ui(x, 1, 1) == 0) {
		mpq_set(root, x);
		return 1;
	}
	/* No root of a higher degree than x has bits is rational. */
	return mpz_fits_ulong_p(d) &&
	       n <= mpz_sizeinbase(mpq_numref(x), 2) +
			       mpz_sizeinbase(mpq_denref(x), 2) &&
	       mpz_root(mpq_numref(root), mpq_numref(x), n) &&
	       mpz_root(mpq_denref(root), mpq_denref(x), n);
}

/* y = x^n by repeated squaring. */
static void square_power(struct interval *y, const struct interval *x,
	unsigned long n, unsigned long bits)
{
	struct interval square;
	mpq_t one;

	interval_init(&square);
	interval_set(&square, x);
	mpq_init(one);
	mpq_set_ui(one, 1, 1);
	interval_set_q(y, one, bits);
	for (; n > 0; n >>= 1) {
		if (n & 1)
			interval_mul(y, y, &square, bits);
		if (n > 1)
			interval_mul(&square, &square, &square, bits);
	}
	interval_clear(&square);
	mpq_clear(one);
}

/* z = 2^(y log2 x) for x > 0. */
static enum value_result real_power(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	enum value_result result;
	struct value exponent;

	value_init(&exponent);
	result = value_log(&exponent, x, precision, why);
	if (result == VALUE_OK)
		result = value_product(&exponent, &exponent, y, precision, why);
	if (result == VALUE_OK) {
		value_interval(&z->x, &exponent, precision);
		z->exact = z->is_log = 0;
		if (!value_may_work_real(
			    precision, (uint64_t)2 * VALUE_WORK_LOG, why))
			result = VALUE_TOO_LONG;
		else if (!interval_exp2(&z->x, &z->x, precision->bits,
				 precision->constant)) {
			*why = "a power beyond all exponents";
			result = VALUE_TOO_LONG;
		}
	}
	value_clear(&exponent);
	return result;
}

/* z = x^y for a real x and an integer y. */
static enum value_result real_whole_power(struct value *z,
	const struct value *x, const struct value *y,
	const struct value_precision *precision, const char **why)
{
	struct value power, one;
	enum value_result result;
	mpz_t n;

	mpz_init(n);
	value_init(&power);
	value_init(&one);
	value_set_ui(&one, 1);
	mpz_abs(n, mpq_numref(y->q));
	power.exact = 0;
	square_power(&power.x, &x->x, mpz_get_ui(n), precision->bits);
	*why = "a power beyond all exponents";
	result = interval_in_range(&power.x) ? VALUE_OK : VALUE_TOO_LONG;
	if (result == VALUE_OK && mpq_sgn(y->q) < 0)
		result = value_quotient(z, &one, &power, precision, why);
	else
		value_set(z, &power);
	value_clear(&power);
	value_clear(&one);
	mpz_clear(n);
	return result;
}

/* z = x^y for x < 0 and an integer y. */
static enum value_result negative_power(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	int is_odd = mpz_odd_p(mpq_numref(y->q)); /* y may be z */
	enum value_result result;
	struct value positive;

	value_init(&positive);
	result = value_negative(&positive, x, precision, why);
	if (result == VALUE_OK)
		result = real_power(z, &positive, y, precision, why);
	if (result == VALUE_OK && is_odd)
		result = value_negative(z, z, precision, why);
	value_clear(&positive);
	return result;
}

/* z = x^y for exact x and y, y a fraction, if x has that root.  Returns 0 if
 * the power is not found, else *result. */
static int root_power(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	enum value_result *result, const char **why)
{
	mpq_t root;
	int found;

	if (x->exact && !value_may_work(precision, value_bits(x),
				(uint64_t)4 * VALUE_WORK_PRODUCT, why)) {
		*result = VALUE_TOO_LONG;
		return 1;
	}
	mpq_init(root);
	found = x->exact && y->exact &&
		exact_root(root, x->q, mpq_denref(y->q));
	if (found)
		*result =
			whole_power(z, root, mpq_numref(y->q), precision, why);
	mpq_clear(root);
	return found;
}

enum value_result value_power(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	enum value_result result;
	int sign = x->exact ? mpq_sgn(x->q) : interval_sign(&x->x);

	if (is_whole(y) && x->exact)
		return whole_power(z, x->q, mpq_numref(y->q), precision, why);
	if (is_whole(y) && mpz_cmpabs_ui(mpq_numref(y->q), SQUARINGS_MAX) <= 0)
		return real_whole_power(z, x, y, precision, why);
	if (sign < 0 && is_whole(y))
		return negative_power(z, x, y, precision, why);
	if (sign < 0) {
		*why = "a fractional power of a negative number";
		return VALUE_UNDEFINED;
	}
	if (root_power(z, x, y, precision, &result, why))
		return result;
	if (sign == 0) {
		*why = "a power of what cannot be told from 0";
		return VALUE_UNCERTAIN;
	}
	return real_power(z, x, y, precision, why);
}
