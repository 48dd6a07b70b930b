/* number/cost: exact and real values, expressions without a value, the parser;
 * real values are compared with decimals from other programs and with squares.
 */
#include "number/cost.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

static struct err err;
static const struct value_precision precision = {
	.bits = 128, .max_bits = 1 << 20};

/* The value's digits, computed with as many bits as they need. */
static char *digits_of(
	const struct cost *cost, const mpz_t k, struct value *value)
{
	struct value_precision at = precision;
	char *text = NULL;

	for (; !text && at.bits < 4096; at.bits *= 2) {
		if (cost_value(value, cost, k, &at, &err) != STATUS_OK)
			return NULL;
		text = value_text(value, -1, &at);
	}
	return text;
}

/* The value as text; "usage" or "limit" for an error.  Free it. */
static char *answer(const char *text, const char *k)
{
	struct cost *cost;
	struct value value;
	char *found = NULL;
	mpz_t at;

	mpz_init(at);
	test_mpz(at, k);
	value_init(&value);
	if (cost_parse(&cost, text, 1 << 20, &err) == STATUS_OK)
		found = digits_of(cost, at, &value);
	if (!found) {
		found = mem_array(8, 1);
		strcpy(found, err.code == STATUS_USAGE ? "usage" : "limit");
	}
	cost_free(cost);
	value_clear(&value);
	mpz_clear(at);
	return found;
}

static void check_answer(const char *text, const char *k, const char *expected)
{
	char *found = answer(text, k);

	CHECK_FOR(strcmp(found, expected) == 0, "%s at %s: %s, not %s (%s)",
		text, k, found, expected, err.msg);
	mem_free(found);
}

struct example {
	const char *text, *k, *value;
};

static void check_examples(const struct example *example, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_answer(example[i].text, example[i].k, example[i].value);
}

#define CHECK_EXAMPLES(examples)                                               \
	check_examples(examples, sizeof examples / sizeof *examples)

static void test_exact(void)
{
	static const struct example examples[] = {
		{"k", "7", "7"},
		{"7", "1", "7"},
		{" 2 * k + 1 ", "5", "11"},
		{"k/3", "10", "10/3"},
		{"k/1/2", "8", "4"},
		{"2^3^2", "1", "512"},
		{"-2^2+5", "1", "1"},
		{"2^-3^2*1024", "1", "2"},
		{"2*-3^2+40", "1", "22"},
		{"k-2-1", "9", "6"},
		{"k-2*2^2*3-1+20", "9", "4"},
		{"-k*-2", "3", "6"},
		{"-(-k)^2+20", "3", "11"},
		{"min(9,min(k,7),8)", "7", "7"},
		{"2^max(1,min(k,3))^2", "3", "512"},
		{"-2^2+50", "1", "46"},
		{"(-2)^2", "1", "4"},
		{"k^-1*6", "3", "2"},
		{"1_000.5", "1", "2001/2"},
		{"2.5e2", "1", "250"},
		{"1e3/k", "8", "125"},
		{"2-1", "1", "1"},
		{"k-- 1", "3", "4"},
		{"+k", "3", "3"},
		{"min(k,3)+max(k,3,9)", "5", "12"},
		{"max(k)", "5", "5"},
		{"ceil(k/2)", "5", "3"},
		{"floor(k/2)", "5", "2"},
		{"floor(0-k/2)+9", "5", "6"},
		{"ceil(0-k/2)+9", "5", "7"},
		{"log", "1024", "10"},
		{"log(k)", "1024", "10"},
		{"lg", "1024", "10"},
		{"log2(k)+log2", "1024", "20"},
		{"log(1/k)+9", "8", "6"},
		{"loglog", "16", "2"},
		{"loglog(k)+5", "2", "5"},
		{"sqrt", "144", "12"},
		{"sqrt(k/4)", "9", "3/2"},
		{"clog", "1", "1"},
		{"clog", "5", "3"},
		{"clog(k/3)", "5", "1"},
		{"clog(1/k)+9", "5", "7"},
		{"csqrt", "9", "3"},
		{"csqrt", "10", "4"},
		{"csqrt(k/2)", "9", "3"},
		{"k^0.5", "49", "7"},
		{"k^1.5", "4", "8"},
		{"k^(-1/2)*10", "4", "5"},
		{"1^0.3", "9", "1"},
		{"0^0", "9", "1"},
		{"0^3+2", "9", "2"},
		/* Only a final value below 1 becomes 1. */
		{"k-9", "3", "1"},
		{"0.5*k", "1", "1"},
		{"0.5*k*4", "1", "2"},
		{"log(k)-9", "3", "1"},
		/* Certain results of rounding or choosing between values that
		 * are not exact. */
		{"ceil(log)", "5", "3"},
		{"floor(log)", "5", "2"},
		{"ceil(sqrt)", "10", "4"},
		{"csqrt(log)", "5", "2"},
		/* Quotients of logarithms of powers of one number. */
		{"log(9)/log(3)", "1", "2"},
		{"ceil(log(k)/log(3))", "243", "5"},
		{"ceil(log(k)/log(3))", "244", "6"},
		{"log(36)/log(216)*9", "1", "6"},
		{"ceil(log(2^5000+1)/log(3)*log(3))-5000+k", "2", "3"},
		{"clog(sqrt)", "10", "2"},
		{"min(log,2)", "5", "2"},
		{"max(log,7/2)", "5", "7/2"},
		/* The form of log/loglog that is defined everywhere. */
		{"min(log(max(2,k)),max(2,log(max(2,k))/max(1,"
		 "log(log(max(2,k))))))",
			"1", "1"},
		{"min(log(max(2,k)),max(2,log(max(2,k))/max(1,"
		 "log(log(max(2,k))))))",
			"65536", "4"},
	};

	CHECK_EXAMPLES(examples);
}

