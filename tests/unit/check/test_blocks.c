/* What is wrong with an all-gather, a reduce-scatter, an all-reduce, in these
 * words; how much memory they take. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "format/schedule/reader.h"
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
	check_says("allreduce", "0 0 1 1 0+3\n1 1 0 1 2+2\n",
		"processor 0 receives block 0, sent at 1, with operands that "
		"it has: they are counted twice");
	/* What a round sends is what was there when it began. */
	check_says("allreduce",
		"0 0 1 1 0+3\n0 1 0 1 0+3\n1 0 2 1 0+3\n2 2 0 1 0+3\n"
		"3 2 1 1 0+3\n",
		"ok");
}

/* n³/8 bytes and more for an allreduce; found before any is taken. */
static void test_limit(void)
{
	static const char *const operations[] = {
		"allgather", "reduce-scatter", "allreduce"};

	for (int i = 0; i < 3; i++) {
		char text[200];
		struct schedule *schedule = NULL;
		struct check check;
		FILE *file;

		snprintf(text, sizeof text,
			"# fibcast schedule 1\n# model sendrecv\n# operation "
			"%s\n# processors %s\ntime from to message blocks\n",
			operations[i], i == 1 ? "9223372036854775807" : "3000");
		file = fmemopen(text, strlen(text), "r");
		CHECK(file && schedule_reader_open(&schedule, file, &err) ==
				      STATUS_OK);
		CHECK(check_schedule(&check, schedule, 1 << 20, &err) ==
			STATUS_LIMIT);
		schedule_close(schedule);
		fclose(file);
	}
}

int main(void)
{
	mem_init(NULL);
	test_allgather();
	test_reduce_scatter();
	test_allreduce();
	test_limit();
	return test_done();
}
