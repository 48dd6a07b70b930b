/* number/number: every form of number, and the messages for what is refused. */
#include "number/number.h"

#include <string.h>

#include "base/mem.h"
#include "test.h"

enum { MAX_BITS = 100000 };

static const struct {
	const char *text, *value; /* value NULL: refused */
	enum status status;
} parse[] = {
	{"0", "0", STATUS_OK},
	{"14", "14", STATUS_OK},
	{"010", "10", STATUS_OK},
	{"1_000_000", "1000000", STATUS_OK},
	{"1e3", "1000", STATUS_OK},
	{"1E3", "1000", STATUS_OK},
	{"1e+06", "1000000", STATUS_OK},
	{"2^10", "1024", STATUS_OK},
	{"0^0", "1", STATUS_OK},
	{"0^5", "0", STATUS_OK},
	{"1^99999999999999999999999", "1", STATUS_OK},
	{"0e99999999999999999999999", "0", STATUS_OK},
	{"5/2", "5/2", STATUS_OK},
	{"10/4", "5/2", STATUS_OK},
	{"2.5", "5/2", STATUS_OK},
	{"2.50", "5/2", STATUS_OK},
	{"0.001", "1/1000", STATUS_OK},
	{"1e-3", "1/1000", STATUS_OK},
	{"1.5e1", "15", STATUS_OK},
	{"1.25e1", "25/2", STATUS_OK},
	{"1.25e3", "1250", STATUS_OK},
	{"125e-2", "5/4", STATUS_OK},
	{"2^13", "8192", STATUS_OK},
	{"0e100001", "0", STATUS_OK},
	{"0e-100001", "0", STATUS_OK},
	{"0.00e100001", "0", STATUS_OK},
	{"1_2.3_4", "617/50", STATUS_OK},
	{"2^3/3^2", "8/9", STATUS_OK},
	{"1e2/8", "25/2", STATUS_OK},
	{"0.0", "0", STATUS_OK},
	{".5", "1/2", STATUS_OK},
	{"5.", "5", STATUS_OK},
	{"5./2.", "5/2", STATUS_OK},
	{".5e1", "5", STATUS_OK},
	{"2.e1", "20", STATUS_OK},
	{"64k", "64000", STATUS_OK},
	{"64Ki", "65536", STATUS_OK},
	{"64KiB", NULL, STATUS_USAGE},
	{"1M", "1000000", STATUS_OK},
	{"2Mi", "2097152", STATUS_OK},
	{"1.5G", "1500000000", STATUS_OK},
	{"1Gi", "1073741824", STATUS_OK},
	{"1T", "1000000000000", STATUS_OK},
	{"1Ti", "1099511627776", STATUS_OK},
	{"1Ki/3", "1024/3", STATUS_OK},
	{"64K", NULL, STATUS_USAGE},
	{"64ki", "65536", STATUS_OK},
	{"64m", NULL, STATUS_USAGE},
	{"1e3k", NULL, STATUS_USAGE},
	{"2^3k", NULL, STATUS_USAGE},
	{"5us", NULL, STATUS_USAGE},
	{"(2^20-1)", "1048575", STATUS_OK},
	{"(3*2^10)", "3072", STATUS_OK},
	{"(7)", "7", STATUS_OK},
	{"((7))", "7", STATUS_OK},
	{"(1+2*3^2)", "19", STATUS_OK},
	{"(2^3^2)", "512", STATUS_OK},
	{"((2^3)^2)", "64", STATUS_OK},
	{"(10-4-3)", "3", STATUS_OK},
	{"(64/4/2)", "8", STATUS_OK},
	{"(2*(3+4)*5)", "70", STATUS_OK},
	{"(1-2+3)", "2", STATUS_OK},
	{"((1-3)^2)", "4", STATUS_OK},
	{"((1-3)^3+9)", "1", STATUS_OK},
	{"((1-2)^99999999999999999999998)", "1", STATUS_OK},
	{"(1+(1-2)^99999999999999999999999)", "0", STATUS_OK},
	{"((1/2)^3)", "1/8", STATUS_OK},
	{"( 64Ki - 1 )", "65535", STATUS_OK},
	{"(2.5e1/.5)", "50", STATUS_OK},
	{"(3)/(4)", "3/4", STATUS_OK},
	{"3/(2+2)", "3/4", STATUS_OK},
	{"(1-2)", NULL, STATUS_USAGE},
	{"(1/0)", NULL, STATUS_USAGE},
	{"1/(1-1)", NULL, STATUS_USAGE},
	{"(2^(1/2))", NULL, STATUS_USAGE},
	{"(2^(1-2))", NULL, STATUS_USAGE},
	{"(", NULL, STATUS_USAGE},
	{"()", NULL, STATUS_USAGE},
	{"(1", NULL, STATUS_USAGE},
	{"(1+)", NULL, STATUS_USAGE},
	{"(+1)", NULL, STATUS_USAGE},
	{"(1 2)", NULL, STATUS_USAGE},
	{"(1))", NULL, STATUS_USAGE},
	{"(1)2", NULL, STATUS_USAGE},
	{"(k)", NULL, STATUS_USAGE},
	{"(2^100001)", NULL, STATUS_LIMIT},
	{"(2^60000*2^60000)", NULL, STATUS_LIMIT},
	{"(1/2^60000/2^60000)", NULL, STATUS_LIMIT},
	{"(2^99999999999999999999999)", NULL, STATUS_LIMIT},
	{"(2^0)", "1", STATUS_OK},
	{"(2^50000*2^49999/2^50000/2^49999)", "1", STATUS_OK},
	{"(2^50000*2^50000/2^50000/2^50000)", NULL, STATUS_LIMIT},
	{"(1/2^50000/2^49999*2^50000*2^49999)", "1", STATUS_OK},
	{"(1/2^50000/2^50000*2^50000*2^50000)", NULL, STATUS_LIMIT},
	{"", NULL, STATUS_USAGE},
	{"-1", NULL, STATUS_USAGE},
	{"+1", NULL, STATUS_USAGE},
	{" 1", NULL, STATUS_USAGE},
	{"1 ", NULL, STATUS_USAGE},
	{"1e", NULL, STATUS_USAGE},
	{"1e-", NULL, STATUS_USAGE},
	{"2^", NULL, STATUS_USAGE},
	{"2^-1", NULL, STATUS_USAGE},
	{"2^2^2", NULL, STATUS_USAGE},
	{"1.5^2", NULL, STATUS_USAGE},
	{"1/0", NULL, STATUS_USAGE},
	{"1/0e5", NULL, STATUS_USAGE},
	{"1/2/3", NULL, STATUS_USAGE},
	{"1/", NULL, STATUS_USAGE},
	{"/2", NULL, STATUS_USAGE},
	{".", NULL, STATUS_USAGE},
	{".e1", NULL, STATUS_USAGE},
	{"1..", NULL, STATUS_USAGE},
	{"1.5^2", NULL, STATUS_USAGE},
	{"1,5", NULL, STATUS_USAGE},
	{"1__0", NULL, STATUS_USAGE},
	{"_1", NULL, STATUS_USAGE},
	{"1_", NULL, STATUS_USAGE},
	{"0x10", NULL, STATUS_USAGE},
	{"inf", NULL, STATUS_USAGE},
	{"1e100000", NULL, STATUS_LIMIT},
	{"1e-100000", NULL, STATUS_LIMIT},
	{"2^100000", NULL, STATUS_LIMIT},
	{"3^63093", NULL, STATUS_LIMIT},
	{"(2^70)^1429", NULL, STATUS_USAGE},
	{"((2^70)^1429)", NULL, STATUS_LIMIT},
	{"2^99999999999999999999999", NULL, STATUS_LIMIT},
	{"1e99999999999999999999999", NULL, STATUS_LIMIT},
	{"1/1e100000", NULL, STATUS_LIMIT},
	/* Exponents that are small modulo 2^64. */
	{"2^18446744073709551619", NULL, STATUS_LIMIT},
	{"2^18446744073709551629", NULL, STATUS_LIMIT},
	{"1e18446744073709551617", NULL, STATUS_LIMIT},
	{"1.555e-18446744073709551613", NULL, STATUS_LIMIT},
};

