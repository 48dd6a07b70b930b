/* Dumps by ranks, read and checked.  Some are of circulant broadcasts, in which
 * each processor computes by itself what it sends and what it receives.  The
 * receives are found here once more, by a recursive search.  Without its rule
 * that each sum be less than the one before, they do not match the sends from n
 * = 33 on; only a dump that states both ends shows that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "format/schedule/schedule.h"
#include "judge/circulant.h"
#include "judge/rows.h"
#include "test.h"

enum { Q_MAX = 8, MEMORY = 1 << 24 };

/* The search for what processor r receives; skip[q] = n. */
struct search {
	long skip[Q_MAX + 1], t, last;
	int q, k, used[Q_MAX + 1], is_strict;
	int found[Q_MAX];
};

static void search_below(struct search *search, long sum, int below)
{
	for (int e = below - 1; e >= 0 && search->k < search->q; e--) {
		long next = sum + search->skip[e];

		if (search->used[e] ||
			next > search->t - search->skip[search->k] ||
			(search->is_strict && next >= search->last))
			continue;
		if (next <= search->t - search->skip[search->k + 1])
			search_below(search, next, e);
		if (search->k == search->q ||
			sum > search->t - search->skip[search->k + 1])
			return;
		search->last = next;
		search->found[search->k++] = e;
		search->used[e] = 1;
	}
}

/* Finds the block that processor r receives in each of the first q rounds. */
static void find_receives(int32_t *block, const struct circulant *graph, long r,
	size_t base, int is_strict)
{
	struct search search = {.q = (int)graph->q, .is_strict = is_strict};
	mpz_t skip;

	mpz_init(skip);
	for (size_t k = 0; k <= graph->q; k++) {
		circulant_skip(skip, graph, k);
		search.skip[k] = mpz_get_si(skip);
	}
	mpz_clear(skip);
	search.t = r + search.skip[search.q];
	search.last = 2 * search.skip[search.q];
	search.used[base] = 1;
	search_below(&search, 0, search.q + 1);
	for (int k = 0; k < search.q; k++)
		block[k] = search.found[k] == search.q
				   ? (int32_t)base
				   : search.found[k] - search.q;
}

/* Prints one end, " rank block", or that there is none. */
static void print_end(
	FILE *out, unsigned long rank, int is_there, long block, long m)
{
	if (is_there && block >= 0)
		fprintf(out, " %lu %ld", rank, block < m ? block : m - 1);
	else
		fputs(" - -", out);
}

/* Prints what processor r does, a line for each round. */
static void dump_rank(FILE *out, const struct circulant *graph, unsigned long n,
	long m, unsigned long r, int is_strict)
{
	int32_t sends[Q_MAX], receives[Q_MAX];
	long q = (long)graph->q, x = (q - (m - 1) % q) % q;
	mpz_t z;

	mpz_init_set_ui(z, r);
	circulant_sends(sends, graph, z);
	find_receives(
		receives, graph, (long)r, circulant_base(graph, z), is_strict);
	for (long i = x; i < m - 1 + q + x; i++) {
		long k = i % q, moved = i - k - x;
		unsigned long to, from;

		circulant_skip(z, graph, (size_t)k);
		to = (r + mpz_get_ui(z)) % n;
		from = (r + n - mpz_get_ui(z)) % n;
		fprintf(out, "%lu %ld", r, i - x);
		print_end(out, to, to != 0, sends[k] + moved, m);
		print_end(out, from, r != 0, receives[k] + moved, m);
		fputc('\n', out);
	}
	mpz_clear(z);
}

/* The check of the dump of all processors, the last one first. */
static struct check check_dump(unsigned long n, long m, int is_strict)
{
	struct circulant graph;
	struct schedule *schedule;
	struct check check = {.violations = 1};
	struct err err;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	mpz_t z;

