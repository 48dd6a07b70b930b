/* format/schedule: rows that differ from the rows before them in one thing
 * only; and every field of header and rows in every text format. */
#include "format/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "test.h"

#define HUGE_HEAD                                                              \
	"# fibcast schedule 1\n# model postal\n"                               \
	"# processors 9223372036854775807\n"                                   \
	"# messages 9223372036854775807\n# latency 1\n"                        \
	"time\tfrom\tto\tmessage\n"

static struct err err;

/* Whether the schedule in text, written in a format, is what is expected. */
static int becomes(const char *text, schedule_write *write,
	struct schedule_look style, const char *expected)
{
	FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r"), *out;
	struct schedule *schedule;
	char *written;
	size_t size;
	int same;

	CHECK(schedule_reader_open(&schedule, in, &err) == STATUS_OK);
	out = open_memstream(&written, &size);
	CHECK(write(schedule, out, &style, &err) == STATUS_OK);
	fclose(out);
	same = strcmp(written, expected) == 0;
	if (!same)
		printf("%s", written);
	free(written);
	schedule_close(schedule);
	fclose(in);
	return same;
}

static int stays(const char *text)
{
	return becomes(
		text, schedule_write_tsv, (struct schedule_look){0}, text);
}

/* Numbers around powers of ten, and around the ends of the ranges that share a
 * cached text. */
static const uint64_t edges[] = {0, 9, 10, 99, 100, 999, 1000, 9999, 10000,
	19999, 20000, 99999, 100000, 2559999, 2560000, 2560001, 99999999,
	100000005, 999999999999, 1000000000005, 99999999999999999,
	100000000000005005, 9223372036854775805};

enum { EDGES = sizeof edges / sizeof *edges };

static char *put(
	char *at, uint64_t tick, uint64_t from, uint64_t to, uint64_t message)
{
	return at + sprintf(at, "%llu\t%llu\t%llu\t%llu\n",
			    (unsigned long long)tick, (unsigned long long)from,
			    (unsigned long long)to,
			    (unsigned long long)message);
}

/* Every edge after every other one, as the sender, the receiver and the
 * message, while the other numbers are short or long. */
static void test_edges(void)
{
	static const uint64_t others[] = {3, 10003, 12345678901};
	char *text = mem_array(600000, 1);

	for (int kind = 0; kind < 3; kind++)
		for (int other = 0; other < 9; other++) {
			uint64_t a = others[other % 3], b = others[other / 3];
			char *at = text + sprintf(text, "%s", HUGE_HEAD);

			for (int i = 0; i < EDGES * EDGES; i++) {
				uint64_t x = edges[i / EDGES],
					 y = edges[i % EDGES];

				for (int j = 0; j < 3; j++) {
					uint64_t e = j == 0 ? x : y;

					at = put(at, 7, kind == 0 ? e : a,
						kind == 1   ? e
						: kind == 0 ? a
							    : b,
						kind == 2 ? e + 1 : b);
				}
			}
			CHECK_FOR(stays(text), "%d, %d", kind, other);
		}
	mem_free(text);
}

/* Messages whose cached texts have the same place, or that differ in one bit;
 * and times that change while all else stays. */
static void test_changes(void)
{
	static const uint64_t messages[] = {1, 257, 257, 257, 1, 1, 3, 1, 3, 2,
		3, 2, 258, 2, 12345678, 12345678, 12345678, 12345679, 1};
	static const uint64_t ticks[] = {0, 0, 1, 1, 2, 2, 2, 10, 99, 100, 100,
		99999999, 99999999, 1000000000000, 1000000000000};
	static const uint64_t processors[] = {5, 20005, 12345678905};
	char text[20000];

	for (int i = 0; i < 9; i++) {
		char *at = text + sprintf(text, "%s", HUGE_HEAD);
		uint64_t from = processors[i % 3], to = processors[i / 3];

		for (size_t j = 0; j < sizeof messages / sizeof *messages; j++)
			at = put(at, 0, from, to, messages[j]);
		for (size_t j = 0; j < sizeof ticks / sizeof *ticks; j++)
			at = put(at, ticks[j], from, to, 7);
		CHECK_FOR(stays(text), "%d", i);
	}
}

