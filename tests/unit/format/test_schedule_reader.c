/* format/schedule/formats*: what is read, what is refused and with which words,
 * and that tsv, text and any line ending come back as they were. */
#include "format/schedule/reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/schedule/formats.h"
#include "model/algorithm.h"
#include "model/postal/postal.h"
#include "test.h"

#define FIRST "# fibcast schedule 1\n"
#define MODEL FIRST "# model postal\n"
#define HEAD MODEL "# processors 4\n# messages 2\n# latency 5/2\n"
#define COLUMNS "time\tfrom\tto\tmessage\n"
#define FULL HEAD COLUMNS

static struct err err;

/* Reads all of text; the status, and the rows' number, of the last call. */
static enum status read_text(const char *text, size_t size, size_t *rows)
{
	FILE *in = fmemopen((void *)(uintptr_t)text, size ? size : 1, "r");
	struct schedule *schedule;
	const struct transmission *row;
	enum status status;
	size_t count = 0;

	if (size == 0)
		fgetc(in);
	*rows = 0;
	status = schedule_reader_open(&schedule, in, &err);
	if (status == STATUS_OK)
		do {
			status = schedule_next(schedule, &row, &count, &err);
			*rows += count;
		} while (status == STATUS_OK && count > 0);
	schedule_close(schedule);
	fclose(in);
	return status;
}

static const struct {
	const char *text;
	size_t rows;
} good[] = {
	{FULL, 0},
	{FULL "0\t0\t1\t1\n", 1},
	{FULL "0\t0\t1\t1", 1},
	{FULL "0 0 1 1\n  5/2 \t 1 2 1  \n", 2},
	{FULL "0\t0\t1\t1\n1\t0\t2\t1\n1\t0\t2\t2\n1\t0\t1\t1\n", 4},
	{FULL "\n# a comment\n0\t0\t1\t1\n   \n#\n2.5\t1\t2\t1\n\n", 2},
	{FULL "0.0\t0\t1\t1\n05/2\t1\t2\t1\n15/6\t1\t3\t1\n", 3},
	{FULL "1/3\t0\t1\t1\n1/2\t0\t1\t1\n0.7\t0\t1\t1\n", 3},
	{MODEL "\n# algorithm my own\n# processors 1\n# latency 1.5\n\n"
	       "# finish 0\n" COLUMNS,
		0},
	{FIRST "#model logp\n#processors 2\n# latency 3\n" COLUMNS
	       "0\t0\t1\t1\n",
		1},
	{FIRST "# model telephone\n# processors 2\n" COLUMNS "0\t0\t1\t1\n", 1},
	{FIRST "# model locality\n# processors 2\n# cost log(k) + 1\n"
	       "time from to message size access\n0 0 1 1 2 write\n"
	       "1\t1\t1\t1\t1\tread\n",
		2},
	{MODEL "# processors 9223372036854775807\n# latency 1\n" COLUMNS
	       "9223372036854775807\t9223372036854775806\t12345678\t1\n",
		1},
};

static void test_good(void)
{
	size_t rows;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		CHECK_FOR(read_text(good[i].text, strlen(good[i].text),
				  &rows) == STATUS_OK,
			"'%s': %s", good[i].text, err.msg);
		CHECK_FOR(rows == good[i].rows, "'%s'", good[i].text);
	}
}