	mpz_init_set_ui(z, n);
	CHECK(circulant_init(&graph, z, CIRCULANT_BITS, &err) == STATUS_OK);
	fputs("# rank round send-to block recv-from block\n", file);
	for (unsigned long r = n; r-- > 0;)
		dump_rank(file, &graph, n, m, r, is_strict);
	fclose(file);
	file = fmemopen(text, size, "r");
	if (CHECK(schedule_ranks_open(&schedule, file, OPERATION_BROADCAST,
			  MEMORY, &err) == STATUS_OK)) {
		CHECK(check_schedule(&check, schedule, MEMORY, &err) ==
			STATUS_OK);
		schedule_close(schedule);
	}
	fclose(file);
	free(text);
	circulant_clear(&graph);
	mpz_clear(z);
	return check;
}

static void test_right(void)
{
	for (unsigned long n = 2; n <= 70; n++)
		for (long m = 1; m <= 8; m += 1 + m / 3) {
			struct check check = check_dump(n, m, 1);

			CHECK_FOR(check.violations == 0 &&
					  check.transmissions ==
						  (uint64_t)m * (n - 1),
				"n %lu m %ld: %s", n, m,
				check.violation[0].reason.msg);
		}
}

/* By the sends alone, everybody gets every message; only the receives show that
 * processor 1 expects something else. */
static void test_not_strict(void)
{
	static const char *const expected[] = {
		"processor 31 sends message 1 to 1 at 6, but nobody receives "
		"it",
		"processor 1 receives message 1 from 25, sent at 8, but nobody "
		"sends it",
	};
	struct check check = check_dump(33, 5, 0);

	CHECK(check.violations == 2);
	for (size_t i = 0; i < check.listed && i < 2; i++)
		CHECK_FOR(
			strcmp(check.violation[i].reason.msg, expected[i]) == 0,
			"%s", check.violation[i].reason.msg);
	for (unsigned long n = 2; n < 33; n++)
		CHECK_FOR(check_dump(n, 9, 0).violations == 0, "n %lu", n);
	CHECK(check_dump(33, 4, 0).violations == 0);
	CHECK(check_dump(33, 6, 0).violations == 4);
}

static const struct {
	const char *text, *message;
} bad[] = {
	{"0 0 1 0 - - 7\n", "line 1: too many columns"},
	{"0 0 1 0 -  \n",
		"line 1: too few columns; a line is rank round send-to block "
		"recv-from block"},
	{"0 0 1\r\n",
		"line 1: too few columns; a line is rank round send-to block "
		"recv-from block"},
	{"0 0 1 0 - -\n2 0 - - 0 0\n",
		"rank 1 has no line, though higher ranks have"},
	{"1 0 - - 0 0\n", "rank 0 has no line, though higher ranks have"},
	{"0 0 1 0 - -\n1 0 - - 0 0\n0 0 1 0 - -\n",
		"line 3: '0' has two lines for this round"},
	{"0 1 - - - -\n0 0 - - - -\n1 0 - - 0 0\n0 1 1 0 - -\n",
		"line 4: '0' has two lines for this round"},
	{"0 0 1 0 - -\n1 2 - - 0 0\n",
		"round 1 has no line, though later rounds have"},
	{"0 7 1 0 - -\n1 9 - - 0 0\n",
		"round 8 has no line, though later rounds have"},
	{"0 0 2 0 - -\n1 0 - - 0 0\n",
		"line 1: '2' is a rank without lines of its own"},
	{"0 0 - - - -\n1 0 - - 2 0\n",
		"line 2: '2' is a rank without lines of its own"},
	{"0 0 -5 0 - -\n", "line 1: '-5' is not a whole number"},
	{"0 0 1 2 - -\n1 0 - - 0 0\n",
		"line 1: '2' is out of range: there are not so many blocks"},
};

/* Opens a dump and checks the schedule. */
static enum status open_dump(
	struct check *check, const char *text, uint64_t memory, struct err *err)
{
	struct schedule *schedule;
	char copy[200];
	FILE *file;
	enum status status;

	strcpy(copy, text);
	file = fmemopen(copy, strlen(copy), "r");
	status = schedule_ranks_open(
		&schedule, file, OPERATION_BROADCAST, memory, err);
	if (status == STATUS_OK) {
		CHECK(check_schedule(check, schedule, MEMORY, err) ==
			STATUS_OK);
		schedule_close(schedule);
	}
	fclose(file);
	return status;
}

