/*
 * model/cyclic: plans meet their conditions, which are counted afresh; two
 * judges accept the schedules; finishes are as known; and time = m + c.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"
#include "check/check.h"
#include "judge/cyclic.h"
#include "judge/part.h"
#include "model/algorithm.h"
#include "model/cyclic/build.h"
#include "model/cyclic/cyclic.h"
#include "model/cyclic/plan.h"
#include "model/postal/counting.h"
#include "test.h"

static struct problem problem;
static struct err err;
static const struct algorithm_options usual;

static const char *const lambdas[] = {"1", "11/10", "5/4", "4/3", "3/2", "5/3",
	"2", "9/4", "5/2", "3", "7/2", "10", "101/2"};
static const unsigned long messages[] = {1, 2, 3, 5, 10, 33, 64, 65, 100};

enum {
	LAMBDAS = sizeof lambdas / sizeof *lambdas,
	MESSAGES = sizeof messages / sizeof *messages
};

static void set(unsigned long n, unsigned long m, const char *lambda)
{
	mpz_set_ui(problem.n, n);
	mpz_set_ui(problem.m, m);
	test_mpq(problem.lambda, lambda);
}

/* -- plans */

/* Sums over the nodes and groups of a class, and its largest lag. */
struct sums {
	uint64_t nodes, members, leaves, taken;
	int64_t offsets, lags, lag;
};

static int is_group_right(const struct cyclic_plan *plan, uint32_t k, size_t i)
{
	const struct cyclic_run *run = &plan->runs[k].run[i];
	const uint32_t *leaf = cyclic_runs_leaves(&plan->runs[k], i);
	int64_t last = (int64_t)plan->classes.class[k].last;
	int64_t sum = last - (int64_t)run->o;
	uint64_t leaves = 0;

	for (size_t kind = 0; kind < plan->runs[k].kinds; kind++) {
		leaves += leaf[kind];
		sum += ((int64_t)kind - 1) * (int64_t)leaf[kind];
	}
	return leaves == run->size - 1 &&
	       sum == run->balls * (int64_t)run->size;
}

static struct sums sum_class(const struct cyclic_plan *plan, uint32_t k)
{
	const struct cyclic_class *class = &plan->classes.class[k];
	const struct cyclic_runs *runs = &plan->runs[k];
	struct sums sums = {.lag = INT64_MIN};

	for (uint64_t o = 0; o <= class->last + 1; o++) {
		sums.nodes += class->layer[o];
		sums.offsets += (int64_t)(o * class->layer[o]);
	}
	sums.leaves = sums.nodes;
	for (size_t i = 0; i < runs->count; i++) {
		const struct cyclic_run *run = &runs->run[i];
		int64_t lag = (int64_t) class->last - run->balls;

		sums.members += run->size * run->count;
		sums.leaves -= run->count;
		sums.taken += (run->size - 1) * run->count;
		sums.lags += lag * (int64_t)(run->size * run->count);
		if (lag > sums.lag)
			sums.lag = lag;
	}
	return sums;
}

/* As everybody gets every message once, the offsets of the nodes and the lags
 * of the processors have the same sum.  No lag is above the plan's. */
static int is_class_right(const struct cyclic_plan *plan, uint32_t k)
{
	const struct cyclic_classes *classes = &plan->classes;
	const struct cyclic_class *class = &classes->class[k];
	uint32_t next = cyclic_classes_next(classes, k);
	uint64_t slack = k == classes->slack;
	struct sums sums = sum_class(plan, k);
	int64_t lag =
		(int64_t) class->phase + (int64_t)classes->q * (sums.lag - 1);

	if (slack) {
		int64_t pure = (int64_t)(class->last + 1 - plan->pure);

		sums.lags += pure;
		if (plan->pure_lag != (int64_t) class->phase +
					      (int64_t)classes->q * (pure - 1))
			return 0;
	}
	for (size_t i = 0; i < plan->runs[k].count; i++)
		if (!is_group_right(plan, k, i))
			return 0;
	return sums.nodes == class->quota &&
	       sums.members == classes->class[next].quota - (next == 0) &&
	       sums.members + slack == sums.nodes &&
	       sums.taken + slack == sums.leaves && sums.offsets == sums.lags &&
	       lag <= plan->lag;
}

