/* format/schedule/reader: which files are read, what they mean, and the exact
 * message for each file that is refused. */
#include "format/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/lines.h"
#include "test.h"

#define FIRST "# fibcast schedule 1\n"
#define MODEL FIRST "# model postal\n"
#define HEAD MODEL "# processors 4\n# messages 2\n# latency 5/2\n"
#define COLUMNS "time\tfrom\tto\tmessage\n"
#define FULL HEAD COLUMNS
#define TAKEN                                                                  \
	FIRST "# model machine\n# processors 4\n# machine L=2 o=1 g=1\n"       \
	      "time\tfrom\tto\tmessage\ttaken\n"
#define BY_BLOCK(operation)                                                    \
	FIRST "# model machine\n# operation " operation "\n# processors 12\n"  \
	      "# machine L=1 o=1 g=1 G=100000000000000000 bytes=1\n"           \
	      "time from to message blocks\n"
#define SENDRECV FIRST "# model sendrecv\n"
#define BLOCKS_HEAD SENDRECV "# operation allgather\n# processors 3\n"
#define BLOCKS_FULL BLOCKS_HEAD "time from to message blocks\n"

#define ENDS_FULL                                                              \
	FIRST "# model telephone\n# processors 4\n# messages 2\n"              \
	      "time\tfrom\tto\tmessage\tkind\n"

static struct err err;

/* Reads all of text; *rows = how many rows it has before its end or the first
 * error.  The status of the last call. */
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

/* A file that can be read, and how many rows it has. */
struct readable {
	const char *text;
	size_t rows;
};

static const struct readable good[] = {
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
	{BLOCKS_HEAD "# messages 1\ntime from to message blocks\n", 0},
	{BLOCKS_FULL "0 0 1 1 0+1\n0\t1\t2\t1\t2+3\n", 2},
	{BLOCKS_HEAD "time from to message blocks kind\n0 0 1 1 2+1 send\n", 1},
	{MODEL "# operation broadcast\n# processors 3\n# latency 2\n"
	       "time from to message\n0 0 1 1\n",
		1},
	{FIRST "# model locality\n# operation broadcast\n# processors 2\n"
	       "# cost k\ntime from to message size access\n",
		0},
	{MODEL "# operation census\n# processors 3\n# latency 2\n"
	       "time from to message operands\n0 0 1 1 2+2\n",
		1},
	{FULL "4611686018427387903\t0\t1\t1\n", 1},
	{FULL "0.000000000000000001\t0\t1\t1\n", 1},
	{MODEL "# processors 4\n# latency 1317624576693539401\n" COLUMNS
	       "1/7\t0\t1\t1\n",
		1},
	{MODEL "# processors 9223372036854775807\n# latency 1\n" COLUMNS
	       "9223372036854775807\t9223372036854775806\t12345678\t1\n",
		1},
};

/* All line endings, and blanks that nothing follows. */
static const struct readable endings[] = {
	{FULL "0\t0\t1\t1\r#", 1},
	{FULL "0\t0\t1\t1\r", 1},
	{FULL "\r\r\n0\t0\t1\t1\r1\t0\t2\t1\r\n\r#", 2},
	{FULL "0\t0\t1\t1\n\r1\t0\t2\t1\n", 2},
	{FULL "0\t0\t1\t1\n \r\t\r1\t0\t2\t1", 2},
};

static void check_readable(const struct readable *texts, size_t count)
{
	size_t rows;

	for (size_t i = 0; i < count; i++) {
		CHECK_FOR(read_text(texts[i].text, strlen(texts[i].text),
				  &rows) == STATUS_OK,
			"'%s': %s", texts[i].text, err.msg);
		CHECK_FOR(rows == texts[i].rows, "'%s'", texts[i].text);
	}
}

/* Puts a line's end at every place around the end of the buffer: the next line
 * must still have the next number. */
static void test_buffer_end(void)
{
	static const char *const ends[] = {"\n", "\r", "\r\n"};
	char *text = mem_array(2 * LINES_MAX, 1);
	size_t rows;

	for (int shift = -4; shift <= 4; shift++)
		for (int i = 0; i < 3; i++) {
			char *end = text + LINES_MAX + shift;

			memset(text, 'x', LINES_MAX + 8);
			memcpy(text, FULL "#", strlen(FULL "#"));
			memcpy(text + 999, "\n#", 2);
			end -= strlen(ends[i]);
			end += sprintf(end, "%s1\t9\t0\t1", ends[i]);
			CHECK(read_text(text, (size_t)(end - text), &rows) ==
				STATUS_INPUT);
			CHECK_FOR(strcmp(err.msg, "line 9: '9' is not a "
						  "processor") == 0,
				"%d, %d: %s", shift, i, err.msg);
		}
	mem_free(text);
}

/* Puts more blank lines before the column names than the buffer holds. */
static void test_long_header(void)
{
	char *text = mem_array(2 * LINES_MAX, 1);
	size_t rows, size = strlen(HEAD);

	memset(text, '\n', 2 * LINES_MAX);
	memcpy(text, HEAD, size);
	memcpy(text + 400000, COLUMNS "0\t0\t1\t1\n",
		strlen(COLUMNS "0\t0\t1\t1\n"));
	CHECK(read_text(text, 2 * LINES_MAX, &rows) == STATUS_OK && rows == 1);
	mem_free(text);
}

/* A byte-order mark is skipped at the beginning of the file and nowhere else,
 * not even at the beginning of the buffer's next contents. */
