/* number/value: the result of every operation, exact, real or refused; known
 * digits at several precisions; the work counted, to the last unit. */
#include "number/value.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "number/number.h"
#include "test.h"

enum { BITS = 128, MAX_BITS = 1 << 14 };

static const struct value_precision precision = {
	.bits = BITS, .max_bits = MAX_BITS};

/* Of as many bits that work is counted for. */
enum { LONG_BITS = 8192 };

/* The value of a text: a number, perhaps after "-", "log " or "sqrt ";
 * "[lo,hi]" is an interval. */
static void set_value(
	struct value *x, const char *text, const struct value_precision *at)
{
	struct value_precision any = {.bits = at->bits, .max_bits = UINT32_MAX};
	const char *rest = strchr(text, ' '), *why;
	struct err err;
	long lo, hi;

	if (sscanf(text, "[%ld,%ld]", &lo, &hi) == 2) {
		x->exact = 0;
		mpz_set_si(x->x.lo, lo);
		mpz_set_si(x->x.hi, hi);
	} else if (*text == '-') {
		set_value(x, text + 1, at);
		CHECK(value_negative(x, x, &any, &why) == VALUE_OK);
	} else if (rest) {
		set_value(x, rest + 1, at);
		CHECK((*text == 'l' ? value_log : value_sqrt)(
			      x, x, &any, &why) == VALUE_OK);
	} else {
		CHECK_FOR(
			number_parse(x->q, text, UINT32_MAX, &err) == STATUS_OK,
			"%s", text);
	}
}

/* "3/2", "~1.58496250072", or the result and reason if there is no value; free
 * it with mem_free. */
static char *describe(const struct value *z, enum value_result result,
	const char *why, const struct value_precision *at)
{
	static const char *const kinds[] = {
		"", "undefined: ", "uncertain: ", "too long: "};
	int is_negative = !z->exact && interval_sign(&z->x) < 0;
	struct value positive;
	char *text, *all;

	if (result != VALUE_OK)
		return mem_join(kinds[result], why, NULL);
	value_init(&positive);
	value_set(&positive, z);
	if (is_negative) /* texts are of positive numbers */
		interval_neg(&positive.x);
	text = value_text(&positive, -1, at);
	all = mem_join(z->exact	     ? ""
		       : is_negative ? "~-"
				     : "~",
		text ? text : "open", NULL);
	mem_free(text);
	value_clear(&positive);
	return all;
}

/* Compares `found` with what is expected, an exact number in any form or a
 * text, and frees it. */
static void check_found(
	char *found, const char *expected, const char *x, const char *y, int i)
{
	struct value exact;
	char *text = NULL;

	value_init(&exact);
	if (strchr("(-0123456789", *expected)) {
		set_value(&exact, expected, &precision);
		text = describe(&exact, VALUE_OK, "", &precision);
	}
	CHECK_FOR(strcmp(found, text ? text : expected) == 0,
		"%s, %s, %d: %.60s", x, y, i, found);
	value_clear(&exact);
	mem_free(text);
	mem_free(found);
}

/* The result must not depend on what z held before: its initial value, a
 * fraction, a logarithm, or an operand. */
static void begin_value(
	struct value *z, int i, const struct value *x, const struct value *y)
{
	static const char *const before[] = {"0", "-22/7", "log 9"};

	memset(z, 0xff, sizeof *z);
	value_init(z);
	if (i < 3)
		set_value(z, before[i], &precision);
	else
		value_set(z, i == 3 ? x : y);
}

static void check_binary(value_binary *operation, const char *x_text,
	const char *y_text, const char *expected)
{
	struct value x, y, z;

	value_init(&x);
	value_init(&y);
	set_value(&x, x_text, &precision);
	set_value(&y, y_text, &precision);
	for (int i = 0; i < 5; i++) {
		const char *why = "";
		enum value_result result;

		begin_value(&z, i, &x, &y);
		result = operation(&z, i == 3 ? &z : &x, i == 4 ? &z : &y,
			&precision, &why);
		check_found(describe(&z, result, why, &precision), expected,
			x_text, y_text, i);
		value_clear(&z);
	}
	value_clear(&x);
	value_clear(&y);
}

