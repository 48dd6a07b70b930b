/* format/table, format/out: every kind of cell in every format, and output of
 * any length around the sizes of the buffers. */
#include "format/formats.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

static char *text;
static size_t size;

static FILE *open_text(void)
{
	free(text);
	return open_memstream(&text, &size);
}

/* A table of all kinds of cells: a row of them, and a row of absent ones. */
static void fill(struct table *table)
{
	mpz_t integer;
	double twin = 7.5;
	mpq_t half;

	mpz_init(integer);
	mpq_init(half);
	mpz_ui_pow_ui(integer, 10, 20);
	test_mpq(half, "-15/2");
	table_column(table, "word");
	table_column(table, "n");
	table_column(table, "large");
	table_column(table, "time");
	table_column(table, "ratio");
	table_column(table, "holds");
	table_column(table, "last");
	table_text(table, "a");
	table_u64(table, 42);
	table_integer(table, integer);
	table_rational(table, half);
	table_ratio(table, half, 3);
	table_flag(table, 1);
	table_text(table, "b\"\\,c");
	table_end(table);
	table_text(table, "longer");
	table_number(table, "7.50", 3);
	table_twin(table, &twin);
	table_absent(table);
	table_unknown(table);
	table_absent(table);
	table_flag(table, 0);
	table_text(table, "d");
	table_exact(table, 0);
	table_end(table);
	mpz_clear(integer);
	mpq_clear(half);
}

static const struct {
	const struct table_writer *rows;
	int header, decimals;
	const char *text;
} tables[] = {
	{&rows_text, 1, -1,
		"word      n                  large   time   ratio  holds  "
		"last\n"
		"a        42  100000000000000000000  -15/2  -7.500  yes    "
		"b\"\\,c\n"
		"longer  7.5                      -      -       -  no     "
		"d\n"},
	{&rows_text, 0, -1,
		"a        42  100000000000000000000  -15/2  -7.500  yes  "
		"b\"\\,c\n"
		"longer  7.5                      -      -       -  no   d\n"},
	{&rows_tsv, 1, 0,
		"word\tn\tlarge\ttime\tratio\tholds\tlast\n"
		"a\t42\t100000000000000000000\t-8\t-8\tyes\tb\"\\,c\n"
		"longer\t7.5\t-\t-\t-\tno\td\n"},
	{&rows_tsv, 0, 1,
		"a\t42\t100000000000000000000\t-7.5\t-7.5\tyes\tb\"\\,c\n"
		"longer\t7.5\t-\t-\t-\tno\td\n"},
	{&rows_csv, 1, -1,
		"word,n,large,time,ratio,holds,last\n"
		"a,42,100000000000000000000,-15/2,-7.500,yes,\"b\"\"\\,c\"\n"
		"longer,7.5,-,-,-,no,d\n"},
	{&rows_markdown, 1, -1,
		"| word   |   n |                 large |  time |  ratio | "
		"holds "
		"| last  |\n"
		"| ------ | --: | --------------------: | ----: | -----: | "
		"----- "
		"| ----- |\n"
		"| a      |  42 | 100000000000000000000 | -15/2 | -7.500 | yes "
		"  "
		"| b\"\\,c |\n"
		"| longer | 7.5 |                     - |     - |      - | no  "
		"  "
		"| d     |\n"},
	{&rows_markdown, 0, 0,
		"| a      |  42 | 100000000000000000000 | -8 | -8 | yes | "
		"b\"\\,c |\n"
		"| longer | 7.5 |                     - |  - |  - | no  | "
		"d     |\n"},
	{&rows_json, 1, -1,
		"{\"word\":\"a\",\"n\":42,\"large\":\"100000000000000000000\","
		"\"large_approx\":1e+20,"
		"\"time\":\"-15/2\",\"time_approx\":-7.5,"
		"\"ratio\":-7.500,\"ratio_approx\":-7.5,\"holds\":true,"
		"\"last\":\"b\\\"\\\\,c\"}\n"
		"{\"word\":\"longer\",\"n\":\"7.5\",\"n_approx\":7.5,"
		"\"large\":null,\"time\":null,\"time_approx\":null,"
		"\"ratio\":null,\"holds\":false,\"last\":\"d\","
		"\"exact\":false}\n"},
};