/* The limit MAX_BITS to the bit: 2^99999 has that many, 3^63092 one fewer. */
static void test_longest(void)
{
	static const char *const longest[] = {
		"2^99999", "3^63092", "((2^70)^1428)", "(2^99999)"};
	struct err err;
	mpq_t value;

	mpq_init(value);
	for (size_t i = 0; i < sizeof longest / sizeof *longest; i++)
		CHECK_FOR(number_parse(value, longest[i], MAX_BITS, &err) ==
				  STATUS_OK,
			"%s", longest[i]);
	mpq_clear(value);
}

/* Numbers that would take more than a second are refused, however many bits
 * results may have: those past 2^25 bits, and those whose work, the bits of all
 * results and 32 times the bits of all common divisors, is past 2^26. */
static void test_work(void)
{
	static const char size[] =
		" has more digits than " ERR_NAME "max_bits allows";
	static const char work[] =
		" takes more work than " ERR_NAME "max_bits allows";
	static const struct {
		const char *text, *why; /* NULL: read */
	} cases[] = {
		{"2^33554431", NULL},
		{"2^33554432", size},
		{"2^2097150/2^2097150", NULL},
		{"2^2097151/2^2097151", work},
		{"(2^1973788/2^1973788)", NULL},
		{"(2^1973789/2^1973789)", work},
		{"(2^33554382*1)", NULL},
		{"(2^33554383*1)", work},
		{"((1/2)^33554349*1)", NULL},
		{"((1/2)^33554350*1)", work},
	};
	struct err err;
	mpq_t value;

	mpq_init(value);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		enum status status = number_parse(
			value, cases[i].text, UINT64_C(1) << 32, &err);

		CHECK_FOR((status == STATUS_OK) == !cases[i].why, "%s",
			cases[i].text);
		if (cases[i].why)
			CHECK_FOR(status == STATUS_LIMIT &&
					  strstr(err.msg, cases[i].why) != NULL,
				"%s: %s", cases[i].text, err.msg);
	}
	mpq_clear(value);
}