static void test_mark(void)
{
	static const char row[] = "\357\273\2770\t0\t1\t1\n";
	char *text = mem_array(2 * LINES_MAX, 1), *end;
	size_t rows;

	CHECK(read_text(LINES_MARK FULL "0\t0\t1\t1\n",
		      strlen(LINES_MARK FULL "0\t0\t1\t1\n"),
		      &rows) == STATUS_OK &&
		rows == 1);
	CHECK(read_text(LINES_MARK, 3, &rows) == STATUS_INPUT);
	CHECK_FOR(strcmp(err.msg, "line 1: the file is empty") == 0, "%s",
		err.msg);
	CHECK(read_text(LINES_MARK LINES_MARK FULL,
		      strlen(LINES_MARK LINES_MARK FULL),
		      &rows) == STATUS_INPUT);
	end = text + sprintf(text, "%s", FULL);
	while (end < text + LINES_MAX - 5)
		*end++ = '\n';
	end += sprintf(end, "%s", row);
	CHECK(read_text(text, (size_t)(end - text), &rows) == STATUS_INPUT);
	CHECK_FOR(strstr(err.msg, "is not a time") != NULL, "%s", err.msg);
	mem_free(text);
}

/* A word quoted in a message is cut if it is too long, whatever its length. */
static void test_words(void)
{
	static const char ends[] = " \t\n\r";
	char word[LINES_WORD + 4], text[4 * LINES_WORD];

	memset(text, 'x', sizeof text);
	text[sizeof text - 1] = '\n';
	for (size_t size = 0; size < 2 * LINES_WORD; size++) {
		size_t kept = size < LINES_WORD ? size : LINES_WORD - 1;

		memset(word, '?', sizeof word);
		text[size] = ends[size % 4];
		lines_text(word, text);
		CHECK(strlen(word) == kept && word[LINES_WORD] == '?');
		CHECK(lines_end(text + size) - text >= (long)size);
		text[size] = 'x';
	}
	strcpy(text, "a\rb\n");
	CHECK(lines_end(text) == text + 1 && lines_end(text + 2) == text + 3);
}

/* Opens a valid schedule's text. */
static struct schedule *open_text(const char *text, FILE **in)
{
	struct schedule *schedule = NULL;

	*in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	CHECK_FOR(schedule_reader_open(&schedule, *in, &err) == STATUS_OK, "%s",
		err.msg);
	return schedule;
}

/* A machine's header.  Notes, x-..., are kept as they are but for blanks at
 * their ends. */
static void test_machine(void)
{
	static const char text[] =
		MODEL "# processors 3\n# machine L=6us o=2us g=4us \n"
		      "# send 4\n#x-one 1\n# latency 19/2\n"
		      "#  x-two a  b \n# finish 47/3\n# x-3\n" COLUMNS;
	FILE *in;
	struct schedule *schedule = open_text(text, &in);
	const struct schedule_header *header = &schedule->header;

	CHECK(header->unit == 6 && header->send == 24);
	CHECK(header->latency == 57 && header->finish == 94);
	CHECK(strcmp(header->machine, "L=6us o=2us g=4us") == 0);
	CHECK(strcmp(header->notes, "x-one 1\nx-two a  b\nx-3\n") == 0);
	schedule_close(schedule);
	fclose(in);
}

/* A message's times on a machine and inside its nodes, o and o + L + o.
 * Inside, a message may be as slow as outside, or take no time. */
static void test_inside_machine(void)
{
	static const char text[] = FIRST
		"# model machine\n# processors 4\n# machine L=6us o=2us g=4us\n"
		"# unit us\n# node 2\n# inside-machine L=7us o=1us g=4us \n"
		"# finish 10\n" COLUMNS;
	static const char at_once[] = FIRST
		"# model machine\n# processors 4\n# machine L=6us o=2us g=4us\n"
		"# unit us\n# node 2\n# inside-machine L=0us o=0us g=4us \n"
		"# finish 10\n" COLUMNS;
	static const char as_slow[] = FIRST
		"# model machine\n# processors 4\n# machine L=6us o=2us g=4us\n"
		"# unit us\n# node 2\n# inside-machine L=6us o=2us g=4us \n"
		"# finish 10\n" COLUMNS;
	FILE *in;
	struct schedule *schedule = open_text(text, &in);
	const struct schedule_header *header = &schedule->header;

	CHECK(header->unit == 1 && header->node == 2);
	CHECK(header->latency == 10 && header->inside == 9);
	CHECK(header->send == 4 && header->inside_message.gap == 4);
	CHECK(strcmp(header->time_unit, "us") == 0);
	CHECK(strcmp(header->machine, "L=6us o=2us g=4us") == 0);
	CHECK(strcmp(header->inside_machine, "L=7us o=1us g=4us") == 0);
	schedule_close(schedule);
	fclose(in);
	schedule = open_text(at_once, &in);
	CHECK(schedule->header.node == 2 && schedule->header.inside == 0);
	schedule_close(schedule);
	fclose(in);
	schedule = open_text(as_slow, &in);
	CHECK(schedule->header.inside == 10);
	schedule_close(schedule);
	fclose(in);
}

/* All notes together may have 2^20 bytes, line ends included. */
static void test_notes_limit(void)
{
	enum { SIZE = 1 << 20, LINE = 1 << 10, LINES = SIZE / LINE };
	static const char head[] = MODEL "# processors 2\n# latency 1\n";
	char *text = mem_array(2 * (size_t)SIZE, 1), *at;
	struct schedule *schedule;
	FILE *in;

	for (int more = 0; more < 2; more++) {
		at = text + sprintf(text, "%s", head);
		for (int i = 0; i < LINES; i++) {
			int size = LINE - 1 + (i == LINES - 1 ? more : 0);

			at += sprintf(at, "# x-");
			memset(at, 'a', (size_t)size - 2);
			at += size - 2;
			at += sprintf(at, "\n");
		}
		strcpy(at, COLUMNS);
		in = fmemopen(text, strlen(text), "r");
		CHECK(schedule_reader_open(&schedule, in, &err) ==
			(more ? STATUS_INPUT : STATUS_OK));
		if (more)
			CHECK_FOR(strcmp(err.msg, "line 1028: the lines x-... "
						  "are too long") == 0,
				"%s", err.msg);
		else
			CHECK(strlen(schedule->header.notes) == SIZE);
		schedule_close(schedule);
		fclose(in);
	}
	mem_free(text);
}

