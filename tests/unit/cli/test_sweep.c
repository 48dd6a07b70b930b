/* cli/input/sweep: the values of a sweep by the definition of its ranges, how
 * many there are, and what is refused with which words. */
#include "cli/input/input.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 100000 };

static const struct sweep_domain any = {.allowed = 1},
				 whole = {.whole = 1, .allowed = 1},
				 positive = {.least = 1, .allowed = 1},
				 bytes = {.allowed = 1, .bytes = 1}, one = {0};

static struct err err;

/* All values of the sweep, separated by blanks; mem_free it. */
static char *values_of(const struct sweep *sweep)
{
	char *text = mem_array(1, 1);
	struct sweep_cursor cursor;

	sweep_cursor_init(&cursor, sweep);
	do {
		char *value = number_text(cursor.value);
		size_t size = strlen(text);

		text = mem_resize(text, size + strlen(value) + 2, 1);
		if (size > 0)
			strcat(text, " ");
		strcat(text, value);
		mem_free(value);
	} while (sweep_cursor_next(&cursor));
	/* The last value stays, and there is none after it. */
	CHECK(!sweep_cursor_next(&cursor));
	sweep_cursor_clear(&cursor);
	return text;
}

static const struct {
	const char *text, *values, *least, *greatest;
	unsigned long count;
	int is_sweep, is_whole;
} good[] = {
	{"5", "5", "5", "5", 1, 0, 1},
	{"5/2", "5/2", "5/2", "5/2", 1, 0, 0},
	{"5..5", "5", "5", "5", 1, 1, 1},
	{"5/2..5/2", "5/2", "5/2", "5/2", 1, 1, 0},
	{"1..4", "1 2 3 4", "1", "4", 4, 1, 1},
	{"0..1", "0 1", "0", "1", 2, 1, 1},
	{"1/2..3", "1/2 3/2 5/2", "1/2", "5/2", 3, 1, 0},
	{"1..2+1/3", "1 4/3 5/3 2", "1", "2", 4, 1, 0},
	{"1..3/2+1/3", "1 4/3", "1", "4/3", 2, 1, 0},
	{"1..10+4", "1 5 9", "1", "9", 3, 1, 1},
	{"1..9+4", "1 5 9", "1", "9", 3, 1, 1},
	{"1..8+4", "1 5", "1", "5", 2, 1, 1},
	{"1..3/2+2/3", "1", "1", "1", 1, 1, 1},
	{"1..7x2", "1 2 4", "1", "4", 3, 1, 1},
	{"1..8x2", "1 2 4 8", "1", "8", 4, 1, 1},
	{"1..9x2", "1 2 4 8", "1", "8", 4, 1, 1},
	{"3..100x2", "3 6 12 24 48 96", "3", "96", 6, 1, 1},
	{"2..5x3/2", "2 3 9/2", "2", "9/2", 3, 1, 0},
	{"3..4x2", "3", "3", "3", 1, 1, 1},
	{"1..128x2", "1 2 4 8 16 32 64 128", "1", "128", 8, 1, 1},
	{"1..127x2", "1 2 4 8 16 32 64", "1", "64", 7, 1, 1},
	{"1/3..1x3", "1/3 1", "1/3", "1", 2, 1, 0},
	{"7,5", "7 5", "5", "7", 2, 1, 1},
	{"7,5,9,6", "7 5 9 6", "5", "9", 4, 1, 1},
	{"5,5/2", "5 5/2", "5/2", "5", 2, 1, 0},
	{"4,1..3,8..20x2,1/2", "4 1 2 3 8 16 1/2", "1/2", "16", 7, 1, 0},
	{"9..10,1..2", "9 10 1 2", "1", "10", 4, 1, 1},
	{"1,9", "1 9", "1", "9", 2, 1, 1},
	{"5,.5", "5 1/2", "1/2", "5", 2, 1, 0},
	{"1e30..1e30+5,2^3", "1000000000000000000000000000000 8", "8",
		"1000000000000000000000000000000", 2, 1, 1},
};

