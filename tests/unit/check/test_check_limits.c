/* What check/check takes: memory to the byte, times to the last. */
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "check/checker.h"
#include "format/schedule/schedule.h"
#include "judge/rows.h"
#include "test.h"

enum { MEMORY = 1 << 20 };

/* What check says of a schedule's text. */
static enum status check_text(
	struct check *check, const char *text, uint64_t bytes, struct err *err)
{
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	struct schedule *schedule;
	enum status status;

	if (!CHECK(file &&
		    schedule_reader_open(&schedule, file, err) == STATUS_OK))
		return STATUS_INPUT;
	status = check_schedule(check, schedule, bytes, err);
	schedule_close(schedule);
	fclose(file);
	return status;
}

static int fits(const char *model, uint64_t bytes)
{
	struct check check;
	struct err err;
	char text[300];

	snprintf(text, sizeof text, "# fibcast schedule 1\n# model %s", model);
	return check_text(&check, text, bytes, &err) == STATUS_OK;
}

/* A schedule without rows. */
#define SEVEN(model, more)                                                     \
	model "\n# processors 7\n# messages 100\n" more "time from to "        \
	      "message\n"

/* As much memory as check.h says is enough, and a byte less is not. */
static void test_memory(void)
{
	static const struct {
		const char *model;
		uint64_t bytes;
	} models[] = {{SEVEN("postal", "# latency 2\n"), 7 * 4 * (100 + 3)},
		{SEVEN("postal", "# latency 2\n# ports 2\n"),
			7 * 8 * (100 + 4)},
		{SEVEN("postal",
			 "# latency 2\n# node 7\n# inside 1\n# lanes 3\n"),
			7 * 8 * (100 + 2 + 3)},
		{SEVEN("logp", "# latency 2\n"), 7 * (12 * 100 + 104)},
		{SEVEN("telephone", ""), 7 * (2 * 8 + 40)},
		{SEVEN("telegraph", ""), 7 * (2 * 8 + 40)},
		{SEVEN("sendrecv", ""), 7 * (2 * 8 + 40)},
		{"locality\n# processors 7\n# cost k\n"
		 "time from to message size access\n",
			7 * 32},
		{SEVEN("machine", "# machine L=2 o=1 g=1\n"), 7 * 8 * 100},
		{SEVEN("machine", "# machine L=0 o=0 g=1\n"), 7 * 16 * 100},
		{SEVEN("machine\n# operation reduce",
			 "# machine L=2 o=1 g=1\n"),
			7 * 12 * 100},
		{"machine\n# processors 2\n# machine L=2 o=1 g=1\n"
		 "time from to message\n0 0 1 1\n1 0 1 1\n",
			2 * 320}};

	for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
		CHECK_FOR(fits(models[i].model, models[i].bytes), "%s",
			models[i].model);
		CHECK_FOR(!fits(models[i].model, models[i].bytes - 1), "%s",
			models[i].model);
	}
}

static void check_bytes(const struct schedule_header *header,
	const struct transmission *row, size_t count, uint64_t bytes)
{
	for (uint64_t less = 0; less < 2; less++) {
		struct schedule *schedule = judge_rows_open(header, row, count);
		struct check check;
		struct err err;

		CHECK_FOR(check_schedule(&check, schedule, bytes - less,
				  &err) == (less ? STATUS_LIMIT : STATUS_OK),
			"%s %s", schedule_operations[header->operation],
			less ? "" : err.msg);
		schedule_close(schedule);
	}
}

/* 26 blocks, none of which is next to another, come to each of 8 processors,
 * the last first: of memory for 1, 2, 4, 7, 11, 17 and 26 of them. */
static void test_runs_memory(void)
{
	enum { N = 53, RUNS = 26, TO = 8 };
	static struct transmission row[RUNS * TO];
	const struct schedule_header header = {.model = MODEL_POSTAL,
		.operation = OPERATION_SCATTER,
		.processors = N,
		.messages = 1,
		.unit = 1,
		.latency = 1};

	for (uint64_t i = 0; i < RUNS * TO; i++)
		row[i] = (struct transmission){.tick = i,
			.to = 1 + i / RUNS,
			.message = 1,
			.first = N - 1 - i % RUNS * 2,
			.size = 1};
	check_bytes(&header, row, RUNS * TO,
		16 * (1 + RUNS * TO) + sizeof(struct arriving));
}

/* A row that is not alike with those of others writes all blocks out, of each
 * of 10 processors with memory for 4, 9 and 15. */
