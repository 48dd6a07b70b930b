/* What is wrong with an all-gather, a reduce-scatter, an all-reduce, in these
 * words; how much memory they take. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "format/schedule/schedule.h"
#include "judge/says.h"
#include "test.h"

static struct err err;

/* What check says of a file with these rows, after "ok" or the first wrong. */
static void check_says(
	const char *operation, const char *rows, const char *expected)
{
	char text[1000];

	snprintf(text, sizeof text,
		"# fibcast schedule 1\n# model sendrecv\n# operation %s\n"
		"# processors 3\ntime from to message blocks\n%s",
		operation, rows);
	judge_says(text, expected);
}

static void test_allgather(void)
{
	check_says("allgather",
		"0 0 2 1 0+1\n0 1 0 1 1+1\n0 2 1 1 2+1\n"
		"1 0 2 1 1+1\n1 1 0 1 2+1\n1 2 1 1 0+1\n",
		"ok");
	check_says("allgather", "0 0 2 1 2+2\n",
		"processor 0 sends block 2 at 0, but does not have it then");
	check_says("allgather", "0 1 0 1 1+1\n0 0 2 1 0+2\n",
		"processor 0 sends block 1 at 0, but does not have it then");
	check_says("allgather", "0 1 0 1 1+1\n1 0 2 1 0+2\n",
		"processor 0 never gets block 2");
	check_says("allgather", "0 1 0 1 1+1\n0 1 2 1 1+1\n",
		"processor 1 does two sends at 0");
}

static void test_reduce_scatter(void)
{
	check_says("reduce-scatter",
		"0 0 2 1 2+1\n0 1 0 1 0+1\n0 2 1 1 1+1\n"
		"1 0 1 1 1+1\n1 1 2 1 2+1\n1 2 0 1 0+1\n",
		"ok");
	check_says("reduce-scatter", "0 0 2 1 2+2\n",
		"processor 0 sends block 0 at 0, but is the target");
	check_says("reduce-scatter", "0 0 2 1 1+1\n1 0 1 1 1+1\n",
		"processor 0 sends block 1 at 1 again: operands are counted "
		"twice");
	check_says("reduce-scatter", "0 0 1 1 1+1\n1 2 0 1 1+1\n",
		"processor 0 receives block 1 by 2, after it has sent it: "
		"operands are lost");
	check_says("reduce-scatter", "0 2 0 1 1+1\n0 0 1 1 1+1\n",
		"processor 0 sends block 1 before it has received, by 1, all "
		"of it");
	check_says("reduce-scatter", "0 0 1 1 1+2\n",
		"processor 1 never sends block 0: operands are missing");
}

/* Everybody sends what it has round a ring, and, wrongly, too much of it. */
static void test_allreduce(void)
{
	check_says("allreduce",
		"0 0 1 1 0+3\n1 1 2 1 0+3\n2 2 0 1 0+3\n3 2 1 1 0+3\n", "ok");
	check_says("allreduce",
		"0 0 1 1 0+3\n1 1 2 1 0+3\n2 2 0 1 0+3\n3 2 1 1 0+2\n",
		"processor 1 never gets the sum of block 2: it lacks 1 of 3 "
		"operands");
	check_says("allreduce", "0 0 1 1 0+3\n0 2 0 1 0+3\n1 1 0 1 2+2\n",
		"processor 0 receives block 2, sent at 1, with operands that "
		"it has: they are counted twice");
	/* More than a processor has takes the place of that. */
	check_says("allreduce",
		"0 0 1 1 0+3\n1 1 0 1 0+3\n1 2 1 1 0+3\n2 1 0 1 0+3\n"
		"3 1 2 1 0+3\n",
		"ok");
	/* What a round sends is what was there when it began. */
	check_says("allreduce",
		"0 0 1 1 0+3\n0 1 0 1 0+3\n1 0 2 1 0+3\n2 2 0 1 0+3\n"
		"3 2 1 1 0+3\n",
		"ok");
}

