/*
 * Writes exact numbers in decimal: 15/2 as "15/2", or with two digits as
 * "7.50".
 */
#include "number/number.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

/* The most digits of a number in a message. */
enum { SIZE_DIGITS = 60 };

/* The most digits after the point of a decimal when no number of digits is
 * asked for. */
enum { SHOWN_DIGITS = 12 };

char *number_integer_text(const mpz_t value)
{
	char *text = mem_array(mpz_sizeinbase(value, 10) + 2, 1);

	return mpz_get_str(text, 10, value);
}

char *number_u64_text(uint64_t value)
{
	char *text = mem_array(NUMBER_U64_MAX + 1, 1);

	number_u64(text, value);
	return text;
}

char *number_size_text(const mpz_t value)
{
	size_t digits = mpz_sizeinbase(value, 10);
	char power[NUMBER_U64_MAX + 1] = "";

	if (digits <= SIZE_DIGITS)
		return number_integer_text(value);
	number_u64(power, digits - 1);
	return mem_join("about 10^", power, NULL);
}

char *number_text(const mpq_t value)
{
	char *text =
		mem_array(mpz_sizeinbase(mpq_numref(value), 10) +
				  mpz_sizeinbase(mpq_denref(value), 10) + 3,
			1);

	return mpq_get_str(text, 10, value);
}

/* scaled = value · 10^digits, rounded half to even. */
static void round_decimal(mpz_t scaled, const mpq_t value, size_t digits)
{
	mpz_ui_pow_ui(scaled, 10, digits);
	mpz_mul(scaled, scaled, mpq_numref(value));
	number_divide_round(scaled, scaled, mpq_denref(value));
}

char *number_decimal_text(const mpq_t value, size_t digits)
{
	mpz_t scaled;
	char *text;

	mpz_init(scaled);
	round_decimal(scaled, value, digits);
	text = number_scaled_text(scaled, digits);
	mpz_clear(scaled);
	return text;
}

/* How many digits value has after the point; SIZE_MAX if they do not end. */
static size_t count_decimals(const mpq_t value)
{
	mp_bitcnt_t twos = mpz_scan1(mpq_denref(value), 0), fives;
	mpz_t rest, five;
	int is_decimal;

	mpz_init_set(rest, mpq_denref(value));
	mpz_init_set_ui(five, 5);
	mpz_fdiv_q_2exp(rest, rest, twos);
	fives = mpz_remove(rest, rest, five);
	is_decimal = mpz_cmp_ui(rest, 1) == 0;
	mpz_clears(rest, five, NULL);
	return is_decimal ? (size_t)most_u64(twos, fives) : SIZE_MAX;
}

char *number_shown_text(const mpq_t value, int64_t decimals, int is_decimal)
{
	size_t digits;

	if (decimals >= 0)
		return number_decimal_text(value, (size_t)decimals);
	digits = is_decimal ? count_decimals(value) : SIZE_MAX;
	return digits > SHOWN_DIGITS ? number_text(value)
				     : number_decimal_text(value, digits);
}

char *number_scaled_text(const mpz_t scaled, size_t digits)
{
	char *text, *at, *number = number_integer_text(scaled);
	size_t negative = mpz_sgn(scaled) < 0;
	size_t size = strlen(number) - negative;
	/* There is at least one digit before the point. */
	size_t zeros = size > digits ? 0 : digits + 1 - size;

	at = text = mem_array(negative + zeros + size + 2, 1);
	if (negative)
		*at++ = '-';
	memset(at, '0', zeros);
	memcpy(at + zeros, number + negative, size);
	if (digits > 0) {
		at += zeros + size - digits;
		memmove(at + 1, at, digits);
		*at = '.';
	}
	mem_free(number);
	return text;
}

char *number_interval_text(
	const mpq_t lower, const mpq_t upper, int64_t decimals)
{
	char *begin = number_shown_text(lower, decimals, 0);
	char *end = number_shown_text(upper, decimals, 0);
	char *text = mem_join(begin, "..", end, NULL);

	mem_free(begin);
	mem_free(end);
	return text;
}

size_t number_u64(char out[NUMBER_U64_MAX], uint64_t value)
{
	static const char pairs[] = "00010203040506070809"
				    "10111213141516171819"
				    "20212223242526272829"
				    "30313233343536373839"
				    "40414243444546474849"
				    "50515253545556575859"
				    "60616263646566676869"
				    "70717273747576777879"
				    "80818283848586878889"
				    "90919293949596979899";
	char digits[NUMBER_U64_MAX];
	size_t at = NUMBER_U64_MAX;

	for (; value >= 100; value /= 100) {
		at -= 2;
		memcpy(digits + at, pairs + 2 * (value % 100), 2);
	}
	if (value >= 10) {
		at -= 2;
		memcpy(digits + at, pairs + 2 * value, 2);
	} else {
		digits[--at] = (char)('0' + value);
	}
	memcpy(out, digits + at, NUMBER_U64_MAX - at);
	return NUMBER_U64_MAX - at;
}