static void check_good(size_t i, const struct sweep *sweep)
{
	char *values = values_of(sweep);
	mpq_t least, greatest;

	mpq_inits(least, greatest, NULL);
	test_mpq(least, good[i].least);
	test_mpq(greatest, good[i].greatest);
	CHECK_FOR(strcmp(values, good[i].values) == 0, "%s: %s", good[i].text,
		values);
	CHECK_FOR(mpz_cmp_ui(sweep->count, good[i].count) == 0, "%s",
		good[i].text);
	CHECK_FOR(sweep->is_sweep == good[i].is_sweep, "%s", good[i].text);
	CHECK_FOR(
		sweep_is_whole(sweep) == good[i].is_whole, "%s", good[i].text);
	CHECK_FOR(mpq_equal(sweep_least(sweep), least), "%s", good[i].text);
	CHECK_FOR(
		mpq_equal(sweep_greatest(sweep), greatest), "%s", good[i].text);
	if (!good[i].is_sweep)
		CHECK_FOR(mpq_equal(sweep_value(sweep), least), "%s",
			good[i].text);
	mpq_clears(least, greatest, NULL);
	mem_free(values);
}

static void test_good(void)
{
	struct sweep sweep = {0};

	/* Into one that was used before, as an option given twice is. */
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		CHECK_FOR(sweep_parse(&sweep, good[i].text, &any, MAX_BITS,
				  &err) == STATUS_OK,
			"%s", good[i].text);
		check_good(i, &sweep);
	}
	sweep_clear(&sweep);
	CHECK(!sweep.range && sweep.ranges == 0);
	sweep_clear(&sweep);
}

/* A range's end as it was written, which need not be one of the values. */
static void check_end(const struct sweep *sweep, size_t range, long end)
{
	CHECK(mpq_cmp_si(sweep->range[range].end, end, 1) == 0);
}

static void test_ends(void)
{
	struct sweep sweep = {0}, other = {0};

	CHECK(sweep_parse(&sweep, "7,1..8+4,1..9x2", &any, MAX_BITS, &err) ==
		STATUS_OK);
	check_end(&sweep, 0, 7);
	check_end(&sweep, 1, 8);
	check_end(&sweep, 2, 9);
	sweep_clear(&sweep);
	CHECK(sweep_or_one(&sweep, &other) == &sweep);
	check_end(&sweep, 0, 1);
	sweep_clear(&sweep);
}

/* Every range of small numbers against its definition. */
static void test_all_small(void)
{
	struct sweep sweep = {0};
	char text[40];

	for (int first = 1; first < 8; first++)
		for (int last = first; last < 40; last++)
			for (int step = 2; step < 9; step++)
				for (int times = 0; times < 2; times++) {
					unsigned long count = 0;
					int greatest = first;

					for (int x = first; x <= last;
						x = times ? x * step
							  : x + step) {
						greatest = x;
						count++;
					}
					sprintf(text, "%d..%d%c%d", first, last,
						times ? 'x' : '+', step);
					CHECK(sweep_parse(&sweep, text, &whole,
						      MAX_BITS,
						      &err) == STATUS_OK);
					CHECK_FOR(mpz_cmp_ui(sweep.count,
							  count) == 0,
						"%s", text);
					CHECK_FOR(mpq_cmp_si(sweep_greatest(
								     &sweep),
							  greatest, 1) == 0,
						"%s", text);
				}
	sweep_clear(&sweep);
}