static void test_header(void)
{
	static const char text[] =
		FIRST "# model postal\n# algorithm \t my own  \n"
		      "# operation reduce\n# processors 5\n# messages 7\n"
		      "# latency 5/2\n# finish 22/3\n" COLUMNS;
	static const char locality[] =
		FIRST "# model locality\n# processors 5\n# cost k + 1 \n"
		      "time from to message size access\n";
	FILE *in;
	struct schedule *schedule = open_text(text, &in);
	const struct schedule_header *header = &schedule->header;

	CHECK(header->model == MODEL_POSTAL && header->unit == 6);
	CHECK(header->algorithm && strcmp(header->algorithm, "my own") == 0);
	CHECK(header->operation == OPERATION_REDUCE && !header->cost);
	CHECK(header->processors == 5 && header->messages == 7);
	CHECK(header->latency == 15 && header->finish == 44);
	CHECK(header->has_finish && header->finish_line == 8);
	schedule_close(schedule);
	fclose(in);
	schedule = open_text(locality, &in);
	header = &schedule->header;
	CHECK(header->model == MODEL_LOCALITY && header->unit == 1);
	CHECK(header->cost && strcmp(header->cost, "k + 1") == 0);
	CHECK(!header->algorithm && !header->has_finish);
	CHECK(header->operation == OPERATION_BROADCAST);
	CHECK(header->messages == 1 && header->latency == 0);
	schedule_close(schedule);
	fclose(in);
}

#define NOT_FIRST                                                              \
	"line 1: not the beginning of a schedule, '# fibcast schedule 1' and " \
	"the lines '# model M', '# processors N', '# latency L', 'time from "  \
	"to message': see fibcast-schedule(5)"