static void test_moved_memory(void)
{
	const struct schedule_header header = {.model = MODEL_POSTAL,
		.operation = OPERATION_ALLTOALL,
		.processors = 10,
		.messages = 1,
		.unit = 1,
		.latency = 1};
	const struct transmission row = {.to = 1,
		.message = 1,
		.first = 1,
		.size = 1,
		.radix = 10,
		.digit = 1};

	check_bytes(&header, &row, 1,
		10 * (sizeof(void *) + 2 * sizeof(size_t) + 15 * 16) + 88);
}

/* Where all send alike at each time, no block is written out; of rows that
 * share a list, all are. */
static void test_alike(void)
{
	enum { N = 8, ROUNDS = 3 };
	struct schedule_part part = {.size = 1};
	const struct schedule_parts parts = {&part, 1, 1};
	struct transmission row[ROUNDS * N];
	struct schedule_header header = {.model = MODEL_POSTAL,
		.operation = OPERATION_ALLTOALL,
		.processors = N,
		.messages = 1,
		.unit = 1,
		.latency = 1,
		.parts = &parts};
	struct schedule *schedule;
	struct check check;
	struct err err;

	for (uint64_t i = 0; i < ROUNDS * N; i++)
		row[i] = (struct transmission){.tick = i / N,
			.from = i % N,
			.to = (i + (1U << i / N)) % N,
			.message = 1,
			.first = 1U << i / N,
			.size = N / 2,
			.radix = 2,
			.digit = 1};
	schedule = judge_rows_open(&header, row, ROUNDS * N);
	CHECK(check_schedule(&check, schedule, 1500, &err) == STATUS_OK);
	CHECK(check.violations == 0);
	schedule_close(schedule);
	header.processors = 2;
	for (uint64_t i = 0; i < 2; i++)
		row[i] = (struct transmission){.from = i,
			.to = 1 - i,
			.message = 1,
			.size = 1,
			.digit = 1};
	schedule = judge_rows_open(&header, row, 2);
	CHECK(check_schedule(&check, schedule, 2000, &err) == STATUS_OK);
	CHECK(check.violations == 2);
	schedule_close(schedule);
}

/* 100 rows at a time are under way, and carry two words for each of 65 blocks.
 */
static void test_summed_memory(void)
{
	enum { N = 65, WAIT = 100, ROWS = 200 };
	static struct transmission row[ROWS];
	const struct schedule_header header = {.model = MODEL_POSTAL,
		.operation = OPERATION_ALLREDUCE,
		.processors = N,
		.messages = 1,
		.unit = 1,
		.latency = WAIT};

	for (uint64_t i = 0; i < ROWS; i++)
		row[i] = (struct transmission){
			.tick = i, .to = 1, .message = 1, .size = N};
	check_bytes(&header, row, ROWS,
		WAIT * (N * 2 * 8 + sizeof(struct arriving)));
}

/* The latest times of a machine, and later ones. */
static void test_machine_limits(void)
{
	static const struct {
		uint64_t latency, block, size, tick;
		enum status status;
	} rows[] = {{INT64_MAX, 0, 1, 0, STATUS_OK},
		{INT64_MAX, 0, 1, 1, STATUS_LIMIT},
		{INT64_MAX, 1, 2, 0, STATUS_LIMIT},
		{0, INT64_MAX / 2, 2, 0, STATUS_OK},
		{0, UINT64_C(1) << 62, 5, 0, STATUS_LIMIT}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct schedule_header header = {.model = MODEL_MACHINE,
			.operation = OPERATION_ALLGATHER,
			.processors = 9,
			.messages = 1,
			.unit = 1,
			.send = 1,
			.latency = rows[i].latency,
			.message = {.gap = 1, .block = rows[i].block}};
		const struct transmission row = {.tick = rows[i].tick,
			.to = 1,
			.message = 1,
			.size = rows[i].size};
		struct schedule *schedule = judge_rows_open(&header, &row, 1);
		struct check check;
		struct err err;

		CHECK_FOR(check_schedule(&check, schedule, MEMORY, &err) ==
				  rows[i].status,
			"%d", (int)i);
		schedule_close(schedule);
	}
}

