/*
 * model/greedy: schedules against the checker and the counting bound, finishes
 * against known values and, for the smallest problems, against optima.
 */
#include "model/greedy/greedy.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "number/random.h"
#include "check/check.h"
#include "model/cyclic/cyclic.h"
#include "model/greedy/pass.h"
#include "model/postal/counting.h"
#include "model/postal/postal.h"
#include "model/rounds/rounds.h"
#include "test.h"

/* Fewer passes than fibcast makes: these tests are about the rules of one pass.
 */
enum { WORK = 1 << 14 };

static struct problem problem;
static struct err err;
static const struct algorithm_options quick = {.work = WORK};

static void set(unsigned long n, unsigned long m, const char *lambda)
{
	mpz_set_ui(problem.n, n);
	mpz_set_ui(problem.m, m);
	test_mpq(problem.lambda, lambda);
}

static void set_finish(mpq_t finish, const struct schedule_header *header)
{
	number_set_u64(mpq_numref(finish), header->finish);
	number_set_u64(mpq_denref(finish), header->unit);
	mpq_canonicalize(finish);
}

/* finish = that of the schedule, which check must accept. */
static void find_finish_of(mpq_t finish, struct algorithm_options options)
{
	struct schedule *schedule;
	struct check check;

	mpq_set_ui(finish, 0, 1);
	if (!CHECK(greedy_open(&schedule, &problem, &options, &err) ==
		    STATUS_OK))
		return;
	set_finish(finish, &schedule->header);
	CHECK(check_schedule(&check, schedule, 1 << 30, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0 &&
			  check.transmissions ==
				  mpz_get_ui(problem.m) *
					  (mpz_get_ui(problem.n) - 1),
		"%lu processors, %lu messages, latency %ld/%ld: %s",
		mpz_get_ui(problem.n), mpz_get_ui(problem.m),
		mpz_get_si(mpq_numref(problem.lambda)),
		mpz_get_si(mpq_denref(problem.lambda)),
		check.violation[0].reason.msg);
	CHECK(check.finish == schedule->header.finish);
	schedule_close(schedule);
}

static void find_finish(mpq_t finish, uint64_t work)
{
	find_finish_of(finish, (struct algorithm_options){.work = work});
}

static void check_case(unsigned long n, unsigned long m, const char *lambda)
{
	mpq_t finish, bound;

	mpq_inits(finish, bound, NULL);
	set(n, m, lambda);
	find_finish(finish, WORK);
	CHECK(postal_counting_bound(bound, &problem, &err) == STATUS_OK);
	CHECK_FOR(mpq_cmp(finish, bound) >= 0, "%lu %lu %s", n, m, lambda);
	/* For one message greedy is optimal. */
	CHECK_FOR(m > 1 || mpq_equal(finish, bound), "%lu %s", n, lambda);
	mpq_clears(finish, bound, NULL);
}

/* A sample; tests/grid/grid_greedy.c has the whole grid. */
static void test_valid(void)
{
	static const char *const lambdas[] = {"1", "11/10", "5/4", "4/3", "3/2",
		"5/3", "2", "9/4", "5/2", "3", "7/2", "10", "101/2"};
	static const unsigned long ms[] = {1, 2, 3, 5, 10, 33, 64, 65, 100};
	unsigned i = 0;

	for (size_t l = 0; l < sizeof lambdas / sizeof *lambdas; l++)
		for (unsigned long n = 1; n <= 64; n += 1 + i++ % 9)
			check_case(n, ms[(n + l) % 9], lambdas[l]);
	check_case(3000, 3, "5/2");
	check_case(2, 500, "1000001/1000");
	check_case(40, 200, "1000000000000/7");
}

/* Finishes at the counting bound, apart from the last ones. */
static const struct {
	const char *lambda;
	unsigned long n, m;
	const char *finish;
} values[] = {
	{"1", 10, 10, "13"},
	{"1", 100, 10, "16"},
	{"1", 1000, 3, "12"},
	{"11/10", 10, 10, "66/5"},
	{"4/3", 10, 10, "41/3"},
	{"4/3", 1000, 3, "43/3"},
	{"3/2", 10, 10, "14"},
	{"2", 10, 10, "15"},
	{"2", 100, 10, "20"},
	{"2", 1000, 10, "25"},
	{"5/2", 10, 6, "25/2"},
	{"5/2", 10, 10, "33/2"},
	{"5/2", 1000, 2, "39/2"},
	{"5/2", 1000, 3, "41/2"},
	{"3", 100, 10, "24"},
	{"3", 1000, 10, "30"},
	{"7/2", 100, 3, "37/2"},
	{"10", 100, 10, "45"},
	{"10", 1000, 10, "58"},
	{"101/2", 10, 10, "108"},
	{"101/2", 1000, 3, "166"},
	{"3/2", 100, 3, "11"},
	{"7/2", 100, 10, "51/2"},
	/* Above the bound. */
	{"11/10", 100, 10, "169/10"},
	{"11/10", 1000, 3, "13"},
	{"11/10", 1000, 10, "102/5"},
	{"3/2", 100, 10, "37/2"},
	{"3", 10, 10, "18"},
	{"7/2", 10, 10, "19"},
	{"10", 10, 10, "32"},
	{"5/2", 100, 10, "45/2"},
	{"5/2", 1000, 10, "28"},
};

/* The sign of greedy's finish less another time. */
static int compare_finish(
	unsigned long n, unsigned long m, const char *lambda, const char *other)
{
	mpq_t finish, expected;
	int order;

	mpq_inits(finish, expected, NULL);
	set(n, m, lambda);
	find_finish(finish, 0);
	test_mpq(expected, other);
	order = mpq_cmp(finish, expected);
	mpq_clears(finish, expected, NULL);
	return order;
}

static void test_values(void)
{
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		CHECK_FOR(compare_finish(values[i].n, values[i].m,
				  values[i].lambda, values[i].finish) <= 0,
			"%lu %lu %s", values[i].n, values[i].m,
			values[i].lambda);
}

/* All optima above the counting bound for 3 to 5 processors, 2 to 5 messages
 * and these latencies, found with a SAT solver. */
static const struct {
	unsigned long n, m;
	const char *lambda, *optimum;
} above[] = {
	{4, 4, "3/2", "13/2"},
	{4, 5, "3/2", "15/2"},
	{3, 5, "5/2", "17/2"},
	{4, 4, "4/3", "6"},
	{4, 5, "4/3", "7"},
	{4, 4, "5/3", "20/3"},
	{4, 5, "5/3", "23/3"},
};

static void test_optima(void)
{
	static const char *const lambdas[] = {"3/2", "5/2", "4/3", "5/3"};
	mpq_t finish, optimum;

	mpq_inits(finish, optimum, NULL);
	for (size_t i = 0; i < sizeof above / sizeof *above; i++) {
		set(above[i].n, above[i].m, above[i].lambda);
		find_finish(finish, 0);
		test_mpq(optimum, above[i].optimum);
		CHECK(mpq_cmp(finish, optimum) >= 0);
		CHECK(cyclic_time(finish, &problem, &quick, &err) == STATUS_OK);
		CHECK(mpq_cmp(finish, optimum) >= 0);
	}
	for (unsigned long n = 3; n <= 5; n++)
		for (unsigned long m = 2; m <= 5; m++)
			for (size_t l = 0; l < 4; l++)
				check_case(n, m, lambdas[l]);
	mpq_clears(finish, optimum, NULL);
}

/* The rows are the same on every machine. */
static void test_same(void)
{
	struct schedule *schedule;
	const struct transmission *row;
	uint64_t hash = 0;
	size_t count;

	set(100, 70, "7/3");
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_OK);
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++)
			hash = random_mix(hash ^ row[i].tick << 40 ^
					  row[i].from << 28 ^ row[i].to << 14 ^
					  row[i].message);
	CHECK_FOR(hash == UINT64_C(0x99f04ea89280b5a0), "%llx",
		(unsigned long long)hash);
	schedule_close(schedule);
}