static void test_kinds(void)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		FILE *out = open_text();
		struct table table;

		table_init(&table, out, tables[i].rows, tables[i].header,
			tables[i].decimals);
		fill(&table);
		table_finish(&table);
		fclose(out);
		CHECK_FOR(strcmp(text, tables[i].text) == 0, "%d:\n%s", (int)i,
			text);
	}
}

/* Names wider than all cells below them, in the first column, too. */
static void test_names(void)
{
	FILE *out = open_text();
	struct table table;

	table_init(&table, out, &rows_text, 1, -1);
	table_column(&table, "first");
	table_column(&table, "second");
	table_u64(&table, 1);
	table_u64(&table, 22);
	table_end(&table);
	table_finish(&table);
	fclose(out);
	CHECK_FOR(strcmp(text, "first  second\n    1      22\n") == 0, "%s",
		text);
}

static void test_quotes(void)
{
	static const char *const words[][2] = {{"a\"b", "\"a\"\"b\"\n"},
		{"a,b", "\"a,b\"\n"}, {"ab", "ab\n"}, {"", "\n"}};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		FILE *out = open_text();
		struct table table;

		table_init(&table, out, &rows_csv, 0, -1);
		table_column(&table, "x");
		table_text(&table, words[i][0]);
		table_end(&table);
		table_finish(&table);
		fclose(out);
		CHECK_FOR(strcmp(text, words[i][1]) == 0, "%s", text);
	}
}

static void test_empty(void)
{
	static const char *const texts[] = {"a  bb\n", "", "a\tbb\n", "",
		"a,bb\n", "", "", "", "|   a |  bb |\n| --: | --: |\n", ""};

	for (int i = 0; i < 10; i++) {
		FILE *out = open_text();
		struct table table;

		table_init(&table, out,
			format_choice(FORMAT_TABLE, (size_t)i / 2)->rows,
			i % 2 == 0, -1);
		table_column(&table, "a");
		table_column(&table, "bb");
		table_finish(&table);
		fclose(out);
		CHECK_FOR(strcmp(text, texts[i]) == 0, "%d: %s", i, text);
	}
}

/* In JSON integers below 2^53 are numbers, all others strings. */
static void test_json_numbers(void)
{
	static const struct {
		const char *number;
		int is_number;
	} numbers[] = {{"0", 1}, {"9", 1}, {"-1", 1}, {"9007199254740992", 0},
		{"9007199254740993", 0}, {"9007199254740991", 1},
		{"-9007199254740992", 0}, {"-9007199254740991", 1},
		{"-9007199254740993", 0}, {"9999999999999999", 0},
		{"999999999999999", 1}, {"10000000000000000", 0}, {"1/2", 0},
		{"1.5", 0}, {"1:", 0}, {"about 10^60", 0}};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const char *quote = numbers[i].is_number ? "" : "\"";
		FILE *out = open_text();
		struct table table;
		char expected[60];

		table_init(&table, out, &rows_json, 1, -1);
		table_column(&table, "x");
		table_number(
			&table, numbers[i].number, strlen(numbers[i].number));
		table_end(&table);
		table_finish(&table);
		fclose(out);
		sprintf(expected, "{\"x\":%s%s%s}\n", quote, numbers[i].number,
			quote);
		CHECK_FOR(strcmp(text, expected) == 0, "%s", text);
	}
}

