/*
 * Functions of values: exact if the result is rational and easily found, such
 * as the logarithm of a power of two or the root of a square; else intervals.
 */
#include "number/value.h"

#include "base/err.h"
#include "number/number.h"

/* 1, -1 or 0, the sign; 2 for an interval that contains 0. */
static int sign_of(const struct value *x)
{
	int sign;

	if (x->exact)
		return mpq_sgn(x->q);
	sign = interval_sign(&x->x);
	return sign == 0 ? 2 : sign;
}

/* Refuses an argument by its sign, as of sign_of: sets *why to one of the three
 * reasons. */
static enum value_result refuse_function(int sign, const char **why,
	const char *zero, const char *negative, const char *unknown)
{
	*why = sign == 2 ? unknown : sign == 0 ? zero : negative;
	return sign == 2 ? VALUE_UNCERTAIN : VALUE_UNDEFINED;
}

/* exponent = a if x = 2^a, x > 0; else 0 is returned. */
static int power_of_two(mpq_t exponent, const mpq_t x)
{
	mpz_t a;
	mp_bitcnt_t top = mpz_scan1(mpq_numref(x), 0);
	mp_bitcnt_t bottom = mpz_scan1(mpq_denref(x), 0);

	if (top + 1 != mpz_sizeinbase(mpq_numref(x), 2) ||
		bottom + 1 != mpz_sizeinbase(mpq_denref(x), 2))
		return 0;
	mpz_init(a);
	number_set_u64(mpq_numref(exponent), top);
	number_set_u64(a, bottom);
	mpz_sub(mpq_numref(exponent), mpq_numref(exponent), a);
	mpz_set_ui(mpq_denref(exponent), 1);
	mpz_clear(a);
	return 1;
}

/* A logarithm takes twice the work if it has to find the constant, too. */
static uint64_t log_weight(const struct value_precision *precision)
{
	const struct agm_constant *constant = precision->constant;
	int is_known = constant && constant->bits >= precision->bits;

	return (uint64_t)VALUE_WORK_LOG * (is_known ? 1 : 2);
}

enum value_result value_log(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why)
{
	int sign = sign_of(x);

	if (sign != 1)
		return refuse_function(sign, why, "the logarithm of 0",
			"the logarithm of a negative number",
			"the logarithm of what cannot be told from 0");
	if (x->exact && power_of_two(y->q, x->q)) {
		y->exact = 1;
		return VALUE_OK;
	}
	if (!value_may_work_real(precision, log_weight(precision), why))
		return VALUE_TOO_LONG;
	value_interval(&y->x, x, precision);
	interval_log2(&y->x, &y->x, precision->bits, precision->constant);
	if (x->exact)
		mpq_set(y->q, x->q);
	y->is_log = x->exact;
	y->exact = 0;
	return VALUE_OK;
}

enum value_result value_loglog(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why)
{
	enum value_result result = value_log(y, x, precision, why);

	return result == VALUE_OK ? value_log(y, y, precision, why) : result;
}

/* root = the square root of x > 0, if x is a square; else returns 0.  Powers of
 * two, which are the most frequent and the longest arguments, need no
 * arithmetic. */
static int square_root(mpz_t root, const mpz_t x)
{
	mp_bitcnt_t twos = mpz_scan1(x, 0);
	mpz_t odd;
	int is_square = 0;

	if (twos % 2 != 0)
		return 0;
	mpz_init(odd);
	mpz_fdiv_q_2exp(odd, x, twos);
	if (mpz_perfect_square_p(odd)) {
		is_square = 1;
		mpz_sqrt(odd, odd);
		mpz_mul_2exp(root, odd, twos / 2);
	}
	mpz_clear(odd);
	return is_square;
}

static uint64_t odd_bits(const mpz_t x)
{
	return mpz_sizeinbase(x, 2) - mpz_scan1(x, 0);
}

/* How much faster remainders show that a number is not a square than its root
 * is found. */
enum { NO_SQUARE = 64 };

/* The bits that finding a root has to work on. */
static uint64_t root_bits(const mpq_t x)
{
	return mpq_sgn(x) == 0
		       ? 1
		       : odd_bits(mpq_numref(x)) + odd_bits(mpq_denref(x));
}