/* Returns whether there is a plan, and checks all that must be true of it. */
static int check_plan(const struct cyclic_cycle *cycle, uint64_t nodes,
	int without_pure, int64_t work)
{
	struct cyclic_classes natural;
	struct cyclic_plan plan;
	int64_t lag;
	int right = 1;

	if (!cyclic_plan_init(&plan, cycle, nodes, without_pure, &work))
		return 0;
	for (uint32_t k = 0; k < cycle->classes; k++)
		right = right && is_class_right(&plan, k);
	cyclic_classes_init(&natural, cycle, nodes);
	lag = plan.lag > plan.pure_lag ? plan.lag : plan.pure_lag;
	right = right && cyclic_plan_lag(&plan, 1) >=
				 cyclic_classes_least_lag(&natural, 1);
	CHECK_FOR(right && lag >= cyclic_classes_least_lag(&natural, 0),
		"%lu/%lu, %lu classes, %lu nodes", (unsigned long)cycle->p,
		(unsigned long)cycle->q, (unsigned long)cycle->classes,
		(unsigned long)nodes);
	cyclic_classes_clear(&natural);
	cyclic_plan_clear(&plan);
	return 1;
}

enum { MUCH_WORK = 1 << 27 };

/* Of the plans for 8, 11, .. 407 nodes, at least as many are found as are
 * known. */
static void test_plans(void)
{
	static const struct {
		struct cyclic_cycle cycle;
		int least;
	} rows[] = {{{1, 1, 1}, 133}, {{5, 4, 4}, 100}, {{4, 3, 3}, 131},
		{{3, 2, 2}, 134}, {{5, 3, 3}, 131}, {{2, 1, 1}, 134},
		{{7, 3, 3}, 126}, {{5, 2, 2}, 134}, {{3, 1, 1}, 134},
		{{7, 2, 2}, 134}, {{10, 1, 1}, 134}, {{51, 1, 1}, 121},
		{{101, 2, 2}, 64}, {{11, 10, 4}, 100}, {{8, 5, 3}, 131},
		{{9, 4, 2}, 134}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct cyclic_cycle *cycle = &rows[i].cycle;
		int found = 0;

		for (uint64_t nodes = 8; nodes < 408; nodes += 3)
			found += check_plan(
				cycle, nodes, nodes % 2 == 1, MUCH_WORK);
		CHECK_FOR(found >= rows[i].least, "%d/%d, %d classes: %d",
			(int)cycle->p, (int)cycle->q, (int)cycle->classes,
			found);
		for (uint64_t nodes = 99999; nodes < 100003; nodes++)
			CHECK(cycle->p > 100 ||
				check_plan(cycle, nodes, 0, MUCH_WORK));
	}
}

/* Plans for groups of very different sizes, found at once: among those, for
 * which balls are rounded up for a large group; one of two sizes exchanges its
 * ball for one of the other; a high leaf is kept from small groups; groups
 * trade places; and the lag is above the mean by two or more. */