/* In JSON words from 2^53 on are strings with a twin; elsewhere digits. */
static void test_words(void)
{
	static const struct {
		uint64_t value;
		const struct table_writer *rows;
		const char *text;
	} words[] = {
		{9007199254740991, &rows_json, "{\"x\":9007199254740991}\n"},
		{9007199254740992, &rows_json,
			"{\"x\":\"9007199254740992\","
			"\"x_approx\":9007199254740992}\n"},
		{9007199254740992, &rows_tsv, "x\n9007199254740992\n"},
		{0, &rows_tsv, "x\n0\n"},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		FILE *out = open_text();
		struct table table;

		table_init(&table, out, words[i].rows, 1, -1);
		table_column(&table, "x");
		table_u64(&table, words[i].value);
		table_end(&table);
		table_finish(&table);
		fclose(out);
		CHECK_FOR(strcmp(text, words[i].text) == 0, "%s", text);
	}
}

/* Exact numbers that are words. */
static void check_exact(const struct table_writer *rows, const char *expected)
{
	FILE *out = open_text();
	struct table table;
	mpz_t integer;
	mpq_t value;

	mpz_init_set_ui(integer, 42);
	mpq_init(value);
	test_mpq(value, "15/2");
	table_init(&table, out, rows, 0, -1);
	table_column(&table, "a");
	table_column(&table, "b");
	table_column(&table, "c");
	table_column(&table, "d");
	table_integer(&table, integer);
	table_rational(&table, value);
	test_mpq(value, "7");
	table_rational(&table, value);
	test_mpz(integer, "9007199254740991");
	table_integer(&table, integer);
	table_end(&table);
	table_finish(&table);
	fclose(out);
	CHECK_FOR(strcmp(text, expected) == 0, "%s", text);
	mpz_clear(integer);
	mpq_clear(value);
}

static void test_exact(void)
{
	check_exact(&rows_tsv, "42\t15/2\t7\t9007199254740991\n");
	check_exact(&rows_json,
		"{\"a\":42,\"b\":\"15/2\",\"b_approx\":7.5,"
		"\"c\":7,\"c_approx\":7,\"d\":9007199254740991}\n");
}

/* A column whose values go up to `most`: the value 7, and one that is missing.
 */
static void check_most(const char *most, const char *expected)
{
	FILE *out = open_text();
	struct table table;
	mpz_t value, greatest;

	mpz_init_set_ui(value, 7);
	mpz_init(greatest);
	test_mpz(greatest, most);
	table_init(&table, out, &rows_json, 0, -1);
	table_column(&table, "a");
	table_column(&table, "b");
	table_integer_to(&table, value, greatest);
	table_integer_to(&table, NULL, greatest);
	table_end(&table);
	table_finish(&table);
	fclose(out);
	CHECK_FOR(strcmp(text, expected) == 0, "%s: %s", most, text);
	mpz_clears(value, greatest, NULL);
}

/* Its rows have twins from 2^53 on, small as they may be themselves. */
static void test_most(void)
{
	check_most("9007199254740991", "{\"a\":7,\"b\":null}\n");
	check_most("9007199254740992", "{\"a\":7,\"a_approx\":7,\"b\":null,"
				       "\"b_approx\":null}\n");
}

/* What aligned text should be for one column of numbers, whose widths are
 * given, if that many bytes of cells and NULs may wait. */
static void check_widths(const size_t *widths, size_t rows, size_t waiting)
{
	FILE *out = open_text();
	struct table table;
	size_t wait = 0, width = 0, at = 0, aligned = 0;
	char *cell = mem_array(40000, 1);

	memset(cell, '7', 39999);
	table_init(&table, out, &rows_text, 1, -1);
	table_column(&table, "x");
	for (size_t i = 0; i < rows; i++) {
		table_number(&table, cell, widths[i]);
		table_end(&table);
	}
	table_finish(&table);
	fclose(out);
	for (; aligned < rows && wait + widths[aligned] + 1 <= waiting;
		aligned++) {
		wait += widths[aligned] + 1;
		width = widths[aligned] > width ? widths[aligned] : width;
	}
	CHECK(strspn(text, " ") == (width > 0 ? width - 1 : 0));
	at = strcspn(text, "\n") + 1;
	for (size_t i = 0; i < rows; i++) {
		size_t blanks = strspn(text + at, " ");
		size_t digits = strspn(text + at + blanks, "7");

		CHECK_FOR(digits == widths[i], "row %zu of %zu: %zu", i, rows,
			digits);
		CHECK_FOR(blanks == (widths[i] < width ? width - widths[i] : 0),
			"row %zu of %zu: %zu", i, rows, blanks);
		at += blanks + digits;
		CHECK(text[at++] == '\n');
	}
	CHECK(at == size);
	mem_free(cell);
}