/* Messages that all free receivers know are dropped together, not tried one by
 * one: the work shows it. */
static void test_many(void)
{
	const struct greedy_problem given = {
		.n = 31, .m = 2000, .unit = 1, .latency = 37, .aim = 2050};
	const struct greedy_rule rule = {.seed = 1, .noise = 4, .by_reach = 1};
	const struct greedy_limits limits = {1 << 30, UINT64_MAX};
	struct greedy_pass pass;

	greedy_pass_init(&pass, &given);
	CHECK(greedy_pass_run(&pass, &rule, &limits, NULL, 0));
	CHECK(pass.sends == 60000);
	CHECK_FOR(pass.work < 30000000, "%llu", (unsigned long long)pass.work);
	greedy_pass_clear(&pass);
	check_case(31, 2000, "37");
}

/* Many receivers that wait for one sender are not sorted again at every tick.
 */
static void test_few_senders(void)
{
	const struct greedy_problem given = {
		.n = 20000, .m = 3, .unit = 1, .latency = 61000, .aim = 121002};
	const struct greedy_rule rule = {.seed = 1, .noise = 4, .by_reach = 1};
	const struct greedy_limits limits = {UINT64_C(1) << 40, UINT64_MAX};
	struct greedy_pass pass;

	greedy_pass_init(&pass, &given);
	CHECK(greedy_pass_run(&pass, &rule, &limits, NULL, 0));
	CHECK(pass.sends == 59997);
	CHECK(pass.send[pass.sends - 1].tick == 59996);
	CHECK_FOR(pass.work < 10000000, "%llu", (unsigned long long)pass.work);
	greedy_pass_clear(&pass);
	check_case(20000, 3, "61000");
	check_case(3000, 4, "4001/2");
	check_case(5000, 3, "4990");
}