static const struct {
	const char *text, *message;
} bad[] = {
	{"", "line 1: the file is empty"},
	{"\n", NOT_FIRST},
	{"\xff\xfe\x01\x02", NOT_FIRST},
	{"# fibcast schedule 2\n", NOT_FIRST},
	{"time,from,to,message\n0,0,1,1\n",
		"line 1: csv is not read, as it has no header: use tsv or "
		"text"},
	{"{\"model\":\"postal\"}\n",
		"line 1: JSON is not read: see fibcast-schedule(5) for how jq "
		"makes a schedule of it"},
	{"time,from\n", NOT_FIRST},
	{FIRST, "line 2: the file ends within its header"},
	{FIRST COLUMNS, "line 2: the header has no 'model'"},
	{FIRST "# processors 4\n", "line 3: the file ends within its header"},
	{FIRST "# processors 4\n" COLUMNS, "line 3: the header has no 'model'"},
	{FIRST "# latency 1/2\n# model postal\n# processors 4\n" COLUMNS,
		"line 2: latency: '1/2' is less than 1"},
	{FIRST "# model nosuch\n", "line 2: 'nosuch' is not a model"},
	{FIRST "# model\n", "line 2: 'model' has no value"},
	{FIRST "# colour blue\n",
		"line 2: 'colour' is not a header line of a schedule"},
	{MODEL "# model postal\n", "line 3: 'model' is given twice"},
	{MODEL "# processors 0\n", "line 3: processors: '0' is less than 1"},
	{MODEL "# processors -1\n",
		"line 3: processors: '-1' is not a whole number"},
	{MODEL "# processors 4.5\n",
		"line 3: processors: '4.5' is not a whole number"},
	{FIRST "# model postal logp\n",
		"line 2: more than one value for 'model'"},
	{FIRST "# model postal 1\r\n",
		"line 2: more than one value for 'model'"},
	{MODEL "# processors 4 5\n",
		"line 3: more than one value for 'processors'"},
	{MODEL "# processors 9223372036854775808\n",
		"line 3: processors: '9223372036854775808' is not below 2^63"},
	{MODEL "# processors 4\n# messages 0\n",
		"line 4: messages: '0' is less than 1"},
	{MODEL "# processors 4\n# latency 1/2\n",
		"line 4: latency: '1/2' is less than 1"},
	{MODEL "# processors 4\n# latency 5/0\n",
		"line 4: latency: '5/0' has the denominator 0"},
	{MODEL "# processors 4\n# latency x\n",
		"line 4: latency: 'x' is not a time"},
	{MODEL "# processors 4\n# cost k\n",
		"line 4: model postal has no cost"},
	{MODEL "# processors 4\n" COLUMNS,
		"line 4: the header has no 'latency'"},
	{FIRST "# model telegraph\n# processors 4\n# latency 2\n",
		"line 4: model telegraph has no latency"},
	{FIRST "# model logp\n# processors 4\n# latency 5/2\n",
		"line 4: latency: '5/2' is not whole, as logp needs"},
	{FIRST "# model locality\n# processors 4\n" COLUMNS,
		"line 4: the header has no 'cost'"},
	{FIRST "# model  \t \n", "line 2: 'model' has no value"},
	{MODEL "# algorithm  \n", "line 3: 'algorithm' has no value"},
	{FIRST "# modelx postal\n",
		"line 2: 'modelx' is not a header line of a schedule"},
	{FIRST "# model postalx\n", "line 2: 'postalx' is not a model"},
	{HEAD "timex from to message\n",
		"line 6: not the line that names the columns: "
		"time from to message"},
	{MODEL "# latency 2\n" COLUMNS,
		"line 4: the header has no 'processors'"},
	{MODEL "# algorithm \001b\n",
		"line 3: a control character in the header"},
	{FIRST "# model locality\n# processors 4\n# cost k\001\n",
		"line 4: a control character in the header"},
	{FIRST "# model locality\n# processors 4\n# cost k+\n",
		"line 4: cost: 'k+' ends too early"},
	{MODEL "# algorithm a\001b\n",
		"line 3: a control character in the header"},
	{HEAD "0\t0\t1\t1\n", "line 6: not the line that names the columns: "
			      "time from to message"},
	{HEAD "time from to\n", "line 6: not the line that names the columns: "
				"time from to message"},
	{HEAD "time,from,to,message\n",
		"line 6: commas between columns: use tabs or blanks"},
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
	{FIRST "# model machine\n# processors 2\n"
	       "# machine L=4us o=1us g=3us\n# node 2\n"
	       "# inside-machine L=1ms o=0ms g=1ms\n",
		"line 6: 'L=1ms o=0ms g=1ms' is not in the unit of the "
		"machine"},
	{FIRST "# model machine\n# processors 2\n# machine L=4 o=1 g=3\n"
	       "# node 2\n# inside-machine L=1us o=0us g=1us\n",
		"line 6: 'L=1us o=0us g=1us' is not in the unit of the "
		"machine"},
	{FIRST "# model machine\n# processors 2\n# machine L=4 o=1 g=3\n"
	       "# node 2\n# inside-machine L=1 o=2 g=3\n" COLUMNS,
		"line 6: inside-machine: 'L=1 o=2 g=3' makes messages inside a "
		"node slower than others"},
	{FIRST "# model machine\n# processors 2\n# machine L=4 o=1 g=3\n"
	       "# node 2\n# inside-machine L=1 o=1 g=4\n" COLUMNS,
		"line 6: inside-machine: 'L=1 o=1 g=4' makes messages inside a "
		"node slower than others"},
	{FIRST "# model telephone\n# processors 2\n# node 2\n",
		"line 4: model telephone has no node"},
	{FIRST "# model telephone\n# processors 2\n# ports 2\n",
		"line 4: model telephone has no ports"},
	{MODEL "# processors 4\n# latency 2\n# node 2\n" COLUMNS,
		"line 6: the header has no 'inside'"},
	{MODEL "# processors 4\n# latency 2\n# node 3\n# inside 1\n" COLUMNS,
		"line 3: processors: '4' is not a multiple of the processors "
		"of a node"},
	{MODEL "# processors 4\n# latency 2\n# node 2\n# inside 3\n" COLUMNS,
		"line 6: inside: '3' makes messages inside a node slower than "
		"others"},
	{MODEL "# processors 4\n# latency 2\n# node 2\n# inside-send 3/2\n# "
	       "inside 2\n" COLUMNS,
		"line 6: inside-send: '3/2' makes messages inside a node "
		"slower than others"},
	{MODEL "# processors 4\n# latency 2\n# node 2\n# inside-send 1\n# "
	       "inside 3\n" COLUMNS,
		"line 7: inside: '3' makes messages inside a node slower than "
		"others"},
	{MODEL "# processors 4\n# latency 2\n# node 2\n# inside 1/2\n" COLUMNS,
		"line 6: inside: '1/2' makes the latency inside a node less "
		"than a send takes"},
	{FIRST "# model machine\n# processors 2\n" COLUMNS,
		"line 4: the header has no 'machine'"},
	{FIRST "# model machine\n# processors 2\n# machine L=1 o=1 g=1\n"
	       "# unit us\n",
		"line 5: 'us' is not the machine's unit"},
	{FIRST "# model machine\n# processors 2\n# machine L=1us o=1us g=1us\n"
	       "# unit ms\n",
		"line 5: 'ms' is not the machine's unit"},
	{MODEL "# processors 2\n# latency 2\n# inside 1\n",
		"line 5: the header has no node, which inside needs"},
	{FIRST "# model machine\n# processors 2\n# messages 2\n"
	       "# machine L=1 o=1 g=1 G=1 bytes=1\n",
		"line 5: 'L=1 o=1 g=1 G=1 bytes=1' has fewer bytes than there "
		"are messages"},
	{FULL ".5\t0\t1\t1\n", "line 7: '.5' is not a time"},
	{FULL "1\t0\t1\t1\n1/2\t0\t2\t1\n",
		"line 8: '1/2' is earlier than the line before"},
	{FULL "1/3\t0\t1\t1\n1/4\t0\t2\t1\n",
		"line 8: '1/4' is earlier than the line before"},
	{MODEL "# processors 4\n# latency 2\n" COLUMNS
	       "1317624576693539401\t0\t1\t1\n1/7\t0\t2\t1\n",
		"line 7: '1/7' is earlier than the line before"},
	{FULL "9223372036854775808\t0\t1\t1\n",
		"line 7: '9223372036854775808' has numbers not below 2^63"},
	{FULL "1\t0\t99999999999999999999\t1\n",
		"line 7: '99999999999999999999' is not below 2^63"},
	{FULL "0.00000000000000000001\t0\t1\t1\n",
		"line 7: '0.00000000000000000001' has numbers not below 2^63"},
	{FULL "0.99999999999999999999\t0\t1\t1\n",
		"line 7: '0.99999999999999999999' has numbers not below 2^63"},
	{FULL "0.1000000000000000000\t0\t1\t1\n",
		"line 7: '0.1000000000000000000' has numbers not below 2^63"},
	{FULL "1/9223372036854775808\t0\t1\t1\n",
		"line 7: '1/9223372036854775808' has numbers not below 2^63"},
	{FULL "4611686018427387904\t0\t1\t1\n",
		"line 7: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{MODEL "# processors 4\n# latency 1317624576693539402\n" COLUMNS
	       "1/7\t0\t1\t1\n",
		"line 6: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{FIRST "# model telephone\n# processors 2\n" COLUMNS
	       "1/4294967291\t0\t1\t1\n1/4294967279\t0\t1\t1\n",
		"line 6: this time and those before it have no common unit in "
		"which they are below 2^63"},
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
	{TAKEN "0\t0\t1\t1\t1317624576693539402\n1/7\t0\t2\t1\t3\n",
		"line 7: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{TAKEN "0\t0\t1\t1\t1317624576693539402\n1\t0\t2\t1\t22/7\n",
		"line 7: this time and those before it have no common unit in "
		"which they are below 2^63"},
	/* The times fit into units of 1/2, but not of 1/14. */
	{TAKEN "0\t0\t1\t1\t1000000000000000000\n1/2\t0\t2\t1\t3\n"
	       "4/7\t0\t3\t1\t4\n",
		"line 8: this time and those before it have no common unit in "
		"which they are below 2^63"},
	/* Twelve blocks of 10^17 each fit into 2^61 ticks, but not in a unit of
	 * 1/20, whatever the rows carry; nor do 24 of an all-to-all fit. */
	{BY_BLOCK("allgather") "0 0 1 1 0+12\n1/20 2 3 1 0+1\n",
		"line 8: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{BY_BLOCK("allgather") "1/20 2 3 1 0+1\n",
		"line 7: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{BY_BLOCK("alltoall") "0 2 3 1 "
			      "0>0,0>1,0>2,0>3,0>4,0>5,0>6,0>7,0>8,0>9,0>10,0>"
			      "11,"
			      "1>0,1>1,1>2,1>3,1>4,1>5,1>6,1>7,1>8,1>9,1>10,1>"
			      "11\n",
		"line 7: "
		"'0>0,0>1,0>2,0>3,0>4,0>5,0>6,0>7,0>8,0>9,0>10,0>11,1>0,1>1,1>."
		"..' in the column blocks takes too long"},
	/* Those 24 at 4*10^16 fit in a unit of 1/2, but not of 1/4, whatever
	 * the rows after them carry. */
	{FIRST "# model machine\n# operation alltoall\n# processors 12\n"
	       "# machine L=1 o=1 g=1 G=40000000000000000 bytes=1\n"
	       "time from to message blocks\n0 2 3 1 "
	       "0>0,0>1,0>2,0>3,0>4,0>5,0>6,0>7,0>8,0>9,0>10,0>11,"
	       "1>0,1>1,1>2,1>3,1>4,1>5,1>6,1>7,1>8,1>9,1>10,1>11\n"
	       "1/2 2 3 1 2>3\n3/4 2 3 1 2>3\n",
		"line 9: this time and those before it have no common unit in "
		"which they are below 2^63"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 3 write\n",
		"line 6: '3' is not the size of a group"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 2 writes\n",
		"line 6: 'writes' is neither read nor write"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 2 reads\n",
		"line 6: 'reads' is neither read nor write"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 2 look\n",
		"line 6: 'look' is neither read nor write"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 2 wrote\n",
		"line 6: 'wrote' is neither read nor write"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 2\n",
		"line 6: too few columns"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 0 read\n",
		"line 6: '0' is not the size of a group"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access\n0 0 1 1 2 read 5\n",
		"line 6: too many columns"},
	{FULL "1\t0\t1\t1\n123456789\t0\t1\t1\n1\t0\t1\t1\n",
		"line 9: '1' is earlier than the line before"},
	{FULL "1\t0\t1\t1\n1\t4\t1\t1\n", "line 8: '4' is not a processor"},
	{FULL "1\t0\t1\t1\n1\t1\t4\t1\n", "line 8: '4' is not a processor"},
	{FULL "1\t0\t1\t1\n1\t1\t0\t0\n", "line 8: '0' is not a message"},
	{FULL "1\t0\t1\t1\n1\t1\t0\t1 x\n", "line 8: too many columns"},
	{FULL "1\t0\t1\t1\n1\t1\t0\n", "line 8: too few columns"},
	{FULL "1\t0\t1\t1\n1\t1\t0 \r", "line 8: too few columns"},
	{FULL "1\t0\t1\t1\n1\t\t0\t1\n", "line 8: too few columns"},
	{FULL "\n\n# x\n 1 0 1 1\n1\t1\t0\t9\n",
		"line 11: '9' is not a message"},
	/* Rows with the time of the row before that are nearly right. */
	{FULL "0\t0\t1\t1\n0\t0\tx\t1\n", "line 8: 'x' is not a whole number"},
	{FULL "0\t0\t1\t1\n0\t0\t1\tx\n", "line 8: 'x' is not a whole number"},
	{FULL "0\t0\t1\t1\n0\t0x1\t1\n", "line 8: '0x1' is not a whole number"},
	{FULL "0\t0\t1\t1\n0\t0\t1x1\n", "line 8: '1x1' is not a whole number"},
	{FULL "0\t0\t1\t1\n0\t0\t1\n", "line 8: too few columns"},
	{MODEL "# processors 3\n# send 4\n# latency 2\n" COLUMNS,
		"line 5: latency: '2' is less than a send takes"},
	{MODEL "# processors 3\n# send 0\n# latency 2\n" COLUMNS,
		"line 4: send: '0' is not a time that a send can take"},
	{MODEL "# processors 3\n# send 1x\n# latency 2\n" COLUMNS,
		"line 4: send: '1x' is not a time"},
	{FIRST "# model logp\n# processors 3\n# send 1\n# latency 2\n" COLUMNS,
		"line 4: model logp has sends of length 1 only"},
	{FIRST "# model telephone\n# processors 3\n# send 1\n" COLUMNS,
		"line 4: model telephone has sends of length 1 only"},
	{MODEL "# processors 3\n# machine L=6us\n# latency 2\n" COLUMNS,
		"line 4: 'L=6us' is not a machine, L=6us o=2us g=4us"},
	{MODEL "# processors 3\n# machine L=6us\1 o=2us g=4us\n" COLUMNS,
		"line 4: a control character in the header"},
	{MODEL "# processors 3\n# machine\n# latency 2\n" COLUMNS,
		"line 4: 'machine' has no value"},
	{MODEL "# processors 3\n# latency 2\n# x-one \1\n" COLUMNS,
		"line 5: a control character in the header"},
	{MODEL "# processors 3\n# latency 2\n# x- 5\n" COLUMNS,
		"line 5: 'x-' has no name after x-"},
	{MODEL "# processors 3\n# latency 2\n# x\n" COLUMNS,
		"line 5: 'x' is not a header line of a schedule"},
	{MODEL "# processors 3\n# latency 2\n# y-one\n" COLUMNS,
		"line 5: 'y-one' is not a header line of a schedule"},
	{FULL "0\t0\t1\t1\n0\t0\t4\t1\n", "line 8: '4' is not a processor"},
	{FULL "0\t0\t1\t1\n0\t0\t1\t0\n", "line 8: '0' is not a message"},
	{FULL "10\t0\t1\t1\n10\t2\t1\n", "line 8: too few columns"},
	{FULL "10\t0\t1\t1\n12345678901\t0\t2\t1\n10\t2\t1\n",
		"line 9: '10' is earlier than the line before"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time\tfrom\tto\tmessage\tsize\taccess\n"
	       "0\t0\t1\t1\t2\twrite\n0\t0\t1\t1\n",
		"line 7: too few columns"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time\tfrom\tto\tmessage\tsize\taccess\n0\t0\t1\t1\n",
		"line 6: too few columns"},
	{ENDS_FULL "0\t0\t1\t1\tboth\n0\t0\t2\t1\n", "line 7: too few columns"},
	{ENDS_FULL "0 0 1 1\r\n", "line 6: too few columns"},
	{ENDS_FULL "0 0 1 1 boths\n",
		"line 6: 'boths' is none of both, send, receive"},
	{ENDS_FULL "0 0 1 1 sent\n",
		"line 6: 'sent' is none of both, send, receive"},
	{ENDS_FULL "0 0 1 1 send 1\n", "line 6: too many columns"},
	{FIRST "# model telephone\n# processors 4\n"
	       "time from to message kinds\n",
		"line 4: more columns than the model has"},
	{FIRST "# model telephone\n# processors 4\n"
	       "time from to message kind kind\n",
		"line 4: more columns than the model has"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access kind blocks\n",
		"line 5: more columns than the model has"},
	{FIRST "# model locality\n# processors 2\n# cost k\n"
	       "time from to message size access kind\n0 0 1 1 2 write\n",
		"line 6: too few columns"},
	{BLOCKS_FULL "0 0 1 1\n", "line 6: too few columns"},
	{BLOCKS_FULL "0\t0\t1\t1\t0+1\n0\t0\t2\t1\n",
		"line 7: too few columns"},
	{BLOCKS_FULL "0 0 1 1 0+1 1\n", "line 6: too many columns"},
	{BLOCKS_FULL "0 0 1 1 2+1\n0 1 2 1 3+1\n",
		"line 7: '3+1' is out of range: blocks are 0 to 2, and 1 to 3 "
		"of them"},
	{BLOCKS_FULL "0 0 1 1 2+0\n",
		"line 6: '2+0' is out of range: blocks are 0 to 2, and 1 to 3 "
		"of them"},
	{BLOCKS_FULL "0 0 1 1 0+4\n",
		"line 6: '0+4' is out of range: blocks are 0 to 2, and 1 to 3 "
		"of them"},
	{BLOCKS_FULL "0 0 1 1 1\n",
		"line 6: '1' in the column blocks is not FIRST+COUNT, two "
		"whole numbers below 2^63"},
	{BLOCKS_FULL "0 0 1 1 1-1\n",
		"line 6: '1-1' in the column blocks is not FIRST+COUNT, two "
		"whole numbers below 2^63"},
	{BLOCKS_FULL "0 0 1 1 1+\n",
		"line 6: '1+' in the column blocks is not FIRST+COUNT, two "
		"whole numbers below 2^63"},
	{BLOCKS_FULL "0 0 1 1 +1\n",
		"line 6: '+1' in the column blocks is not FIRST+COUNT, two "
		"whole numbers below 2^63"},
	{BLOCKS_FULL "0 0 1 1 1+1x\n",
		"line 6: '1+1x' in the column blocks is not FIRST+COUNT, two "
		"whole numbers below 2^63"},
	{BLOCKS_FULL "0 0 1 1 1+9223372036854775808\n",
		"line 6: '1+9223372036854775808' in the column blocks is not "
		"FIRST+COUNT, two whole numbers below 2^63"},
	{BLOCKS_HEAD "time from to message\n",
		"line 5: not the line that names the columns: time from to "
		"message blocks"},
	{BLOCKS_HEAD "time from to message operands\n",
		"line 5: not the line that names the columns: time from to "
		"message blocks"},
	{BLOCKS_HEAD "# messages 0\n", "line 5: messages: '0' is less than 1"},
	{BLOCKS_HEAD "# messages 2\n", "line 5: messages: '2' is too many: "
				       "this operation has one message"},
	{FIRST "# model telephone\n# operation allreduce\n",
		"line 3: 'allreduce' is none of the model telephone"},
	{FIRST "# model locality\n# operation census\n",
		"line 3: 'census' is none of the model locality"},
	{SENDRECV "# operation collect\n",
		"line 3: 'collect' is not an operation"},
};