static void test_real(void)
{
	static const struct example examples[] = {
		{"log", "3", "1.58496250072"},
		{"sqrt(2)", "1", "1.41421356237"},
		{"k^1.5", "2", "2.82842712475"},
		{"2^0.5", "1", "1.41421356237"},
		{"log*log", "3", "2.51210612869"},
		{"log^2", "3", "2.51210612869"},
		{"10*log^-1", "3", "6.30929753571"},
		{"sqrt(3)-sqrt(2)+1", "1", "1.31783724520"},
		{"log(k)^1.5*1e30", "3", "1.99539319729e30"},
		{"loglog+1", "5", "2.21532329574"},
		{"sqrt(2)*sqrt(2)", "1", "2.00000000000"},
		{"log(9)*log(5)/log(3)/log(5)", "1", "2.00000000000"},
		/* Cancellation of forty digits. */
		{"(sqrt(10^80+1)-10^40)*10^41", "1", "5.00000000000"},
		{"k^(1/3)", "10", "2.15443469003"},
		{"2^(2^40)^0.75", "1", "limit"},
		{"2^(2^32*sqrt(2))", "1", "4.77087372396e1828456494"},
		/* The last place before the point, and the first past it. */
		{"sqrt(2)*10^10", "1", "14142135623.7"},
		{"sqrt(2)*10^11", "1", "1.41421356237e11"},
		/* Powers of ten, exact or by rounding up. */
		{"sqrt(10)*sqrt(10)", "1", "10.0000000000"},
		{"sqrt(10^2-1/10^20)", "1", "10.0000000000"},
		{"sqrt(10^4-1/10^5)", "1", "99.9999999500"},
	};

	CHECK_EXAMPLES(examples);
}