/* Times that may become as late as they can, and one step more. */
static void test_latest(void)
{
	static const struct {
		const char *rows;
		enum status status;
		uint64_t violations; /* besides who never gets the message */
	} files[] = {
		{"9223372036854775804 0 1 1\n9223372036854775804 0 2 1\n",
			STATUS_OK, 1},
		{"9223372036854775805 0 1 1\n", STATUS_OK, 0},
		{"9223372036854775806 0 1 1\n", STATUS_LIMIT, 0},
		{"9223372036854775805 0 1 1\n9223372036854775805 1 2 1\n",
			STATUS_LIMIT, 0},
		/* in a finer unit */
		{"1317624576693539399 0 1 1\n9223372036854775801/7 1 1 1\n",
			STATUS_OK, 1},
		{"1317624576693539400 0 1 1\n9223372036854775801/7 1 1 1\n",
			STATUS_LIMIT, 0},
		{"4611686018427387903 0 1 1\n9223372036854775807/2 0 2 1\n",
			STATUS_LIMIT, 0},
	};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct check check;
		struct err err;
		char text[300];

		snprintf(text, sizeof text,
			"# fibcast schedule 1\n# model logp\n# processors 3\n"
			"# latency 2\ntime from to message\n%s",
			files[i].rows);
		CHECK_FOR(check_text(&check, text, MEMORY, &err) ==
				  files[i].status,
			"%s", files[i].rows);
		CHECK_FOR(files[i].status != STATUS_OK ||
				  check.violations - (i == 0 ? 0 : 1) ==
					  files[i].violations,
			"%s", files[i].rows);
	}
}

#define BLOCKS_FROM(tick)                                                      \
	"# operation allgather\n# processors 9\n"                              \
	"# machine L=1317624576693539401 o=0 g=1 G=32940614417338484 "         \
	"bytes=1\ntime from to message blocks\n" tick                          \
	" 0 1 1 0+9\n9223372036854775806/7 1 1 1 0+1\n"
#define MESSAGE_FROM(tick, later)                                              \
	"# processors 2\n# machine L=2 o=0 g=1\ntime from to message\n" tick   \
	" 0 1 1\n" later " 1 1 1\n"

/* A machine's times in a finer unit: the second row, which makes it so, is not
 * carried out itself.  The last one ends at 2^64 + 0.8 2^61. */
static void test_latest_machine(void)
{
	static const struct {
		const char *text;
		enum status status;
	} files[] = {
		{MESSAGE_FROM("4611686018427387901", "9223372036854775803/2"),
			STATUS_OK},
		{MESSAGE_FROM("4611686018427387902", "9223372036854775805/2"),
			STATUS_LIMIT},
		{BLOCKS_FROM("1317624576693539400"), STATUS_LIMIT},
	};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct check check;
		struct err err;
		char text[400];

		snprintf(text, sizeof text,
			"# fibcast schedule 1\n# model machine\n%s",
			files[i].text);
		CHECK_FOR(check_text(&check, text, MEMORY, &err) ==
				  files[i].status,
			"%s", files[i].text);
	}
}

/* Processor 0 adds what 1 sends it and all operands but one. */
static void test_latest_sum(void)
{
	static const struct {
		const char *messages, *machine;
		enum status status;
		uint64_t finish;
	} sums[] = {
		{"9223372036854775807", "L=0 o=1 g=1", STATUS_OK, INT64_MAX},
		{"9223372036854775807", "L=0 o=2 g=1", STATUS_LIMIT, 0},
		/* in ticks of a half, and of a third: three times the last one
		 * is 2 modulo 2^64 */
		{"4611686018427387903", "L=0 o=1 g=1/2", STATUS_OK,
			INT64_MAX - 1},
		{"4611686018427387904", "L=0 o=1 g=1/2", STATUS_LIMIT, 0},
		{"6148914691236517206", "L=0 o=1 g=1/3", STATUS_LIMIT, 0},
	};

	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		struct check check;
		struct err err;
		char text[300];

		snprintf(text, sizeof text,
			"# fibcast schedule 1\n# model machine\n"
			"# operation sum\n# processors 2\n# messages %s\n"
			"# machine %s\ntime from to message\n0 1 0 1\n",
			sums[i].messages, sums[i].machine);
		CHECK_FOR(check_text(&check, text, MEMORY, &err) ==
				  sums[i].status,
			"%s, %s", sums[i].messages, sums[i].machine);
		CHECK_FOR(sums[i].status != STATUS_OK ||
				  check.finish == sums[i].finish,
			"%s, %s", sums[i].messages, sums[i].machine);
	}
}

/* Eight receives and their additions take 2^64 cycles; they do so at once, and
 * what they receive goes nowhere. */