/* Cells that fill the buffer of waiting rows to the last byte, and one more. */
static void test_widths(void)
{
	enum { WAITING = 1 << 14 };
	static const size_t cases[][6] = {{5, 3, 9, 1, 2, 7},
		{510, 1, 511, 2, 3, 1}, {511, 2, 1, 1, 1, 1},
		{512, 2, 1, 1, 1, 1}, {WAITING - 1, 5, 3, 9, 1, 1},
		{WAITING - 2, 5, 3, 9, 1, 1}, {WAITING, 5, 3, 9, 1, 1},
		{9, WAITING - 11, 1, 3, 9, 1}, {9, WAITING - 12, 1, 3, 9, 1},
		{9, WAITING - 10, 1, 30, 9, 1}, {3, 39999, 4, 2, 1, 1}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_widths(cases[i], 6, WAITING);
}

/* Pieces of every length, across the end of the buffer. */
static void test_out(void)
{
	static const size_t sizes[] = {1, 2, 20, 1000, OUT_SIZE - 1, OUT_SIZE,
		OUT_SIZE + 1, 3 * OUT_SIZE};
	char *bytes = mem_array(3 * OUT_SIZE, 1);

	for (size_t i = 0; i < 3 * OUT_SIZE; i++)
		bytes[i] = (char)('a' + i % 23);
	for (size_t first = 0; first < OUT_SIZE + 3; first += 1 + first % 9000)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			FILE *file = open_text();
			struct out out;
			size_t at;

			out_init(&out, file);
			for (at = 0; at < first; at++)
				out_char(&out, bytes[at]);
			out_bytes(&out, bytes, sizes[i]);
			out_char(&out, '!');
			out_text(&out, "text");
			out_u64(&out, UINT64_MAX);
			out_finish(&out);
			out_finish(&out);
			fclose(file);
			CHECK(size == first + sizes[i] + 25);
			CHECK(memcmp(text, bytes, first) == 0);
			CHECK(memcmp(text + first, bytes, sizes[i]) == 0);
			CHECK(strcmp(text + first + sizes[i],
				      "!text18446744073709551615") == 0);
		}
	mem_free(bytes);
}

/* A number is written where there is just room for the longest, and one byte
 * short of that. */
static void test_out_numbers(void)
{
	for (size_t first = OUT_SIZE - 25; first <= OUT_SIZE; first++) {
		FILE *file = open_text();
		struct out out;

		out_init(&out, file);
		for (size_t i = 0; i < first; i++)
			out_char(&out, '.');
		out_u64(&out, UINT64_MAX);
		CHECK(out.size <= OUT_SIZE);
		out_u64(&out, 0);
		out_finish(&out);
		fclose(file);
		CHECK(size == first + 21);
		CHECK(strcmp(text + first, "184467440737095516150") == 0);
	}
}

/* The longest fraction of two words, and an interval. */
static void test_long(void)
{
	FILE *out = open_text();
	struct table table;
	mpq_t lower, upper;

	mpq_inits(lower, upper, NULL);
	test_mpq(lower, "18446744073709551615/18446744073709551614");
	test_mpq(upper, "3");
	table_init(&table, out, &rows_tsv, 0, -1);
	table_column(&table, "a");
	table_column(&table, "b");
	table_rational(&table, lower);
	table_interval(&table, upper, lower);
	table_end(&table);
	table_finish(&table);
	fclose(out);
	CHECK_FOR(strcmp(text, "18446744073709551615/18446744073709551614\t"
			       "3..18446744073709551615/18446744073709551614"
			       "\n") == 0,
		"%s", text);
	mpq_clears(lower, upper, NULL);
}

