/*
 * Reductions: every algorithm's schedule reversed, over a grid; what is wrong
 * with a reduction, in these words; the logp model's queues, which the judge by
 * definition leaves out.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "check/checker.h"
#include "core/schedule.h"
#include "format/schedule/schedule.h"
#include "judge/says.h"
#include "model/circulant/circulant.h"
#include "model/algorithm.h"
#include "model/postal/postal.h"
#include "model/rounds/rounds.h"
#include "model/telephone/telephone.h"
#include "test.h"

static struct err err;

/* What check says of a file with these rows, after "ok" or the first wrong. */
static void check_says(const char *head, const char *rows, const char *expected)
{
	char text[1000];

	snprintf(text, sizeof text,
		"# fibcast schedule 1\n# model %s\n"
		"time from to message%s\n%s",
		head, strstr(head, "census") ? " operands" : "", rows);
	judge_says(text, expected);
}

#define POSTAL                                                                 \
	"postal\n# operation reduce\n# processors 3\n# messages 1\n# latency " \
	"2"
#define LOGP                                                                   \
	"logp\n# operation reduce\n# processors 4\n# messages 1\n# latency 3"
#define LOGP_TWO                                                               \
	"logp\n# operation reduce\n# processors 3\n# messages 2\n# latency 2"
#define LOGP_FOUR                                                              \
	"logp\n# operation reduce\n# processors 4\n# messages 2\n# latency 2"
#define CENSUS "logp\n# operation census\n# processors 3\n# latency 2"
#define CENSUS_FOUR "logp\n# operation census\n# processors 4\n# latency 2"
#define CENSUS_SIX "logp\n# operation census\n# processors 6\n# latency 2"
#define POSTAL_CENSUS "postal\n# operation census\n# processors 3\n# latency 2"
#define ROUNDS "sendrecv\n# operation reduce\n# processors 3"

static void test_words(void)
{
	check_says(POSTAL, "0 2 1 1\n2 1 0 1\n", "ok");
	check_says(POSTAL, "0 2 1 1\n3/2 1 0 1\n",
		"processor 1 sends message 1 before it has received, by 2, all "
		"of it");
	check_says(POSTAL, "0 1 0 1\n0 2 1 1\n",
		"processor 1 receives message 1 by 2, after it has sent it: "
		"operands are lost");
	check_says(POSTAL, "0 1 0 1\n1 2 0 1\n3 1 0 1\n",
		"processor 1 sends message 1 at 3 again: operands are counted "
		"twice");
	check_says(POSTAL, "0 1 0 1\n",
		"processor 2 never sends message 1: operands are missing");
	check_says(POSTAL, "0 1 0 1\n1 2 0 1\n4 0 1 1\n",
		"processor 0 sends message 1 at 4, but is the target");
	check_says(POSTAL, "0 1 0 1\n1/2 2 0 1\n",
		"processor 0 receives two at once, those sent at 0 and 1/2");
	/* Ticks of more than 32 bits. */
	check_says(POSTAL, "0 2 1 1\n5000000001 1 0 1\n", "ok");
	check_says(POSTAL, "4294967292 2 1 1\n4294967294 1 0 1\n", "ok");
	check_says(POSTAL, "4294967293 2 1 1\n4294967295 1 0 1\n", "ok");
	check_says(POSTAL, "5000000000 2 1 1\n5000000001 1 0 1\n",
		"processor 1 sends message 1 before it has received, by "
		"5000000002, all of it");
	check_says(POSTAL, "0 1 0 1\n5000000000 2 1 1\n",
		"processor 1 receives message 1 by 5000000002, after it has "
		"sent it: operands are lost");
	check_says(POSTAL, "0 1 0 1\n4294967296 0 2 1\n4294967299 2 0 1\n",
		"processor 0 sends message 1 at 4294967296, but is the target");
	check_says(ROUNDS, "0 2 1 1\n1 1 0 1\n", "ok");
	check_says(ROUNDS, "0 2 1 1\n0 1 0 1\n",
		"processor 1 sends message 1 before it has received, by 1, all "
		"of it");
	check_says(ROUNDS, "0 1 0 1\n0 2 1 1\n",
		"processor 1 receives message 1 by 1, after it has sent it: "
		"operands are lost");
}