static void test_plans_uneven(void)
{
	static const struct {
		struct cyclic_cycle cycle;
		uint64_t nodes;
	} rows[] = {{{51, 2, 2}, 139}, {{16, 3, 3}, 68}, {{1827, 1, 1}, 1959},
		{{2816, 1, 1}, 3946}, {{55, 1, 1}, 38}, {{1000, 1, 1}, 1999},
		{{3000, 1, 1}, 14999}, {{968, 1, 1}, 17730}, {{100, 1, 1}, 199},
		{{100, 1, 1}, 34198}, {{100, 1, 1}, 99999},
		{{200, 1, 1}, 34198}, {{18, 1, 1}, 1635010},
		{{49, 1, 1}, 1301530}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		CHECK_FOR(check_plan(&rows[i].cycle, rows[i].nodes, 0, 1 << 23),
			"%lu/%lu, %lu nodes", (unsigned long)rows[i].cycle.p,
			(unsigned long)rows[i].cycle.q,
			(unsigned long)rows[i].nodes);
}

/* If the lag of the pure receiver does not count, it may be given the last
 * leaf. */
static void test_without_pure(void)
{
	const struct cyclic_cycle cycle = {7, 1, 1};

	for (int without_pure = 0; without_pure < 2; without_pure++) {
		struct cyclic_plan plan;
		int64_t work = MUCH_WORK;

		CHECK(cyclic_plan_init(&plan, &cycle, 14, without_pure, &work));
		CHECK(cyclic_plan_lag(&plan, 1) == 11 - without_pure);
		cyclic_plan_clear(&plan);
	}
}

/* -- groups */

/* In a star all shifts are different, and so are the times at which a member
 * receives. */
static void test_star(void)
{
	for (uint32_t nodes = 1; nodes <= 40; nodes++)
		for (uint64_t p = 1; p <= 45; p++) {
			struct periodic_groups star;
			uint64_t shifts = 0, times = 0, last = 0;

			cyclic_star_init(&star, p, nodes);
			for (uint32_t s = 0; s < nodes; s++) {
				uint64_t time = s + p + nodes;

				if (star.edge[s].size == 0)
					continue;
				last = s + p;
				time -= star.edge[s].shift;
				shifts |= UINT64_C(1) << star.edge[s].shift;
				times |= UINT64_C(1) << time % nodes;
			}
			CHECK_FOR(shifts == (UINT64_C(1) << nodes) - 2 &&
					  times == shifts && last == star.last,
				"%u nodes, p = %u", nodes, (unsigned)p);
			periodic_groups_clear(&star);
		}
}

/* -- schedules */

static void set_finish(mpq_t finish, const struct schedule_header *header)
{
	number_set_u64(mpq_numref(finish), header->finish);
	number_set_u64(mpq_denref(finish), header->unit);
	mpq_canonicalize(finish);
}

/* finish = that of the schedule, which the judge must accept; 0 without one. */
static void find_finish(mpq_t finish, int (*accepts)(struct schedule *schedule))
{
	struct schedule *schedule;

	mpq_set_ui(finish, 0, 1);
	if (!CHECK(cyclic_open(&schedule, &problem, &usual, &err) == STATUS_OK))
		return;
	CHECK_FOR(accepts(schedule), "n = %lu, m = %lu", mpz_get_ui(problem.n),
		mpz_get_ui(problem.m));
	set_finish(finish, &schedule->header);
	schedule_close(schedule);
}

static int passes_check(struct schedule *schedule)
{
	struct check check;

	return check_schedule(&check, schedule, 1 << 30, &err) == STATUS_OK &&
	       check.violations == 0 &&
	       check.finish == schedule->header.finish &&
	       check.transmissions == schedule->header.messages *
					      (schedule->header.processors - 1);
}

/* The schedule is valid and not below the counting bound; it ends at the time
 * that cyclic_time gives, which is within the bounds that are found without
 * building. */
static void check_case(unsigned long n, unsigned long m, const char *lambda,
	int (*accepts)(struct schedule *schedule))
{
	mpq_t finish, other;

	mpq_inits(finish, other, NULL);
	set(n, m, lambda);
	find_finish(finish, accepts);
	CHECK(postal_counting_bound(other, &problem, &err) == STATUS_OK);
	CHECK_FOR(mpq_cmp(finish, other) >= 0, "%lu %lu %s", n, m, lambda);
	/* Not for all, as the schedule is built once more. */
	if (n % 3 == 0) {
		CHECK(cyclic_time(other, &problem, &usual, &err) == STATUS_OK);
		CHECK_FOR(mpq_equal(finish, other), "%lu %lu %s", n, m, lambda);
	}
	CHECK(cyclic_most_time(other, &problem, &err) == STATUS_OK);
	CHECK_FOR(mpq_cmp(finish, other) <= 0, "%lu %lu %s", n, m, lambda);
	CHECK(cyclic_least_time(other, &problem, &err) == STATUS_OK);
	CHECK_FOR(mpq_cmp(finish, other) >= 0, "%lu %lu %s", n, m, lambda);
	mpq_clears(finish, other, NULL);
}

/* A sample of tests/grid/grid_cyclic. */
static void test_schedules(void)
{
	for (unsigned l = 0; l < LAMBDAS; l++)
		for (unsigned i = 0; i < MESSAGES; i++) {
			for (unsigned long n = 1 + (i + l) % 5; n <= 24; n += 5)
				check_case(n, messages[i], lambdas[l],
					judge_cyclic);
			check_case(25 + (7 * i + l) % 40, messages[i],
				lambdas[l], passes_check);
		}
	for (unsigned l = 0; l < LAMBDAS; l++)
		check_case(1501 - 97 * l, 12, lambdas[l], passes_check);
	check_case(5, 4, "1000001/1000", judge_cyclic);
	check_case(200, 70, "1000000007/600000000", passes_check);
	check_case(40, 30, "1000000000000/7", passes_check);
	check_case(379, 12, "2", judge_cyclic);
	check_case(5000, 3, "1000000000", passes_check);
}

/* The latest finishes allowed for m = 100; is_bound: it is the counting
 * bound. */
static const struct {
	const char *lambda;
	unsigned long n;
	const char *finish;
	int is_bound;
} values[] = {
	{"1", 9, "103", 1},
	{"1", 10, "103", 1},
	{"1", 100, "106", 1},
	{"1", 1000, "109", 1},
	{"1", 10000, "113", 1},
	{"2", 10, "105", 1},
	{"2", 100, "110", 1},
	{"2", 1000, "115", 1},
	{"2", 10000, "120", 1},
	/* Just above a Fibonacci number it is enough to move a few nodes. */
	{"2", 379, "113", 1},
	{"2", 620, "114", 1},
	/* With a plan for what the source sends at the end. */
	{"9", 4097, "151", 1},
	/* The last children of small groups, or those before them, are put
	 * off. */
	{"10", 1110, "148", 1},
	{"3", 1883, "121", 1},
	/* No plan for the latency itself. */
	{"101/2", 261, "519/2", 0},
	{"3", 10, "108", 0},
	{"3", 100, "114", 1},
	{"3", 1000, "120", 1},
	{"3", 10000, "126", 1},
	{"10", 3, "114", 1},
	{"10", 4, "116", 1},
	{"10", 5, "118", 1},
	{"10", 6, "119", 1},
	{"10", 7, "119", 1},
	{"10", 8, "120", 1},
	{"10", 10, "121", 1},
	{"10", 100, "135", 1},
	{"10", 1000, "148", 1},
	{"10", 10000, "161", 1},
	{"3/2", 10, "209/2", 0},
	/* Too few nodes for the usual method. */
	{"3/2", 12, "209/2", 1},
	{"3/2", 13, "105", 0},
	{"5/2", 21, "217/2", 0},
	{"5/3", 12, "317/3", 0},
	{"2", 12, "106", 1},
	{"3/2", 100, "217/2", 0},
	{"3/2", 1000, "225/2", 1},
	{"3/2", 10000, "233/2", 1},
	{"4/3", 10, "104", 0},
	{"4/3", 100, "108", 0},
	{"4/3", 1000, "335/3", 0},
	{"4/3", 10000, "347/3", 0},
	{"5/2", 10, "213/2", 1},
	{"5/2", 100, "112", 1},
	{"5/2", 1000, "235/2", 1},
	{"5/2", 10000, "123", 1},
	{"7/2", 10, "219/2", 0},
	{"7/2", 100, "116", 0},
	{"7/2", 1000, "245/2", 0},
	{"7/2", 10000, "129", 0},
	{"11/10", 10, "3113/30", 0},
	{"11/10", 100, "536/5", 0},
	{"11/10", 400, "1093/10", 0},
	{"11/10", 1000, "1111/10", 0},
	{"11/10", 5000, "567/5", 0},
	{"11/10", 10000, "572/5", 0},
	/* The source's plan is for the class with the fewest sends to spare. */
	{"5/4", 10000, "115", 0},
	{"5/2", 3000, "120", 1},
	{"4/3", 100000, "358/3", 0},
	/* A few late sends are made by moving others. */
	{"5/2", 4601, "121", 1},
	{"5/3", 2705, "346/3", 0},
	{"101/2", 10, "399/2", 0},
	{"101/2", 100, "483/2", 0},
	{"101/2", 1000, "553/2", 0},
	{"101/2", 10000, "643/2", 0},
};

static void test_values(void)
{
	mpq_t time, most, bound;

	mpq_inits(time, most, bound, NULL);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		set(values[i].n, 100, values[i].lambda);
		test_mpq(most, values[i].finish);
		CHECK(cyclic_time(time, &problem, &usual, &err) == STATUS_OK);
		CHECK(postal_counting_bound(bound, &problem, &err) ==
			STATUS_OK);
		CHECK_FOR(mpq_cmp(time, most) <= 0 &&
				  values[i].is_bound == mpq_equal(most, bound),
			"%lu %s", values[i].n, values[i].lambda);
	}
	mpq_clears(time, most, bound, NULL);
}