/* How many sends are the same in both, before the first difference. */
static size_t count_same(
	const struct greedy_send *x, const struct greedy_send *y, size_t count)
{
	size_t same = 0;

	while (same < count && x[same].tick == y[same].tick &&
		x[same].from == y[same].from && x[same].to == y[same].to &&
		x[same].message == y[same].message)
		same++;
	return same;
}

/* A pass repeats another one up to a tick, and not beyond. */
static void test_repeat(void)
{
	const struct greedy_problem given = {
		.n = 40, .m = 20, .unit = 2, .latency = 5, .aim = 40};
	struct greedy_rule rule = {.seed = 1, .noise = 4};
	struct greedy_limits limits = {1 << 30, UINT64_MAX};
	size_t all = greedy_sends(&given), same;
	struct greedy_send *kept = mem_array(all, sizeof *kept);
	struct greedy_pass pass;

	greedy_pass_init(&pass, &given);
	CHECK(greedy_pass_run(&pass, &rule, &limits, NULL, 0));
	memcpy(kept, pass.send, all * sizeof *kept);
	rule.seed = 2;
	CHECK(greedy_pass_run(&pass, &rule, &limits, kept, 30));
	same = count_same(kept, pass.send, all);
	CHECK(same < all && kept[same].tick >= 30);
	CHECK(greedy_pass_run(&pass, &rule, &limits, kept, 1 << 30));
	CHECK(count_same(kept, pass.send, all) == all);
	limits.lateness = greedy_lateness(&given, kept);
	CHECK(limits.lateness > 0);
	CHECK(greedy_pass_run(&pass, &rule, &limits, kept, 1 << 30));
	limits.lateness--;
	CHECK(!greedy_pass_run(&pass, &rule, &limits, kept, 1 << 30));
	greedy_pass_clear(&pass);
	mem_free(kept);
}

/* Retimes an algorithm's schedule for latency 1 to latency 3/2. */
static int retime(struct greedy_send *send,
	enum status (*open)(struct schedule **schedule,
		const struct problem *problem,
		const struct algorithm_options *options, struct err *err))
{
	const struct greedy_problem given = {
		.n = 5, .m = 2, .unit = 2, .latency = 3};
	struct schedule *schedule;
	int is_usual;

	set(5, 2, "1");
	if (!CHECK(open(&schedule, &problem, &quick, &err) == STATUS_OK))
		return 0;
	is_usual = greedy_retime(send, &given, schedule);
	schedule_close(schedule);
	return is_usual;
}

static void test_retime(void)
{
	static const struct greedy_send expected[] = {{0, 0, 1, 0},
		{2, 0, 2, 1}, {3, 1, 3, 0}, {4, 0, 4, 1}, {5, 2, 3, 1},
		{6, 0, 1, 1}, {6, 1, 4, 0}, {6, 3, 2, 0}};
	struct greedy_send send[8] = {{0, 0, 0, 0}};

	CHECK(retime(send, sendrecv_open));
	CHECK(count_same(send, expected, 8) == 8);
	/* The source sends one message several times before the other. */
	CHECK(!retime(send, postal_repeat_open));
}