/* Of two messages each is told by itself when it is received. */
static void test_two(void)
{
	check_says(LOGP_TWO, "0 2 1 1\n2 1 0 1\n3 2 1 2\n5 1 0 2\n", "ok");
	/* Both come at 2, and the adversary says which first. */
	check_says(LOGP_FOUR, "0 2 1 1\n0 3 1 2\n2 1 0 1\n",
		"processor 1 sends message 1 before it has received, by 3, all "
		"of it");
	check_says(LOGP_FOUR, "0 2 1 1\n0 3 1 2\n2 1 0 2\n",
		"processor 1 sends message 2 before it has received, by 3, all "
		"of it");
	check_says(CENSUS, "0 1 0 1 1+1\n0 2 0 1 2+1\n2 0 1 1 2+2\n",
		"processor 0 sends operands 2+2 at 2, but has them only at 3");
	check_says(CENSUS, "0 1 0 1 1+1\n0 2 0 1 2+1\n2 0 1 1 0+2\n",
		"processor 0 sends operands 0+2 at 2, but has them only at 3");
	check_says(LOGP_TWO, "0 2 1 1\n1 1 0 1\n2 2 1 2\n4 1 0 2\n",
		"processor 1 sends message 1 before it has received, by 2, all "
		"of it");
	check_says(LOGP_TWO, "0 2 1 1\n2 1 0 1\n3 2 1 2\n4 1 0 2\n",
		"processor 1 sends message 2 before it has received, by 5, all "
		"of it");
}

/* Sums of several runs are sent on whole, alone or as part of a run. */
static void test_lists(void)
{
#define SENT "0 2 0 1 2+1\n2 0 1 1 0+1,2+1\n"
	check_says(CENSUS_FOUR, SENT "4 1 3 1 0+1,2+1\n",
		"processor 0 never gets 2 operands");
	check_says(CENSUS_FOUR, SENT "4 1 3 1 0+3\n",
		"processor 0 never gets 2 operands");
	check_says(CENSUS_FOUR, SENT "3 1 3 1 0+3\n",
		"processor 1 sends operands 0+3 at 3, but has them only at 4");
	check_says(CENSUS_FOUR, SENT "4 1 3 1 0+2\n",
		"processor 1 sends operands 0+2 at 4, but has no such partial "
		"result");
	check_says(CENSUS_FOUR, SENT "4 1 3 1 1+2\n",
		"processor 1 sends operands 1+2 at 4, but has no such partial "
		"result");
	check_says(CENSUS_FOUR, "0 0 1 1 0+1,2+1\n",
		"processor 0 sends operands 0+1.. at 0, but has no such "
		"partial result");
	check_says(CENSUS_FOUR, SENT "3 0 2 1 0+1,2+1\n",
		"processor 2 receives operands 0+1.. by 5, some of which it "
		"has: they are counted twice");
#undef SENT
	/* Operand 2, which 4 was added to, is inside the first of two runs. */
	check_says(CENSUS_SIX,
		"0 4 2 1 4+1\n2 2 1 1 2+1,4+1\n4 1 5 1 1+2,4+1\n",
		"processor 0 never gets 5 operands");
	/* The last run goes round. */
#define ROUND "0 5 0 1 5+1\n1 2 0 1 2+1\n3 0 1 1 2+1,5+2\n"
	check_says(CENSUS_SIX, ROUND "5 1 4 1 5+4\n",
		"processor 0 never gets 3 operands");
	check_says(CENSUS_SIX, ROUND "5 1 4 1 5+3\n",
		"processor 1 sends operands 5+3 at 5, but has no such partial "
		"result");
	check_says(CENSUS_SIX, ROUND "5 1 4 1 1+2\n",
		"processor 1 sends operands 1+2 at 5, but has no such partial "
		"result");
#undef ROUND
}

