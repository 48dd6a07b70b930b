/* number/text: exact numbers in decimal, for people and in messages. */
#include "number/number.h"

#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "test.h"

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
	{"-123/10", 1, "-12.3"},
	{"-25/2", 0, "-12"},
	{"-4321/100", 3, "-43.210"},
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

/* A number as shown to users: without a number of digits, decimals have at most
 * 12 digits after the point and are not rounded. */
static void test_shown(void)
{
	static const struct {
		const char *value;
		int64_t decimals;
		int is_decimal;
		const char *text;
	} cases[] = {
		{"5/2", -1, 0, "5/2"},
		{"5/2", -1, 1, "2.5"},
		{"7", -1, 0, "7"},
		{"7", -1, 1, "7"},
		{"7", 2, 0, "7.00"},
		{"5/2", 0, 1, "2"},
		{"5/2", 3, 1, "2.500"},
		{"1/3", 3, 1, "0.333"},
		{"1/3", -1, 1, "1/3"},
		{"1/6", -1, 1, "1/6"},
		{"1/8", -1, 1, "0.125"},
		{"2/25", -1, 1, "0.08"},
		{"-1/40", -1, 1, "-0.025"},
		{"1/250", -1, 1, "0.004"},
		{"1/4096", -1, 1, "0.000244140625"},
		{"1/8192", -1, 1, "1/8192"},
		{"1/244140625", -1, 1, "0.000000004096"},
		{"1/1220703125", -1, 1, "1/1220703125"},
		{"1/8192", 14, 0, "0.00012207031250"},
	};
	mpq_t value;

	mpq_init(value);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *text;

		test_mpq(value, cases[i].value);
		text = number_shown_text(
			value, cases[i].decimals, cases[i].is_decimal);
		CHECK_FOR(strcmp(text, cases[i].text) == 0, "%s: %s",
			cases[i].value, text);
		mem_free(text);
	}
	mpq_clear(value);
}

static void test_interval(void)
{
	static const struct {
		int64_t decimals;
		const char *text;
	} cases[] = {{-1, "-7/8..5/4"}, {0, "-1..1"}, {1, "-0.9..1.2"},
		{5, "-0.87500..1.25000"}};
	mpq_t lower, upper;

	mpq_inits(lower, upper, NULL);
	test_mpq(lower, "-7/8");
	test_mpq(upper, "5/4");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *text =
			number_interval_text(lower, upper, cases[i].decimals);

		CHECK_FOR(strcmp(text, cases[i].text) == 0, "%s", text);
		mem_free(text);
	}
	mpq_clears(lower, upper, NULL);
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

/* A word in decimal, as GMP writes it. */
static void test_digits(void)
{
	static const uint64_t words[] = {0, 1, 9, 10, 99, 100, 101, 110, 999,
		4294967295u, 4294967296u, 9999999999999999999u, UINT64_MAX};
	char out[NUMBER_U64_MAX + 1];
	mpz_t z;

	mpz_init(z);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		char *text;

		number_set_u64(z, words[i]);
		out[number_u64(out, words[i])] = '\0';
		text = number_integer_text(z);
		CHECK_FOR(strcmp(out, text) == 0, "%s", text);
		mem_free(text);
	}
	mpz_clear(z);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_decimal());
	RUN(test_shown());
	RUN(test_interval());
	RUN(test_sizes());
	RUN(test_digits());
	return test_done();
}