/* Rows that differ in one digit, then a last row at the same time or the next:
 * after as many rows as one call of the reader gives, after fewer and more, and
 * after several full buffers. */
static void test_last(void)
{
	enum { ROWS = 600, MANY = 13000, ROW = 32 };
	char *text = mem_array(MANY + 20, ROW);
	char *at = text + sprintf(text, "%s", HUGE_HEAD);

	for (uint64_t i = 0; i < MANY; i++) {
		at = put(at, 7, 12345678901, 12345670000 + i % 10, 12345);
		if (i >= ROWS && i < MANY - 1)
			continue;
		for (uint64_t tick = 7; tick <= 8; tick++) {
			put(at, tick, 12345678902, 12345670009, 12345);
			CHECK_FOR(stays(text), "%d, %d", (int)i, (int)tick);
		}
	}
	mem_free(text);
}

/* Among long rows that are alike, one has another sender, receiver or message:
 * each row in turn, so that it is at every place among the rows that are copied
 * at once. */
static void test_unlike(void)
{
	enum { ROWS = 300, MOST = 150, ROW = 72 };
	const uint64_t all = 123456789012340000;
	char *text = mem_array(ROWS + 5, ROW);

	for (uint64_t unlike = 0; unlike < MOST; unlike++)
		for (int kind = 0; kind < 3; kind++) {
			char *at = text + sprintf(text, "%s", HUGE_HEAD);

			for (uint64_t i = 0; i < ROWS; i++) {
				uint64_t other = i == unlike ? 10000 : 0;

				at = put(at, 123456,
					all + i * 7 + (kind == 0 ? other : 0),
					all + 9999 - i * 13 +
						(kind == 1 ? other : 0),
					all + (kind == 2 ? other : 0));
			}
			CHECK_FOR(stays(text), "%d, %d", (int)unlike, kind);
		}
	mem_free(text);
}

/* One row; and rows that come one at a time, because each makes the unit finer.
 */
static void test_single(void)
{
	CHECK(stays(HUGE_HEAD "0\t0\t1\t1\n"));
	CHECK(stays(HUGE_HEAD "1/2\t0\t1\t1\n"));
	CHECK(stays(HUGE_HEAD "0\t0\t1\t1\n1/2\t0\t1\t1\n2/3\t0\t1\t1\n"
			      "4/5\t0\t1\t1\n5\t0\t1\t1\n6\t0\t1\t1\n"));
	CHECK(becomes(HUGE_HEAD "0\t0\t1\t1\n1/2\t0\t1\t1\n2/3\t0\t1\t1\n",
		schedule_write_text, (struct schedule_look){.no_header = 1},
		"   0                    0                    1"
		"                    1\n"
		" 1/2                    0                    1"
		"                    1\n"
		" 2/3                    0                    1"
		"                    1\n"));
}

/* More rows than one buffer holds, and than one call of the reader gives. */
static void test_many(void)
{
	enum { ROWS = 9000 };
	char *text = mem_array(ROWS * 40, 1), *json = mem_array(ROWS, 100);
	char *at = text + sprintf(text, "%s", HUGE_HEAD), *end = json;
	uint64_t end_of_row = 0;

	end += sprintf(end, "{\"model\":\"postal\",\"algorithm\":null,"
			    "\"operation\":\"broadcast\","
			    "\"processors\":\"9223372036854775807\","
			    "\"processors_approx\":9.223372036854776e+18,"
			    "\"messages\":\"9223372036854775807\","
			    "\"messages_approx\":9.223372036854776e+18,"
			    "\"latency\":1,\"latency_approx\":1,\"cost\":null,"
			    "\"finish\":null,\"finish_approx\":null,"
			    "\"notes\":[],\"transmissions\":[");
	for (int i = 0; i < ROWS; i++) {
		/* Long and short runs of one time. */
		end_of_row += i % 700 == 0 || i % 1000 > 900;
		at = put(at, end_of_row, (uint64_t)i % 13 + 9995,
			(uint64_t)i * 7, 1 + (uint64_t)i % 3);
		end += sprintf(end,
			"%s{\"time\":%d,\"time_approx\":%d,\"from\":%d,"
			"\"to\":%d,\"message\":%d}",
			i > 0 ? "," : "", (int)end_of_row, (int)end_of_row,
			i % 13 + 9995, i * 7, 1 + i % 3);
	}
	sprintf(end, "]}\n");
	CHECK(stays(text));
	CHECK(becomes(
		text, schedule_write_json, (struct schedule_look){0}, json));
	mem_free(json);
	mem_free(text);
}