/* What a processor of a census has of the operands, which go round. */
static void test_pieces(void)
{
	check_says(CENSUS, "0 1 0 1 2+1\n",
		"processor 1 sends operands 2+1 at 0, but has no such partial "
		"result");
	check_says(CENSUS, "0 1 0 1 1+2\n",
		"processor 1 sends operands 1+2 at 0, but has no such partial "
		"result");
	check_says(CENSUS, "0 0 1 1 0+1\n4 1 2 1 0+3\n",
		"processor 1 sends operands 0+3 at 4, but has no such partial "
		"result");
	check_says(CENSUS, "0 0 1 1 0+1\n1 2 1 1 2+1\n4 1 2 1 0+3\n",
		"processor 2 receives operands 0+3 by 6, some of which it has: "
		"they are counted twice");
	check_says(CENSUS, "0 0 1 1 0+1\n1 2 1 1 2+1\n2 1 2 1 0+3\n",
		"processor 1 sends operands 0+3 at 2, but has them only at 3");
	check_says(CENSUS, "0 0 1 1 0+1\n1 0 1 1 0+1\n",
		"processor 1 receives operands 0+1 by 3, some of which it has: "
		"they are counted twice");
	check_says(
		CENSUS, "0 0 1 1 0+1\n", "processor 0 never gets 2 operands");
	check_says(CENSUS, "0 1 0 1 1+1\n", "processor 0 never gets 1 operand");
	/* Behind a piece of two, one that overlaps it, and one that does not.
	 */
	check_says(CENSUS, "0 0 2 1 0+1\n2 2 1 1 2+2\n3 0 1 1 0+1\n",
		"processor 1 receives operands 0+1 by 5, some of which it has: "
		"they are counted twice");
	check_says(CENSUS_FOUR,
		"0 3 2 1 3+1\n2 2 1 1 2+2\n3 0 1 1 0+1\n5 1 0 1 1+4\n",
		"processor 0 receives operands 1+4 by 7, some of which it has: "
		"they are counted twice");
	/* The unit becomes finer. */
	check_says(POSTAL_CENSUS, "0 1 0 1 1+1\n3/2 0 2 1 0+2\n",
		"processor 0 sends operands 0+2 at 3/2, but has them only at "
		"2");
	check_says(POSTAL_CENSUS, "0 0 1 1 0+1\n3/2 1 2 1 0+2\n",
		"processor 1 sends operands 0+2 at 3/2, but has them only at "
		"2");
}

/* Processor 0 of 20 receives the first operands after its own, with room for so
 * many bytes of pieces: whether they all fit. */
static int fit_pieces(uint64_t count, uint64_t bytes, const char *missing)
{
	const struct schedule_header header = {
		.operation = OPERATION_CENSUS, .processors = 20, .unit = 1};
	struct check check = {.unit = 1};
	struct operands operands;
	enum status status;

	CHECK(operands_init(&operands, &check, &header, 0, 0, 1 << 20, &err) ==
		STATUS_OK);
	operands.max_bytes = bytes;
	for (uint64_t i = 1; i <= count; i++) {
		const struct transmission row = {
			.from = i, .message = 1, .first = i, .size = 1};

		operands_receive(&operands, &row, i);
	}
	status = operands_status(&operands, &err);
	CHECK(check.violations == 0);
	CHECK(operands_finish(&operands, &err) == status);
	CHECK_FOR(strcmp(check.violation[0].reason.msg, missing) == 0, "%s",
		check.violation[0].reason.msg);
	operands_clear(&operands);
	if (status == STATUS_OK)
		return 1;
	CHECK(status == STATUS_LIMIT &&
		!strcmp(err.msg, "so many partial results take more memory "
				 "than " ERR_NAME "max_bits allows"));
	return 0;
}

/* Room for 4, 10, 19 pieces of 32 bytes. */
static void test_room(void)
{
	CHECK(fit_pieces(4, 128, "processor 0 never gets 15 operands"));
	CHECK(!fit_pieces(4, 127, "processor 0 never gets 19 operands"));
	CHECK(!fit_pieces(5, 319, "processor 0 never gets 15 operands"));
	CHECK(fit_pieces(10, 320, "processor 0 never gets 9 operands"));
	CHECK(!fit_pieces(11, 320, "processor 0 never gets 9 operands"));
	CHECK(!fit_pieces(11, 607, "processor 0 never gets 9 operands"));
	CHECK(fit_pieces(18, 608, "processor 0 never gets 1 operand"));
}