/* 2^1024 and beyond. */
static void test_huge(void)
{
	mpz_t k;
	char *text;

	mpz_init_set_ui(k, 1);
	mpz_mul_2exp(k, k, 1024);
	text = number_integer_text(k);
	check_answer("log", text, "1024");
	check_answer("loglog", text, "10");
	check_answer("clog", text, "1024");
	check_answer("log^1.5", text, "32768");
	check_answer("k^1.5/k^(3/2)", text, "1");
	check_answer("sqrt(2*k)/2^512", text, "1.41421356237");
	check_answer("k^1.25/k", text,
		"115792089237316195423570985008687907853269984665640564039457"
		"584007913129639936");
	mem_free(text);
	mpz_add_ui(k, k, 1);
	text = number_integer_text(k);
	check_answer("sqrt", text, "1.34078079299e154");
	check_answer("log", text, "1024.00000000");
	check_answer("clog", text, "1025");
	mem_free(text);
	mpz_clear(k);
}

static void test_undefined(void)
{
	static const struct example examples[] = {
		{"1/0", "1", "usage"},
		{"1/(k-2)", "2", "usage"},
		{"log(k-2)", "2", "usage"},
		{"log(0-k)", "2", "usage"},
		{"loglog", "1", "usage"},
		{"log/loglog", "2", "usage"},
		{"sqrt(0-k)", "2", "usage"},
		{"sqrt(1-log)", "3", "usage"},
		{"(0-k)^0.5", "2", "usage"},
		{"(1-log)^0.5", "3", "usage"},
		{"0^-1", "2", "usage"},
		{"0^(-1/2)", "2", "usage"},
		{"csqrt(0-k)", "2", "usage"},
		{"clog(0)", "2", "usage"},
		/* Values that cannot be decided, or are too long. */
		{"floor(sqrt(2)*sqrt(2))", "1", "limit"},
		{"ceil(sqrt(2)*sqrt(2))", "1", "limit"},
		{"ceil(log(8)/log(3)*log(3))", "1", "limit"},
		{"ceil(2*log(9)/log(3))", "1", "limit"},
		{"1/(sqrt(2)*sqrt(2)-2)", "1", "limit"},
		{"log(sqrt(2)*sqrt(2)-2)", "1", "limit"},
		{"2^k", "10000000", "limit"},
		{"(2^k)^k", "10000", "limit"},
		{"2^2^k", "100000", "limit"},
		{"(sqrt(2)^(2^19))^(2^20)^3", "1", "limit"},
	};

	CHECK_EXAMPLES(examples);
	mem_free(answer("log/loglog", "2"));
	CHECK_FOR(strcmp(err.msg, "no value at k = 2: division by 0") == 0,
		"%s", err.msg);
}

static void check_refused(
	const char *text, enum status status, const char *message)
{
	struct cost *cost;

	CHECK_FOR(cost_parse(&cost, text, 1 << 20, &err) == status, "%s", text);
	CHECK_FOR(!cost && (!message || strcmp(err.msg, message) == 0),
		"%s: %s", text, err.msg);
	cost_free(cost);
}

