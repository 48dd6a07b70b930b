/*
 * Reading and printing of exact numbers.  The size of what a text stands for
 * is bounded from its digits before any arithmetic: d digits take at most
 * 10d/3 + 1 bits.
 */
#include "number/number.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* The longest number in a message. */
enum { SIZE_DIGITS = 60 };

/* The end of the digits at text, text itself if there are none. */
static const char *skip_digits(const char *text)
{
	const char *end = text;

	while (number_is_digit(*end) ||
		(*end == '_' && end > text && end[-1] != '_' &&
			number_is_digit(end[1])))
		end++;
	return end;
}

/* Copies the digits of [from, to), without what groups them. */
static char *copy_digits(char *out, const char *from, const char *to)
{
	for (; from < to; from++)
		if (number_is_digit(*from))
			*out++ = *from;
	return out;
}

static enum status too_large(const char *text, struct err *err)
{
	return err_set(err, STATUS_LIMIT, ERR_TEXT, text,
		" has more digits than --max-bits allows", NULL);
}

/* The digits in [from, to) as a word, UINT64_MAX if they do not fit. */
static uint64_t scan_word(const char *from, const char *to)
{
	uint64_t word = 0;

	for (; from < to; from++) {
		uint64_t digit = (uint64_t)(*from - '0');

		if (!number_is_digit(*from))
			continue;
		if (word > (UINT64_MAX - digit) / 10)
			return UINT64_MAX;
		word = 10 * word + digit;
	}
	return word;
}

/* value = base^exponent, if its bits stay below max_bits. */
static int power(
	mpz_t value, const mpz_t base, uint64_t exponent, uint64_t max_bits)
{
	uint64_t bits = mpz_sizeinbase(base, 2);

	if (mpz_cmp_ui(base, 1) <= 0)
		exponent = exponent > 0;
	else if (exponent > max_bits / bits || exponent > UINT32_MAX * 64ULL)
		return 0;
	if (exponent > (unsigned long)-1)
		return 0;
	mpz_pow_ui(value, base, (unsigned long)exponent);
	return 1;
}

/* The parts of a term, as found in the text. */
struct term {
	const char *whole, *events_end;
	const char *fraction, *fraction_end;
	const char *exponent, *exponent_end;
	int is_power, is_negative; /* of the exponent */
};

static int split_term(struct term *term, const char **text)
{
	const char *at = *text;

	*term = (struct term){.whole = at, .events_end = skip_digits(at)};
	if (term->events_end == at)
		return 0;
	at = term->events_end;
	if (*at == '^' && number_is_digit(at[1])) {
		term->is_power = 1;
		term->exponent = at + 1;
	} else {
		if (*at == '.' && number_is_digit(at[1])) {
			term->fraction = at + 1;
			at = term->fraction_end = skip_digits(at + 1);
		}
		if (*at == 'e' || *at == 'E') {
			int sign = at[1] == '+' || at[1] == '-';

			if (number_is_digit(at[1 + sign])) {
				term->is_negative = at[1] == '-';
				term->exponent = at + 1 + sign;
			}
		}
	}
	if (term->exponent)
		at = term->exponent_end = skip_digits(term->exponent);
	*text = at;
	return 1;
}

/* value = digits · 10^shift, shift = -down or up. */
static int scale(mpq_t value, uint64_t up, uint64_t down, uint64_t max_bits)
{
	mpz_t ten;
	int fits = 1;

	if (mpz_sgn(mpq_numref(value)) == 0 || up == down)
		return 1;
	mpz_init_set_ui(ten, 10);
	if (up > down)
		fits = power(ten, ten, up - down, max_bits);
	else
		fits = power(ten, ten, down - up, max_bits);
	if (fits && up > down)
		mpz_mul(mpq_numref(value), mpq_numref(value), ten);
	else if (fits)
		mpz_set(mpq_denref(value), ten);
	if (fits)
		mpq_canonicalize(value);
	mpz_clear(ten);
	return fits;
}

/* value = the digits of the term, before and after the point, as one integer;
 * the number of those after it. */
static int scan_digits(mpq_t value, const struct term *term, uint64_t *after,
	uint64_t max_bits)
{
	size_t size = (size_t)(term->events_end - term->whole);
	char *digits, *end, *middle;

	if (term->fraction)
		size += (size_t)(term->fraction_end - term->fraction);
	if (size / 4 > max_bits / 10) /* 10 size / 3 > max_bits, roughly */
		return 0;
	digits = mem_array(size + 1, 1);
	middle = copy_digits(digits, term->whole, term->events_end);
	end = copy_digits(middle, term->fraction, term->fraction_end);
	*end = '\0';
	*after = (uint64_t)(end - middle);
	mpz_set_str(mpq_numref(value), digits, 10);
	mpz_set_ui(mpq_denref(value), 1);
	mem_free(digits);
	return 1;
}

static int scan_term(mpq_t value, const struct term *term, uint64_t max_bits)
{
	uint64_t exponent = scan_word(term->exponent, term->exponent_end);
	uint64_t after;

	if (!scan_digits(value, term, &after, max_bits))
		return 0;
	if (term->is_power)
		return power(mpq_numref(value), mpq_numref(value), exponent,
			max_bits);
	if (exponent > UINT64_MAX / 2)
		return mpz_sgn(mpq_numref(value)) == 0;
	return scale(value, term->is_negative ? 0 : exponent,
		after + (term->is_negative ? exponent : 0), max_bits);
}