/* Finishes with long latencies: there are plans, which are far earlier than the
 * star; of plans with the same lag, that without a pure receiver is better if
 * there are few messages. */
static void test_long(void)
{
	static const struct {
		unsigned long n, m;
		const char *lambda, *most;
	} rows[] = {{126, 200, "101/3", "902/3"}, {1000000, 3, "63", "355"},
		{889034, 1, "65", "318"}, {15000, 3, "3000", "6535"},
		{2000, 3, "1000", "2174"}, {1152245, 1, "100", "456"},
		{17731, 3, "968", "2542"}};
	mpq_t time, most;

	mpq_inits(time, most, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		set(rows[i].n, rows[i].m, rows[i].lambda);
		test_mpq(most, rows[i].most);
		CHECK(cyclic_time(time, &problem, &usual, &err) == STATUS_OK);
		CHECK_FOR(mpq_cmp(time, most) <= 0, "%lu %g", rows[i].n,
			mpq_get_d(time));
	}
	mpq_clears(time, most, NULL);
}

/* The time of 65 messages, of which a tail cannot send all, that of 1000, whose
 * schedule ends then, and that of 10^30 differ by as many units. */
static void check_delay(unsigned long n, const char *lambda)
{
	mpq_t first, finish, time;

	mpq_inits(first, finish, time, NULL);
	set(n, PERIODIC_ITEMS + 1, lambda);
	CHECK(cyclic_time(first, &problem, &usual, &err) == STATUS_OK);
	mpz_set_ui(problem.m, 1000);
	find_finish(finish, passes_check);
	mpq_set_ui(time, 1000 - (PERIODIC_ITEMS + 1), 1);
	mpq_add(first, first, time);
	CHECK_FOR(mpq_equal(first, finish), "%lu %s", n, lambda);
	mpz_ui_pow_ui(problem.m, 10, 30);
	CHECK(cyclic_time(time, &problem, &usual, &err) == STATUS_OK);
	mpz_sub_ui(problem.m, problem.m, 1000);
	mpq_set_z(finish, problem.m);
	mpq_add(first, first, finish);
	CHECK_FOR(mpq_equal(first, time), "%lu %s", n, lambda);
	mpq_clears(first, finish, time, NULL);
}