static void test_bad(void)
{
	size_t rows;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		CHECK_REFUSED(
			read_text(bad[i].text, strlen(bad[i].text), &rows),
			STATUS_INPUT, bad[i].text, err, bad[i].message);
	}
}

/* Bytes that are in no text; numbers and lines that are too long. */
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

/* Changes every single byte of a small file: the file is read or refused with a
 * line number. */
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

/* Rows before and after the unit becomes finer. */
static void test_refine(void)
{
	static const char text[] =
		FULL "0\t0\t1\t1\n1\t0\t2\t1\n10/3\t1\t3\t1\n7/2\t0\t3\t2\n";
	FILE *in;
	struct schedule *schedule = open_text(text, &in);
	const struct transmission *row;
	size_t count;

	CHECK(schedule->header.unit == 2 && schedule->header.latency == 5);
	CHECK(schedule->header.has_finish == 0);
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

/* A row that makes the unit finer is the first of those that the next call
 * gives, so that the rows before it keep their unit.  In the last unit one time
 * is just below 2^63. */
static void test_taken(void)
{
	static const struct {
		size_t count;
		uint64_t unit, tick, taken; /* of the last row */
	} parts[] = {{2, 1, 2, UINT64_C(307445734561825860)}, {2, 2, 6, 12},
		{1, 6, 20, 30}, {1, 30, 120, 162}};
	struct schedule *schedule;
	const struct transmission *row;
	size_t count;
	FILE *in;

	schedule = open_text(TAKEN "1\t0\t1\t1\t4\n2\t0\t1\t1\t"
				   "307445734561825860\n"
				   "2\t0\t2\t1\t11/2\n3\t0\t2\t1\t6\n"
				   "10/3\t0\t1\t1\t5\n"
				   "4\t0\t3\t1\t27/5\n",
		&in);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		CHECK_FOR(schedule_next(schedule, &row, &count, &err) ==
				  STATUS_OK,
			"%zu: %s", i, err.msg);
		CHECK_FOR(count == parts[i].count, "%zu", i);
		CHECK_FOR(schedule->header.unit == parts[i].unit, "%zu", i);
		CHECK_FOR(row[count - 1].tick == parts[i].tick, "%zu", i);
		CHECK_FOR(row[count - 1].taken == parts[i].taken, "%zu", i);
	}
	schedule_close(schedule);
	fclose(in);
}