/* n³/8 bytes and more for an allreduce; found before any is taken. */
static void test_limit(void)
{
	static const char *const operations[] = {"allreduce", "reduce-scatter",
		"allgather", "scatter", "alltoall"};

	for (int i = 0; i < 5; i++) {
		char text[200];
		struct schedule *schedule = NULL;
		struct check check;
		FILE *file;

		snprintf(text, sizeof text,
			"# fibcast schedule 1\n# model sendrecv\n# operation "
			"%s\n# processors %s\ntime from to message blocks\n",
			operations[i], i > 0 ? "9223372036854775807" : "3000");
		file = fmemopen(text, strlen(text), "r");
		CHECK(file && schedule_reader_open(&schedule, file, &err) ==
				      STATUS_OK);
		CHECK(check_schedule(&check, schedule, 1 << 20, &err) ==
			STATUS_LIMIT);
		schedule_close(schedule);
		fclose(file);
	}
}

/* -- sets of more than a word */

/* A file of n processors, without its rows; mem_free it. */
static char *file_of(const char *operation, unsigned n, size_t rows)
{
	char *text = mem_array(200 + rows * 40, 1);

	sprintf(text,
		"# fibcast schedule 1\n# model sendrecv\n# operation %s\n"
		"# processors %u\ntime from to message blocks\n",
		operation, n);
	return text;
}

static void add_row(char **end, unsigned round, unsigned from, unsigned to,
	unsigned first, unsigned size)
{
	*end += sprintf(
		*end, "%u %u %u 1 %u+%u\n", round, from, to, first, size);
}

/* All blocks go round the ring, each a step a round; the last row, of the last
 * processor, brings fewer of them by less. */
static char *ring(unsigned n, unsigned less)
{
	char *text = file_of("allgather", n, (size_t)n * n);
	char *end = text + strlen(text);

	for (unsigned round = 0; round + 1 < n; round++)
		for (unsigned p = 0; p < n; p++)
			if (round + 2 < n || p + 1 < n || less == 0)
				add_row(&end, round, p, (p + 1) % n,
					(p + n - round) % n, 1);
	return text;
}

/* The sums of all blocks grow along the chain from first to the other end, and
 * come back; to first with less blocks. */
static char *chain(unsigned n, unsigned first, unsigned less)
{
	char *text = file_of("allreduce", n, (size_t)2 * n);
	char *end = text + strlen(text);

	for (unsigned i = 0; i + 1 < n; i++)
		add_row(&end, i, first > 0 ? first - i : i,
			first > 0 ? first - i - 1 : i + 1, 0, n);
	for (unsigned i = n - 1; i > 0; i--)
		add_row(&end, 2 * n - 2 - i, first > 0 ? first - i : i,
			first > 0 ? first - i + 1 : i - 1, 0,
			i > 1 ? n : n - less);
	return text;
}

static void check_chain(unsigned n, unsigned first)
{
	char expected[100];
	char *text = chain(n, first, 0);

	judge_says(text, "ok");
	mem_free(text);
	text = chain(n, first, 1);
	sprintf(expected,
		"processor %u never gets the sum of block %u: it lacks %u of "
		"%u operands",
		first, n - 1, n - 1, n);
	judge_says(text, expected);
	mem_free(text);
}

/* In one round everybody sends one block to the next. */
static void check_round(unsigned n)
{
	char expected[100];
	char *text = file_of("allreduce", n, n);
	char *end = text + strlen(text);

	for (unsigned p = 0; p < n; p++)
		add_row(&end, 0, p, (p + 1) % n, 0, 1);
	sprintf(expected,
		"processor 0 never gets the sum of block 0: it lacks %u of %u "
		"operands",
		n - 2, n);
	judge_says(text, expected);
	mem_free(text);
}

