/* cli/input/columns: standard input as columns, one for each option that reads
 * it, with a header or without. */
#include "cli/input/input.h"

#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 1000 };

static const struct sweep_domain domains[] = {
	{.least = 2,
		.whole = 1,
		.allowed = 1,
		.streams = 1,
		.option = "processors",
		.letters = "nP"},
	{.allowed = 1, .streams = 1, .option = "latency", .letters = "l"},
	{.allowed = 1, .streams = 1, .option = "index"},
	{.allowed = 1, .streams = 1, .option = "gap", .letters = "g"},
	{.allowed = 1, .streams = 1, .option = "send", .letters = "o"},
};

static struct err err;

/* Standard input is that text. */
static void feed(const char *text)
{
	int ends[2];

	CHECK(pipe(ends) == 0);
	CHECK(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
	close(ends[0]);
	CHECK(write(ends[1], text, strlen(text)) == (ssize_t)strlen(text));
	close(ends[1]);
}

/* That many options read standard input together. */
static void open_columns(struct sweep *sweep, size_t columns)
{
	for (size_t i = 0; i < columns; i++) {
		sweep[i] = (struct sweep){0};
		CHECK(sweep_parse(&sweep[i], "-", &domains[i], MAX_BITS,
			      &err) == STATUS_OK);
		CHECK(i == 0 || sweep_join(&sweep[i], &sweep[0]));
	}
}

/* All rows as "14 5/2;8 3", then the error, if there is one. */
static void check_rows(size_t columns, const char *text, const char *expected)
{
	char found[500] = "";
	struct sweep sweep[4];
	enum status status;
	int more = 1;

	feed(text);
	open_columns(sweep, columns);
	while ((status = sweep_read(sweep, &more, &err)) == STATUS_OK && more)
		for (size_t i = 0; i < columns; i++) {
			char *value = number_text(sweep[i].range->first);

			strcat(strcat(found, i > 0    ? " "
					     : *found ? ";"
						      : ""),
				value);
			mem_free(value);
		}
	if (status != STATUS_OK)
		strcat(strcat(found, *found ? ";" : ""), err.msg);
	CHECK_FOR(strcmp(found, expected) == 0, "'%s': '%s'", text, found);
	for (size_t i = 0; i < columns; i++)
		sweep_clear(&sweep[i]);
}

static const struct {
	size_t columns;
	const char *text, *rows;
} cases[] = {
	/* without a header, and with one */
	{2, "14 5/2\n8,3\n\"9\"\t\"1\"", "14 5/2;8 3;9 1"},
	{2, "# c\n\nn l\n14 5/2\n#\n8 3\n", "14 5/2;8 3"},
	{2, "l,n\n5/2,14\n", "14 5/2"},
	{2, "latency,P\n5/2,14\n", "14 5/2"},
	{2, "a processors l b\n1x 14 5/2 -\n- 8 3 +\n", "14 5/2;8 3"},
	{1, "n\n14\n8\n", "14;8"},
	{1, "x n\n7 14\n7 8\n", "14;8"},
	{1, "14\n2k\n", "14;2000"},
	{3, "n l index\n14 1 7\n", "14 1 7"},
	{4, "14 1 7 2\n", "14 1 7 2"},
	{4, "g,index,l,n\n2,7,1,14\n", "14 1 7 2"},
	/* names that are none */
	{2, "n x\n1 2\n", "--processors: line 1: 'n' is not a number"},
	{2, "nl l\n1 2\n", "--processors: line 1: 'nl' is not a number"},
	{2, "n\n1\n",
		"line 1: 'n' is not a line of 2 columns, with blanks or commas "
		"between"},
	{3, "n l i\n1 2 3\n", "--processors: line 1: 'n' is not a number"},
	{2, "14 1\nn l\n", "14 1;--processors: line 2: 'n' is not a number"},
	/* too few, too many, none, and wrong values */
	{2, "14\n",
		"line 1: '14' is not a line of 2 columns, with blanks or "
		"commas "
		"between"},
	{2, "14 1 7\n",
		"line 1: '14 1 7' is not a line of 2 columns, with blanks or "
		"commas between"},
	{2, "n l x\n14 1\n",
		"line 2: '14 1' is not a line of 3 columns, with blanks or "
		"commas between"},
	{2, "n l\n", "--processors: standard input is empty"},
	{2, "#\n", "--processors: standard input is empty"},
	{2, "1 1\n", "--processors: line 1: must be at least 2, not '1'"},
	{2, "2 1\n2 y\n", "2 1;--latency: line 2: 'y' is not a number"},
	{2, "2 1\n5/2 1\n",
		"2 1;--processors: line 2: '5/2' is not a whole number"},
	{1, "1 2\n", "--processors: line 1: '1 2' is not a number"},
	{1, "2\n1\n", "2;--processors: line 2: must be at least 2, not '1'"},
	{1, "1000000000000\n999999999\n", "1000000000000;999999999"},
};

static void test_rows(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_rows(cases[i].columns, cases[i].text, cases[i].rows);
}

/* Of a line's fields the first 64 may be columns. */
static void test_fields(void)
{
	char text[500] = "n", row[200] = "14";

	for (int i = 0; i < 62; i++) {
		strcat(text, " x");
		strcat(row, " 7");
	}
	strcat(strcat(strcat(strcat(text, " l\n"), row), " 5/2"), "\n");
	check_rows(2, text, "14 5/2");
	strcpy(text, "n");
	for (int i = 0; i < 63; i++)
		strcat(text, ",x");
	strcat(text, ",l\n");
	check_rows(2, text,
		"line 1: 'n,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,"
		"x,x,x,x,...' is not a line of 2 columns, with blanks or "
		"commas between");
}

/* "best" is no value of a column, even where an option takes it. */
static void test_best(void)
{
	static const struct sweep_domain best = {.least = 1,
		.allowed = 1,
		.streams = 1,
		.best = SWEEP_BEST,
		.option = "messages"};
	struct sweep sweep = {0};
	int more;

	feed("best\n");
	CHECK(sweep_parse(&sweep, "-", &best, MAX_BITS, &err) == STATUS_OK);
	CHECK_REFUSED(sweep_read(&sweep, &more, &err), STATUS_INPUT, "best",
		err,
		"--messages: line 1: 'best' is not used here: 'fibcast compare "
		"-m best' says how many segments that is");
	sweep_clear(&sweep);
}

/* Four options at most; whole values are asked of one of them. */
static void test_options(void)
{
	struct sweep sweep[5];
	int more;

	feed("2 1 3\n2 3/2 3/2\n2 1 3/2\n");
	open_columns(sweep, 3);
	sweep_ask_whole(&sweep[2]);
	CHECK(sweep_read(&sweep[1], &more, &err) == STATUS_OK && more == 1);
	CHECK(mpq_cmp_ui(sweep[2].range->first, 3, 1) == 0);
	CHECK(sweep_read(&sweep[1], &more, &err) == STATUS_INPUT);
	CHECK_FOR(strcmp(err.msg, "--index: line 2: '3/2' is not a whole "
				  "number") == 0,
		"%s", err.msg);
	for (size_t i = 0; i < 3; i++)
		sweep_clear(&sweep[i]);
	feed("");
	open_columns(sweep, 4);
	sweep[4] = (struct sweep){0};
	CHECK(sweep_parse(&sweep[4], "-", &domains[4], MAX_BITS, &err) ==
		STATUS_OK);
	CHECK(!sweep_join(&sweep[4], &sweep[0]));
	for (size_t i = 0; i < 5; i++)
		sweep_clear(&sweep[i]);
}

/* A sweep that is cleared takes its column with it. */
static void test_cleared(void)
{
	struct sweep sweep[3];
	int more;

	feed("1 7\n");
	open_columns(sweep, 3);
	sweep_clear(&sweep[0]);
	CHECK(sweep_read(&sweep[2], &more, &err) == STATUS_OK && more == 1);
	CHECK(mpq_cmp_ui(sweep[1].range->first, 1, 1) == 0);
	CHECK(mpq_cmp_ui(sweep[2].range->first, 7, 1) == 0);
	sweep_clear(&sweep[2]);
	sweep_clear(&sweep[1]);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_rows());
	RUN(test_fields());
	RUN(test_best());
	RUN(test_options());
	RUN(test_cleared());
	return test_done();
}
