/* format/schedule: one schedule in every text format; and round trips through
 * tsv, text and every line ending. */
#include "format/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/algorithm.h"
#include "model/postal/postal.h"
#include "test.h"

#define FIRST "# fibcast schedule 1\n"
#define MODEL FIRST "# model postal\n"
#define COLUMNS "time\tfrom\tto\tmessage\n"

static struct err err;

/* The schedule as text in a format. */
static char *write_text(struct schedule *schedule, schedule_write *write,
	const struct schedule_look *style, size_t *size)
{
	char *text;
	FILE *out = open_memstream(&text, size);

	CHECK(write(schedule, out, style, &err) == STATUS_OK);
	fclose(out);
	return text;
}

/* The schedule in text, written again in a format. */
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

/* The same lines with another line ending. */
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
	static const unsigned long ns[] = {1, 2, 14, 300, 12000, 30000};
	struct problem problem;
	struct schedule *schedule;

	problem_init(&problem);
	problem.max_bits = 1 << 24;
	for (int i = 0; i < 24; i++)
		for (int a = 0; a < 5; a++) {
			mpz_set_ui(problem.n, ns[i % 6]);
			mpz_set_ui(problem.m, i % 6 < 4 ? 12 : 1);
			test_mpq(problem.lambda, lambdas[i / 6]);
			CHECK(algorithm_open(&schedule, &algorithms[a],
				      algorithms[a].model, &problem,
				      test_degree(3), &err) == STATUS_OK);
			check_round_trip(schedule);
			schedule_close(schedule);
		}
	problem_clear(&problem);
}

/* Numbers of all lengths, next to each other and on both sides of multiples of
 * 10000. */
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

/* One small schedule in every text format. */
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
		"\"operation\":\"broadcast\",\"processors\":3,"
		"\"messages\":1,\"latency\":\"5/2\",\"latency_approx\":2.5,"
		"\"cost\":null,\"finish\":\"7/2\",\"finish_approx\":3.5,"
		"\"notes\":[],\"transmissions\":["
		"{\"time\":0,\"time_approx\":0,\"from\":0,\"to\":2,"
		"\"message\":1},"
		"{\"time\":1,\"time_approx\":1,\"from\":0,\"to\":1,\"message\":"
		"1}]}\n"},
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

/* The machine inside nodes survives a round trip. */
static void test_inside(void)
{
	static const char text[] =
		FIRST "# model machine\n# processors 2\n# messages 1\n"
		      "# machine L=4 o=1 g=3\n# node 2\n"
		      "# inside-machine L=1 o=0 g=1\n" COLUMNS;
	size_t size;
	char *again = convert(text, strlen(text), schedule_write_tsv, &size);

	CHECK_FOR(strcmp(again, text) == 0, "%s", again);
	free(again);
}

/* Bytes that are not UTF-8, and control characters, become question marks. */
static void test_printable(void)
{
	static const struct schedule_look style;
	const struct schedule_header header = {.model = MODEL_POSTAL,
		.algorithm = "a\377\303\251\033b",
		.processors = 1,
		.messages = 1,
		.unit = 1,
		.latency = 1};
	struct transmissions none = {0};
	struct schedule *schedule = schedule_stored(&header, &none);
	size_t size;
	char *text = write_text(schedule, schedule_write_tsv, &style, &size);

	CHECK_FOR(
		strstr(text, "# algorithm a?\303\251?b\n") != NULL, "%s", text);
	schedule_close(schedule);
	free(text);
}

/* The column of blocks is wide enough for any digit of an all-to-all; a list is
 * longer than it. */
static void test_wide(void)
{
	static const struct schedule_look style = {.no_header = 1};
	static struct schedule_part part[] = {{0, 1}, {99, 42}};
	static const struct schedule_parts parts = {part, 2, 2};
	const struct schedule_header header = {.model = MODEL_SENDRECV,
		.operation = OPERATION_ALLTOALL,
		.processors = 100,
		.messages = 1,
		.unit = 1,
		.parts = &parts};
	struct transmissions rows = {0};
	struct transmission row = {.to = 1,
		.message = 1,
		.first = 1,
		.size = 50,
		.radix = 2,
		.digit = 1};
	struct schedule *schedule;
	size_t size;
	char *text;

	transmissions_add(&rows, &row);
	row.first = row.radix = 0;
	row.size = row.digit = 2;
	transmissions_add(&rows, &row);
	schedule = schedule_stored(&header, &rows);
	text = write_text(schedule, schedule_write_text, &style, &size);
	CHECK_FOR(strcmp(text, "   0     0     1        1      1/2=1\n"
			       "   0     0     1        1  0>1,99>42\n") == 0,
		"%s", text);
	schedule_close(schedule);
	free(text);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_printable());
	RUN(test_inside());
	RUN(test_wide());
	RUN(test_formats());
	RUN(test_lengths());
	RUN(test_round_trip());
	return test_done();
}