static const struct {
	const char *text;
	const struct sweep_domain *domain;
	const char *message;
	enum status status;
} bad[] = {
	{"", &any, "'' is not a number", STATUS_USAGE},
	{"x", &any, "'x' is not a number", STATUS_USAGE},
	{"-1", &any, "must be at least 0, not '-1'", STATUS_USAGE},
	{":", &any, "':' is not a number", STATUS_USAGE},
	{"/5", &any, "'/5' is not a number", STATUS_USAGE},
	{"5x", &any, "'5x' is not a number", STATUS_USAGE},
	{"5;", &any, "'5;' is not a number", STATUS_USAGE},
	{"1..", &any, "'1..' is not a sweep", STATUS_USAGE},
	{"1..x", &any, "'1..x' is not a sweep", STATUS_USAGE},
	{"1..2..3", &any, "'1..2..3' is not a sweep", STATUS_USAGE},
	{"1..2+", &any, "'1..2+' is not a sweep", STATUS_USAGE},
	{"1..2x", &any, "'1..2x' is not a sweep", STATUS_USAGE},
	{"1..2x2x", &any, "'1..2x2x' is not a sweep", STATUS_USAGE},
	{"1,", &any, "'1,' is not a sweep", STATUS_USAGE},
	{"1,,2", &any, "'1,,2' is not a sweep", STATUS_USAGE},
	{"1,x,2", &any, "'x,2' is not a number", STATUS_USAGE},
	{"1,-2", &any, "must be at least 0, not '-2'", STATUS_USAGE},
	{"1,2;", &any, "'1,2;' is not a sweep", STATUS_USAGE},
	{"2..1", &any, "the end in '2..1' is below the start", STATUS_USAGE},
	{"1..2+0", &any, "the step in '1..2+0' is 0", STATUS_USAGE},
	{"1..2x0", &any, "the factor in '1..2x0' is not above 1", STATUS_USAGE},
	{"1..2x1", &any, "the factor in '1..2x1' is not above 1", STATUS_USAGE},
	{"1..2x1/2", &any, "the factor in '1..2x1/2' is not above 1",
		STATUS_USAGE},
	{"0..2x2", &any, "the sweep by a factor in '0..2x2' starts at 0",
		STATUS_USAGE},
	{"5/2", &whole, "'5/2' is not a whole number", STATUS_USAGE},
	{"1..2+1/2", &whole, "'1..2+1/2' is not a whole number", STATUS_USAGE},
	{"1/2..2", &whole, "'1/2..2' is not a whole number", STATUS_USAGE},
	{"0", &positive, "must be at least 1, not '0'", STATUS_USAGE},
	{"1/2..5", &positive, "must be at least 1, not '1/2..5'", STATUS_USAGE},
	{"3,0", &positive, "must be at least 1, not '3,0'", STATUS_USAGE},
	{"64B", &any, "'64B' has the unit B, but a plain number is needed",
		STATUS_USAGE},
	{"1B..2Bx2B", &bytes, "'1B..2Bx2B' is not a sweep", STATUS_USAGE},
	{"2B..1B", &bytes, "the end in '2B..1B' is below the start",
		STATUS_USAGE},
	{"1..2", &one, "'1..2' is a sweep, but one value is needed",
		STATUS_USAGE},
	{"2^3..2^4", &one, "'2^3..2^4' is a sweep, but one value is needed",
		STATUS_USAGE},
	{"1,2", &one,
		"'1,2' is a list of 1 and 2, but one value is needed: write "
		"1.2 for the decimal",
		STATUS_USAGE},
	{"1e200000", &any,
		"'1e200000' has more digits than " ERR_NAME "max_bits allows",
		STATUS_LIMIT},
	{"1..1e20000x1.00001", &any,
		"the sweep '1..1e20000x1.00001' has more digits than "
		"--max-bits allows",
		STATUS_LIMIT},
};

static void test_bad(void)
{
	struct sweep sweep = {0};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		CHECK_REFUSED(sweep_parse(&sweep, bad[i].text, bad[i].domain,
				      MAX_BITS, &err),
			bad[i].status, bad[i].text, err, bad[i].message);
	}
	sweep_clear(&sweep);
}

/* The values of a product range may together have max_bits and no more, by
 * half the square of their number times the bits of the step. */
static void test_product_limit(void)
{
	struct sweep sweep = {0};

	CHECK(sweep_parse(&sweep, "1..2^63x2", &any, 64 * 64 * 2, &err) ==
		STATUS_OK);
	CHECK(mpz_cmp_ui(sweep.count, 64) == 0);
	CHECK(sweep_parse(&sweep, "1..2^63x2", &any, 64 * 64 * 2 - 1, &err) ==
		STATUS_LIMIT);
	CHECK(sweep_parse(&sweep, "1..2^64x2", &any, 128 * 128 * 2, &err) ==
		STATUS_OK);
	CHECK(mpz_cmp_ui(sweep.count, 65) == 0);
	CHECK(sweep_parse(&sweep, "1..2^64x2", &any, 128 * 128 * 2 - 1, &err) ==
		STATUS_LIMIT);
	CHECK(sweep_parse(&sweep, "1..2^64x8", &any, 32 * 32 * 4, &err) ==
		STATUS_OK);
	CHECK(mpz_cmp_ui(sweep.count, 22) == 0);
	CHECK(sweep_parse(&sweep, "1..2^64x8", &any, 32 * 32 * 4 - 1, &err) ==
		STATUS_LIMIT);
	sweep_clear(&sweep);
}

