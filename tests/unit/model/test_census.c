/*
 * Censuses: valid by both judges and as long as a broadcast, for every n up to
 * 300 with one latency each, and for few n with all; rows and parts; at 10^300
 * what one processor sends another receives; on nodes valid, and as long as one
 * inside and one outside.  tests/grid/grid_census.c has all
 * latencies.
 */
#include "model/symmetric/symmetric.h"

#include <string.h>

#include "check/check.h"
#include "fibonacci/fibonacci.h"
#include "judge/census.h"
#include "model/levels/levels.h"
#include "number/number.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 28;

static struct err err;

static const struct algorithm_options counted = {
	.operation = OPERATION_CENSUS, .name = "census"};

/* least = f(n), before which no census ends; time = f_L(n) less L - lambda, L
 * the latency rounded up, by which a census can end. */
static void set_span(mpq_t least, mpq_t time, const struct problem *problem)
{
	mpq_t whole;

	CHECK(fibonacci_time(least, problem->lambda, 1, problem->n, BITS,
		      &err) == STATUS_OK);

	mpq_init(whole);
	number_ceil(mpq_numref(whole), problem->lambda);
	CHECK(fibonacci_time(time, whole, 1, problem->n, BITS, &err) ==
		STATUS_OK);
	if (!problem_is_alone(problem)) {
		mpq_sub(time, time, whole);
		mpq_add(time, time, problem->lambda);
	}
	mpq_clear(whole);
}

static void set_finish(mpq_t finish, const struct check *check)
{
	number_set_u64(mpq_numref(finish), check->finish);
	number_set_u64(mpq_denref(finish), check->unit);
	mpq_canonicalize(finish);
}

static void check_case(unsigned long n, const char *lambda)
{
	struct schedule *schedule;
	struct problem problem;
	struct check check;
	mpq_t least, time, finish;
	mpz_t rows;

	mpq_inits(least, time, finish, NULL);
	mpz_init(rows);
	problem_init(&problem);
	problem.max_bits = BITS;
	mpz_set_ui(problem.n, n);
	test_mpq(problem.lambda, lambda);
	set_span(least, time, &problem);
	CHECK(symmetric_open(&schedule, &problem, &counted, &err) == STATUS_OK);
	CHECK(check_schedule(&check, schedule, BITS, &err) == STATUS_OK);
	set_finish(finish, &check);
	CHECK_FOR(check.violations == 0 && mpq_cmp(least, finish) <= 0 &&
			  mpq_cmp(finish, time) <= 0,
		"n=%lu lambda=%s: %s", n, lambda,
		check.violation[0].reason.msg);
	symmetric_rows(rows, &problem, &counted);
	CHECK(mpz_cmp_ui(rows, (unsigned long)check.transmissions) == 0);
	schedule_close(schedule);
	CHECK(symmetric_open(&schedule, &problem, &counted, &err) == STATUS_OK);
	CHECK_FOR(
		judge_census_is_valid(schedule), "n=%lu lambda=%s", n, lambda);
	schedule_close(schedule);
	CHECK(symmetric_time(time, &problem, &counted, &err) == STATUS_OK &&
		mpq_equal(finish, time));
	problem_clear(&problem);
	mpz_clear(rows);
	mpq_clears(least, time, finish, NULL);
}

static void test_grid(void)
{
	static const char *const lambdas[] = {"1", "2", "3", "4", "5", "6", "7",
		"8", "9", "10", "11", "12", "5/2", "7/3", "101/100"};

	for (unsigned long n = 1; n <= 300; n++)
		check_case(n, lambdas[n % 12]);
	for (unsigned long n = 1; n <= 24; n++)
		for (size_t l = 0; l < 15; l++)
			check_case(n, lambdas[l]);
}