static void test_refused(void)
{
	static const char *const texts[][2] = {
		{"", "the expression is empty"},
		{"  ", "the expression is empty"},
		{"k+", "'k+' ends too early"},
		{"(k", "'(k' lacks a ')'"},
		{"k)", "unexpected ')'"},
		{"()", "unexpected ')'"},
		{"k k", "unexpected 'k': an operator is missing, as * in 2*k"},
		{"2k", "unexpected 'k': an operator is missing, as * in 2*k"},
		{"k 2", "unexpected '2'"},
		{"*k", "unexpected '*k'"},
		{"k,2", "unexpected ',2': one function at a time"},
		{"log(k,2)", "unexpected ',2)'"},
		{"log()", "unexpected ')'"},
		{"min", "min needs its argument between parentheses"},
		{"max", "max needs its argument between parentheses"},
		{"floor+1", "floor needs its argument between parentheses"},
		{"ceil k", "ceil needs its argument between parentheses"},
		{"log k", "unexpected 'k': write log(...)"},
		{"sqrt 2", "unexpected '2': write sqrt(...)"},
		{"log3", "unexpected '3': write log(...)"},
		{"log25(k)", "unexpected '25(k)': write log(...)"},
		{"clog,k", "unexpected ',k': one function at a time"},
		{"log10(k)", "'log10' is none of k, min, max, ceil, floor, "
			     "log, loglog, sqrt, clog, csqrt: log is to base "
			     "2, and log10(k) is log(k)/log(10)"},
		{"k**2", "unexpected '*2': a power is written with ^"},
		{"2-*k", "unexpected '*k'"},
		{"2(k)", "unexpected '(k)': an operator is missing, as * in "
			 "2*k"},
		{"ln(k)", "'ln' is none of k, min, max, ceil, floor, log, "
			  "loglog, sqrt, clog, csqrt: log is to base 2, and "
			  "ln(k) is log(k)/log(2.718281828)"},
		{"K", "'K' is none of k, min, max, ceil, floor, log, loglog, "
		      "sqrt, clog, csqrt: the size of the group is k"},
		{"k^", "'k^' ends too early"},
		{"k\t", "unexpected '?'"},
		{".", "unexpected '.'"},
		{"1..5", "unexpected '..5'"},
		{"1__0", "unexpected '__0'"},
		{"1_", "unexpected '_'"},
		{"(k,2)", "unexpected ',2)'"},
		{"min(k,2", "'min(k,2' lacks a ')'"},
		{"min(k,)", "unexpected ')'"},
		{"((k)", "'((k)' lacks a ')'"},
		{"2^(k", "'2^(k' lacks a ')'"},
		{"k*^2", "unexpected '^2'"},
		{"k%2", "unexpected '%2'"},
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		check_refused(texts[i][0], STATUS_USAGE, texts[i][1]);
	check_refused("1e1000000", STATUS_LIMIT, NULL);
}

/* n times the text open, then k, then n times the text close. */
static char *nested(size_t n, const char *open, const char *close)
{
	char *text = mem_array(n * (strlen(open) + strlen(close)) + 2, 1);

	for (size_t i = 0; i < n; i++)
		strcat(text, open);
	strcat(text, "k");
	for (size_t i = 0; i < n; i++)
		strcat(text, close);
	return text;
}

static void test_depth(void)
{
	static const char *const kinds[][2] = {{"(", ")"}, {"log(", ")"},
		{"k^", ""}, {"min(1,", ")"}, {"k^-", ""}};
	struct cost *cost;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		char *fits = nested(200, kinds[i][0], kinds[i][1]);
		char *deeper = nested(201, kinds[i][0], kinds[i][1]);

		CHECK(cost_parse(&cost, fits, 1 << 20, &err) == STATUS_OK);
		cost_free(cost);
		check_refused(deeper, STATUS_LIMIT,
			"the expression is nested deeper than 200");
		mem_free(fits);
		mem_free(deeper);
	}
}

static void test_length(void)
{
	char *fits = nested(4095, "+", ""), *longer = nested(4096, "-", "");

	check_answer(fits, "5", "5");
	check_refused(longer, STATUS_LIMIT, NULL);
	mem_free(fits);
	mem_free(longer);
}

static void check_unknown(const char *name, const char *quoted)
{
	char expected[256];

	snprintf(expected, sizeof expected,
		"%s is none of k, min, max, ceil, floor, log, loglog, sqrt, "
		"clog, csqrt",
		quoted);
	check_refused(name, STATUS_USAGE, expected);
}

/* An error quotes at most ERR_PART_MAX bytes of a name. */
static void test_names(void)
{
	char name[101], quoted[70];

	memset(name, 'q', sizeof name);
	for (size_t size = 2; size < sizeof name; size++) {
		char last = name[size];

		name[size] = '\0';
		snprintf(quoted, sizeof quoted, "'%.60s%s'", name,
			size > 60 ? "..." : "");
		check_unknown(name, quoted);
		name[size] = last;
	}
}