static const struct {
	const char *text, *message;
} bad[] = {
	{"", "line 1: the file is empty"},
	{"\n", "line 1: not the beginning of a schedule, '# fibcast schedule "
	       "1'"},
	{"\xff\xfe\x01\x02", "line 1: not the beginning of a schedule, "
			     "'# fibcast schedule 1'"},
	{"# fibcast schedule 2\n", "line 1: not the beginning of a schedule, "
				   "'# fibcast schedule 1'"},
	{FIRST, "line 2: the file ends within its header"},
	{FIRST COLUMNS, "line 2: the header has no 'model'"},
	{FIRST "# processors 4\n", "line 2: the model must come first"},
	{FIRST "# model nosuch\n", "line 2: 'nosuch' is not a model"},
	{FIRST "# model\n", "line 2: 'model' has no value"},
	{FIRST "# colour blue\n",
		"line 2: 'colour' is not a header line of a schedule"},
	{MODEL "# model postal\n", "line 3: 'model' stands there twice"},
	{MODEL "# latency 2\n# processors 4\n",
		"line 4: 'processors' must come before 'latency'"},
	{MODEL "# processors 0\n", "line 3: '0' is less than 1"},
	{MODEL "# processors -1\n", "line 3: '-1' is not a whole number"},
	{MODEL "# processors 4.5\n", "line 3: '4.5' is not a whole number"},
	{FIRST "# model postal logp\n",
		"line 2: more than one value for 'model'"},
	{FIRST "# model postal 1\r\n",
		"line 2: more than one value for 'model'"},
	{MODEL "# processors 4 5\n",
		"line 3: more than one value for 'processors'"},
	{MODEL "# processors 9223372036854775808\n",
		"line 3: '9223372036854775808' is not below 2^63"},
	{MODEL "# processors 4\n# messages 0\n", "line 4: '0' is less than 1"},
	{MODEL "# processors 4\n# latency 1/2\n",
		"line 4: '1/2' is less than 1"},
	{MODEL "# processors 4\n# latency 5/0\n",
		"line 4: '5/0' has the denominator 0"},
	{MODEL "# processors 4\n# latency x\n", "line 4: 'x' is not a time"},
	{MODEL "# processors 4\n# cost k\n",
		"line 4: model postal has no cost"},
	{MODEL "# processors 4\n" COLUMNS,
		"line 4: the header has no 'latency'"},
	{FIRST "# model telegraph\n# processors 4\n# latency 2\n",
		"line 4: model telegraph has no latency"},
	{FIRST "# model logp\n# processors 4\n# latency 5/2\n",
		"line 4: '5/2' is not whole, as logp needs"},
	{FIRST "# model locality\n# processors 4\n" COLUMNS,
		"line 4: the header has no 'cost'"},
	{MODEL "# algorithm a\001b\n",
		"line 3: a control character in the header"},
	{HEAD "0\t0\t1\t1\n", "line 6: not the line that names the columns: "
			      "time from to message"},
	{HEAD "time from to\n", "line 6: not the line that names the columns: "
				"time from to message"},
	{HEAD "time from to message size access\n",
		"line 6: more columns than the model has"},
	{FULL "0\t0\t1\n", "line 7: too few columns"},
	{FULL "0\n", "line 7: too few columns"},
	{FULL "0\t0\t1\t1\n1\t0\t2\t", "line 8: too few columns"},
	{FULL "0\t0\t1\t1\t1\n", "line 7: too many columns"},
	{FULL "0\t4\t1\t1\n", "line 7: '4' is not a processor"},
	{FULL "0\t0\t4\t1\n", "line 7: '4' is not a processor"},
	{FULL "0\t0\t1\t0\n", "line 7: '0' is not a message"},
	{FULL "0\t0\t1\t3\n", "line 7: '3' is not a message"},
	{FULL "0\t0\t1\t1\n0\t0\t1\t3\n", "line 8: '3' is not a message"},
	{FULL "0\t0\t-1\t1\n", "line 7: '-1' is not a whole number"},
	{FULL "0\t0\t1x\t1\n", "line 7: '1x' is not a whole number"},
	{FULL "1/0\t0\t1\t1\n", "line 7: '1/0' has the denominator 0"},
	{FULL "1/\t0\t1\t1\n", "line 7: '1/' is not a time"},
	{FULL "1e3\t0\t1\t1\n", "line 7: '1e3' is not a time"},
	{FULL ".5\t0\t1\t1\n", "line 7: '.5' is not a time"},
	{FULL "1\t0\t1\t1\n1/2\t0\t2\t1\n",
		"line 8: '1/2' is earlier than the line before"},
	{FULL "1/3\t0\t1\t1\n1/4\t0\t2\t1\n",
		"line 8: '1/4' is earlier than the line before"},
	{FULL "9223372036854775808\t0\t1\t1\n",
		"line 7: '9223372036854775808' has numbers not below 2^63"},
	{FULL "1\t0\t99999999999999999999\t1\n",
		"line 7: '99999999999999999999' is not below 2^63"},
	{FULL "0.00000000000000000001\t0\t1\t1\n",
		"line 7: '0.00000000000000000001' has numbers not below 2^63"},
	{FULL "1/9223372036854775807\t0\t1\t1\n",
		"line 7: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{FULL "9223372036854775807\t0\t1\t1\n",
		"line 7: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{FULL "4611686018427387904/2\t0\t1\t1\n1000000000000000000/7\t0\t1"
	      "\t1\n",
		"line 8: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 3 write\n",
		"line 6: '3' is no group's size"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 2 writes\n",
		"line 6: 'writes' is neither read nor write"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time\tfrom\tto\tmessage\tsize\taccess\n0\t0\t1\t1\n",
		"line 6: too few columns"},
};