/* The judge must refuse what is wrong. */
static void test_judge(void)
{
	struct schedule *schedule;
	const struct problem *problem = test_problem_words(9, 1, 2, BITS);

	CHECK(symmetric_open(&schedule, problem, &counted, &err) == STATUS_OK);
	schedule->header.finish++;
	CHECK(!judge_census_is_valid(schedule));
	schedule_close(schedule);
	CHECK(symmetric_open(&schedule, problem, &counted, &err) == STATUS_OK);
	schedule->header.latency++;
	CHECK(!judge_census_is_valid(schedule));
	schedule_close(schedule);
	CHECK(symmetric_open(&schedule, problem, &counted, &err) == STATUS_OK);
	schedule->header.processors++;
	CHECK(!judge_census_is_valid(schedule));
	schedule_close(schedule);
}

/* -- on nodes: an all-reduce of whole vectors */

static const struct algorithm_options vectors = {
	.operation = OPERATION_ALLREDUCE, .name = "census"};

/* time += that of a census of n at the latency. */
static void add_census(mpq_t time, const mpz_t n, const mpq_t latency)
{
	struct problem problem;
	mpq_t more;

	mpq_init(more);
	problem_init(&problem);
	problem.max_bits = BITS;
	mpz_set(problem.n, n);
	mpq_set(problem.lambda, latency);
	CHECK(symmetric_time(more, &problem, &counted, &err) == STATUS_OK);
	mpq_add(time, time, more);
	problem_clear(&problem);
	mpq_clear(more);
}

static void check_on_nodes(
	const struct problem *problem, const mpz_t nodes, const char *name)
{
	struct schedule *schedule;
	struct check check;
	mpq_t time, finish;

	mpq_inits(time, finish, NULL);
	add_census(time, problem->nodes->size, problem->nodes->latency);
	add_census(time, nodes, problem->lambda);
	CHECK(levels_open(&schedule, problem, &vectors, &err) == STATUS_OK);
	CHECK(check_schedule(&check, schedule, BITS, &err) == STATUS_OK);
	set_finish(finish, &check);
	CHECK_FOR(check.violations == 0 && mpq_equal(finish, time), "%s: %s",
		name, check.violation[0].reason.msg);
	schedule_close(schedule);
	CHECK(levels_open(&schedule, problem, &vectors, &err) == STATUS_OK);
	CHECK_FOR(judge_census_is_valid(schedule), "%s", name);
	schedule_close(schedule);
	mpq_clears(time, finish, NULL);
}

static void test_on_nodes(void)
{
	static const char *const latency[][2] = {{"1", "1"}, {"3", "1"},
		{"5/2", "3/2"}, {"7", "7/3"}, {"21/10", "2"}};
	struct nodes nodes = {.lanes = 0};
	struct problem problem;
	char name[64];
	mpz_t count;

	mpz_inits(nodes.size, count, NULL);
	mpq_inits(nodes.send, nodes.latency, NULL);
	mpq_set_ui(nodes.send, 1, 1);
	problem_init(&problem);
	problem.max_bits = BITS;
	problem.nodes = &nodes;
	for (unsigned long i = 0; i < 12 * 8 * 5; i++) {
		mpz_set_ui(nodes.size, 1 + i % 12);
		mpz_set_ui(count, 1 + i / 12 % 8);
		mpz_mul(problem.n, nodes.size, count);
		test_mpq(problem.lambda, latency[i / 12 / 8][0]);
		test_mpq(nodes.latency, latency[i / 12 / 8][1]);
		gmp_snprintf(name, sizeof name, "%Zd nodes of %Zd, %s, %s",
			count, nodes.size, latency[i / 12 / 8][0],
			latency[i / 12 / 8][1]);
		check_on_nodes(&problem, count, name);
	}
	problem_clear(&problem);
	mpz_clears(nodes.size, count, NULL);
	mpq_clears(nodes.send, nodes.latency, NULL);
}