/* After a flush the rows are in the file; after the end nothing is left. */
static void test_flush(void)
{
	FILE *out = open_text();
	struct table table;

	table_init(&table, out, &rows_tsv, 1, -1);
	table_column(&table, "a");
	table_text(&table, "1");
	table_end(&table);
	table_flush(&table);
	CHECK(size == 4 && memcmp(text, "a\n1\n", 4) == 0);
	table_text(&table, "2");
	table_end(&table);
	table_finish(&table);
	table_flush(&table);
	fclose(out);
	CHECK_FOR(strcmp(text, "a\n1\n2\n") == 0, "%s", text);
}

/* Two rows, which are flushed and finished, or dropped. */
static void check_waiting(
	const struct table_writer *rows, int drops, const char *expected)
{
	static const char *const columns[] = {"a", "b", NULL};
	FILE *out = open_text();
	struct table table;

	table_init(&table, out, rows, 1, -1);
	table_columns(&table, columns);
	for (int i = 0; i < 2; i++) {
		table_text(&table, i == 0 ? "longer" : NULL);
		table_u64(&table, 7);
		table_end(&table);
		if (!drops)
			table_flush(&table);
	}
	if (drops)
		table_drop(&table);
	else
		table_finish(&table);
	table_flush(&table);
	fclose(out);
	CHECK_FOR(strcmp(text, expected) == 0, "%s", text);
}

/* A flush writes rows that wait to be aligned, too; dropped rows are not
 * written, not even by a later flush. */
static void test_waiting(void)
{
	check_waiting(&rows_text, 0, "a       b\nlonger  7\n-       7\n");
	check_waiting(&rows_text, 1, "");
	check_waiting(&rows_tsv, 0, "a\tb\nlonger\t7\n-\t7\n");
	check_waiting(&rows_tsv, 1, "");
}

/* An empty cell, which waits as one byte, is flushed with its row. */
static void test_flush_empty(void)
{
	FILE *out = open_text();
	struct table table;

	table_init(&table, out, &rows_text, 1, -1);
	table_column(&table, "a");
	table_text(&table, "");
	table_end(&table);
	table_flush(&table);
	CHECK(size == 3 && memcmp(text, "a\n\n", 3) == 0);
	table_finish(&table);
	fclose(out);
}

static void test_print(void)
{
	FILE *file = open_text();
	struct out out;

	out_init(&out, file);
	out_print(&out, "a%cb%s|%.*s|%u;%zu,%" PRIu64 "%c%" PRIu64 "%s.", '+',
		"word", 2, "long", 4000000000U, (size_t)17, UINT64_MAX, '=',
		UINT64_C(0), "");
	out_colour(&out, 2);
	out_colour(&out, TERMINAL_COLOURS + 1);
	out_colour(&out, TERMINAL_PLAIN);
	out_print(&out, "end");
	out_finish(&out);
	fclose(file);
	CHECK_FOR(strcmp(text, "a+bword|lo|4000000000;17,18446744073709551615="
			       "0.\033[33m\033[32m\033[mend") == 0,
		"%s", text);
}

/* Texts of limited size, and messages about too little room. */
static void test_texts(void)
{
	char room[12] = "ab";
	struct err err;

	strcpy(room + 8, "xyz");
	text_add(room, 8, "%s%d", "cd", 5);
	CHECK(strcmp(room, "abcd5") == 0);
	text_add(room, 8, "%s", "efghijkl");
	CHECK(strcmp(room, "abcd5ef") == 0 && strcmp(room + 8, "xyz") == 0);
	CHECK(out_too_narrow(90, 80, &err) == STATUS_LIMIT);
	CHECK(strcmp(err.msg, "the chart needs 90 columns, the terminal has "
			      "80") == 0);
}

/* Up to four times the buffer is held back, in parts or nearly at once, and no
 * more; the output ends with a number. */
