/* number/number: every form of number, and what is refused. */
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
};

/* MAX_BITS to the bit: 2^99999 has so many, 3^63092 one fewer. */
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

static const struct {
	const char *value;
	size_t digits;
	const char *text;
} decimal[] = {
	{"0", 0, "0"},
	{"0", 3, "0.000"},
	{"1/2", 0, "0"},
	{"3/2", 0, "2"},
	{"5/2", 0, "2"},
	{"5/2", 1, "2.5"},
	{"1/3", 4, "0.3333"},
	{"2/3", 4, "0.6667"},
	{"1/8", 2, "0.12"},
	{"3/8", 2, "0.38"},
	{"999/1000", 2, "1.00"},
	{"1/1000", 2, "0.00"},
	{"123456/100", 1, "1234.6"},
	{"-1/3", 2, "-0.33"},
	{"15/2", 3, "7.500"},
};

static void test_decimal(void)
{
	mpq_t value;

	mpq_init(value);
	for (size_t i = 0; i < sizeof decimal / sizeof *decimal; i++) {
		char *text;

		test_mpq(value, decimal[i].value);
		text = number_decimal_text(value, decimal[i].digits);
		CHECK_FOR(strcmp(text, decimal[i].text) == 0, "%s: %s",
			decimal[i].value, text);
		mem_free(text);
	}
	mpq_clear(value);
}

static void test_words(void)
{
	static const uint64_t words[] = {0, 1, 9, 10, 4294967295u, 4294967296u,
		9999999999999999999u, UINT64_MAX};
	char out[NUMBER_U64_MAX + 1];
	mpz_t z;

	mpz_init(z);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		char *text;

		number_set_u64(z, words[i]);
		CHECK(number_fits_u64(z) && number_get_u64(z) == words[i]);
		out[number_u64(out, words[i])] = '\0';
		text = number_integer_text(z);
		CHECK(strcmp(out, text) == 0);
		mem_free(text);
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

static void test_sizes(void)
{
	static const struct {
		unsigned long power;
		const char *text;
	} sizes[] = {{0, "1"},
		{59, "1000000000000000000000000000000"
		     "00000000000000000000000000000"},
		{60, "about 10^60"}, {1000000, "about 10^1000000"}};
	mpz_t value;

	mpz_init(value);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *text;

		mpz_ui_pow_ui(value, 10, sizes[i].power);
		text = number_size_text(value);
		CHECK_FOR(strcmp(text, sizes[i].text) == 0, "%s", text);
		mem_free(text);
	}
	mpz_clear(value);
}

int main(void)
{
	mem_init(NULL);
	test_parse();
	test_longest();
	test_long();
	test_decimal();
	test_words();
	test_sizes();
	return test_done();
}
