/*
 * Values in decimal.  A real number is printed when both ends of its interval
 * round to the same digits; or when no more bits follow and the interval,
 * although tiny, contains the middle between two numbers of so many digits.
 */
#include "number/value.h"

#include <float.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"

/* A number is rounded to an integer from at least ROUND_BITS bits after the
 * point; an interval shorter than 2^-ROUND_TIE may be a tie. */
enum { ROUND_BITS = 64, ROUND_TIE = 32 };

/* The bits after the point from which x is rounded to an integer: enough to
 * keep the ends of x as they are, if x >= 1. */
static unsigned long round_bits(
	const struct interval *x, const struct value_precision *precision)
{
	unsigned long most = precision->bits + ROUND_BITS;

	if (x->exponent >= -ROUND_BITS)
		return ROUND_BITS;
	return x->exponent > -(int64_t)most ? (unsigned long)-x->exponent
					    : most;
}

/* Whether the ends, which round to different integers, are so close together
 * that x counts as the middle between these.  bits: how many the ends have
 * after the point. */
static int is_tie(const mpz_t lo, const mpz_t hi, unsigned long bits)
{
	mpz_t gap;
	int is_close;

	mpz_init(gap);
	mpz_sub(gap, hi, lo);
	is_close = mpz_sizeinbase(gap, 2) + ROUND_TIE <= bits;
	mpz_clear(gap);
	return is_close;
}

/* n = x rounded to an integer, if both ends agree or, with the last bits, are a
 * tie, which is rounded half to even; else returns 0. */
static int round_nearest(mpz_t n, const struct interval *x,
	const struct value_precision *precision)
{
	unsigned long bits = round_bits(x, precision);
	mpz_t lo, hi, half, above;
	int certain;

	mpz_inits(lo, hi, half, above, NULL);
	mpz_setbit(half, bits - 1);
	certain = interval_fix(lo, hi, x, bits, precision->max_bits);
	mpz_add(n, lo, half);
	mpz_add(above, hi, half);
	mpz_fdiv_q_2exp(n, n, bits);
	mpz_fdiv_q_2exp(above, above, bits);
	if (certain && mpz_cmp(n, above) != 0) {
		certain = precision->last && is_tie(lo, hi, bits);
		if (mpz_odd_p(n))
			mpz_swap(n, above);
	}
	mpz_clears(lo, hi, half, above, NULL);
	return certain;
}

/* y = x · 10^n. */
static enum value_result shift_decimal(struct value *y, const struct value *x,
	const mpz_t n, const struct value_precision *precision)
{
	const char *why;
	struct value ten, power;
	enum value_result result;

	value_init(&ten);
	value_init(&power);
	value_set_ui(&ten, 10);
	value_interval(&ten.x, &ten, precision);
	ten.exact = ten.is_log = 0;
	value_set_z(&power, n);
	result = value_power(&power, &ten, &power, precision, &why);
	if (result == VALUE_OK)
		result = value_product(y, x, &power, precision, &why);
	value_clear(&ten);
	value_clear(&power);
	return result;
}

/* place = floor(log10 x), or one less. */
static enum value_result find_place(mpz_t place, const struct value *x,
	const struct value_precision *precision)
{
	const char *why;
	struct value log, ten;
	enum value_result result;
	mpz_t above;

	mpz_init(above);
	value_init(&log);
	value_init(&ten);
	value_set_ui(&ten, 10);
	result = value_log(&log, x, precision, &why);
	if (result == VALUE_OK)
		result = value_log(&ten, &ten, precision, &why);
	if (result == VALUE_OK)
		result = value_quotient(&log, &log, &ten, precision, &why);
	if (result == VALUE_OK)
		interval_floor(place, above, &log.x, precision->max_bits);
	value_clear(&log);
	value_clear(&ten);
	mpz_clear(above);
	return result;
}

/* digits = the first VALUE_DIGITS digits of a real x > 0, the first of them
 * worth 10^place.  If find_place was one too low, or rounding gives a power of
 * ten, there is a digit too many: then the next place is tried. */