static void test_busy_sum(void)
{
	static const char text[] =
		"# fibcast schedule 1\n# model machine\n# operation sum\n"
		"# processors 10\n# messages 20\n"
		"# machine L=0 o=2305843009213693951 g=1\n"
		"time from to message\n"
		"0 2 1 1\n0 3 1 1\n0 4 1 1\n0 5 1 1\n0 6 1 1\n0 7 1 1\n"
		"0 8 1 1\n0 9 1 1\n";
	struct check check;
	struct err err;

	CHECK(check_text(&check, text, MEMORY, &err) == STATUS_OK);
	CHECK(check.violations == 8);
	CHECK_FOR(strcmp(check.violation[0].reason.msg,
			  "processor 1 never sends what it has received") == 0,
		"%s", check.violation[0].reason.msg);
}

/* In the unit of a later row, a seventh, n + 1 = 10 blocks must stay below
 * 2^61. */
static void test_finer_machine(void)
{
	for (uint64_t more = 0; more < 2; more++) {
		uint64_t byte = (((uint64_t)1 << 61) / 10 - 1) / 7 + more;
		struct check check;
		struct err err;
		char text[300];

		snprintf(text, sizeof text,
			"# fibcast schedule 1\n# model machine\n"
			"# operation allgather\n# processors 9\n# machine L=5 "
			"o=1 g=1 G=%" PRIu64 " bytes=1\n"
			"time from to message blocks\n"
			"0 0 1 1 0+8\n15/7 2 3 1 2+1\n",
			byte);
		CHECK(check_text(&check, text, MEMORY, &err) ==
			(more ? STATUS_INPUT : STATUS_OK));
		CHECK(!more || strstr(err.msg, "2^63") != NULL);
		CHECK(more || check.finish == 7 * (7 + 7 * byte));
	}
}

/* Rows that carry what there is not, as no reader has them. */
static void test_runs(void)
{
	static const struct {
		enum operation operation;
		struct transmission row;
		struct schedule_part part;
		int is_right;
	} rows[] = {
		{OPERATION_ALLTOALL, {.size = 1, .digit = 1}, {0, 1}, 1},
		{OPERATION_ALLTOALL, {.size = 1, .digit = 1}, {0, 5}, 0},
		{OPERATION_ALLTOALL, {.size = 1, .digit = 1}, {5, 0}, 0},
		{OPERATION_ALLTOALL,
			{.size = 2, .first = 1, .radix = 2, .digit = 1}, {0},
			1},
		{OPERATION_ALLTOALL,
			{.size = 2, .first = 1, .radix = 2, .digit = 2}, {0},
			0},
		{OPERATION_ALLGATHER, {.size = 1}, {0}, 1},
		{OPERATION_ALLGATHER, {.size = 1, .radix = 1}, {0}, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct schedule_part part = rows[i].part;
		const struct schedule_parts parts = {&part, 1, 1};
		const struct schedule_header header = {.model = MODEL_POSTAL,
			.operation = rows[i].operation,
			.processors = 5,
			.messages = 1,
			.unit = 1,
			.latency = 1,
			.parts = &parts};
		struct transmission row = rows[i].row;
		struct schedule *schedule;
		struct check check;
		struct err err;

		row.to = row.message = 1;
		schedule = judge_rows_open(&header, &row, 1);
		CHECK(check_schedule(&check, schedule, MEMORY, &err) ==
			STATUS_OK);
		CHECK_FOR((strcmp(check.violation[0].rule, "run") == 0) ==
				  !rows[i].is_right,
			"%d: %s", (int)i, check.violation[0].reason.msg);
		schedule_close(schedule);
	}
}

/* A reason has room for so much text. */
static void test_long_reason(void)
{
	char text[ERR_MSG_MAX + 10];
	struct check check = {0};

	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	check_report(&check, "rule", 1, "b$$", text, text);
	CHECK(check.violation[0].reason.code == STATUS_INVALID);
	CHECK(strlen(check.violation[0].reason.msg) == ERR_MSG_MAX - 1);
	text[ERR_MSG_MAX - 2] = '\0';
	check_report(&check, "rule", 1, "b$", text);
	CHECK(check.violation[1].reason.msg[0] == 'b' &&
		strcmp(check.violation[1].reason.msg + 1, text) == 0);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_memory());
	RUN(test_runs_memory());
	RUN(test_moved_memory());
	RUN(test_alike());
	RUN(test_summed_memory());
	RUN(test_machine_limits());
	RUN(test_latest());
	RUN(test_latest_machine());
	RUN(test_latest_sum());
	RUN(test_busy_sum());
	RUN(test_finer_machine());
	RUN(test_runs());
	RUN(test_long_reason());
	return test_done();
}