/* 2 and 3 send to 1 at once: one of them waits, and it is received at 4. */
static void test_queue(void)
{
	check_says(LOGP, "0 2 1 1\n0 3 1 1\n4 1 0 1\n", "ok");
	check_says(LOGP, "0 1 0 1\n",
		"processor 2 never sends message 1: operands are missing");
	check_says(LOGP, "0 2 1 1\n1 3 0 1\n2 1 0 1\n",
		"processor 1 sends message 1 before it has received, by 3, all "
		"of it");
	check_says(LOGP, "0 2 1 1\n0 3 1 1\n3 1 0 1\n",
		"processor 1 sends message 1 before it has received, by 4, all "
		"of it");
	check_says(LOGP, "0 2 1 1\n3 1 0 1\n3 3 1 1\n",
		"processor 1 receives message 1 by 6, after it has sent it: "
		"operands are lost");
	check_says(LOGP, "0 2 1 1\n1 3 1 1\n5 1 0 1\n", "ok");
}

/* The reverse has m(n-1) rows and takes no longer. */
static void check_reverse(struct schedule *schedule)
{
	const struct schedule_header header = schedule->header;
	struct schedule *reduction;
	struct check check;

	if (!CHECK(schedule_reversed(&reduction, schedule, 1 << 28, &err) ==
		    STATUS_OK))
		return;
	CHECK(check_schedule(&check, reduction, 1 << 26, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0 &&
			  check.transmissions ==
				  (header.processors - 1) * header.messages &&
			  check.finish <= header.finish &&
			  reduction->header.operation == OPERATION_REDUCE,
		"%s %lu %lu: %s", header.algorithm,
		(unsigned long)header.processors,
		(unsigned long)header.messages, check.violation[0].reason.msg);
	schedule_close(reduction);
}

static void reverse_rounds(const struct problem *problem)
{
	struct schedule *schedule;

	CHECK(search_open_begun(&schedule, telephone_begin, problem,
		      test_degree(1), &err) == STATUS_OK);
	check_reverse(schedule);
	CHECK(search_open_begun(&schedule, telegraph_begin, problem,
		      test_degree(1), &err) == STATUS_OK);
	check_reverse(schedule);
	CHECK(sendrecv_open(&schedule, problem, test_degree(1), &err) ==
		STATUS_OK);
	check_reverse(schedule);
	CHECK(algorithm_open(&schedule, algorithm_find("circulant"),
		      MODEL_POSTAL, problem, test_degree(1),
		      &err) == STATUS_OK);
	check_reverse(schedule);
}

static void test_grid(void)
{
	static const char *const lambdas[] = {"1", "5/2", "4"};
	struct schedule *schedule;
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = 1 << 24;
	for (unsigned long n = 1; n < 40; n += 1 + n / 8)
		for (unsigned long m = 1; m < 9; m += 3) {
			problem_set_words(&problem, n, m, 1);
			reverse_rounds(&problem);
			for (size_t l = 0; l < 3; l++)
				for (int i = 0; i < 5; i++) {
					test_mpq(problem.lambda, lambdas[l]);
					CHECK(algorithm_open(&schedule,
						      &algorithms[i],
						      algorithms[i].model,
						      &problem, test_degree(2),
						      &err) == STATUS_OK);
					check_reverse(schedule);
				}
		}
	problem_clear(&problem);
}

/* The next row, or NULL. */
static const struct transmission *next_row(struct schedule *schedule,
	const struct transmission **row, size_t *left)
{
	if (*left == 0)
		CHECK(schedule_next(schedule, row, left, &err) == STATUS_OK);
	if (*left == 0)
		return NULL;
	--*left;
	return (*row)++;
}

/* Whether two schedules have the same rows and finish. */
static int are_same(struct schedule *x, struct schedule *y)
{
	const struct transmission *a = NULL, *b = NULL, *p, *q;
	size_t more_a = 0, more_b = 0;

	do {
		p = next_row(x, &a, &more_a);
		q = next_row(y, &b, &more_b);
		if (!p != !q ||
			(p && (p->tick != q->tick || p->from != q->from ||
				      p->to != q->to ||
				      p->message != q->message)))
			return 0;
	} while (p);
	return x->header.finish == y->header.finish &&
	       x->header.operation == y->header.operation;
}

/* What builds reductions by itself: row for row the broadcast's reverse. */
static int is_built_backwards(
	const struct algorithm *row, const struct problem *problem)
{
	struct algorithm_options reduce = *test_degree(2);
	struct schedule *streamed, *reversed;
	int is_built;

	reduce.operation = OPERATION_REDUCE;
	CHECK(algorithm_open(&streamed, row, row->model, problem, &reduce,
		      &err) == STATUS_OK);
	is_built = streamed->header.operation == OPERATION_REDUCE;
	if (is_built) {
		CHECK(algorithm_open(&reversed, row, row->model, problem,
			      test_degree(2), &err) == STATUS_OK);
		CHECK(schedule_reversed(&reversed, reversed, 1 << 26, &err) ==
			STATUS_OK);
		CHECK_FOR(are_same(streamed, reversed), "%s %lu %lu", row->name,
			mpz_get_ui(problem->n), mpz_get_ui(problem->m));
		schedule_close(reversed);
	}
	schedule_close(streamed);
	return is_built;
}

static void test_streamed(void)
{
	static const char *const lambdas[] = {"1", "5/2", "4", "7/3"};
	static const char *const names[] = {"circulant", "dtree", "flat",
		"chain", "binary", "binomial", "two-tree"};
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = 1 << 26;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		for (unsigned long n = 1; n < 50; n++)
			for (unsigned long m = 1; m < 12; m += 1 + m / 4) {
				mpz_set_ui(problem.n, n);
				mpz_set_ui(problem.m, m);
				if (i > 0)
					test_mpq(problem.lambda,
						lambdas[(n + m) % 4]);
				CHECK(is_built_backwards(
					algorithm_find(names[i]), &problem));
			}
	problem_clear(&problem);
}

/* Opens the schedule that is written in the text. */
static struct schedule *read_text(const char *text, FILE **file)
{
	struct schedule *schedule = NULL;

	*file = tmpfile();
	CHECK(*file && fputs(text, *file) >= 0);
	rewind(*file);
	CHECK(schedule_reader_open(&schedule, *file, &err) == STATUS_OK);
	return schedule;
}

/* On nodes processor 3 is sent the message from outside first, but receives it
 * from inside first, and sends that on. */
static void test_twice(void)
{
	FILE *file;
	struct schedule *schedule =
		read_text("# fibcast schedule 1\n# model postal\n"
			  "# processors 6\n# latency 10\n# node 2\n"
			  "# inside 1\ntime from to message\n0 0 2 1\n"
			  "1 0 4 1\n2 0 1 1\n5 1 3 1\n10 2 3 1\n11 3 5 1\n",
			&file);

	schedule->header.finish = 21;
	check_reverse(schedule);
	fclose(file);
}

/* In logp a message that waits is received, backwards, by nobody. */
static void test_waiting(void)
{
	FILE *file;
	struct schedule *reduction,
		*schedule = read_text(
			"# fibcast schedule 1\n# model logp\n# processors 4\n"
			"# messages 2\n# latency 3\ntime from to message\n"
			"0 0 1 1\n1 0 2 2\n5 1 3 1\n5 2 3 2\n6 1 2 1\n7 2 1 "
			"2\n",
			&file);

	CHECK(schedule_reversed(&reduction, schedule, 1 << 20, &err) ==
		STATUS_USAGE);
	CHECK(!strcmp(err.msg, "messages wait at their receivers in this "
			       "schedule: it has no reverse"));
	fclose(file);
}

/* What cannot be reversed, and how much memory it takes. */
static void test_limits(void)
{
	struct schedule *schedule, *reduction;
	struct problem problem;

	problem_init(&problem);
	problem_set_words(&problem, 100, 10, 1);
	CHECK(sendrecv_open(&schedule, &problem, test_degree(1), &err) ==
		STATUS_OK);
	CHECK(schedule_reversed(&reduction, schedule,
		      UINT64_C(8) * 100 *
				      (30 * sizeof(struct transmission) +
					      10 * sizeof(size_t) + 8) -
			      1,
		      &err) == STATUS_LIMIT);
	CHECK(!reduction);
	problem_clear(&problem);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_words());
	RUN(test_lists());
	RUN(test_pieces());
	RUN(test_room());
	RUN(test_queue());
	RUN(test_two());
	RUN(test_grid());
	RUN(test_streamed());
	RUN(test_twice());
	RUN(test_waiting());
	RUN(test_limits());
	return test_done();
}