static void test_bad(void)
{
	size_t rows;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		CHECK_FOR(read_text(bad[i].text, strlen(bad[i].text), &rows) ==
				  STATUS_INPUT,
			"'%s'", bad[i].text);
		CHECK_FOR(strcmp(err.msg, bad[i].message) == 0, "'%s': %s",
			bad[i].text, err.msg);
	}
}

/* Bytes that no text has, and numbers and lines without end. */
static void test_noise(void)
{
	static const char nul[] = FULL "0\t0\t1\t1\n0\0\t0\t2\t1\n";
	size_t rows, size = 1000000;
	char *text = mem_array(size, 1);

	CHECK(read_text(nul, sizeof nul - 1, &rows) == STATUS_INPUT);
	CHECK(strcmp(err.msg, "line 8: '0?' is not a time") == 0);
	for (int i = 0; i < 2; i++) {
		memset(text, '1' - i, size);
		memcpy(text, FULL, strlen(FULL));
		CHECK(read_text(text, size, &rows) == STATUS_INPUT);
		CHECK(strcmp(err.msg, "line 7: the line is too long") == 0);
		memcpy(text + 200000, "\t0\t1\t1\n", 7);
		CHECK(read_text(text, 200007, &rows) ==
			(i ? STATUS_OK : STATUS_INPUT));
		CHECK(strlen(err.msg) < 120);
	}
	srand(3);
	for (size_t i = 0; i < size; i++)
		text[i] = (char)rand();
	CHECK(read_text(text, size, &rows) == STATUS_INPUT);
	memcpy(text, FULL, strlen(FULL));
	CHECK(read_text(text, size, &rows) == STATUS_INPUT);
	mem_free(text);
}

/* Every single byte of a small file changed: read or refused, never worse. */
static void test_changed_bytes(void)
{
	static const char original[] =
		FULL "0\t0\t1\t1\n1\t0\t2\t1\n5/2\t1\t3\t2\n";
	static const char bytes[] = {0, '\t', '\n', '\r', ' ', '#', '-', '.',
		'/', '0', '1', '9', 'x', (char)0x80, (char)0xff};
	char text[sizeof original];
	size_t rows;

	for (size_t i = 0; i < sizeof original - 1; i++)
		for (size_t b = 0; b < sizeof bytes; b++) {
			enum status status;

			memcpy(text, original, sizeof text);
			text[i] = bytes[b];
			status = read_text(text, sizeof text - 1, &rows);
			CHECK(status == STATUS_OK ||
				(status == STATUS_INPUT &&
					strncmp(err.msg, "line ", 5) == 0));
		}
	for (size_t i = 0; i < sizeof original; i++)
		CHECK(read_text(original, i, &rows) != STATUS_LIMIT);
}

/* A unit that becomes finer: rows before and after it. */
static void test_refine(void)
{
	static const char text[] =
		FULL "0\t0\t1\t1\n1\t0\t2\t1\n10/3\t1\t3\t1\n7/2\t0\t3\t2\n";
	FILE *in = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");
	struct schedule *schedule;
	const struct transmission *row;
	size_t count;

	CHECK(schedule_reader_open(&schedule, in, &err) == STATUS_OK);
	CHECK(schedule->header.unit == 2 && schedule->header.latency == 5);
	CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
	CHECK(count == 2 && schedule->header.unit == 2 && row[1].tick == 2);
	CHECK(row[1].line == 8);
	CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
	CHECK(count == 2 && schedule->header.unit == 6);
	CHECK(schedule->header.latency == 15);
	CHECK(row[0].tick == 20 && row[1].tick == 21 && row[1].line == 10);
	schedule_close(schedule);
	fclose(in);
}