static void test_words(void)
{
	static const unsigned sizes[] = {3, 63, 64, 65, 66, 128, 129};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		unsigned n = sizes[i];
		char *text = ring(n, 0);

		judge_says(text, "ok");
		mem_free(text);
		text = ring(n, 1);
		judge_says(text, "processor 0 never gets block 1");
		mem_free(text);
		check_chain(n, 0);
		check_chain(n, n - 1);
		check_round(n);
	}
}

/* -- counts */

/* What check counts of a file, and how many bytes it needs to, with so many. */
static enum status check_file(struct check *check, char *text, uint64_t bytes)
{
	struct schedule *schedule = NULL;
	FILE *file = fmemopen(text, strlen(text), "r");
	enum status status;

	CHECK(file && schedule_reader_open(&schedule, file, &err) == STATUS_OK);
	status = check_schedule(check, schedule, bytes, &err);
	schedule_close(schedule);
	fclose(file);
	return status;
}

static void check_counts(const char *operation, const char *rows,
	uint64_t blocks, uint64_t redundant)
{
	struct check check;
	char *text = file_of(operation, 3, 20);

	strcat(text, rows);
	CHECK(check_file(&check, text, 1 << 20) == STATUS_OK);
	CHECK_FOR(check.violations == 0, "%s: %s", rows,
		check.violation[0].reason.msg);
	CHECK_FOR(check.blocks == blocks, "%s: %d", rows, (int)check.blocks);
	CHECK_FOR(check.redundant == redundant, "%s: %d", rows,
		(int)check.redundant);
	mem_free(text);
}

/* Rows that bring nothing are redundant, those that bring a part are not. */
static void test_counts(void)
{
	check_counts("allgather",
		"0 0 1 1 0+1\n1 1 2 1 0+2\n2 2 0 1 1+2\n3 0 1 1 0+3\n", 8, 0);
	check_counts("allgather",
		"0 0 1 1 0+1\n1 1 2 1 0+2\n2 2 0 1 1+2\n3 0 1 1 0+3\n"
		"4 0 1 1 2+2\n5 1 2 1 2+1\n",
		11, 2);
	check_counts("allreduce",
		"0 0 1 1 0+3\n1 1 2 1 0+3\n2 2 0 1 0+3\n3 2 1 1 0+3\n", 12, 0);
	check_counts("allreduce",
		"0 0 1 1 0+3\n1 1 2 1 0+3\n2 2 0 1 0+2\n3 2 0 1 0+3\n"
		"4 2 1 1 0+3\n5 1 0 1 0+3\n5 0 1 1 2+2\n",
		19, 2);
}

/* The first two things that are wrong; second: NULL, if there is one alone. */
static void check_wrong(const char *operation, const char *rows,
	const char *first, const char *second)
{
	struct check check;
	char *text = file_of(operation, 3, 20);

	strcat(text, rows);
	CHECK(check_file(&check, text, 1 << 20) == STATUS_OK);
	CHECK_FOR(strcmp(check.violation[0].reason.msg, first) == 0, "%s: %s",
		rows, check.violation[0].reason.msg);
	if (second)
		CHECK_FOR(strcmp(check.violation[1].reason.msg, second) == 0,
			"%s: %s", rows, check.violation[1].reason.msg);
	else
		CHECK_FOR(
			strstr(check.violation[1].reason.msg, "never") != NULL,
			"%s: %s", rows, check.violation[1].reason.msg);
	mem_free(text);
}