static void test_set(void)
{
	struct sweep given = {0}, made = {0};
	const struct sweep *either;
	mpq_t value;

	mpq_init(value);
	test_mpq(value, "5/2");
	CHECK(sweep_parse(&given, "1..3", &any, MAX_BITS, &err) == STATUS_OK);
	CHECK(sweep_or_one(&made, &given) == &given && !made.range);
	sweep_set(&given, value);
	CHECK(!given.is_sweep && mpz_cmp_ui(given.count, 1) == 0);
	CHECK(mpq_equal(sweep_value(&given), value));
	CHECK(mpq_equal(sweep_greatest(&given), value));
	sweep_clear(&given);
	either = sweep_or_one(&made, &given);
	CHECK(either == &made && mpq_cmp_ui(sweep_value(either), 1, 1) == 0);
	CHECK(mpz_cmp_ui(either->count, 1) == 0);
	sweep_clear(&made);
	mpq_clear(value);
}

/* A cursor starts anew as often as it is asked to. */
static void test_cursor(void)
{
	struct sweep sweep = {0};
	struct sweep_cursor cursor;

	CHECK(sweep_parse(&sweep, "5,1..3", &any, MAX_BITS, &err) == STATUS_OK);
	sweep_cursor_init(&cursor, &sweep);
	for (int i = 0; i < 3; i++) {
		CHECK(mpq_cmp_ui(cursor.value, 5, 1) == 0);
		for (int j = 0; j < i; j++)
			CHECK(sweep_cursor_next(&cursor));
		CHECK(i == 0 || mpq_cmp_si(cursor.value, i, 1) == 0);
		sweep_cursor_first(&cursor);
	}
	sweep_cursor_clear(&cursor);
	sweep_clear(&sweep);
}

/* Sizes, with a B or without. */
static void test_bytes(void)
{
	static const char *const sizes[][2] = {
		{"64", "64"},
		{"64B", "64"},
		{"2KiB", "2048"},
		{"64,2kB,1", "64 2000 1"},
		{"1..9Bx2", "1 2 4 8"},
		{"1B..2B+1B", "1 2"},
		{"64mb,1.5mb", "64000000 1500000"},
		{"3gib,2gb,1gIB", "3221225472 2000000000 1073741824"},
		{"2tb,1tib,1kib", "2000000000000 1099511627776 1024"},
	};
	struct sweep sweep = {0};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *values;

		CHECK_FOR(sweep_parse(&sweep, sizes[i][0], &bytes, MAX_BITS,
				  &err) == STATUS_OK,
			"%s: %s", sizes[i][0], err.msg);
		values = values_of(&sweep);
		CHECK_FOR(strcmp(values, sizes[i][1]) == 0, "%s: %s",
			sizes[i][0], values);
		mem_free(values);
	}
	sweep_clear(&sweep);
}

/* Times are converted into the unit of the first; factors have none. */
static void test_units(void)
{
	static const struct {
		const char *text, *values;
		enum time_unit unit;
		int with, without;
	} times[] = {
		{"5", "5", UNIT_NONE, 0, 1},
		{"5us", "5", UNIT_US, 1, 0},
		{"5us,2ms", "5 2000", UNIT_US, 1, 0},
		{"2ms,5us,7", "2 1/200 7", UNIT_MS, 1, 1},
		{"1us..3us+500ns", "1 3/2 2 5/2 3", UNIT_US, 1, 0},
		{"1s..5sx2", "1 2 4", UNIT_S, 1, 0},
		{"3,1ns", "3 1", UNIT_NS, 1, 1},
	};
	struct sweep sweep = {0};

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		struct sweep_units units = {.unit = UNIT_NONE};
		const struct sweep_domain domain = {
			.allowed = 1, .units = &units};
		char *values;

		CHECK_FOR(sweep_parse(&sweep, times[i].text, &domain, MAX_BITS,
				  &err) == STATUS_OK,
			"%s: %s", times[i].text, err.msg);
		values = values_of(&sweep);
		CHECK_FOR(strcmp(values, times[i].values) == 0, "%s: %s",
			times[i].text, values);
		CHECK_FOR(units.unit == times[i].unit, "%s", times[i].text);
		CHECK_FOR(units.with == times[i].with &&
				  units.without == times[i].without,
			"%s", times[i].text);
		mem_free(values);
	}
	sweep_clear(&sweep);
}