static void check_unary(
	value_unary *operation, const char *x_text, const char *expected)
{
	struct value x, y;

	value_init(&x);
	set_value(&x, x_text, &precision);
	for (int i = 0; i < 4; i++) {
		const char *why = "";
		enum value_result result;

		begin_value(&y, i, &x, &x);
		result = operation(&y, i == 3 ? &y : &x, &precision, &why);
		check_found(describe(&y, result, why, &precision), expected,
			x_text, "", i);
		value_clear(&y);
	}
	value_clear(&x);
}

#define LONGER "too long: a number longer than " ERR_NAME "max_bits allows"
#define POWER "too long: a power longer than " ERR_NAME "max_bits allows"
#define WHOLE "too long: a whole number longer than " ERR_NAME "max_bits allows"
#define NO_EXPONENT "too long: a power beyond all exponents"

static void test_binary(void)
{
	static const struct {
		value_binary *operation;
		const char *x, *y, *expected;
	} cases[] = {
		{value_sum, "1/3", "1/6", "1/2"},
		{value_sum, "log 3", "1/2", "~2.08496250072"},
		{value_sum, "-log 3", "log 3", "~open"},
		/* 2^k has k + 2 bits with its denominator, 1. */
		{value_sum, "2^8190", "2^8190", "2^8191"},
		{value_sum, "2^8190", "2^8191", LONGER},
		{value_sum, "log (2^9000+1)", "2^9000", "~1.86191982360e2709"},
		{value_difference, "1/2", "2", "-3/2"},
		{value_difference, "log 3", "sqrt 2", "~1.70748938348e-1"},
		{value_product, "2/3", "9/4", "3/2"},
		{value_product, "log 3", "log 3", "~2.51210612869"},
		{value_product, "2^8190", "2^8191", LONGER},
		{value_quotient, "1", "-3", "-1/3"},
		{value_quotient, "2^8190", "2^8191", LONGER},
		{value_quotient, "1", "0", "undefined: division by 0"},
		{value_quotient, "1", "[-1,1]",
			"uncertain: a divisor that cannot be told from 0"},
		/* Of logarithms of integers alone. */
		{value_quotient, "log 9", "log 27", "2/3"},
		{value_quotient, "-log 9", "log 3", "~-2.00000000000"},
		{value_quotient, "log 9", "-log 3", "~-2.00000000000"},
		{value_quotient, "log 9/4", "log 3/2", "~2.00000000000"},
		{value_quotient, "log 9", "log 1/3", "~-2.00000000000"},
		{value_quotient, "log 1/9", "log 3", "~-2.00000000000"},
		{value_quotient, "log 9", "3", "~1.05664166715"},
		{value_quotient, "9", "log 3", "~5.67836778214"},
		{value_quotient, "sqrt 3", "log 3", "~1.09280238919"},
		{value_quotient, "log 3", "sqrt 3", "~9.15078526447e-1"},
		{value_least, "1/2", "1/3", "1/3"},
		{value_least, "3/2", "log 3", "3/2"},
		{value_least, "sqrt 2", "3/2", "~1.41421356237"},
		{value_least, "1", "sqrt 2", "1"},
		{value_greatest, "1/2", "1/3", "1/2"},
		{value_greatest, "3/2", "log 3", "~1.58496250072"},
		{value_greatest, "1", "sqrt 2", "~1.41421356237"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_binary(cases[i].operation, cases[i].x, cases[i].y,
			cases[i].expected);
}

static void test_power(void)
{
	static const struct {
		const char *x, *y, *expected;
	} cases[] = {
		{"0", "0", "1"},
		{"0", "5", "0"},
		{"0", "-5", "undefined: division by 0"},
		{"-1", "0", "1"},
		{"-1", "-3", "-1"},
		{"1", "(2^70+1)", "1"},
		{"-1", "2^70", "1"},
		{"-1", "(2^70+1)", "-1"},
		{"2/3", "3", "8/27"},
		{"1/2", "3", "1/8"},
		{"1/2", "2", "1/4"},
		{"-2/3", "-3", "-27/8"},
		/* The longer part may have up to half of max_bits. */
		{"2", "4096", "2^4096"},
		{"2", "4097", POWER},
		{"1/2", "4096", "1/(2^4096)"},
		{"1/2", "4097", POWER},
		{"2", "2^64", POWER},
		/* Roots that are exact, and others. */
		{"0", "1/3", "0"},
		{"1", "1/3", "1"},
		{"8/27", "2/3", "4/9"},
		{"8/27", "-1/3", "3/2"},
		{"8/25", "1/3", "~6.83990378671e-1"},
		{"2", "1/2", "~1.41421356237"},
		{"2", "1/(3^50)", "~1.00000000000"},
		{"4", "sqrt 2", "~7.10299330132"},
		{"-2", "1/2",
			"undefined: a fractional power of a negative number"},
		{"-sqrt 2", "1/2",
			"undefined: a fractional power of a negative number"},
		{"-sqrt 2", "sqrt 2",
			"undefined: a fractional power of a negative number"},
		{"[-1,1]", "1/2",
			"uncertain: a power of what cannot be told from 0"},
		/* Integer powers of real numbers. */
		{"sqrt 2", "0", "~1.00000000000"},
		{"sqrt 2", "3", "~2.82842712475"},
		{"sqrt 2", "-3", "~3.53553390593e-1"},
		{"-sqrt 2", "3", "~-2.82842712475"},
		{"-sqrt 2", "-3", "~-3.53553390593e-1"},
		{"log 9", "1", "~3.16992500144"},
		{"log 3", "1048576", "~1.30033736309e209735"},
		{"-log 3", "1048576", "~1.30033736309e209735"},
		{"-log 3", "1048577", "~-2.06098595878e209735"},
		{"log 3", "1048577", "~2.06098595878e209735"},
		{"-log 3", "1048578", "~3.26658545918e209735"},
		{"-log 3", "-1048577", "~-4.85204664175e-209736"},
		{"[-1,1]", "1048577",
			"uncertain: a power of what cannot be told from 0"},
		{"sqrt 3", "2^61", NO_EXPONENT},
		{"-sqrt 3", "2^61", NO_EXPONENT},
		{"[2,2]", "2^59", "~2.41969581976e173531977766354910"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_binary(
			value_power, cases[i].x, cases[i].y, cases[i].expected);
}

static void test_unary(void)
{
	static const struct {
		value_unary *operation;
		const char *x, *expected;
	} cases[] = {
		{value_negative, "2/3", "-2/3"},
		{value_negative, "log 3", "~-1.58496250072"},
		{value_log, "1", "0"},
		{value_log, "1/1024", "-10"},
		{value_log, "3", "~1.58496250072"},
		{value_log, "2/3", "~-5.84962500721e-1"},
		{value_log, "0", "undefined: the logarithm of 0"},
		{value_log, "-2",
			"undefined: the logarithm of a negative "
			"number"},
		{value_log, "-sqrt 2",
			"undefined: the logarithm of a negative "
			"number"},
		{value_log, "[0,1]",
			"uncertain: the logarithm of what cannot be told "
			"from 0"},
		{value_loglog, "16", "2"},
		{value_loglog, "1", "undefined: the logarithm of 0"},
		{value_sqrt, "0", "0"},
		{value_sqrt, "4/9", "2/3"},
		{value_sqrt, "4/8", "~7.07106781187e-1"},
		{value_sqrt, "8/9", "~9.42809041582e-1"},
		{value_sqrt, "12/25", "~6.92820323028e-1"},
		{value_sqrt, "-4", "undefined: the root of a negative number"},
		{value_sqrt, "-log 3",
			"undefined: the root of a negative number"},
		{value_sqrt, "[0,1]",
			"uncertain: the root of what cannot be told from 0"},
		{value_floor, "-5/2", "-3"},
		{value_floor, "log 3", "1"},
		{value_floor, "-log 3", "-2"},
		{value_floor, "[1,2]",
			"uncertain: what cannot be told from a whole number"},
		{value_ceil, "-5/2", "-2"},
		{value_ceil, "5", "5"},
		{value_ceil, "log 3", "2"},
		{value_clog, "1", "0"},
		{value_clog, "2", "1"},
		{value_clog, "5/2", "2"},
		{value_clog, "(2^300+1)", "301"},
		{value_clog, "1/3", "-1"},
		{value_clog, "log 5", "2"},
		{value_clog, "0", "undefined: the logarithm of 0"},
		{value_clog, "-3",
			"undefined: the logarithm of a negative number"},
		{value_csqrt, "0", "0"},
		{value_csqrt, "1/9", "1"},
		{value_csqrt, "(2^600+1)", "(2^300+1)"},
		{value_csqrt, "log 5", "2"},
		{value_csqrt, "-1",
			"undefined: the root of a negative "
			"number"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_unary(cases[i].operation, cases[i].x, cases[i].expected);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_binary());
	RUN(test_power());
	RUN(test_unary());
	return test_done();
}
