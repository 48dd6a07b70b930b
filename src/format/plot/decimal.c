/*
 * Numbers for pictures: the leading digits are a double, the power of ten an
 * integer beside it.  "0.00125" is 1.25·10^-3.
 *
 * The logarithm: x = m 2^e, sqrt(1/2) <= m < sqrt(2), and with s = (m - 1)/(m +
 * 1), |s| < 0.18, ln m = 2 (s + s^3/3 + s^5/5 + ...), whose terms past s^21/21
 * are below 2^-55.
 */
#include "format/plot/plot.h"

#include <stdint.h>
#include <string.h>

#include "number/number.h"

enum { LAST_TERM = 21 };

static const double half_root = 0.70710678118654752;
static const double log10_2 = 0.30102999566398120;
static const double log10_e = 0.43429448190325183;

double elementary_log10(double x)
{
	double s, square, sum = 0;
	int e = 0;

	for (; x < half_root; e--)
		x *= 2;
	for (; x >= 2 * half_root; e++)
		x /= 2;
	s = (x - 1) / (x + 1);
	square = s * s;
	for (int i = LAST_TERM; i > 0; i -= 2)
		sum = sum * square + 1.0 / i;
	return 2 * s * sum * log10_e + e * log10_2;
}

double elementary_power10(int power)
{
	double result = 1, ten = 10;

	for (int left = power < 0 ? -power : power; left > 0; left /= 2) {
		if (left % 2)
			result *= ten;
		ten *= ten;
	}
	return power < 0 ? 1 / result : result;
}

double elementary_floor(double x)
{
	double whole = (double)(int64_t)x;

	return whole > x ? whole - 1 : whole;
}

double elementary_ceil(double x)
{
	return -elementary_floor(-x);
}

enum {
	DIGITS_KEPT = 17,    /* significant digits read; a double has fewer */
	POWER_LEAST = -300,  /* the least power of ten kept as a double */
	PLAIN_MOST = 5,	     /* the first digit's powers of ten that are */
	PLAIN_LEAST = -3,    /* written without e: 0.001 to 100000 */
	EXPONENT_DIGITS = 17 /* read; no memory holds a longer number */
};

static const char *read_exponent(
	int64_t *exponent, const char *at, const char *end)
{
	int64_t value = 0;
	int is_negative = at < end && *at == '-';

	if (at < end && (*at == '-' || *at == '+'))
		at++;
	for (int i = 0; at < end && number_is_digit(*at); at++, i++)
		if (i < EXPONENT_DIGITS)
			value = 10 * value + (*at - '0');
	*exponent += is_negative ? -value : value;
	return at;
}

/* Reads the decimal at *at and moves *at past it; 0 if there are no digits. */
static int read_decimal(struct decimal *value, const char **at, const char *end)
{
	int digits = 0, seen = 0, in_fraction = 0;

	*value = (struct decimal){.exponent = -1};
	for (; *at < end; ++*at) {
		char c = **at;

		if (c == '.') {
			in_fraction = 1;
			continue;
		}
		if (!number_is_digit(c))
			break;
		seen = 1;
		if (digits == 0 && c == '0') {
			value->exponent -= in_fraction;
			continue;
		}
		value->exponent += !in_fraction;
		if (digits == DIGITS_KEPT)
			continue;
		value->mantissa = 10 * value->mantissa + (c - '0');
		digits++;
	}
	if (seen && *at < end && **at == 'e')
		*at = read_exponent(&value->exponent, *at + 1, end);
	if (digits == 0)
		value->exponent = 0;
	for (; digits > 1; digits--)
		value->mantissa /= 10;
	return seen;
}

int decimal_parse(struct decimal *value, const char *text, size_t size)
{
	const char *at = text, *end = text + size;
	struct decimal below;

	if (!read_decimal(value, &at, end))
		return 0;
	if (at == end || *at != '/' || value->mantissa == 0)
		return 1;
	at++;
	if (!read_decimal(&below, &at, end) || below.mantissa == 0)
		return 0;
	value->mantissa /= below.mantissa;
	value->exponent -= below.exponent;
	if (value->mantissa < 1) {
		value->mantissa *= 10;
		value->exponent--;
	}
	return 1;
}

double decimal_scaled(struct decimal value, int64_t shift)
{
	int64_t power = value.exponent - shift;

	if (value.mantissa == 0 || power < POWER_LEAST)
		return 0;
	return value.mantissa * elementary_power10((int)power);
}

double decimal_log(struct decimal value)
{
	return elementary_log10(value.mantissa) + (double)value.exponent;
}

int decimal_cmp(struct decimal x, struct decimal y)
{
	if (x.mantissa == 0 || y.mantissa == 0)
		return (x.mantissa > 0) - (y.mantissa > 0);
	if (x.exponent != y.exponent)
		return x.exponent < y.exponent ? -1 : 1;
	return (x.mantissa > y.mantissa) - (x.mantissa < y.mantissa);
}

/* Writes the digits with `places` of them after the point, "2.5", "0.05". */
static size_t fraction_text(
	char *text, const char *digits, size_t count, size_t places)
{
	size_t size = 0;

	if (count <= places)
		text[size++] = '0';
	for (size_t i = 0; i + places < count; i++)
		text[size++] = digits[i];
	text[size++] = '.';
	for (size_t i = count; i < places; i++)
		text[size++] = '0';
	for (size_t i = count > places ? count - places : 0; i < count; i++)
		text[size++] = digits[i];
	return size;
}

/* Writes the digits with a point after the first, and the power, "2.5e12". */
static size_t power_text(
	char *text, const char *digits, size_t count, int64_t power)
{
	size_t size = 0;

	text[size++] = digits[0];
	if (count > 1)
		text[size++] = '.';
	for (size_t i = 1; i < count; i++)
		text[size++] = digits[i];
	text[size++] = 'e';
	if (power < 0)
		text[size++] = '-';
	return size +
	       number_u64(text + size, (uint64_t)(power < 0 ? -power : power));
}

size_t decimal_text(char text[DECIMAL_TEXT], uint64_t count, int64_t exponent)
{
	char digits[NUMBER_U64_MAX];
	size_t size;
	int64_t power;

	if (count == 0)
		exponent = 0;
	for (; count > 0 && count % 10 == 0; exponent++)
		count /= 10;
	size = number_u64(digits, count);
	power = exponent + (int64_t)size - 1; /* of the first digit */
	if (power > PLAIN_MOST || power < PLAIN_LEAST)
		return power_text(text, digits, size, power);
	if (exponent < 0)
		return fraction_text(text, digits, size, (size_t)-exponent);
	memcpy(text, digits, size);
	for (; exponent > 0; exponent--)
		text[size++] = '0';
	return size;
}