#define LOCALITY                                                               \
	"# fibcast schedule 1\n# model locality\n# algorithm a \"b\" \\\n"     \
	"# processors 100000\n# messages 1\n# cost log(k)+1\n# finish 30\n"
#define TELEGRAPH                                                              \
	"# fibcast schedule 1\n# model telegraph\n# operation reduce\n"        \
	"# processors 10\n# messages 2\n"
#define POSTAL                                                                 \
	"# fibcast schedule 1\n# model postal\n# algorithm x\n"                \
	"# processors 10\n# messages 9007199254740993\n"                       \
	"# latency 9007199254740992\n# finish 9007199254740993\n"
#define HALVES                                                                 \
	"# fibcast schedule 1\n# model postal\n# processors 10\n"              \
	"# messages 1\n# latency 3/2\n# finish 12345\n"

#define ENDS                                                                   \
	"# fibcast schedule 1\n# model postal\n# processors 10001\n"           \
	"# messages 2\n# latency 2\n# finish 12345\n"
#define ENDS_ROWS                                                              \
	"time\tfrom\tto\tmessage\tkind\n0\t0\t1\t1\tboth\n"                    \
	"0\t0\t1\t1\tsend\n5\t10000\t1\t2\treceive\n"

#define MACHINE                                                                \
	"# fibcast schedule 1\n# model postal\n# algorithm a b\n"              \
	"# processors 3\n# messages 1\n# machine L=6us o=2us g=4us\n"          \
	"# send 2/3\n# latency 7/3\n# finish 5\n# x-note one\n"                \
	"# x-other two, \"three\"\n"
#define MACHINE_ROWS "time\tfrom\tto\tmessage\n0\t0\t1\t1\n2/3\t0\t2\t1\n"

#define UNIT_SEND                                                              \
	"# fibcast schedule 1\n# model postal\n# processors 2\n"               \
	"# messages 1\n# machine L=1 o=1 g=1\n# send 1\n# latency 3\n"
#define ROWS_HEAD "time\tfrom\tto\tmessage\n"

#define BLOCKS_HEAD(n)                                                         \
	"# fibcast schedule 1\n# model sendrecv\n# operation allgather\n"      \
	"# processors " n "\n# messages 1\n"
#define BLOCKS BLOCKS_HEAD("10001")
#define BLOCKS_ROWS                                                            \
	"time\tfrom\tto\tmessage\tblocks\n0\t0\t1\t1\t9999+10001\n"            \
	"0\t1\t2\t1\t7+1\n"

/* Rows that carry a list of blocks, or a single one. */
#define PAIRS_HEAD                                                             \
	"# fibcast schedule 1\n# model sendrecv\n# operation alltoall\n"       \
	"# processors 3\n# messages 1\n"
#define PAIRS                                                                  \
	PAIRS_HEAD "time\tfrom\tto\tmessage\tblocks\n"                         \
		   "0\t0\t1\t1\t0>1\n1\t0\t2\t1\t0>2,1>2\n"