static void test_parse(void)
{
	struct err err;
	mpq_t value, expected;

	mpq_inits(value, expected, NULL);
	for (size_t i = 0; i < sizeof parse / sizeof *parse; i++) {
		enum status status =
			number_parse(value, parse[i].text, MAX_BITS, &err);

		CHECK_FOR(status == parse[i].status, "'%s'", parse[i].text);
		if (!parse[i].value || status != STATUS_OK)
			continue;
		test_mpq(expected, parse[i].value);
		CHECK_FOR(mpq_equal(value, expected), "'%s'", parse[i].text);
	}
	mpq_clears(value, expected, NULL);
}

/* A thousand nines, and the error line that names them stays short. */
static void test_long(void)
{
	char nines[1001], wrong[1002];
	struct err err;
	mpq_t value;
	char *text;

	memset(nines, '9', 1000);
	nines[1000] = '\0';
	memcpy(wrong, nines, 1000);
	memcpy(wrong + 1000, "x", 2);
	mpq_init(value);
	CHECK(number_parse(value, nines, MAX_BITS, &err) == STATUS_OK);
	text = number_text(value);
	CHECK(strcmp(text, nines) == 0);
	mem_free(text);
	CHECK(number_parse(value, wrong, MAX_BITS, &err) == STATUS_USAGE);
	CHECK(strlen(err.msg) < 100);
	CHECK(strstr(err.msg, "999...' is not a number") != NULL);
	CHECK(number_parse(value, "1\n2", MAX_BITS, &err) == STATUS_USAGE);
	CHECK(strcmp(err.msg, "'1?2' is not a number") == 0);
	mpq_clear(value);
}