static void test_delay(void)
{
	for (unsigned l = 0; l < LAMBDAS; l++)
		for (unsigned long n = 2 + l; n <= 100; n += 29)
			check_delay(n, lambdas[l]);
	check_delay(255, "200");
}

/* Many messages are streamed: the first rows come at once. */
static void test_stream(void)
{
	struct schedule *schedule;
	const struct transmission *row;
	size_t count;

	set(1000, 1000000000, "5/2");
	CHECK(cyclic_open(&schedule, &problem, &usual, &err) == STATUS_OK);
	CHECK(schedule->header.finish == 2 * 1000000000ull + 35);
	CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0 && row->message == 1);
	schedule_close(schedule);
}

/* The parts of the source, the pure receiver and some others are right, with
 * tails of all lengths; a sample of tests/grid/grid_cyclic. */
static void test_parts(void)
{
	const struct algorithm *cyclic = algorithm_find("cyclic");

	for (unsigned l = 0; l < LAMBDAS; l++) {
		unsigned i = l % 3;
		unsigned long n = 2 + (l + 5 * i) % 13 * 7;

		set(n, i == 2 ? 100 : 1 + 7 * i, lambdas[l]);
		CHECK_FOR(judge_part(cyclic, &problem, &usual,
				  n > 8 ? (n - 1) / 7 : 1),
			"%lu %s", n, lambdas[l]);
	}
	/* Here most units are empty. */
	set(9, 3, "1000000000000/7");
	CHECK(judge_part(cyclic, &problem, &usual, 4));
}