/* The text of the cost, as it was given, without blanks around it. */
static void test_copies(void)
{
	static const char *const texts[] = {"k", "log(k) + 1"};

	for (size_t i = 0; i < 2; i++) {
		for (int blanks = 0; blanks < 3; blanks++) {
			char text[32], *copy;
			struct cost *cost;

			snprintf(text, sizeof text, "%*s%s%*s", blanks, "",
				texts[i], blanks, "");
			CHECK(cost_parse(&cost, text, 64, &err) == STATUS_OK);
			copy = cost_copy_text(cost);
			CHECK_FOR(strcmp(copy, texts[i]) == 0, "%s: %s", text,
				copy);
			mem_free(copy);
			cost_free(cost);
		}
	}
}

/* The root of n squared, and the power of the logarithm, are n again. */
static void test_inverses(void)
{
	struct value k, y, z;
	const char *why;

	value_init(&k);
	value_init(&y);
	value_init(&z);
	for (unsigned long n = 2; n < 3000; n += 7) {
		value_set_ui(&k, n);
		CHECK(value_sqrt(&y, &k, &precision, &why) == VALUE_OK);
		CHECK(value_product(&y, &y, &y, &precision, &why) == VALUE_OK);
		CHECK_FOR(value_cmp(&y, &k, &precision) == 0, "%lu", n);
		CHECK(value_log(&y, &k, &precision, &why) == VALUE_OK);
		value_set_ui(&z, 2);
		CHECK(value_power(&z, &z, &y, &precision, &why) == VALUE_OK);
		CHECK_FOR(value_cmp(&z, &k, &precision) == 0, "%lu", n);
	}
	value_clear(&k);
	value_clear(&y);
	value_clear(&z);
}

/* Decimals that the bits do not decide are not made up. */
static void test_decimals(void)
{
	struct value two;
	const char *why;
	char *text;

	value_init(&two);
	value_set_ui(&two, 2);
	CHECK(value_sqrt(&two, &two, &precision, &why) == VALUE_OK);
	text = value_text(&two, 30, &precision);
	CHECK(text && strcmp(text, "1.414213562373095048801688724210") == 0);
	mem_free(text);
	CHECK(!value_text(&two, 60, &precision));
	value_clear(&two);
}

/* The text of an x in whole + 1/2 - 2^-bits .. whole + 1/2 + 2^-bits. */
static void check_half(
	unsigned long whole, unsigned long bits, int last, const char *expected)
{
	struct value_precision at = {
		.bits = bits, .max_bits = 1 << 20, .last = last};
	struct value x;
	char *text;

	value_init(&x);
	x.exact = 0;
	mpz_set_ui(x.x.lo, 2 * whole + 1);
	mpz_mul_2exp(x.x.lo, x.x.lo, bits - 1);
	mpz_add_ui(x.x.hi, x.x.lo, 1);
	mpz_sub_ui(x.x.lo, x.x.lo, 1);
	x.x.exponent = -(int64_t)bits;
	text = value_text(&x, 0, &at);
	CHECK_FOR(expected ? text && strcmp(text, expected) == 0 : !text,
		"%lu + 1/2, %lu bits, %d: %s", whole, bits, last,
		text ? text : "none");
	/* A double takes 53 bits and more. */
	CHECK(value_is_settled(&x, 0, &at) == (text != NULL && bits >= 100));
	mem_free(text);
	value_clear(&x);
}

/* A value that may be the middle between two numbers has no text; with the last
 * bits it is rounded half to even, but only if its interval is short enough. */
static void test_ties(void)
{
	check_half(2, 100, 0, NULL);
	check_half(2, 100, 1, "2");
	check_half(3, 100, 1, "4");
	check_half(2, 34, 1, "2");
	check_half(2, 20, 1, NULL);
	check_half(3, 2, 1, NULL);
}

/* Checks whether the integer and the double of an x are settled, where lo ·
 * 2^exponent <= x <= (lo + 2^gap) · 2^exponent, lo = 2^size + more. */