/* Nested parentheses, and the messages about expressions. */
static void test_nested(void)
{
	enum { DEPTH = 10000 };
	char *text = mem_array(2 * DEPTH + 2, 1);
	struct err err;
	mpq_t value;

	mpq_init(value);
	memset(text, '(', DEPTH);
	text[DEPTH] = '7';
	memset(text + DEPTH + 1, ')', DEPTH);
	text[2 * DEPTH + 1] = '\0';
	CHECK(number_parse(value, text, MAX_BITS, &err) == STATUS_OK);
	CHECK(mpq_cmp_ui(value, 7, 1) == 0);
	CHECK(number_parse(value, "(1/0)", MAX_BITS, &err) == STATUS_USAGE);
	CHECK(strcmp(err.msg, "'(1/0)' divides by 0") == 0);
	CHECK(number_parse(value, "1/(1-1)", MAX_BITS, &err) == STATUS_USAGE);
	CHECK(strcmp(err.msg, "'1/(1-1)' has the denominator 0") == 0);
	CHECK(number_parse(value, "(1-2)", MAX_BITS, &err) == STATUS_USAGE);
	CHECK(strcmp(err.msg, "'(1-2)' is below 0") == 0);
	mpq_clear(value);
	mem_free(text);
}

/* A number ends at the first character that cannot belong to it. */
static void test_scan(void)
{
	static const struct {
		const char *text, *rest;
	} cases[] = {{"2..5", "..5"}, {"2.,5", ",5"}, {"1.5..", ".."},
		{"1/2/3", "/3"}, {"1/.", "/."}, {"1/x", "/x"}, {"2^3^4", "^4"},
		{"(1)(2)", "(2)"}, {"1_2_", "_"}, {"3e+", "e+"}, {"1k5", "5"}};
	struct err err;
	mpq_t value;

	mpq_init(value);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *at = cases[i].text;

		CHECK(number_scan(value, &at, MAX_BITS, &err) == STATUS_OK);
		CHECK_FOR(strcmp(at, cases[i].rest) == 0, "'%s': '%s'",
			cases[i].text, at);
	}
	mpq_clear(value);
	CHECK(number_begins("5") && number_begins("(") && number_begins(".5"));
	CHECK(!number_begins(".") && !number_begins("x") && !number_begins(""));
}

/* Digits, before and after the point, are counted before they are read. */
static void test_digits(void)
{
	static const struct {
		int whole, fraction; /* zeros after a 1 */
		enum status status;
	} cases[] = {{42, 0, STATUS_OK}, {43, 0, STATUS_LIMIT},
		{0, 30, STATUS_OK}, {0, 31, STATUS_LIMIT}, {20, 22, STATUS_OK},
		{20, 23, STATUS_LIMIT}, {0, 500, STATUS_LIMIT}};
	char text[600];
	struct err err;
	mpq_t value;

	mpq_init(value);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		sprintf(text, "1%0*d.%0*d", cases[i].whole, 0,
			cases[i].fraction, 0);
		if (cases[i].whole == 0)
			sprintf(text, "1.%0*d", cases[i].fraction, 0);
		else if (cases[i].fraction == 0)
			sprintf(text, "1%0*d", cases[i].whole, 0);
		mpq_set_ui(value, 1, 1);
		CHECK_FOR(
			number_parse(value, text, 100, &err) == cases[i].status,
			"%s", text);
	}
	mpq_clear(value);
}