/* Whether the event, a send of the rank's, is a receive of its peer. */
static int is_received(const struct problem *problem, const mpz_t rank,
	const struct part_event *event)
{
	struct part_event other;
	struct part_span span;
	struct part *part;
	mpq_t start, one;
	int same = 0;

	mpq_inits(start, one, NULL);
	mpq_set_ui(one, 1, 1);
	mpq_add(start, event->start, problem->lambda);
	mpq_sub(start, start, one);
	span.from = span.to = start;
	part_event_init(&other);
	if (CHECK(symmetric_part(&part, problem, &counted, event->peer, &span,
			  &err) == STATUS_OK)) {
		while (part_next(part, &other))
			same += !other.is_send &&
				mpz_cmp(other.peer, rank) == 0 &&
				mpz_cmp(other.first, event->first) == 0 &&
				mpz_cmp(other.count, event->count) == 0 &&
				mpq_equal(other.start, start);
		part_close(part);
	}
	part_event_clear(&other);
	mpq_clears(start, one, NULL);
	return same == 1;
}

/* Checks two of 499 events, if they are sends; the runs are of operands that
 * end at the processor or, without its own, just before it. */
static void check_symmetry(const struct problem *problem, const mpz_t rank)
{
	struct part_event event;
	struct part_span span = {NULL, NULL};
	struct part *part;
	unsigned long events = 0;
	mpq_t zero;
	mpz_t end;

	mpz_init(end);
	mpq_init(zero);
	span.from = zero;
	part_event_init(&event);
	CHECK(symmetric_part(&part, problem, &counted, rank, &span, &err) ==
		STATUS_OK);
	for (; part_next(part, &event); events++) {
		if (!event.is_send || events % 499 > 1)
			continue;
		CHECK(is_received(problem, rank, &event));
		mpz_add(end, event.first, event.count);
		mpz_sub(end, end, rank);
		mpz_mod(end, end, problem->n);
		CHECK(mpz_cmp_ui(end, 1) <= 0);
	}
	CHECK(mpz_cmp_ui(part->rows, events) == 0 && events > 1000);
	part_close(part);
	part_event_clear(&event);
	mpq_clear(zero);
	mpz_clear(end);
}

static void test_symmetry(void)
{
	static const char *const lambdas[] = {"2", "5/2", "12"};
	struct problem problem;
	mpz_t rank;

	problem_init(&problem);
	problem.max_bits = BITS;
	mpz_ui_pow_ui(problem.n, 10, 300);
	mpz_init(rank);
	for (size_t l = 0; l < 3; l++) {
		test_mpq(problem.lambda, lambdas[l]);
		mpz_set_ui(rank, 0);
		check_symmetry(&problem, rank);
		mpz_sub_ui(rank, problem.n, 1);
		check_symmetry(&problem, rank);
		mpz_tdiv_q_ui(rank, problem.n, 7);
		check_symmetry(&problem, rank);
	}
	mpz_clear(rank);
	problem_clear(&problem);
}

/* A latency longer than any memory takes one step; what takes too many is
 * refused. */
static void test_limits(void)
{
	struct schedule *schedule;
	struct problem problem;
	mpz_t rows;

	mpz_init(rows);
	problem_init(&problem);
	problem.max_bits = 1 << 16;
	mpz_set_ui(problem.n, 2);
	test_mpq(problem.lambda, "1000000000000000000");
	CHECK(symmetric_open(&schedule, &problem, &counted, &err) == STATUS_OK);
	CHECK(schedule->header.finish == UINT64_C(1000000000000000000));
	schedule_close(schedule);
	symmetric_rows(rows, &problem, &counted);
	CHECK(mpz_cmp_ui(rows, 2) == 0);
	test_mpq(problem.lambda, "100000000000000000000");
	CHECK(symmetric_open(&schedule, &problem, &counted, &err) ==
		STATUS_LIMIT);
	CHECK(!schedule);
	CHECK(strcmp(err.msg, "a schedule's numbers must be below 2^63") == 0);
	test_mpq(problem.lambda, "2");
	mpz_ui_pow_ui(problem.n, 10, 1000);
	CHECK(symmetric_open(&schedule, &problem, &counted, &err) ==
		STATUS_LIMIT);
	CHECK(strncmp(err.msg, "a census of so many steps needs ", 32) == 0);
	problem_clear(&problem);
	mpz_clear(rows);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_grid());
	RUN(test_judge());
	RUN(test_on_nodes());
	RUN(test_symmetry());
	RUN(test_limits());
	return test_done();
}