/* Each row is reported once, whatever it carries, and each that is wrong. */
static void test_once(void)
{
	check_wrong("allreduce", "0 0 1 1 0+3\n0 2 0 1 0+3\n1 1 0 1 0+3\n",
		"processor 0 receives block 0, sent at 1, with operands that "
		"it has: they are counted twice",
		NULL);
	check_wrong("reduce-scatter", "0 0 1 1 1+2\n1 0 2 1 1+2\n",
		"processor 0 sends block 1 at 1 again: operands are counted "
		"twice",
		NULL);
	check_wrong("reduce-scatter", "0 0 1 1 1+1\n1 2 0 1 1+1\n2 0 2 1 0+1\n",
		"processor 0 receives block 1 by 2, after it has sent it: "
		"operands are lost",
		"processor 0 sends block 0 at 2, but is the target");
	check_wrong("reduce-scatter", "0 0 1 1 0+3\n1 0 2 1 0+1\n",
		"processor 0 sends block 0 at 0, but is the target",
		"processor 0 sends block 0 at 1, but is the target");
}

/* A time between rounds makes the unit finer: what was there is in it, too. */
static void test_finer(void)
{
	check_wrong("allreduce",
		"0 0 1 1 0+3\n0 2 0 1 0+3\n1 1 0 1 0+3\n3/2 2 1 1 0+3\n",
		"a send that does not start with a round",
		"processor 0 receives block 0, sent at 1, with operands that "
		"it has: they are counted twice");
	check_wrong("reduce-scatter", "1 2 0 1 1+1\n3/2 0 1 1 1+1\n",
		"a send that does not start with a round",
		"processor 0 sends block 1 before it has received, by 2, all "
		"of it");
}

/* The second time that it becomes finer, it is by less than it is fine. */
static void test_finer_twice(void)
{
	struct check check;
	char *text = file_of("reduce-scatter", 3, 20);
	const char *said;

	strcat(text, "1/2 1 2 1 2+1\n1 2 0 1 1+1\n7/4 0 1 1 1+1\n");
	CHECK(check_file(&check, text, 1 << 20) == STATUS_OK);
	said = check.violation[2].reason.msg;
	CHECK_FOR(strcmp(said, "processor 0 sends block 1 before it has "
			       "received, by 2, all of it") == 0,
		"%s", said);
	mem_free(text);
}

/* The least memory that a schedule without rows is checked in. */
static uint64_t least_bytes(const char *operation, unsigned n)
{
	uint64_t low = 0, high = 1 << 28;
	char *text = file_of(operation, n, 0);

	while (low < high) {
		uint64_t bytes = low + (high - low) / 2;
		struct check check;

		if (check_file(&check, text, bytes) == STATUS_OK)
			high = bytes;
		else
			low = bytes + 1;
	}
	mem_free(text);
	return low;
}

/* As much for each processor in each operation, and what checker.h says. */
static void test_memory(void)
{
	static const unsigned sizes[] = {2, 3, 64, 65, 129};
	struct check check;
	char *text = file_of("allreduce", 0, 1);

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		uint64_t n = sizes[i];
		uint64_t set = (n + 63) / 64 * sizeof(uint64_t),
			 list = sizeof(void *) + 2 * sizeof(size_t);

		CHECK(least_bytes("scatter", sizes[i]) == n * (40 + 16 + list));
		CHECK(least_bytes("gather", sizes[i]) == n * (40 + 16 + list));
		CHECK(least_bytes("allgather", sizes[i]) ==
			n * (40 + 16 + list));
		CHECK(least_bytes("alltoall", sizes[i]) ==
			n * (40 + 41 + list));
		CHECK(least_bytes("reduce-scatter", sizes[i]) ==
			n * (40 + 12 * n));
		CHECK(least_bytes("allreduce", sizes[i]) == n * (40 + n * set));
	}
	/* So many processors that the bytes of one are not counted. */
	sprintf(strstr(text, "# processors"),
		"# processors 4294967296\ntime from to message blocks\n");
	CHECK(check_file(&check, text, (uint64_t)1 << 40) == STATUS_LIMIT);
	mem_free(text);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_allgather());
	RUN(test_reduce_scatter());
	RUN(test_allreduce());
	RUN(test_limit());
	RUN(test_words());
	RUN(test_counts());
	RUN(test_once());
	RUN(test_finer());
	RUN(test_finer_twice());
	RUN(test_memory());
	return test_done();
}