/* base^exponent is refused where it has more bits than allowed. */
static void test_power(void)
{
	static const struct {
		long base;
		uint64_t exponent;
		long value; /* 0: refused */
	} cases[] = {{3, 5, 243}, {3, 6, 729}, {3, 7, 0}, {-3, 5, -243},
		{7, 3, 343}, {7, 4, 0}, {2, 9, 512}, {2, 10, 0}, {2, 0, 1},
		{1, UINT64_MAX, 1}, {-1, UINT64_MAX, -1},
		{-1, UINT64_MAX - 1, 1}, {-1, 0, 1}, {-1, 1, -1}, {-1, 2, 1},
		{2, UINT64_MAX, 0}, {1024, 1, 0}, {1023, 1, 1023}};
	mpz_t base, value;

	mpz_inits(base, value, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mpz_set_si(base, cases[i].base);
		CHECK_FOR(number_power(value, base, cases[i].exponent, 10) ==
				  (cases[i].value != 0),
			"case %d", (int)i);
		CHECK_FOR(cases[i].value == 0 ||
				  mpz_cmp_si(value, cases[i].value) == 0,
			"case %d", (int)i);
	}
	mpz_set_ui(base, 2);
	CHECK(number_power(value, base, 1 << 26, (1 << 26) + 1));
	CHECK(mpz_scan1(value, 0) == 1 << 26);
	CHECK(!number_power(value, base, 1 << 26, 1 << 26));
	/* A number of one and a half words. */
	mpz_setbit(base, 96);
	mpz_clrbit(base, 1);
	CHECK(number_power(value, base, 3, 289));
	CHECK(mpz_scan1(value, 0) == 288);
	CHECK(!number_power(value, base, 3, 288));
	CHECK(!number_power(value, base, UINT32_MAX * UINT64_C(64), MAX_BITS));
	CHECK(!number_power(value, base, UINT64_MAX, MAX_BITS));
	/* Powers of gigabytes or of over 2^64 bits are refused at once. */
	mpz_set_ui(base, 3);
	CHECK(!number_power(value, base, UINT64_C(1) << 36, UINT64_C(1) << 33));
	mpz_set_ui(base, 0);
	mpz_setbit(base, (1 << 26) + 1);
	CHECK(!number_power(
		value, base, UINT32_MAX * UINT64_C(64), UINT64_C(1) << 40));
	mpz_set_ui(base, 0);
	CHECK(number_power(value, base, 0, 10) && mpz_cmp_ui(value, 1) == 0);
	CHECK(number_power(value, base, UINT64_MAX, 10) && mpz_sgn(value) == 0);
	mpz_clears(base, value, NULL);
}

static void test_words(void)
{
	static const uint64_t words[] = {0, 1, 9, 10, 4294967295u, 4294967296u,
		9999999999999999999u, UINT64_MAX};
	mpz_t z;

	mpz_init(z);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		number_set_u64(z, words[i]);
		CHECK(number_fits_u64(z) && number_get_u64(z) == words[i]);
	}
	mpz_ui_pow_ui(z, 2, 64);
	CHECK(!number_fits_u64(z));
	for (unsigned long n = 1; n < 5000; n++) {
		uint64_t log = 0;

		while ((1UL << log) < n)
			log++;
		mpz_set_ui(z, n);
		CHECK(number_ceil_log2(z) == log);
	}
	mpz_clear(z);
}

/* Whole numbers beside fractions of either sign. */
static void test_whole_parts(void)
{
	static const struct {
		const char *value;
		long floor, ceil;
	} cases[] = {{"0", 0, 0}, {"4", 4, 4}, {"-4", -4, -4}, {"7/2", 3, 4},
		{"-7/2", -4, -3}, {"1/3", 0, 1}, {"-1/3", -1, 0}};
	mpq_t value;
	mpz_t whole;

	mpq_init(value);
	mpz_init(whole);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		test_mpq(value, cases[i].value);
		number_floor(whole, value);
		CHECK_FOR(mpz_cmp_si(whole, cases[i].floor) == 0, "%s",
			cases[i].value);
		number_ceil(whole, value);
		CHECK_FOR(mpz_cmp_si(whole, cases[i].ceil) == 0, "%s",
			cases[i].value);
	}
	mpz_clear(whole);
	mpq_clear(value);
}