/* Times, which no one looks through for slips, are refused by their sweep. */
static void test_bad_times(void)
{
	static const char *const times[][2] = {
		{"-5us", "must be at least 0, not '-5us'"},
		{"-us", "'-us' is not a number"},
		{"1us..-5us", "'1us..-5us' is not a sweep"},
	};
	struct sweep_units units = {.unit = UNIT_NONE};
	const struct sweep_domain domain = {.allowed = 1, .units = &units};
	struct sweep sweep = {0};

	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		CHECK_REFUSED(sweep_parse(&sweep, times[i][0], &domain,
				      MAX_BITS, &err),
			STATUS_USAGE, times[i][0], err, times[i][1]);
	sweep_clear(&sweep);
}

/* "best" is a value, or says how to do without it, or is none. */
static void test_best(void)
{
	const struct sweep_domain best = {.best = SWEEP_BEST},
				  no_best = {.best = SWEEP_NO_BEST};
	struct sweep sweep = {0};

	CHECK(sweep_parse(&sweep, "best", &best, MAX_BITS, &err) == STATUS_OK);
	CHECK(sweep.is_best == 1 && !sweep.is_sweep);
	CHECK(mpq_cmp_ui(sweep_value(&sweep), 1, 1) == 0);
	CHECK(sweep_parse(&sweep, "7", &best, MAX_BITS, &err) == STATUS_OK);
	CHECK(!sweep.is_best);
	CHECK(mpq_cmp_ui(sweep_value(&sweep), 7, 1) == 0);
	CHECK(sweep_parse(&sweep, "best", &no_best, MAX_BITS, &err) ==
		STATUS_USAGE);
	CHECK(strcmp(err.msg,
		      "'best' is not used here: 'fibcast compare -m best' says "
		      "how many segments that is") == 0);
	CHECK(sweep_parse(&sweep, "best", &any, MAX_BITS, &err) ==
		STATUS_USAGE);
	CHECK_FOR(
		strcmp(err.msg, "'best' is not a number") == 0, "%s", err.msg);
	sweep_clear(&sweep);
}

/* All values times a factor; products keep theirs. */
static void test_scaled(void)
{
	struct sweep sweep = {0}, copy = {0};
	mpq_t factor;
	char *values;

	mpq_init(factor);
	test_mpq(factor, "3/2");
	CHECK(sweep_parse(&sweep, "7,1..6+2,1..5x2", &any, MAX_BITS, &err) ==
		STATUS_OK);
	sweep_scaled(&copy, &sweep, factor);
	values = values_of(&copy);
	CHECK_FOR(
		strcmp(values, "21/2 3/2 9/2 15/2 3/2 3 6") == 0, "%s", values);
	CHECK(copy.is_sweep == 1 && mpz_cmp_ui(copy.count, 7) == 0);
	check_end(&copy, 1, 9);
	test_mpq(factor, "15/2");
	CHECK(mpq_equal(copy.range[1].last, factor));
	CHECK(mpq_equal(copy.range[2].end, factor));
	CHECK(copy.range[2].multiply && !copy.range[1].multiply);
	sweep_clear(&copy);
	CHECK(sweep_parse(&sweep, "7", &any, MAX_BITS, &err) == STATUS_OK);
	sweep_scaled(&copy, &sweep, factor);
	CHECK(!copy.is_sweep);
	sweep_clear(&copy);
	sweep_clear(&sweep);
	mpq_clear(factor);
	mem_free(values);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_good());
	RUN(test_bytes());
	RUN(test_units());
	RUN(test_bad_times());
	RUN(test_best());
	RUN(test_scaled());
	RUN(test_ends());
	RUN(test_all_small());
	RUN(test_bad());
	RUN(test_product_limit());
	RUN(test_set());
	RUN(test_cursor());
	return test_done();
}