static void test_hold(void)
{
	enum { HELD = 4 * OUT_SIZE };
	char *bytes = mem_array(HELD, 1);

	memset(bytes, 'a', HELD);
	for (size_t more = 0; more < 2; more++)
		for (size_t first = 1; first <= HELD; first *= 8) {
			FILE *file = open_text();
			struct out out;

			out_init(&out, file);
			out_hold(&out, HELD);
			out_bytes(&out, bytes, first);
			out_bytes(&out, bytes,
				HELD + more - NUMBER_U64_MAX - first);
			out_u64(&out, UINT64_MAX);
			fflush(file);
			CHECK_FOR((size == 0) == (more == 0), "%d", (int)first);
			out_drop(&out);
			fclose(file);
		}
	for (size_t first = 0; first < 3; first++) {
		FILE *file = open_text();
		struct out out;

		out_init(&out, file);
		out_hold(&out, HELD);
		out_bytes(&out, "xyz", first);
		out_bytes(&out, bytes, HELD / 2 - first);
		out_finish(&out);
		fclose(file);
		CHECK(size == HELD / 2 && memcmp(text, "xyz", first) == 0);
	}
	mem_free(bytes);
}

/* A ratio above 1 is shown as above 1; others are not changed. */
static void test_ratios(void)
{
	static const struct {
		const char *value;
		int64_t digits;
		const char *expected;
	} ratios[] = {
		{"1", 3, "1.000\n"},
		{"1", 0, "1\n"},
		{"10", 3, "10.000\n"},
		{"101/10", 0, "10\n"},
		{"10001/10", 2, "1000.10\n"},
		{"3/2", 1, "1.5\n"},
		{"999/1000", 2, "1.00\n"},
		{"1001/1000", 2, "1.001\n"},
		{"6/5", 0, "1.2\n"},
		{"2001/2000", 3, "1.0005\n"},
		{"10000001/10000000", 3, "1.0000001\n"},
		{"100000000000000000001/100000000000000000000", 3,
			"1.00000000000000000001\n"},
		{"1000000000000000000000001/1000000000000000000000000", 3,
			"1.00000000000000000001\n"},
		{"11/5", 1, "2.2\n"},
	};

	for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
		FILE *out = open_text();
		struct table table;
		mpq_t value;

		mpq_init(value);
		test_mpq(value, ratios[i].value);
		table_init(&table, out, &rows_tsv, 0, -1);
		table_column(&table, "a");
		table_ratio(&table, value, ratios[i].digits);
		table_end(&table);
		table_finish(&table);
		fclose(out);
		CHECK_FOR(strcmp(text, ratios[i].expected) == 0, "%s: %s",
			ratios[i].value, text);
		mpq_clear(value);
	}
}

/* Two rows, in columns x and y. */
static void fill_drawn(struct table *table, const char *y)
{
	table_column(table, "x");
	table_column(table, "y");
	for (uint64_t i = 1; i <= 2; i++) {
		table_u64(table, i);
		table_text(table, y);
		table_end(table);
	}
}

/* The cells of a picture go to the plot; not even a header is written. */
static void test_drawn(void)
{
	FILE *out = open_text();
	struct table table;
	struct plot plot;

	table_init(&table, out, &rows_drawn, 1, -1);
	plot_init(&plot, 0);
	plot_column(&plot, "x", PLOT_X);
	plot_column(&plot, "y", PLOT_Y);
	table.plot = &plot;
	fill_drawn(&table, "7");
	table_finish(&table);
	fclose(out);
	CHECK_FOR(size == 0, "%s", text);
	CHECK(plot.points == 2 && plot.lines == 1);
	CHECK(strcmp(plot.line[0].point[1].title, "x 2, y 7") == 0);
	plot_clear(&plot);
}

static void test_map(void)
{
	FILE *out = open_text();
	struct table table;
	struct map map;

	table_init(&table, out, &rows_drawn, 1, -1);
	map_init(&map, 2, 1);
	map_column(&map, "x", MAP_ACROSS);
	map_column(&map, "y", MAP_WINNER);
	table.map = &map;
	fill_drawn(&table, "best");
	table_finish(&table);
	fclose(out);
	CHECK_FOR(size == 0, "%s", text);
	CHECK(map.count == 2 && map.winners == 1);
	CHECK(strcmp(map.across[1], "2") == 0);
	CHECK(strcmp(map.winner[0].name, "best") == 0);
	CHECK(map.winner[0].cells == 2);
	map_clear(&map);
}