/* A finer unit multiplies the time of the row before: up to 2^63 - 1, and no
 * further, with whatever the product is modulo 2^64. */
static void test_refine_limit(void)
{
	static const struct {
		const char *rows;
		enum status status;
	} cases[] = {
		{"4611686018427387903\t0\t1\t1\n9223372036854775807/2",
			STATUS_OK},
		{"4611686018427387904\t0\t1\t1\n9223372036854775807/2",
			STATUS_INPUT},
		{"4611686018427387904\t0\t1\t1\n98/32", STATUS_INPUT},
		{"3074457345618258602\t0\t1\t1\n9223372036854775807/3",
			STATUS_OK},
		{"3074457345618258603\t0\t1\t1\n9223372036854775807/3",
			STATUS_INPUT},
		{"6148914691236517206\t0\t1\t1\n7/3", STATUS_INPUT},
		{"9223372036854775807\t0\t1\t1\n1/2", STATUS_INPUT},
	};
	char text[400];
	size_t rows;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		sprintf(text,
			MODEL "# processors 4\n# latency 1\n" COLUMNS "%s",
			cases[i].rows);
		strcat(text, "\t0\t2\t1\n");
		CHECK_FOR(
			read_text(text, strlen(text), &rows) == cases[i].status,
			"%s", cases[i].rows);
		CHECK_FOR(rows == (cases[i].status == STATUS_OK ? 2 : 1), "%s",
			cases[i].rows);
		CHECK(cases[i].status == STATUS_OK ||
			strncmp(err.msg, "line 7: this time and those", 27) ==
				0);
	}
}

/* Writes a schedule in a format as a string. */
static char *write_text(struct schedule *schedule, schedule_write *write,
	const struct schedule_look *style, size_t *size)
{
	char *text;
	FILE *out = open_memstream(&text, size);

	CHECK(write(schedule, out, style, &err) == STATUS_OK);
	fclose(out);
	return text;
}

/* Reads text and writes it again. */
static char *convert(
	const char *text, size_t length, schedule_write *write, size_t *size)
{
	static const struct schedule_look style;
	FILE *in = fmemopen((void *)(uintptr_t)text, length, "r");
	struct schedule *schedule;
	char *converted;

	CHECK(schedule_reader_open(&schedule, in, &err) == STATUS_OK);
	converted = write_text(schedule, write, &style, size);
	schedule_close(schedule);
	fclose(in);
	return converted;
}

/* The same lines with another ending. */
static char *with_ending(const char *text, const char *ending, size_t *size)
{
	char *changed = mem_array(2 * strlen(text) + 1, 1), *out = changed;

	for (; *text; text++)
		if (*text == '\n') {
			memcpy(out, ending, strlen(ending));
			out += strlen(ending);
		} else {
			*out++ = *text;
		}
	*size = (size_t)(out - changed);
	return changed;
}

static void check_round_trip(struct schedule *schedule)
{
	static const char *const endings[] = {"\n", "\r\n", "\r"};
	static const struct schedule_look style;
	size_t size, length;
	char *text = write_text(schedule, schedule_write_tsv, &style, &size);
	char *aligned = convert(text, size, schedule_write_text, &length),
	     *back;

	back = convert(aligned, length, schedule_write_tsv, &length);
	CHECK(length == size && memcmp(back, text, size) == 0);
	free(back);
	free(aligned);
	for (int i = 0; i < 3; i++) {
		aligned = with_ending(text, endings[i], &length);
		back = convert(aligned, length, schedule_write_tsv, &length);
		CHECK_FOR(length == size && memcmp(back, text, size) == 0,
			"ending %d", i);
		mem_free(aligned);
		free(back);
	}
	free(text);
}