static int find_digits(mpz_t digits, mpz_t place, const struct value *x,
	const struct value_precision *precision)
{
	struct value scaled;
	mpz_t shift, longer;
	int found = find_place(place, x, precision) == VALUE_OK, is_longer = 1;

	value_init(&scaled);
	mpz_inits(shift, longer, NULL);
	mpz_ui_pow_ui(longer, 10, VALUE_DIGITS);
	while (found && is_longer) {
		mpz_ui_sub(shift, VALUE_DIGITS - 1, place);
		found = shift_decimal(&scaled, x, shift, precision) ==
				VALUE_OK &&
			round_nearest(digits, &scaled.x, precision);
		is_longer = mpz_cmp(digits, longer) >= 0;
		if (is_longer)
			mpz_add_ui(place, place, 1);
	}
	value_clear(&scaled);
	mpz_clears(shift, longer, NULL);
	return found;
}

/* "123.456789012"; or "1.23456789012e34" if otherwise no digit would follow the
 * point, or a 0 would come first. */
static char *place_point(const mpz_t digits, const mpz_t place)
{
	char *text = number_integer_text(digits), *power, *whole;
	size_t before = 1;

	power = number_integer_text(place);
	whole = mem_array(strlen(text) + strlen(power) + 3, 1);
	if (mpz_sgn(place) >= 0 && mpz_cmp_ui(place, VALUE_DIGITS - 1) < 0) {
		before += mpz_get_ui(place);
		power[0] = '\0';
	}
	memcpy(whole, text, before);
	whole[before] = '.';
	strcat(whole, text + before);
	if (power[0] != '\0')
		strcat(strcat(whole, "e"), power);
	mem_free(text);
	mem_free(power);
	return whole;
}

/* n = x · 10^digits rounded to an integer, as round_nearest does. */
static int round_decimals(mpz_t n, const struct value *x, size_t digits,
	const struct value_precision *precision)
{
	struct interval scaled;
	mpz_t ten;
	int certain;

	mpz_init(ten);
	interval_init(&scaled);
	mpz_ui_pow_ui(ten, 10, digits);
	mpz_mul(scaled.lo, x->x.lo, ten);
	mpz_mul(scaled.hi, x->x.hi, ten);
	scaled.exponent = x->x.exponent;
	certain = round_nearest(n, &scaled, precision);
	interval_clear(&scaled);
	mpz_clear(ten);
	return certain;
}

/* n = the digits of a real x, by round_decimals, or with place by find_digits
 * if decimals < 0. */
static int round_value(mpz_t n, mpz_t place, const struct value *x,
	int64_t decimals, const struct value_precision *precision)
{
	return decimals < 0 ? find_digits(n, place, x, precision)
			    : round_decimals(n, x, (size_t)decimals, precision);
}

double value_double(const struct value *x)
{
	if (x->exact)
		return number_double(x->q);
	return number_scaled_double(x->x.lo, x->x.exponent);
}

/* Whether both ends have the same nearest double or, with the last bits, are so
 * close together that x counts as the middle between two doubles. */
static int double_is_settled(
	const struct value *x, const struct value_precision *precision)
{
	mpz_t gap;
	int settled =
		value_double(x) == number_scaled_double(x->x.hi, x->x.exponent);

	mpz_init(gap);
	mpz_sub(gap, x->x.hi, x->x.lo);
	settled = settled ||
		  (precision->last &&
			  mpz_sizeinbase(gap, 2) + DBL_MANT_DIG + ROUND_TIE <
				  mpz_sizeinbase(x->x.lo, 2));
	mpz_clear(gap);
	return settled;
}

int value_is_settled(const struct value *x, int64_t decimals,
	const struct value_precision *precision)
{
	mpz_t n, place;
	int settled;

	if (x->exact)
		return 1;
	mpz_inits(n, place, NULL);
	settled = round_value(n, place, x, decimals, precision);
	mpz_clears(n, place, NULL);
	return settled && double_is_settled(x, precision);
}

char *value_text(const struct value *x, int64_t decimals,
	const struct value_precision *precision)
{
	char *text = NULL;
	mpz_t n, place;

	if (x->exact)
		return number_shown_text(x->q, decimals, 0);
	mpz_inits(n, place, NULL);
	if (round_value(n, place, x, decimals, precision))
		text = decimals < 0 ? place_point(n, place)
				    : number_scaled_text(n, (size_t)decimals);
	mpz_clears(n, place, NULL);
	return text;
}