/* More work does not make the finish later. */
static void test_work(void)
{
	mpq_t one, many;

	mpq_inits(one, many, NULL);
	for (unsigned long n = 20; n < 60; n += 7) {
		set(n, 20, "9/4");
		find_finish(one, 1);
		find_finish(many, 1 << 20);
		CHECK(mpq_cmp(many, one) <= 0);
	}
	mpq_clears(one, many, NULL);
}

/* Passes in which a receiver waits find this finish; without them it would be
 * 31/3. */
static void test_waits(void)
{
	CHECK(compare_finish(7, 7, "4/3", "10") == 0);
}

static void test_refusals(void)
{
	/* A send and its row take 104 bytes where words of 64 bits are aligned
	 * to 8 bytes, a processor 96. */
	const uint64_t row =
		sizeof(struct greedy_send) + sizeof(struct transmission);
	struct schedule *schedule;

	set(1000, 1000, "2");
	problem.max_bits = 1 << 20;
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_LIMIT);
	CHECK(!schedule);
	set(10, 100, "2");
	problem.max_bits = 8 * (row * 900 + 96 * 10) - 1;
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_LIMIT);
	problem.max_bits++;
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_OK);
	schedule_close(schedule);
	set(1000, 1000, "2");
	problem.max_bits = UINT64_MAX;
	mpz_set_ui(problem.m, 1);
	mpz_mul_2exp(problem.m, problem.m, 40);
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_LIMIT);
	set(3, 3, "2");
	mpz_mul_2exp(
		mpq_numref(problem.lambda), mpq_numref(problem.lambda), 62);
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_LIMIT);
	/* The latency is a word, the finish is not. */
	set(9, 3, "2");
	mpz_mul_2exp(
		mpq_numref(problem.lambda), mpq_numref(problem.lambda), 60);
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_OK);
	schedule_close(schedule);
	set(9, 1000, "4611686018427387903/4611686018427387902");
	CHECK(greedy_open(&schedule, &problem, &quick, &err) == STATUS_LIMIT);
}

/* finish = greedy's, with options.known. */
static void find_against(mpq_t finish, const mpq_t known)
{
	const struct algorithm_options options = {.known = known};
	struct schedule *schedule;

	if (!CHECK(greedy_open(&schedule, &problem, &options, &err) ==
		    STATUS_OK))
		return;
	schedule_finish_time(finish, &schedule->header);
	schedule_close(schedule);
}

/* Finishes that are found only from schedules for the whole latencies below, 3
 * and 1. */
static void test_whole(void)
{
	static const struct {
		unsigned long n, m;
		const char *lambda, *finish;
	} rows[] = {{14, 14, "23/7", "164/7"}, {13, 15, "17/16", "37/2"}};
	mpq_t finish, expected;

	mpq_inits(finish, expected, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		set(rows[i].n, rows[i].m, rows[i].lambda);
		find_against(finish, NULL);
		test_mpq(expected, rows[i].finish);
		CHECK(mpq_cmp(finish, expected) <= 0);
	}
	mpq_clears(finish, expected, NULL);
}

/* A known time far below the best ends the search; one that is not below the
 * best makes no difference. */
static void test_known(void)
{
	mpq_t best, finish, known;

	mpq_inits(best, finish, known, NULL);
	set(13, 23, "3");
	find_against(best, NULL);
	mpq_set_ui(known, 1, 1);
	mpq_add(known, known, best);
	find_against(finish, known);
	CHECK(mpq_equal(finish, best));
	mpq_set_ui(known, 7, 2);
	mpq_sub(known, best, known);
	find_against(finish, known);
	CHECK(mpq_cmp(finish, best) > 0);
	mpq_set_ui(known, 1, 2); /* less than the latency */
	find_against(known, known);
	CHECK(mpq_equal(finish, known));
	mpq_clears(best, finish, known, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	problem_init(&problem);
	RUN(test_valid());
	RUN(test_values());
	RUN(test_optima());
	RUN(test_same());
	RUN(test_many());
	RUN(test_few_senders());
	RUN(test_repeat());
	RUN(test_retime());
	RUN(test_work());
	RUN(test_waits());
	RUN(test_refusals());
	RUN(test_known());
	RUN(test_whole());
	problem_clear(&problem);
	return test_done();
}