static void test_round_trip(void)
{
	static const char *const lambdas[] = {"1", "5/2", "101/2", "1000003/7"};
	static const unsigned long ns[] = {1, 2, 14, 300, 12000, 130000};
	struct problem problem;
	struct schedule *schedule;

	problem_init(&problem);
	problem.max_bits = 1 << 24;
	for (int i = 0; i < 24; i++)
		for (int a = 0; a < 5; a++) {
			mpz_set_ui(problem.n, ns[i % 6]);
			mpz_set_ui(problem.m, i % 6 < 4 ? 12 : 1);
			test_mpq(problem.lambda, lambdas[i / 6]);
			CHECK(algorithms[a].open(&schedule, &problem,
				      test_degree(3), &err) == STATUS_OK);
			check_round_trip(schedule);
			schedule_close(schedule);
		}
	problem_clear(&problem);
}

/* Numbers of all lengths, next to each other and across ten thousands. */
static void test_lengths(void)
{
	static const char head[] =
		MODEL "# processors 9223372036854775807\n"
		      "# messages 9223372036854775807\n# latency 1\n" COLUMNS;
	static const struct schedule_look style;
	char *text = mem_array(400000, 1), *at = text, *back;
	size_t size;
	FILE *in;
	struct schedule *schedule;

	at += sprintf(at, "%s", head);
	srand(4);
	for (int i = 0; i < 4000; i++) {
		unsigned long long from =
			(unsigned long long)rand() * 4294967296u >> rand() % 62;
		unsigned long long to = from + (unsigned)(rand() % 3);

		at += sprintf(at, "%d\t%llu\t%llu\t%llu\n", i / 50 * 997, from,
			to, i % 3 ? 1 : 1 + (to >> rand() % 60));
	}
	in = fmemopen(text, (size_t)(at - text), "r");
	CHECK(schedule_reader_open(&schedule, in, &err) == STATUS_OK);
	back = write_text(schedule, schedule_write_tsv, &style, &size);
	CHECK(size == (size_t)(at - text) && memcmp(back, text, size) == 0);
	schedule_close(schedule);
	fclose(in);
	free(back);
	mem_free(text);
}

/* One small schedule in every format. */
static const struct {
	schedule_write *write;
	struct schedule_look style;
	const char *text;
} formats[] = {
	{schedule_write_tsv, {.no_header = 1}, "0\t0\t2\t1\n1\t0\t1\t1\n"},
	{schedule_write_csv, {0}, "time,from,to,message\n0,0,2,1\n1,0,1,1\n"},
	{schedule_write_csv, {.no_header = 1}, "0,0,2,1\n1,0,1,1\n"},
	{schedule_write_text, {.no_header = 1},
		"   0     0     2        1\n   1     0     1        1\n"},
	{schedule_write_text, {.has_decimals = 1, .decimals = 2},
		FIRST "# model postal\n# algorithm bcast\n# processors 3\n"
		      "# messages 1\n# latency 5/2\n# finish 7/2\n"
		      "time  from    to  message\n"
		      "0.00     0     2        1\n1.00     0     1        1\n"},
	{schedule_write_json, {0},
		"{\"model\":\"postal\",\"algorithm\":\"bcast\","
		"\"processors\":3,\"messages\":1,\"latency\":\"5/2\","
		"\"finish\":\"7/2\",\"transmissions\":["
		"{\"time\":0,\"from\":0,\"to\":2,\"message\":1},"
		"{\"time\":1,\"from\":0,\"to\":1,\"message\":1}]}\n"},
};

static void test_formats(void)
{
	struct problem problem;
	struct schedule *schedule;
	size_t size;

	problem_init(&problem);
	mpz_set_ui(problem.n, 3);
	test_mpq(problem.lambda, "5/2");
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		char *text;

		CHECK(postal_bcast_open(&schedule, &problem, test_degree(1),
			      &err) == STATUS_OK);
		text = write_text(
			schedule, formats[i].write, &formats[i].style, &size);
		CHECK_FOR(strcmp(text, formats[i].text) == 0, "%d: %s", (int)i,
			text);
		free(text);
		schedule_close(schedule);
	}
	problem_clear(&problem);
}

int main(void)
{
	mem_init(NULL);
	test_good();
	test_bad();
	test_noise();
	test_changed_bytes();
	test_refine();
	test_refine_limit();
	test_formats();
	test_lengths();
	test_round_trip();
	return test_done();
}