/* A row as it should be read; times are in sixths. */
struct expected {
	uint64_t tick, from, to, message, first, size, line;
	enum access access;
	const char *end; /* its kind, as written, or NULL */
};

/* Which columns rows have after the message. */
enum kind { PLAIN, LOCALITY, BLOCKS, ENDS };

enum { ROWS = 3000 };

static const char *const kinds_of_rows[] = {"both", "send", "receive"};

static const char *kind_of(const struct transmission *row)
{
	return kinds_of_rows[row->kind == KIND_SEND	 ? 1
			     : row->kind == KIND_RECEIVE ? 2
							 : 0];
}

/* A random number of any length below the limit. */
static uint64_t draw(uint64_t limit)
{
	uint64_t number = (uint64_t)rand() << 31 ^ (uint64_t)rand();

	number >>= rand() % 62;
	return number % limit;
}

/* Now and then puts blank lines or comments; their number. */
static uint64_t put_comments(char **at)
{
	uint64_t lines = 0;

	for (; rand() % 9 == 0; lines++)
		*at += sprintf(
			*at, "%s", rand() % 2 ? " \t\n" : "# 1 2 3 4\r\n");
	return lines;
}

/* Puts a row as people may write it, or as fibcast does. */
static void put_row(char **at, const struct expected *row)
{
	static const char *const separators[] = {"\t", "\t", "\t", " ", " \t "};
	static const char *const ends[] = {
		"\n", "\n", "\n", " \n", "\r\n", "\r"};
	static const char *const before[] = {"", "", "", " ", "\t"};
	const char *between = separators[rand() % 5];

	*at += sprintf(*at, "%s", before[rand() % 5]);
	if (row->tick % 6 == 0 && rand() % 9 > 0)
		*at += sprintf(*at, "%llu", (unsigned long long)row->tick / 6);
	else if (row->tick % 3 == 0 && rand() % 2)
		*at += sprintf(*at, "%llu.%d",
			(unsigned long long)row->tick / 6,
			row->tick % 6 ? 5 : 0);
	else
		*at += sprintf(*at, "%llu/6", (unsigned long long)row->tick);
	*at += sprintf(*at, "%s%llu%s%llu%s%llu", between,
		(unsigned long long)row->from, between,
		(unsigned long long)row->to, between,
		(unsigned long long)row->message);
	if (row->access != ACCESS_NONE)
		*at += sprintf(*at, "%s%llu%s%s", between,
			(unsigned long long)row->size, between,
			row->access == ACCESS_READ ? "read" : "write");
	else if (row->size > 0)
		*at += sprintf(*at, "%s%llu+%llu", between,
			(unsigned long long)row->first,
			(unsigned long long)row->size);
	if (row->end)
		*at += sprintf(*at, "%s%s", between, row->end);
	*at += sprintf(*at, "%s", ends[rand() % 6]);
}