/* 2^bits - 1 is the greatest number of so many bits. */
static void test_read_words(void)
{
	mpz_t value;
	uint64_t word = 5;

	mpz_init_set_si(value, -1);
	CHECK(!number_read_u64(&word, value, 64) && word == 5);
	CHECK(!number_fits_u64(value));
	for (unsigned bits = 1; bits <= 64; bits++) {
		mpz_set_ui(value, 0);
		CHECK(number_read_u64(&word, value, bits) && word == 0);
		mpz_setbit(value, bits);
		word = 5;
		CHECK(!number_read_u64(&word, value, bits) && word == 5);
		mpz_sub_ui(value, value, 1);
		CHECK(number_read_u64(&word, value, bits));
		CHECK(word == UINT64_MAX >> (64 - bits));
	}
	mpz_clear(value);
}

/* The greater of both, whichever comes first. */
static void test_raise(void)
{
	static const char *const values[][3] = {{"1/2", "1/3", "1/2"},
		{"1/3", "1/2", "1/2"}, {"-1", "-2", "-1"}, {"-2", "-1", "-1"},
		{"0", "0", "0"}};
	mpq_t most, value, expected;

	mpq_inits(most, value, expected, NULL);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		test_mpq(most, values[i][0]);
		test_mpq(value, values[i][1]);
		test_mpq(expected, values[i][2]);
		number_raise(most, value);
		CHECK_FOR(mpq_equal(most, expected), "%s, %s", values[i][0],
			values[i][1]);
	}
	mpq_clears(most, value, expected, NULL);
}

static void test_exceeds(void)
{
	mpq_t value, base;

	mpq_inits(value, base, NULL);
	test_mpq(base, "100/7");
	test_mpq(value, "103/7");
	CHECK(number_exceeds(value, base, 102, 100));
	CHECK(!number_exceeds(value, base, 103, 100));
	CHECK(!number_exceeds(value, base, 206, 200));
	CHECK(number_exceeds(value, base, 1, 1));
	CHECK(!number_exceeds(base, base, 1, 1));
	CHECK(!number_exceeds(base, value, 1, 1));
	mpq_clears(value, base, NULL);
}

/* By trying every number up to the smaller of both. */
static void test_gcd(void)
{
	for (uint64_t a = 1; a <= 60; a++)
		for (uint64_t b = 1; b <= 60; b++) {
			uint64_t greatest = 1;

			for (uint64_t d = 2; d <= a; d++)
				if (a % d == 0 && b % d == 0)
					greatest = d;
			CHECK(number_gcd_u64(a, b) == greatest);
		}
	CHECK(number_gcd_u64(0, 7) == 7 && number_gcd_u64(7, 0) == 7);
	CHECK(number_gcd_u64(UINT64_MAX, 255) == 255);
}

/* Ratios, and times in ticks of 1/unit that have at most so many bits. */
static void test_ticks(void)
{
	static const struct {
		const char *time;
		uint64_t unit;
		unsigned bits;
		int fits;
		uint64_t ticks;
	} times[] = {
		{"5/2", 2, 63, 1, 5},
		{"5/2", 3, 63, 0, 0},
		{"5/2", 4, 63, 1, 10},
		{"7", 1, 3, 1, 7},
		{"8", 1, 3, 0, 0},
		{"0", 5, 1, 1, 0},
	};
	mpq_t time, ratio;

	mpq_inits(time, ratio, NULL);
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		uint64_t ticks = 0;

		test_mpq(time, times[i].time);
		CHECK_FOR(number_read_ticks(&ticks, time, times[i].unit,
				  times[i].bits) == times[i].fits &&
				  (!times[i].fits || ticks == times[i].ticks),
			"%s", times[i].time);
	}
	number_set_ratio(ratio, 10, 4);
	test_mpq(time, "5/2");
	CHECK(mpq_equal(ratio, time));
	mpq_clears(time, ratio, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_ticks());
	RUN(test_parse());
	RUN(test_longest());
	RUN(test_work());
	RUN(test_long());
	RUN(test_nested());
	RUN(test_scan());
	RUN(test_digits());
	RUN(test_power());
	RUN(test_words());
	RUN(test_whole_parts());
	RUN(test_read_words());
	RUN(test_raise());
	RUN(test_exceeds());
	RUN(test_gcd());
	return test_done();
}