/* Each winner has a letter or a digit of its own; those past the last share
 * one. */
static void test_map_winners(void)
{
	struct map map;
	char seen[128] = {0}, name[16];

	map_init(&map, 100, 1);
	map_column(&map, "y", MAP_WINNER);
	for (int i = 0; i < 100; i++) {
		map_cell(&map, name,
			(size_t)snprintf(name, sizeof name, "w%d", i));
		map_end(&map);
	}
	CHECK(map.winners == MAP_WINNERS);
	CHECK(map.winner[MAP_WINNERS - 1].cells == 101 - MAP_WINNERS);
	for (size_t i = 0; i < map.winners; i++) {
		int letter = map_letter(i);

		CHECK_FOR(isupper(letter) || isdigit(letter), "%c", letter);
		CHECK_FOR(!seen[letter], "%c", letter);
		seen[letter] = 1;
	}
	map_clear(&map);
}

/* Each format of tables is found by its name and writes all names and words; a
 * format of schedules may have the same name. */
static void test_formats(void)
{
	const struct format *format;

	for (size_t i = 0; (format = format_choice(FORMAT_TABLE, i)); i++) {
		FILE *out = open_text();
		struct table table;

		CHECK(format_find(format->name, FORMAT_TABLE) == format);
		CHECK(format->rows && !format->write);
		table_init(&table, out, format->rows, 1, -1);
		fill(&table);
		table_finish(&table);
		fclose(out);
		CHECK_FOR(strstr(text, "large") && strstr(text, "longer") &&
				  strstr(text, "7.5") && text[size - 1] == '\n',
			"%s: %s", format->name, text);
	}
	CHECK(!format_find("svg", FORMAT_TABLE));
	CHECK(format_find("dot", FORMAT_SCHEDULE)->events != NULL);
	CHECK(strcmp(format_choice(FORMAT_SCHEDULE, 0)->name, "tsv") == 0);
	CHECK(strcmp(format_choice(FORMAT_PLOT | FORMAT_MAP, 2)->name, "map") ==
		0);
	CHECK(!format_choice(FORMAT_PLOT | FORMAT_MAP, 3));
}

/* A pipe inside a cell does not end it, in the rows that wait and in later
 * ones. */
static void test_pipes(void)
{
	FILE *out = open_text();
	struct table table;

	table_init(&table, out, &rows_markdown, 1, -1);
	table_column(&table, "word");
	table_column(&table, "n");
	table_text(&table, "|a||");
	table_u64(&table, 7);
	table_end(&table);
	for (int i = 0; i < 4000; i++) {
		table_text(&table, i % 2 ? "b" : "|");
		table_u64(&table, 1);
		table_end(&table);
	}
	table_finish(&table);
	fclose(out);
	CHECK_FOR(strncmp(text,
			  "| word    |   n |\n| ------- | --: |\n"
			  "| \\|a\\|\\| |   7 |\n| \\|      |   1 |\n"
			  "| b       |   1 |\n",
			  5 * 18) == 0,
		"%.200s", text);
	CHECK(size == 4003 * strlen("| word    |   n |\n"));
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_formats());
	RUN(test_kinds());
	RUN(test_pipes());
	RUN(test_names());
	RUN(test_quotes());
	RUN(test_empty());
	RUN(test_json_numbers());
	RUN(test_words());
	RUN(test_exact());
	RUN(test_most());
	RUN(test_widths());
	RUN(test_long());
	RUN(test_flush());
	RUN(test_waiting());
	RUN(test_flush_empty());
	RUN(test_print());
	RUN(test_texts());
	RUN(test_hold());
	RUN(test_ratios());
	RUN(test_drawn());
	RUN(test_map());
	RUN(test_map_winners());
	RUN(test_out());
	RUN(test_out_numbers());
	free(text);
	return test_done();
}