static int is_settled(unsigned long size, unsigned long more, unsigned long gap,
	int64_t exponent, int last)
{
	const struct value_precision at = {
		.bits = 128, .max_bits = 1 << 20, .last = last};
	struct value x;
	int settled;

	value_init(&x);
	x.exact = 0;
	mpz_set_ui(x.x.lo, more);
	mpz_setbit(x.x.lo, size);
	mpz_setbit(x.x.hi, gap);
	mpz_add(x.x.hi, x.x.hi, x.x.lo);
	x.x.exponent = exponent;
	settled = value_is_settled(&x, 0, &at);
	value_clear(&x);
	return settled;
}

/* The double is settled if both ends have the same one or, with the last bits,
 * if the ends differ by a 2^-85th of themselves; that of an exact value always
 * is. */
static void test_settled(void)
{
	struct value half;
	char *text;

	CHECK(is_settled(200, 0, 100, -199, 0));
	/* From 2^53 + 1, in the middle between two doubles, on. */
	CHECK(!is_settled(53, 1, 0, -60, 1));
	CHECK(!is_settled(150, 0, 100, -140, 1));
	CHECK(!is_settled(150, 0, 98, -140, 0));
	value_init(&half);
	mpq_set_ui(half.q, 5, 2);
	CHECK(value_is_settled(&half, 0, &precision));
	text = value_text(&half, 0, &precision);
	CHECK(strcmp(text, "2") == 0);
	mem_free(text);
	value_clear(&half);
}

/* The status of the ceiling of the root of k^2 + 1, k = 2^power, which only
 * twice as many bits can tell from k. */
static enum status raise_root(
	unsigned long power, const struct value_precision *at)
{
	enum status status;
	struct value value;
	struct cost *cost;
	mpz_t k;

	mpz_init_set_ui(k, 1);
	mpz_mul_2exp(k, k, power);
	value_init(&value);
	CHECK(cost_parse(&cost, "ceil(sqrt(k^2+1))-k", 1 << 20, &err) ==
		STATUS_OK);
	status = cost_value(&value, cost, k, at, &err);
	CHECK(status != STATUS_OK ||
		(value.exact && mpq_cmp_ui(value.q, 1, 1) == 0));
	cost_free(cost);
	value_clear(&value);
	mpz_clear(k);
	return status;
}

/* Bits are doubled up to 2^16; if work is counted for planned bits, then only
 * for the last run. */
static void test_doubling(void)
{
	const uint64_t work = UINT64_C(1) << 40;
	uint64_t once = work, thrice = work, counted = work;
	struct value_precision at = {.bits = 1 << 15,
		.planned = 1,
		.max_bits = 1 << 20,
		.work = &once};

	CHECK(raise_root(30000, &precision) == STATUS_OK);
	CHECK(raise_root(40000, &precision) == STATUS_LIMIT);
	CHECK(raise_root(9000, &at) == STATUS_OK);
	at.bits = 1 << 13;
	at.work = &thrice;
	CHECK(raise_root(9000, &at) == STATUS_OK);
	CHECK(once < work && thrice == once);
	at.planned = 0;
	at.work = &counted;
	CHECK(raise_root(9000, &at) == STATUS_OK);
	CHECK(counted < once);
}

/* Fractions whose sum takes more work than is left are not added. */
static void test_sum(void)
{
	uint64_t work = 1000;
	const struct value_precision at = {
		.bits = 128, .max_bits = 1 << 20, .work = &work};
	struct value sum, term;
	mpz_t k;

	mpz_init_set_ui(k, 9);
	value_init(&sum);
	value_init(&term);
	mpq_set_ui(sum.q, 1, 2);
	mpq_set_ui(term.q, 1, 3);
	CHECK(cost_add(&sum, &term, k, &at, &err) == STATUS_OK);
	CHECK(mpq_cmp_ui(sum.q, 5, 6) == 0);
	mpz_ui_pow_ui(mpq_denref(sum.q), 5, 5000);
	mpz_ui_pow_ui(mpq_denref(term.q), 3, 5000);
	CHECK_REFUSED(cost_add(&sum, &term, k, &at, &err), STATUS_LIMIT, "sum",
		err,
		"the sum of the costs is out of reach at k = 9: more work on "
		"long numbers than " ERR_NAME "max_bits allows");
	value_clear(&sum);
	value_clear(&term);
	mpz_clear(k);
}