static void test_bad(void)
{
	struct check check;
	struct err err;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		CHECK_REFUSED(open_dump(&check, bad[i].text, MEMORY, &err),
			STATUS_INPUT, bad[i].text, err, bad[i].message);
	}
}

/* Time 0 is the first round that any rank has. */
static void test_rounds(void)
{
	struct check check = {0};
	struct err err;

	CHECK(open_dump(&check, "0 7 1 0 - -  # sent\n1 7 - - 0 0 \r\n", MEMORY,
		      &err) == STATUS_OK);
	CHECK(check.violations == 0 && check.finish == 1);
	CHECK(open_dump(&check, "0 1 1 0 - -\n1 1 - - 0 0\n1 0 - - - -\n",
		      MEMORY, &err) == STATUS_OK);
	CHECK(check.violations == 0 && check.finish == 2);
	/* Two ends allow block numbers 0 and 1. */
	CHECK(open_dump(&check, "0 0 1 1 - -\n1 0 - - 0 1\n", MEMORY, &err) ==
		STATUS_OK);
}

/* As large as what the reader holds for a line. */
struct held_line {
	uint64_t rank, round, line;
	struct {
		int is_there;
		uint64_t rank, block;
	} send, receive;
};

/* Memory for two lines is enough, one bit less is not. */
static void test_memory(void)
{
	const uint64_t bits =
		UINT64_C(16) *
		(sizeof(struct held_line) + 2 * sizeof(struct transmission));
	static const char two[] = "0 0 1 0 - -\n1 0 - - 0 0\n";
	struct check check;
	struct err err;

	CHECK(open_dump(&check, two, 2 * bits, &err) == STATUS_OK);
	CHECK(open_dump(&check, two, 2 * bits - 1, &err) == STATUS_LIMIT);
	CHECK(strcmp(err.msg, "so many lines take more memory than " ERR_NAME
			      "max_bits allows") == 0);
}

/* -- blocks and operands */

static const struct {
	enum operation operation;
	const char *text, *expected;
} carried[] = {
	{OPERATION_ALLGATHER,
		"rank round to block from block\n0 0 1 0 2 2\n1 0 2 1+1 0 0\n"
		"2 0 0 2 1 1+1\n0 1 1 2+2 - -\n1 1 - - 0 2+2\n",
		"0: 0 1 1 0+1 send, 0: 0 1 1 0+1 receive, 0: 1 2 1 1+1 send, "
		"0: 1 2 1 1+1 receive, 0: 2 0 1 2+1 send, 0: 2 0 1 2+1 "
		"receive, 1: 0 1 1 2+2 send, 1: 0 1 1 2+2 receive, "},
	{OPERATION_SCATTER, "0 0 1 1+2 - -\n1 0 - - 0 1+2\n2 1 - - - -\n",
		"0: 0 1 1 1+2 send, 0: 0 1 1 1+2 receive, "},
	{OPERATION_ALLTOALL, "# pairs\n0 0 1 0>1 1 1>0\r\n\n1 0 0 1>0 0 0>1\n",
		"0: 0 1 1 0>1 send, 0: 0 1 1 0>1 receive, 0: 1 0 1 1>0 send, "
		"0: 1 0 1 1>0 receive, "},
	{OPERATION_ALLTOALL, "0 0 1 1/2=1 1 1/2=1\n1 0 0 1/2=1 0 1/2=1\n",
		"0: 0 1 1 1/2=1 send, 0: 0 1 1 1/2=1 receive, 0: 1 0 1 1/2=1 "
		"send, 0: 1 0 1 1/2=1 receive, "},
	{OPERATION_ALLTOALL, "0 0 1 1 1 1\n1 0 0 1 0 1\n",
		"line 1: '1' in the column blocks is neither "
		"WEIGHT/RADIX=DIGIT nor ORIGIN>TARGET, whole numbers"},
	{OPERATION_CENSUS, "0 0 - - 1 1\n1 0 0 1 - -\n",
		"0: 1 0 1 1+1 send, 0: 1 0 1 1+1 receive, "},
	{OPERATION_REDUCE, "0 0 - - 1 1\n1 0 0 1 - -\n",
		"0: 1 0 2  send, 0: 1 0 2  receive, "},
	{OPERATION_ALLGATHER, "0 0 1\n",
		"line 1: too few columns; a line is rank round send-to block "
		"recv-from block"},
	{OPERATION_ALLGATHER, "0 0 1\r\n",
		"line 1: too few columns; a line is rank round send-to block "
		"recv-from block"},
	{OPERATION_ALLGATHER, "0 0 1 0 1\n",
		"line 1: too few columns; a line is rank round send-to block "
		"recv-from block"},
	{OPERATION_ALLGATHER, "0 0 1 0 1\r\n",
		"line 1: too few columns; a line is rank round send-to block "
		"recv-from block"},
	{OPERATION_ALLGATHER, "0 0 1 0+9 - -\n1 0 - - 0 0+9\n",
		"line 1: '0+9' is out of range: blocks are 0 to 1, and 1 to 2 "
		"of them"},
	{OPERATION_ALLGATHER, "rank event peer blocks\n0 0 1 0 - -\n",
		"line 1: parts in times, not in rounds: a line is rank round "
		"send-to block recv-from block"},
	{OPERATION_ALLGATHER, "rank\tevent peer blocks\n0 0 1 0 - -\n",
		"line 1: parts in times, not in rounds: a line is rank round "
		"send-to block recv-from block"},
};

