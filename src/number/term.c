/*
 * Reads one term, "1.5e6", "64Ki" or "2^100".  The size of the number is
 * bounded by its digits before any arithmetic: d digits take at most 10d/3 + 1
 * bits.
 */
#include "number/number.h"

#include <string.h>

#include "base/mem.h"

/* The end of the digits at text, which may be grouped by underscores; text
 * itself if there are none. */
static const char *skip_digits(const char *text)
{
	const char *end = text;

	while (number_is_digit(*end) ||
		(*end == '_' && end > text && number_is_digit(end[1])))
		end++;
	return end;
}

/* Copies the digits of [from, to) without underscores. */
static char *copy_digits(char *out, const char *from, const char *to)
{
	for (; from < to; from++)
		if (number_is_digit(*from))
			*out++ = *from;
	return out;
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

/* A lower bound on the bits of base^exponent, by less than 2 %; |base| > 1. */
static uint64_t power_bits(const mpz_t base, uint64_t exponent)
{
	uint64_t bits = mpz_sizeinbase(base, 2);
	mpz_t power;

	if (exponent > UINT32_MAX * 64ULL)
		return UINT64_MAX;
	if (bits >= 64)
		return bits - 1 > UINT64_MAX / (exponent + 1)
			       ? UINT64_MAX
			       : (bits - 1) * exponent + 1;
	mpz_init(power);
	mpz_pow_ui(power, base, 64);
	bits = mpz_sizeinbase(power, 2);
	mpz_clear(power);
	return (bits - 1) * exponent / 64 + 1;
}

int number_power(
	mpz_t value, const mpz_t base, uint64_t exponent, uint64_t max_bits)
{
	/* For 0, 1 and -1 only whether the exponent is 0, and its parity,
	 * matter. */
	if (mpz_cmpabs_ui(base, 1) <= 0)
		exponent = exponent == 0 ? 0 : 2 - exponent % 2;
	else if (power_bits(base, exponent) > max_bits)
		return 0;
	if (exponent > (unsigned long)-1)
		return 0;
	mpz_pow_ui(value, base, (unsigned long)exponent);
	return mpz_sizeinbase(value, 2) <= max_bits;
}

/* The parts of a term, as found in the text. */
struct term {
	const char *whole, *whole_end;
	const char *fraction, *fraction_end;
	const char *exponent, *exponent_end;
	int is_power;	 /* the exponent comes after "^", not after "e" */
	int is_negative; /* the exponent's sign */
	uint64_t size;	 /* the suffix as a factor, 0 for none */
};

/* Finds the digits after a point; "2." has none, "2..5" is a sweep from 2. */
static const char *split_fraction(struct term *term, const char *at)
{
	if (*at != '.' || at[1] == '.')
		return at;
	term->fraction = at + 1;
	return term->fraction_end = skip_digits(at + 1);
}

/* Finds the exponent after "e". */
static const char *split_exponent(struct term *term, const char *at)
{
	int sign = at[1] == '+' || at[1] == '-';

	if (!number_is_digit(at[1 + sign]))
		return at;
	term->is_negative = at[1] == '-';
	term->exponent = at + 1 + sign;
	return term->exponent_end = skip_digits(term->exponent);
}

/* Finds a suffix: k, M, G, T are powers of 1000; Ki, Mi, Gi, Ti of 1024. */
static const char *split_suffix(struct term *term, const char *at)
{
	static const char letters[] = "kMGT";
	const char *letter = *at == 'K' ? letters : strchr(letters, *at);
	uint64_t base;

	if (*at == '\0' || !letter)
		return at;
	base = at[1] == 'i' || at[1] == 'I' ? 1024 : 1000;
	if (*at == 'K' && base == 1000)
		return at;
	term->size = base;
	for (; letter > letters; letter--)
		term->size *= base;
	return at + (base == 1024 ? 2 : 1);
}

static int split_term(
	struct term *term, const char **text, enum number_form form)
{
	const char *at = *text;

	*term = (struct term){.whole = at, .whole_end = skip_digits(at)};
	if (term->whole_end == at && (*at != '.' || !number_is_digit(at[1])))
		return 0;
	at = term->whole_end;
	if (form == NUMBER_ALONE && *at == '^' && number_is_digit(at[1])) {
		term->is_power = 1;
		term->exponent = at + 1;
		at = term->exponent_end = skip_digits(term->exponent);
	} else {
		at = split_fraction(term, at);
		if (*at == 'e' || *at == 'E')
			at = split_exponent(term, at);
		if (form != NUMBER_OF_FUNCTION && !term->exponent)
			at = split_suffix(term, at);
	}
	*text = at;
	return 1;
}

/* value = value · 10^(up - down) for an integer value; 0 if the power is too
 * long. */
static int scale_number(
	mpq_t value, uint64_t up, uint64_t down, uint64_t max_bits)
{
	mpz_t ten;
	int fits;

	if (mpz_sgn(mpq_numref(value)) == 0 || up == down)
		return 1;
	mpz_init_set_ui(ten, 10);
	fits = number_power(
		ten, ten, up > down ? up - down : down - up, max_bits);
	if (fits && up > down)
		mpz_mul(mpq_numref(value), mpq_numref(value), ten);
	else if (fits)
		mpz_set(mpq_denref(value), ten);
	if (fits)
		mpq_canonicalize(value);
	mpz_clear(ten);
	return fits;
}

/* value = the digits before and after the point as one integer; *after: how
 * many stand after it.  Returns 0 if there are too many. */
static int scan_digits(mpq_t value, const struct term *term, uint64_t *after,
	uint64_t max_bits)
{
	size_t size = (size_t)(term->whole_end - term->whole);
	char *digits, *end, *middle;

	if (term->fraction)
		size += (size_t)(term->fraction_end - term->fraction);
	if (size / 4 > max_bits / 10) /* 10 size / 3 > max_bits, roughly */
		return 0;
	digits = mem_array(size + 1, 1);
	middle = copy_digits(digits, term->whole, term->whole_end);
	end = middle;
	if (term->fraction)
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
		return number_power(mpq_numref(value), mpq_numref(value),
			exponent, max_bits);
	if (exponent > UINT64_MAX / 2)
		return mpz_sgn(mpq_numref(value)) == 0;
	if (term->size > 0) {
		mpz_t size;

		mpz_init(size);
		number_set_u64(size, term->size);
		mpz_mul(mpq_numref(value), mpq_numref(value), size);
		mpz_clear(size);
	}
	return scale_number(value, term->is_negative ? 0 : exponent,
		after + (term->is_negative ? exponent : 0), max_bits);
}

enum status number_scan_term(mpq_t value, const char **text,
	enum number_form form, uint64_t max_bits, struct err *err)
{
	const char *at = *text;
	struct term term;

	if (!split_term(&term, &at, form))
		return err_usage(err, ERR_TEXT, *text, " is not a number");
	if (!scan_term(value, &term, max_bits))
		return limit_too_long(*text, err);
	*text = at;
	return STATUS_OK;
}

int number_begins(const char *text)
{
	return number_is_digit(*text) || *text == '(' ||
	       (*text == '.' && number_is_digit(text[1]));
}