/* -- expressions at random, with few bits and with many */

static unsigned long draw_below(unsigned long below)
{
	return (unsigned long)rand() % below;
}

static void draw_expression(char *text, unsigned depth)
{
	static const char *const atoms[] = {"k", "2", "3", "7/5", "2^70", "k^2",
		"(2^200+1)", "1/3", "log(k+1)", "sqrt(k+2)"};
	static const char *const unary[] = {
		"floor(", "ceil(", "log(", "sqrt(", "-(", "clog("};
	static const char binary[] = "+-*/^+-*";

	if (depth == 0 || draw_below(5) == 0) {
		strcat(text, atoms[draw_below(sizeof atoms / sizeof *atoms)]);
		return;
	}
	if (draw_below(3) == 0) {
		strcat(text, unary[draw_below(sizeof unary / sizeof *unary)]);
		draw_expression(text, depth - 1);
	} else {
		size_t end;

		strcat(text, "(");
		draw_expression(text, depth - 1);
		end = strlen(text);
		text[end] = binary[draw_below(sizeof binary - 1)];
		text[end + 1] = '\0';
		draw_expression(text, depth - 1);
	}
	strcat(text, ")");
}

/* The text with that many bits, as the last ones; NULL if there is none. */
static char *digits_with(const struct cost *cost, const mpz_t k,
	unsigned long bits, int64_t decimals, int last, int *is_exact)
{
	uint64_t work = UINT64_C(1) << 26;
	struct value_precision at = {
		.bits = bits, .max_bits = 1 << 14, .last = last, .work = &work};
	struct value value;
	char *text = NULL;

	value_init(&value);
	if (cost_value(&value, cost, k, &at, &err) == STATUS_OK)
		text = value_text(&value, decimals, &at);
	*is_exact = value.exact;
	value_clear(&value);
	return text;
}

/* A text that few bits give, many bits give, too. */
static void test_precisions(void)
{
	unsigned compared = 0, told = 0;
	mpz_t k;

	srand(3);
	mpz_init(k);
	for (int i = 0; i < 4000; i++) {
		int64_t decimals = (int64_t)draw_below(4) * 9 - 1;
		char text[1024] = "", *few, *many;
		int exact, also;
		struct cost *cost;

		draw_expression(text, 4);
		mpz_set_ui(k, 1);
		mpz_mul_2exp(k, k, draw_below(150));
		mpz_add_ui(k, k, draw_below(3));
		CHECK(cost_parse(&cost, text, 1 << 14, &err) == STATUS_OK);
		few = digits_with(cost, k, UINT64_C(64) << draw_below(3),
			decimals, i % 2, &exact);
		many = digits_with(cost, k, 3000, decimals, 0, &also);
		if (few && many) {
			CHECK_FOR(strcmp(few, many) == 0 && exact == also,
				"%s, %d: %s, %s", text, (int)decimals, few,
				many);
			compared += !exact;
		}
		told += few != NULL;
		cost_free(cost);
		mem_free(few);
		mem_free(many);
	}
	CHECK_FOR(compared > 500 && told > 2000, "%u %u", compared, told);
	mpz_clear(k);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_exact());
	RUN(test_real());
	RUN(test_huge());
	RUN(test_undefined());
	RUN(test_refused());
	RUN(test_depth());
	RUN(test_length());
	RUN(test_names());
	RUN(test_copies());
	RUN(test_inverses());
	RUN(test_decimals());
	RUN(test_ties());
	RUN(test_settled());
	RUN(test_doubling());
	RUN(test_sum());
	RUN(test_precisions());
	return test_done();
}
