/*
 * Exact numbers as text, read and written; the nearest doubles; and limits on
 * the size of what is computed.  Integers are mpz_t, rationals canonical mpq_t.
 */
#ifndef FIBCAST_NUMBER_NUMBER_H
#define FIBCAST_NUMBER_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

/* The most digits of a 64-bit number. */
enum { NUMBER_U64_MAX = 20 };

/*
 * Reads the non-negative number at *text and moves *text past it.
 *   number     = operand [ "/" operand ]
 *   operand    = term | "(" expression ")"
 *   term       = decimal [ "e" [ "+" | "-" ] digits ] | decimal [ size ]
 *              | digits "^" digits
 *   decimal    = digits [ "." [ digits ] ] | "." digits
 *   size       = "k" | "M" | "G" | "T" | "Ki" | "Mi" | "Gi" | "Ti"
 *   expression = operands with + - * / ^ and blanks between
 * Digits may be grouped by single underscores.  Numbers are decimal, also with
 * a leading 0, and do not depend on the locale.  k is 1000, Ki 1024. Errors:
 * STATUS_USAGE if there is no number, if it is negative or divided by 0;
 * STATUS_LIMIT if it would pass max_bits; *text is then unchanged.
 * O(M(digits) log digits) for a term.
 */
enum status number_scan(mpq_t value, const char **text, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* Whether a number may begin here. */
int number_begins(const char *text);

/* Which forms of a term are read depends on where it stands. */
enum number_form {
	NUMBER_ALONE,	      /* all of the above */
	NUMBER_IN_EXPRESSION, /* not "^", which is an operator there */
	NUMBER_OF_FUNCTION    /* nor sizes, as letters are names there */
};

/* number_scan for a single term. */
enum status number_scan_term(mpq_t value, const char **text,
	enum number_form form, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* value = base^exponent; 0 if that has more than max_bits bits. */
int number_power(mpz_t value, const mpz_t base, uint64_t exponent,
	uint64_t max_bits) WARN_UNUSED;

/* Reads all of text as one number, as number_scan does. */
enum status number_parse(mpq_t value, const char *text, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* The number in decimal, "15/2" or "14".  Free it with mem_free. */
char *number_text(const mpq_t value);
char *number_integer_text(const mpz_t value);
char *number_u64_text(uint64_t value);

/* The same for messages: a number of more than 60 digits as "about
 * 10^1000000", which takes no time and is right to a factor of 10.
 * value >= 0. */
char *number_size_text(const mpz_t value);

/* The number with exactly that many digits after the point, rounded half to
 * even.  Free it with mem_free. */
char *number_decimal_text(const mpq_t value, size_t digits);

/* The number with that many digits after the point; decimals = -1: exactly, as
 * a fraction or, if is_decimal, as a decimal where 12 digits after the point
 * are enough.  Free it with mem_free. */
char *number_shown_text(const mpq_t value, int64_t decimals, int is_decimal);

/* "13..27/2", for a number between the two; decimals = -1: as fractions.  Free
 * it with mem_free. */
char *number_interval_text(
	const mpq_t lower, const mpq_t upper, int64_t decimals);

/* scaled / 10^digits, with exactly that many digits after the point. */
char *number_scaled_text(const mpz_t scaled, size_t digits);

/* Writes value in decimal to out, without a NUL; returns its length. */
size_t number_u64(char out[NUMBER_U64_MAX], uint64_t value);

/* ASCII digits and letters, whatever the locale. */
static inline int number_is_digit(char c)
{
	return (unsigned char)(c - '0') <= 9;
}

static inline int number_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* ceil(log2 n) for n >= 1. */
uint64_t number_ceil_log2(const mpz_t n);

/* value = floor(q), ceil(q). */
void number_floor(mpz_t value, const mpq_t q);
void number_ceil(mpz_t value, const mpq_t q);

/* most = max(most, value). */
void number_raise(mpq_t most, const mpq_t value);

/* Whether value > base times a/b; b >= 1. */
int number_exceeds(const mpq_t value, const mpq_t base, uint64_t a, uint64_t b);

/* value = a/b, rounded half to even; b > 0.  value may be a. */
void number_divide_round(mpz_t value, const mpz_t a, const mpz_t b);

/* 64-bit integers to and from mpz_t, also where long has only 32 bits. */
void number_set_u64(mpz_t value, uint64_t u);
/* value = a/b, canonical; b > 0. */
void number_set_ratio(mpq_t value, uint64_t a, uint64_t b);
int number_fits_u64(const mpz_t value);
/* |value|, which must be below 2^64. */
uint64_t number_get_u64(const mpz_t value);

/* *u = value, if 0 <= value < 2^bits, bits <= 64; else returns 0. */
int number_read_u64(uint64_t *u, const mpz_t value, unsigned bits);

/* *ticks = time·unit, if that is an integer, under the same conditions. */
int number_read_ticks(
	uint64_t *ticks, const mpq_t time, uint64_t unit, unsigned bits);

/* Whether q is an integer. */
static inline int number_is_whole(const mpq_t q)
{
	return mpz_cmp_ui(mpq_denref(q), 1) == 0;
}

/* Comparison as for qsort: the sign of x - y. */
static inline int number_compare_u64(uint64_t x, uint64_t y)
{
	return (x > y) - (x < y);
}

/* The order by earlier keys or, if these are equal, by the key x and y. */
static inline int number_compare_next(int order, uint64_t x, uint64_t y)
{
	return order != 0 ? order : number_compare_u64(x, y);
}

/* The greatest common divisor; that of 0 and b is b. */
uint64_t number_gcd_u64(uint64_t a, uint64_t b);

/* -- doubles, for readers that have no other numbers: they stand beside an
 * answer and are never part of it */

/* The double nearest to value, ties to even; past the range of doubles, the
 * largest or least of them. */
double number_double(const mpq_t value);

/* The same for value · 2^exponent, |exponent| < 2^62. */
double number_scaled_double(const mpz_t value, int64_t exponent);

/* -- limits: what a computation needs is found, and compared with a limit,
 * before it starts */

/*
 * Checks that the bytes of memory that `what` needs are at most max_bytes, and
 * no more than this machine can address.  Errors: STATUS_LIMIT, "(what) needs
 * (bytes) bytes of memory, more than --max-bits allows".
 */
enum status limit_check_bytes(const char *what, const mpz_t bytes,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;

/* The same for count elements of that many bytes. */
enum status limit_check_each(const char *what, const mpz_t count,
	uint64_t bytes, uint64_t max_bytes, struct err *err) WARN_UNUSED;

/* The same for the sum of bytes·count·of over up to LIMIT_PARTS parts; parts
 * not given are 0. */
struct limit_part {
	uint64_t bytes, count, of;
};
enum { LIMIT_PARTS = 3 };
enum status limit_check_parts(const char *what,
	const struct limit_part part[LIMIT_PARTS], uint64_t max_bytes,
	struct err *err) WARN_UNUSED;

/*
 * Checks that a result of up to `bits` bits may be computed.
 * Errors: STATUS_LIMIT, naming what and the digits it could have.
 */
enum status limit_check_bits(const char *what, const mpz_t bits,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * The most bits of a number given to the program, when computed numbers may
 * have max_bits: the lesser of max_bits and 2^25, ten million digits, which
 * take a second; or max_bits/256, if that is more.
 */
uint64_t limit_longest(uint64_t max_bits);

/*
 * The work of reducing x + y, x y or, if divides, x/y to lowest terms, as the
 * bits of a power that takes as long to compute.
 */
uint64_t limit_reducing(const mpq_t x, const mpq_t y, int divides);

/* Checks the work spent on a number given as text, which may have `longest`
 * bits.  Errors: STATUS_LIMIT. */
enum status limit_check_work(const char *text, uint64_t work, uint64_t longest,
	struct err *err) WARN_UNUSED;

/* Set the error for what has already become too large, and return STATUS_LIMIT:
 * "so many (what) take more memory than --max-bits allows"; "'(text)' has more
 * digits than --max-bits allows". */
enum status limit_too_many(const char *what, struct err *err);
enum status limit_too_long(const char *text, struct err *err);

#endif