/* Writes "0: 0 1 1 0+1 send, " for each row: its time, sender, receiver,
 * message, what it carries, and which end it is. */
static void say_rows(char *text, struct schedule *schedule)
{
	struct transmissions list = {0};

	CHECK(judge_rows_read(&list, schedule));
	for (size_t i = 0; i < list.count; i++) {
		const struct transmission *row = &list.row[i];
		char run[SCHEDULE_TIME_MAX] = "";

		if (schedule_run_column(schedule->header.operation))
			schedule_run_text(run, &schedule->header, row);
		text += sprintf(text, "%d: %d %d %d %s %s, ", (int)row->tick,
			(int)row->from, (int)row->to, (int)row->message, run,
			schedule_kinds[row->kind]);
	}
	transmissions_clear(&list);
}

static void check_carried(size_t i)
{
	struct schedule *schedule;
	char copy[200], said[1000] = "";
	struct err err;
	FILE *file;

	strcpy(copy, carried[i].text);
	file = fmemopen(copy, strlen(copy), "r");
	if (schedule_ranks_open(&schedule, file, carried[i].operation, MEMORY,
		    &err) == STATUS_OK) {
		say_rows(said, schedule);
		schedule_close(schedule);
	} else {
		strcpy(said, err.msg);
	}
	fclose(file);
	CHECK_FOR(strcmp(said, carried[i].expected) == 0, "%s\nis not\n%s",
		said, carried[i].expected);
}

/* More cells than the reader has room for at first. */
static void test_long_dump(void)
{
	static char text[200 * 40];
	struct transmissions list = {0};
	struct schedule *schedule;
	struct err err;
	char *at = text;
	FILE *file;

	for (int i = 0; i < 200; i++)
		at += sprintf(at, "%d %d %d %d+%d - -\n", i % 100, i / 100,
			(i + 1) % 100, i % 100, 1 + i / 100 * 98);
	file = fmemopen(text, strlen(text), "r");
	CHECK(schedule_ranks_open(&schedule, file, OPERATION_ALLGATHER, MEMORY,
		      &err) == STATUS_OK);
	CHECK(judge_rows_read(&list, schedule) && list.count == 200);
	for (uint64_t i = 0; i < list.count; i++)
		CHECK(list.row[i].from == i % 100 &&
			list.row[i].first == i % 100 &&
			list.row[i].size == 1 + i / 100 * 98);
	transmissions_clear(&list);
	schedule_close(schedule);
	fclose(file);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_bad());
	RUN(test_rounds());
	RUN(test_memory());
	RUN(test_long_dump());
	for (size_t i = 0; i < sizeof carried / sizeof *carried; i++)
		RUN(check_carried(i));
	RUN(test_right());
	RUN(test_not_strict());
	return test_done();
}