/* Puts random rows, most of them with the time of the row before. */
static void put_rows(char **at, struct expected *row, enum kind kind,
	uint64_t processors, uint64_t messages, int kinds)
{
	/* The first ones keep times whole, the next ones keep them short. */
	static const unsigned steps[] = {
		6, 60, 12, 6000, 1, 2, 600000, 60000000};
	uint64_t line = kind == PLAIN ? 7 : 6, tick = 0;

	for (int i = 0; i < ROWS; i++) {
		line += put_comments(at);
		if (rand() % 4 == 0)
			tick += (unsigned)(rand() % 9) * steps[rand() % kinds];
		row[i] = (struct expected){.tick = tick,
			.from = draw(processors),
			.to = draw(processors),
			.message = 1 + draw(messages),
			.line = line++};
		if (kind == LOCALITY || kind == BLOCKS)
			row[i].size = 1 + draw(processors);
		if (kind == BLOCKS)
			row[i].first = draw(processors);
		if (kind == ENDS)
			row[i].end = kinds_of_rows[rand() % 3];
		if (kind == LOCALITY)
			row[i].access = rand() % 2 ? ACCESS_READ : ACCESS_WRITE;
		put_row(at, &row[i]);
	}
}

static void check_contents(const char *text, size_t size,
	const struct expected *expected, uint64_t unit)
{
	FILE *in = fmemopen((void *)(uintptr_t)text, size, "r");
	struct schedule *schedule;
	const struct transmission *row;
	size_t count, n = 0;

	CHECK(schedule_reader_open(&schedule, in, &err) == STATUS_OK);
	do {
		CHECK_FOR(schedule_next(schedule, &row, &count, &err) ==
				  STATUS_OK,
			"%s", err.msg);
		CHECK(count <= 256);
		for (size_t i = 0; i < count && n < ROWS; i++, n++)
			CHECK_FOR(
				row[i].tick * 6 ==
						expected[n].tick *
							schedule->header.unit &&
					row[i].from == expected[n].from &&
					row[i].to == expected[n].to &&
					row[i].message == expected[n].message &&
					row[i].first == expected[n].first &&
					row[i].size == expected[n].size &&
					row[i].access == expected[n].access &&
					strcmp(kind_of(&row[i]),
						expected[n].end
							? expected[n].end
							: "both") == 0 &&
					row[i].line == expected[n].line,
				"row %d of line %d", (int)n,
				(int)expected[n].line);
	} while (count > 0);
	CHECK(n == ROWS && schedule->header.unit == unit);
	schedule_close(schedule);
	fclose(in);
}