/* root = the square root of x >= 0, if x is a square; else returns 0. */
static int exact_sqrt(mpq_t root, const mpq_t x)
{
	mpq_t found;
	int is_square = 1;

	mpq_init(found);
	if (mpq_sgn(x) != 0)
		is_square = square_root(mpq_numref(found), mpq_numref(x)) &&
			    square_root(mpq_denref(found), mpq_denref(x));
	if (is_square)
		mpq_swap(root, found);
	mpq_clear(found);
	return is_square;
}

enum value_result value_sqrt(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why)
{
	int sign = sign_of(x);
	uint64_t bits;

	if (sign != 1 && sign != 0)
		return refuse_function(sign, why, "",
			"the root of a negative number",
			"the root of what cannot be told from 0");
	bits = x->exact ? root_bits(x->q) : 0;
	if (!value_may_work(precision, bits / NO_SQUARE,
		    (uint64_t)2 * VALUE_WORK_PRODUCT, why))
		return VALUE_TOO_LONG;
	if (x->exact && exact_sqrt(y->q, x->q)) {
		y->exact = 1;
		return value_may_work(precision, bits,
			       (uint64_t)2 * VALUE_WORK_PRODUCT, why)
			       ? VALUE_OK
			       : VALUE_TOO_LONG;
	}
	value_interval(&y->x, x, precision);
	interval_sqrt(&y->x, &y->x, precision->bits);
	y->exact = y->is_log = 0;
	return VALUE_OK;
}

/* The floor is exact if it is the same for both ends. */
static enum value_result floor_real(struct value *y, const struct interval *x,
	const struct value_precision *precision, const char **why)
{
	enum value_result result = VALUE_OK;
	mpz_t lo, hi;

	mpz_inits(lo, hi, NULL);
	if (!interval_floor(lo, hi, x, precision->max_bits)) {
		*why = "a whole number longer than " ERR_NAME "max_bits allows";
		result = VALUE_TOO_LONG;
	} else if (mpz_cmp(lo, hi) != 0) {
		*why = "what cannot be told from a whole number";
		result = VALUE_UNCERTAIN;
	} else {
		value_set_z(y, lo);
	}
	mpz_clears(lo, hi, NULL);
	return result;
}

enum value_result value_floor(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why)
{
	mpz_t whole;

	if (!x->exact)
		return floor_real(y, &x->x, precision, why);
	mpz_init(whole);
	number_floor(whole, x->q);
	value_set_z(y, whole);
	mpz_clear(whole);
	return VALUE_OK;
}

/* ceil x = -floor(-x). */
enum value_result value_ceil(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why)
{
	enum value_result result = value_negative(y, x, precision, why);

	if (result == VALUE_OK)
		result = value_floor(y, y, precision, why);
	if (result == VALUE_OK)
		result = value_negative(y, y, precision, why);
	return result;
}

/* Of an integer, the number of its bits gives ceil(log2 x). */
enum value_result value_clog(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why)
{
	enum value_result result;

	if (x->exact && mpq_sgn(x->q) > 0 && number_is_whole(x->q)) {
		number_set_u64(
			mpq_numref(y->q), number_ceil_log2(mpq_numref(x->q)));
		mpz_set_ui(mpq_denref(y->q), 1);
		y->exact = 1;
		return VALUE_OK;
	}
	result = value_log(y, x, precision, why);
	return result == VALUE_OK ? value_ceil(y, y, precision, why) : result;
}

/* The least r with r^2 >= a/b is the least with r^2 >= ceil(a/b). */
enum value_result value_csqrt(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why)
{
	enum value_result result;
	mpz_t root, rest;

	if (!x->exact || mpq_sgn(x->q) < 0) {
		result = value_sqrt(y, x, precision, why);
		return result == VALUE_OK ? value_ceil(y, y, precision, why)
					  : result;
	}
	if (!value_may_work(precision, value_bits(x),
		    (uint64_t)2 * VALUE_WORK_PRODUCT, why))
		return VALUE_TOO_LONG;
	mpz_inits(root, rest, NULL);
	number_ceil(root, x->q);
	mpz_sqrtrem(root, rest, root);
	if (mpz_sgn(rest) > 0)
		mpz_add_ui(root, root, 1);
	value_set_z(y, root);
	mpz_clears(root, rest, NULL);
	return VALUE_OK;
}

/* Doubles the bits until the interval contains no integer, unless the result is
 * exact. */
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