static const struct {
	schedule_write *write;
	struct schedule_look style;
	const char *text, *expected;
} documents[] = {
	{schedule_write_tsv, {0}, MACHINE MACHINE_ROWS, MACHINE MACHINE_ROWS},
	{schedule_write_text, {0}, MACHINE MACHINE_ROWS,
		MACHINE "time  from    to  message\n"
			"   0     0     1        1\n"
			" 2/3     0     2        1\n"},
	{schedule_write_json, {0}, MACHINE MACHINE_ROWS,
		"{\"model\":\"postal\",\"algorithm\":\"a b\","
		"\"operation\":\"broadcast\",\"processors\":3,"
		"\"messages\":1,\"machine\":\"L=6us o=2us g=4us\","
		"\"send\":\"2/3\",\"send_approx\":0.6666666666666666,"
		"\"latency\":\"7/3\",\"latency_approx\":2.3333333333333335,"
		"\"cost\":null,\"finish\":5,\"finish_approx\":5,"
		"\"notes\":[\"x-note one\",\"x-other two, \\\"three\\\"\"],"
		"\"transmissions\":["
		"{\"time\":0,\"time_approx\":0,\"from\":0,\"to\":1,"
		"\"message\":1},"
		"{\"time\":\"2/3\",\"time_approx\":0.6666666666666666,"
		"\"from\":0,\"to\":2,\"message\":1}]}\n"},
	{schedule_write_tsv, {0}, UNIT_SEND ROWS_HEAD, UNIT_SEND ROWS_HEAD},
	{schedule_write_json, {0}, UNIT_SEND ROWS_HEAD,
		"{\"model\":\"postal\",\"algorithm\":null,"
		"\"operation\":\"broadcast\",\"processors\":2,"
		"\"messages\":1,\"machine\":\"L=1 o=1 g=1\","
		"\"send\":1,\"send_approx\":1,"
		"\"latency\":3,\"latency_approx\":3,"
		"\"cost\":null,\"finish\":null,\"finish_approx\":null,"
		"\"notes\":[],\"transmissions\":[]}\n"},
	{schedule_write_tsv, {0}, BLOCKS BLOCKS_ROWS, BLOCKS BLOCKS_ROWS},
	{schedule_write_tsv, {0}, PAIRS, PAIRS},
	{schedule_write_json, {0}, PAIRS,
		"{\"model\":\"sendrecv\",\"algorithm\":null,"
		"\"operation\":\"alltoall\",\"processors\":3,"
		"\"messages\":1,\"latency\":null,\"latency_approx\":null,"
		"\"cost\":null,\"finish\":null,\"finish_approx\":null,"
		"\"notes\":[],\"transmissions\":["
		"{\"time\":0,\"time_approx\":0,\"from\":0,\"to\":1,"
		"\"message\":1,\"blocks\":\"0>1\"},"
		"{\"time\":1,\"time_approx\":1,\"from\":0,\"to\":2,"
		"\"message\":1,\"blocks\":\"0>2,1>2\"}]}\n"},
	{schedule_write_csv, {0}, PAIRS,
		"time,from,to,message,blocks\n0,0,1,1,0>1\n"
		"1,0,2,1,\"0>2,1>2\"\n"},
	{schedule_write_csv, {0}, BLOCKS BLOCKS_ROWS,
		"time,from,to,message,blocks\n0,0,1,1,9999+10001\n"
		"0,1,2,1,7+1\n"},
	{schedule_write_text, {0}, BLOCKS BLOCKS_ROWS,
		BLOCKS "time   from     to  message       blocks\n"
		       "   0      0      1        1   9999+10001\n"
		       "   0      1      2        1          7+1\n"},
	{schedule_write_text, {0},
		BLOCKS_HEAD("10000") "time from to message blocks\n"
				     "0 0 1 1 9999+10000\n",
		BLOCKS_HEAD("10000") "time  from    to  message      blocks\n"
				     "   0     0     1        1  9999+10000\n"},
	{schedule_write_json, {0}, BLOCKS BLOCKS_ROWS,
		"{\"model\":\"sendrecv\",\"algorithm\":null,"
		"\"operation\":\"allgather\",\"processors\":10001,"
		"\"messages\":1,\"latency\":null,\"latency_approx\":null,"
		"\"cost\":null,\"finish\":null,\"finish_approx\":null,"
		"\"notes\":[],\"transmissions\":["
		"{\"time\":0,\"time_approx\":0,\"from\":0,\"to\":1,"
		"\"message\":1,\"blocks\":\"9999+10001\"},"
		"{\"time\":0,\"time_approx\":0,\"from\":1,\"to\":2,"
		"\"message\":1,\"blocks\":\"7+1\"}]}\n"},
	{schedule_write_tsv, {0}, ENDS ENDS_ROWS, ENDS ENDS_ROWS},
	{schedule_write_csv, {0}, ENDS ENDS_ROWS,
		"time,from,to,message,kind\n0,0,1,1,both\n0,0,1,1,send\n"
		"5,10000,1,2,receive\n"},
	{schedule_write_text, {0}, ENDS ENDS_ROWS,
		ENDS " time   from     to  message  kind\n"
		     "    0      0      1        1  both\n"
		     "    0      0      1        1  send\n"
		     "    5  10000      1        2  receive\n"},
	{schedule_write_json, {0}, ENDS ENDS_ROWS,
		"{\"model\":\"postal\",\"algorithm\":null,"
		"\"operation\":\"broadcast\",\"processors\":10001,"
		"\"messages\":2,\"latency\":2,\"latency_approx\":2,"
		"\"cost\":null,\"finish\":12345,\"finish_approx\":12345,"
		"\"notes\":[],"
		"\"transmissions\":["
		"{\"time\":0,\"time_approx\":0,\"from\":0,\"to\":1,"
		"\"message\":1,\"kind\":\"both\"},"
		"{\"time\":0,\"time_approx\":0,\"from\":0,\"to\":1,"
		"\"message\":1,\"kind\":\"send\"},"
		"{\"time\":5,\"time_approx\":5,\"from\":10000,\"to\":1,"
		"\"message\":2,\"kind\":\"receive\"}]}\n"},
	{schedule_write_tsv, {0},
		LOCALITY "time\tfrom\tto\tmessage\tsize\taccess\n"
			 "0\t0\t20000\t1\t3\twrite\n0\t0\t20001\t1\t3\twrite\n"
			 "0\t1\t20002\t1\t100000\tread\n"
			 "5\t99999\t1\t1\t20\tread\n",
		LOCALITY "time\tfrom\tto\tmessage\tsize\taccess\n"
			 "0\t0\t20000\t1\t3\twrite\n0\t0\t20001\t1\t3\twrite\n"
			 "0\t1\t20002\t1\t100000\tread\n"
			 "5\t99999\t1\t1\t20\tread\n"},
	{schedule_write_csv, {0},
		LOCALITY "time from to message size access\n"
			 "0 0 20000 1 3 write\n0 1 2 1 100000 read\n",
		"time,from,to,message,size,access\n"
		"0,0,20000,1,3,write\n0,1,2,1,100000,read\n"},
	{schedule_write_text, {0},
		LOCALITY "time from to message size access\n"
			 "0 0 20000 1 3 write\n5 1 2 1 100000 read\n",
		LOCALITY "time   from     to  message    size  access\n"
			 "   0      0  20000        1       3  write\n"
			 "   5      1      2        1  100000  read\n"},
	{schedule_write_json, {0},
		LOCALITY "time from to message size access\n"
			 "0 0 20000 1 3 write\n5 1 2 1 100000 read\n",
		"{\"model\":\"locality\",\"algorithm\":\"a \\\"b\\\" \\\\\","
		"\"operation\":\"broadcast\","
		"\"processors\":100000,\"messages\":1,"
		"\"latency\":null,\"latency_approx\":null,"
		"\"cost\":\"log(k)+1\",\"finish\":30,\"finish_approx\":30,"
		"\"notes\":[],\"transmissions\":["
		"{\"time\":0,\"time_approx\":0,\"from\":0,\"to\":20000,"
		"\"message\":1,\"size\":3,"
		"\"access\":\"write\"},"
		"{\"time\":5,\"time_approx\":5,\"from\":1,\"to\":2,\"message\":"
		"1,\"size\":100000,"
		"\"access\":\"read\"}]}\n"},
	{schedule_write_tsv, {0},
		TELEGRAPH "time\tfrom\tto\tmessage\n0\t0\t1\t1\n",
		TELEGRAPH "time\tfrom\tto\tmessage\n0\t0\t1\t1\n"},
	{schedule_write_json, {0},
		TELEGRAPH "time from to message\n1/2 1 0 1\n2/3 2 0 1\n",
		"{\"model\":\"telegraph\",\"algorithm\":null,"
		"\"operation\":\"reduce\",\"processors\":10,\"messages\":2,"
		"\"latency\":null,\"latency_approx\":null,\"cost\":null,"
		"\"finish\":null,\"finish_approx\":null,\"notes\":[],"
		"\"transmissions\":["
		"{\"time\":\"1/2\",\"time_approx\":0.5,\"from\":1,\"to\":0,"
		"\"message\":1},"
		"{\"time\":\"2/3\",\"time_approx\":0.6666666666666666,"
		"\"from\":2,\"to\":0,\"message\":1}]}\n"},
	{schedule_write_json, {0},
		"# fibcast schedule 1\n# model telephone\n"
		"# algorithm \xff\xffz\xc3\xa9\xc3z\n# processors 2\n"
		"time from to message\n",
		"{\"model\":\"telephone\",\"algorithm\":\"??z\xc3\xa9?z\","
		"\"operation\":\"broadcast\",\"processors\":2,\"messages\":1,"
		"\"latency\":null,\"latency_approx\":null,\"cost\":null,"
		"\"finish\":null,\"finish_approx\":null,\"notes\":[],"
		"\"transmissions\":[]}"
		"\n"},
	{schedule_write_json, {0},
		POSTAL "time from to message\n9007199254740992 1 2 1\n"
		       "9007199254740993 3 4 9007199254740992\n",
		"{\"model\":\"postal\",\"algorithm\":\"x\","
		"\"operation\":\"broadcast\",\"processors\":10,"
		"\"messages\":\"9007199254740993\","
		"\"messages_approx\":9007199254740992,"
		"\"latency\":\"9007199254740992\","
		"\"latency_approx\":9007199254740992,\"cost\":null,"
		"\"finish\":\"9007199254740993\","
		"\"finish_approx\":9007199254740992,\"notes\":[],"
		"\"transmissions\":["
		"{\"time\":\"9007199254740992\","
		"\"time_approx\":9007199254740992,\"from\":1,\"to\":2,"
		"\"message\":1},"
		"{\"time\":\"9007199254740993\","
		"\"time_approx\":9007199254740992,\"from\":3,\"to\":4,"
		"\"message\":\"9007199254740992\","
		"\"message_approx\":9007199254740992}]}\n"},
	{schedule_write_json, {0},
		HALVES "time from to message\n4503599627370496 1 2 1\n"
		       "9007199254740993/2 3 4 1\n",
		"{\"model\":\"postal\",\"algorithm\":null,"
		"\"operation\":\"broadcast\",\"processors\":10,\"messages\":1,"
		"\"latency\":\"3/2\",\"latency_approx\":1.5,\"cost\":null,"
		"\"finish\":12345,\"finish_approx\":12345,"
		"\"notes\":[],\"transmissions\":[{\"time\":4503599627370496,"
		"\"time_approx\":4503599627370496,\"from\":1,\"to\":2,"
		"\"message\":1},"
		"{\"time\":\"9007199254740993/2\","
		"\"time_approx\":4503599627370496,\"from\":3,\"to\":4,"
		"\"message\":1}]}\n"},
	{schedule_write_text, {.no_header = 1},
		HALVES "time from to message\n1 1 2 1\n3/2 3 4 1\n",
		"      1     1     2        1\n    3/2     3     4        1\n"},
	{schedule_write_text,
		{.no_header = 1, .has_decimals = 1, .decimals = 1},
		HALVES "time from to message\n1 1 2 1\n3/2 3 4 1\n",
		"    1.0     1     2        1\n    1.5     3     4        1\n"},
};

static void test_documents(void)
{
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
		CHECK_FOR(becomes(documents[i].text, documents[i].write,
				  documents[i].style, documents[i].expected),
			"%d", (int)i);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_documents());
	RUN(test_single());
	RUN(test_changes());
	RUN(test_last());
	RUN(test_unlike());
	RUN(test_many());
	RUN(test_edges());
	return test_done();
}