static void check_file(
	enum kind kind, uint64_t processors, uint64_t messages, int kinds)
{
	static const char *const models[] = {"telephone", "locality",
		"sendrecv\n# operation allgather", "telephone"};
	struct expected *row = mem_array(ROWS, sizeof *row);
	char *text = mem_array(ROWS, 200), *at = text;
	uint64_t unit = 6;

	at += sprintf(at, FIRST "# model %s\n# processors %llu\n", models[kind],
		(unsigned long long)processors);
	if (kind == LOCALITY)
		at += sprintf(at, "# cost k\n"
				  "time from to message size access\n");
	else if (kind == BLOCKS)
		at += sprintf(at, "time from to message blocks\n");
	else
		at += sprintf(at, "# messages %llu\n%stime from to message%s\n",
			(unsigned long long)messages, kind == ENDS ? "" : "\n",
			kind == ENDS ? " kind" : "");
	put_rows(&at, row, kind, processors, messages, kinds);
	/* The unit is 6 at most: halves, thirds or both may occur. */
	for (uint64_t part = 2; part <= 3; part++) {
		int is_needed = 0;

		for (int i = 0; i < ROWS; i++)
			is_needed |= row[i].tick % part != 0;
		unit /= is_needed ? 1 : part;
	}
	check_contents(text, (size_t)(at - text), row, unit);
	mem_free(text);
	mem_free(row);
}

/* Every field of every row is read, whichever way it is written. */
static void test_contents(void)
{
	static const uint64_t processors[] = {5, 1000, 10000000, INT64_MAX};

	srand(5);
	for (int kinds = 2; kinds <= 8; kinds += 2)
		for (int i = 0; i < 4; i++) {
			check_file(PLAIN, processors[i], 7, kinds);
			check_file(PLAIN, processors[i], UINT64_C(100000000000),
				kinds);
			check_file(LOCALITY, processors[i], 1, kinds);
			check_file(BLOCKS, processors[i], 1, kinds);
			check_file(ENDS, processors[i], 1000, kinds);
		}
}

/* The unit is the least common denominator of what has been read so far. */
static void test_units(void)
{
	static const struct {
		const char *time;
		uint64_t unit, tick;
	} rows[] = {{"0", 2, 0}, {"1/6", 6, 1}, {"2/4", 6, 3}, {"3/4", 12, 9},
		{"0.8", 60, 48}, {"11/10", 60, 66}, {"8/7", 420, 480},
		{"13/8", 840, 1365}};
	char text[400] = FULL;
	struct schedule *schedule;
	const struct transmission *row;
	size_t count, last = 0;
	FILE *in;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		strcat(text, rows[i].time);
		strcat(text, "\t0\t1\t1\n");
	}
	in = fmemopen(text, strlen(text), "r");
	CHECK(schedule_reader_open(&schedule, in, &err) == STATUS_OK);
	do {
		CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
		for (size_t i = 0; i < count; i++, last++) {
			CHECK_FOR(schedule->header.unit == rows[last].unit ||
					  i + 1 < count,
				"%s", rows[last].time);
			CHECK_FOR(
				row[i].tick * rows[last].unit ==
					rows[last].tick * schedule->header.unit,
				"%s", rows[last].time);
			CHECK(schedule->header.latency * 2 ==
				5 * schedule->header.unit);
		}
	} while (count > 0);
	CHECK(last == sizeof rows / sizeof *rows);
	schedule_close(schedule);
	fclose(in);
}

/* A finer unit multiplies the time of the row before, which must stay below
 * 2^63, whatever the product is modulo 2^64. */
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

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(check_readable(good, sizeof good / sizeof *good));
	RUN(check_readable(endings, sizeof endings / sizeof *endings));
	RUN(test_header());
	RUN(test_machine());
	RUN(test_inside_machine());
	RUN(test_notes_limit());
	RUN(test_words());
	RUN(test_mark());
	RUN(test_bad());
	RUN(test_long_header());
	RUN(test_buffer_end());
	RUN(test_noise());
	RUN(test_changed_bytes());
	RUN(test_refine());
	RUN(test_taken());
	RUN(test_units());
	RUN(test_contents());
	RUN(test_refine_limit());
	return test_done();
}