/* The time if all messages go by the groups, found without building them. */
static void test_most(void)
{
	static const struct {
		const char *lambda, *most;
	} rows[] = {{"1", "30"}, {"3/2", "37"}, {"5/2", "46"}, {"10", "101"},
		{"101/2", "653/2"}};
	mpq_t time, most;

	mpq_inits(time, most, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		set(1000000, 10, rows[i].lambda);
		test_mpq(most, rows[i].most);
		CHECK(cyclic_most_time(time, &problem, &err) == STATUS_OK);
		CHECK_FOR(mpq_equal(time, most), "%s", rows[i].lambda);
	}
	mpq_clears(time, most, NULL);
}

static void test_refusals(void)
{
	struct schedule *schedule;
	mpq_t time;

	mpq_init(time);
	set(100000, 5, "2");
	problem.max_bits = 1 << 20;
	CHECK(cyclic_open(&schedule, &problem, &usual, &err) == STATUS_LIMIT);
	CHECK(cyclic_time(time, &problem, &usual, &err) == STATUS_LIMIT);
	problem.max_bits = UINT64_MAX;
	set(5, 5, "100000000000000000000");
	CHECK(cyclic_open(&schedule, &problem, &usual, &err) == STATUS_LIMIT);
	set(5, 1, "2");
	mpz_ui_pow_ui(problem.m, 2, 63);
	CHECK(cyclic_open(&schedule, &problem, &usual, &err) == STATUS_LIMIT);
	mpz_sub_ui(problem.m, problem.m, 1);
	CHECK(cyclic_open(&schedule, &problem, &usual, &err) == STATUS_LIMIT);
	CHECK(cyclic_time(time, &problem, &usual, &err) == STATUS_OK);
	mpq_clear(time);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	problem_init(&problem);
	problem.max_bits = UINT64_C(1) << 33;
	RUN(test_plans());
	RUN(test_plans_uneven());
	RUN(test_without_pure());
	RUN(test_star());
	RUN(test_schedules());
	RUN(test_values());
	RUN(test_long());
	RUN(test_delay());
	RUN(test_stream());
	RUN(test_most());
	RUN(test_parts());
	RUN(test_refusals());
	problem_clear(&problem);
	return test_done();
}