enum status number_scan(
	mpq_t value, const char **text, uint64_t max_bits, struct err *err)
{
	const char *start = *text, *at = start;
	struct term term;
	mpq_t divisor;
	enum status status = STATUS_OK;

	if (!split_term(&term, &at))
		return err_set(err, STATUS_USAGE, ERR_TEXT, start,
			" is not a number", NULL);
	if (!scan_term(value, &term, max_bits))
		return too_large(start, err);
	if (*at == '/' && number_is_digit(at[1])) {
		at++;
		split_term(&term, &at);
		mpq_init(divisor);
		if (!scan_term(divisor, &term, max_bits))
			status = too_large(start, err);
		else if (mpq_sgn(divisor) == 0)
			status = err_set(err, STATUS_USAGE, ERR_TEXT, start,
				" has the denominator 0", NULL);
		else
			mpq_div(value, value, divisor);
		mpq_clear(divisor);
	}
	if (status == STATUS_OK)
		*text = at;
	return status;
}

enum status number_parse(
	mpq_t value, const char *text, uint64_t max_bits, struct err *err)
{
	const char *end = text;
	enum status status = number_scan(value, &end, max_bits, err);

	if (status == STATUS_OK && *end != '\0')
		status = err_set(err, STATUS_USAGE, ERR_TEXT, text,
			" is not a number", NULL);
	return status;
}

char *number_integer_text(const mpz_t value)
{
	char *text = mem_array(mpz_sizeinbase(value, 10) + 2, 1);

	return mpz_get_str(text, 10, value);
}

char *number_size_text(const mpz_t value)
{
	static const char about[] = "about 10^";
	size_t digits = mpz_sizeinbase(value, 10);
	char *text;

	if (digits <= SIZE_DIGITS)
		return number_integer_text(value);
	text = mem_array(sizeof about + NUMBER_U64_MAX, 1);
	memcpy(text, about, sizeof about - 1);
	number_u64(text + sizeof about - 1, digits - 1);
	return text;
}

char *number_text(const mpq_t value)
{
	char *text;

	if (mpz_cmp_ui(mpq_denref(value), 1) == 0)
		return number_integer_text(mpq_numref(value));
	text = mem_array(mpz_sizeinbase(mpq_numref(value), 10) +
				 mpz_sizeinbase(mpq_denref(value), 10) + 3,
		1);
	return mpq_get_str(text, 10, value);
}

/* scaled = value · 10^digits, rounded half to even. */
static void round_decimal(mpz_t scaled, const mpq_t value, size_t digits)
{
	mpz_t rest;
	int half;

	mpz_init(rest);
	mpz_ui_pow_ui(scaled, 10, digits);
	mpz_mul(scaled, scaled, mpq_numref(value));
	mpz_fdiv_qr(scaled, rest, scaled, mpq_denref(value));
	mpz_mul_2exp(rest, rest, 1);
	half = mpz_cmp(rest, mpq_denref(value));
	if (half > 0 || (half == 0 && mpz_odd_p(scaled)))
		mpz_add_ui(scaled, scaled, 1);
	mpz_clear(rest);
}

char *number_decimal_text(const mpq_t value, size_t digits)
{
	mpz_t scaled;
	char *text, *number;
	size_t size, negative;

	mpz_init(scaled);
	round_decimal(scaled, value, digits);
	negative = mpz_sgn(scaled) < 0;
	mpz_abs(scaled, scaled);
	number = number_integer_text(scaled);
	size = strlen(number);
	text = mem_array(negative + size + digits + 3, 1);
	if (negative)
		text[0] = '-';
	/* At least one digit before the point. */
	if (size <= digits) {
		size_t zeros = digits + 1 - size;

		memset(text + negative, '0', zeros);
		memcpy(text + negative + zeros, number, size);
		size += zeros;
	} else {
		memcpy(text + negative, number, size);
	}
	if (digits > 0) {
		char *point = text + negative + size - digits;

		memmove(point + 1, point, digits);
		*point = '.';
	}
	mem_free(number);
	mpz_clear(scaled);
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

void number_set_u64(mpz_t value, uint64_t u)
{
	mpz_import(value, 1, 1, sizeof u, 0, 0, &u);
}

int number_fits_u64(const mpz_t value)
{
	return mpz_sgn(value) >= 0 && mpz_sizeinbase(value, 2) <= 64;
}

uint64_t number_get_u64(const mpz_t value)
{
	uint64_t u = 0;

	assert(mpz_sizeinbase(value, 2) <= 64);
	mpz_export(&u, NULL, 1, sizeof u, 0, 0, value);
	return u;
}

enum status number_check_bits(
	const char *what, const mpz_t bits, uint64_t max_bits, struct err *err)
{
	mpz_t digits;
	char *text;

	mpz_init(digits);
	number_set_u64(digits, max_bits);
	if (mpz_cmp(bits, digits) <= 0) {
		mpz_clear(digits);
		return STATUS_OK;
	}
	/* log10(2) < 301029996/10^9, by less than 4e-10. */
	mpz_mul_ui(digits, bits, 301029996);
	mpz_cdiv_q_ui(digits, digits, 1000000000);
	text = number_integer_text(digits);
	err_set(err, STATUS_LIMIT, what, " would have up to ", text,
		" digits, more than --max-bits allows", NULL);
	mem_free(text);
	mpz_clear(digits);
	return STATUS_LIMIT;
}
