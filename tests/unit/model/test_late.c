/*
 * model/postal/late: reductions with late operands against the best of all
 * trees, broadcasts with deadlines against all orders of the processors; every
 * schedule is checked, also against the given times.
 */
#include "model/postal/postal.h"

#include <limits.h>

#include "check/check.h"
#include "number/number.h"
#include "number/random.h"
#include "test.h"

enum { MOST = 40, SMALL = 6, UNIT = 2 };

static struct err err;
static mpq_t moment[MOST];

/* The times given, in units of 1/2. */
static struct postal_late late_of(const unsigned long *halves, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		mpq_set_ui(moment[i], halves[i], UNIT);
		mpq_canonicalize(moment[i]);
	}
	return (struct postal_late){moment, n};
}

static const struct problem *problem_of(size_t n, unsigned long a)
{
	static mpz_t processors, one;
	static mpq_t lambda;
	static int is_ready;

	if (!is_ready) {
		mpz_init(processors);
		mpz_init_set_ui(one, 1);
		mpq_init(lambda);
		is_ready = 1;
	}
	mpz_set_ui(processors, n);
	mpq_set_ui(lambda, a, UNIT);
	mpq_canonicalize(lambda);
	return test_problem(processors, one, lambda, 1 << 30);
}

/* Whether no processor of a reduction sends before its time, or none of a
 * broadcast receives after its deadline plus behind. */
static int keeps_times(struct schedule *schedule,
	const struct postal_late *late, int is_reduction, const mpq_t behind)
{
	const struct transmission *row;
	size_t count;
	int keeps = 1;
	mpq_t at;

	mpq_init(at);
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++) {
			uint64_t tick = row[i].tick;

			if (!is_reduction)
				tick += schedule->header.latency;
			mpq_set_ui(at, (unsigned long)tick,
				(unsigned long)schedule->header.unit);
			mpq_canonicalize(at);
			if (is_reduction) {
				keeps &= mpq_cmp(at, late->time[row[i].from]) >=
					 0;
				continue;
			}
			mpq_sub(at, at, behind);
			keeps &= mpq_cmp(at, late->time[row[i].to]) <= 0;
		}
	mpq_clear(at);
	return keeps;
}

static int is_valid(struct schedule *schedule)
{
	struct check check;

	return check_schedule(&check, schedule, 1 << 20, &err) == STATUS_OK &&
	       check.violations == 0 &&
	       check.transmissions + 1 == schedule->header.processors;
}

/* Whether the tree has the schedule's edges and the expected time. */
static int is_same_tree(struct schedule *schedule, const mpq_t expected,
	const struct problem *problem, const struct postal_late *late,
	int is_due)
{
	const struct transmission *row;
	struct tree tree;
	size_t count, children = 0;
	int is_same;
	mpq_t time;

	mpq_init(time);
	mpq_set_ui(time, 99, 1);
	if (postal_late_tree(&tree, time, problem, late, is_due, &err) !=
		STATUS_OK)
		return 0;
	for (size_t i = 0; i < tree.size; i++)
		children += tree.node[i].children;
	is_same = mpq_equal(time, expected) && children == late->count - 1;
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++)
			is_same &= is_due ? tree.node[row[i].to].parent ==
						    row[i].from
					  : tree.node[row[i].from].parent ==
						    row[i].to;
	tree_clear(&tree);
	mpq_clear(time);
	return is_same;
}

/* A reduction's finish in units of 1/2; 0 if a schedule is wrong. */
static unsigned long reduce(
	const unsigned long *halves, size_t n, unsigned long a)
{
	struct postal_late late = late_of(halves, n);
	struct schedule *schedule;
	unsigned long finish = 0;
	mpq_t found;

	mpq_init(found);
	for (int look = 0; look < 3; look++) {
		if (postal_late_open(&schedule, found, problem_of(n, a), &late,
			    0, &err) != STATUS_OK)
			break;
		CHECK(schedule->header.has_finish == (n > 1));
		if (look == 2)
			CHECK(is_same_tree(
				schedule, found, problem_of(n, a), &late, 0));
		mpq_mul_2exp(found, found, 1);
		finish = mpz_get_ui(mpq_numref(found));
		if (look == 0 ? !is_valid(schedule)
			      : look == 1 &&
					!keeps_times(schedule, &late, 1, found))
			finish = 0;
		schedule_close(schedule);
		if (finish == 0)
			break;
	}
	mpq_clear(found);
	return finish;
}

/* When v has its result in the fastest reduction along a tree: a processor
 * receives its children's results a unit apart, the earliest first, and then
 * sends its own. */
static unsigned long ready(const unsigned long *halves, const size_t *parent,
	size_t n, size_t v, unsigned long a)
{
	unsigned long child[SMALL], last = 0;
	size_t children = 0;

	for (size_t i = 1; i < n; i++)
		if (parent[i] == v) {
			size_t at = children++;
			unsigned long in = a + ready(halves, parent, n, i, a);

			for (; at > 0 && child[at - 1] > in; at--)
				child[at] = child[at - 1];
			child[at] = in;
		}
	for (size_t i = 0; i < children; i++)
		last = i > 0 && last + UNIT > child[i] ? last + UNIT : child[i];
	return last > halves[v] ? last : halves[v];
}

static int is_tree(const size_t *parent, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		size_t v = i;

		for (size_t steps = 0; v != 0 && steps < n; steps++)
			v = parent[v];
		if (v != 0)
			return 0;
	}
	return 1;
}

static unsigned long best_tree(
	const unsigned long *halves, size_t n, unsigned long a)
{
	size_t parent[SMALL] = {0}, i;
	unsigned long best = ULONG_MAX;

	do {
		if (is_tree(parent, n)) {
			unsigned long t = ready(halves, parent, n, 0, a);

			best = t < best ? t : best;
		}
		for (i = 1; i < n && ++parent[i] == n; i++)
			parent[i] = 0;
	} while (i < n);
	return best;
}

static void test_trees(void)
{
	struct random random = {.seed = 5};

	for (int k = 0; k < 400; k++) {
		size_t n = 1 + random_bits(&random) % SMALL;
		unsigned long a = UNIT + random_bits(&random) % 6;
		unsigned long halves[SMALL];

		for (size_t i = 0; i < n; i++)
			halves[i] = 1 + random_bits(&random) % 14;
		CHECK(reduce(halves, n, a) == best_tree(halves, n, a));
	}
}

/* Later operands never reduce the time; with all at 0 it is that of a
 * broadcast.
 */
static void test_larger(void)
{
	struct random random = {.seed = 6};

	for (int k = 0; k < 300; k++) {
		size_t n = 2 + random_bits(&random) % (MOST - 1);
		size_t who = random_bits(&random) % n;
		unsigned long a = UNIT + random_bits(&random) % 9;
		unsigned long halves[MOST], before;

		for (size_t i = 0; i < n; i++)
			halves[i] = random_bits(&random) % 30;
		before = reduce(halves, n, a);
		CHECK(before > 0);
		halves[who] += 1 + random_bits(&random) % 9;
		CHECK(reduce(halves, n, a) >= before);
	}
}

static void test_values(void)
{
	static const struct {
		size_t n;
		unsigned long a, finish, halves[14];
	} values[] = {
		{8, 4, 10, {0}},
		{8, 4, 10, {0, 0, 0, 0, 0, 0, 0, 6}},
		{8, 4, 12, {0, 0, 0, 0, 0, 0, 0, 8}},
		{8, 4, 14, {0, 0, 0, 0, 0, 0, 0, 10}},
		{8, 4, 12, {0, 0, 0, 0, 4, 4, 6, 6}},
		{8, 4, 18, {18}},
		{14, 5, 15, {0}},
		{14, 5, 17, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12}},
		{14, 5, 31,
			{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26}},
	};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		CHECK(reduce(values[i].halves, values[i].n, values[i].a) ==
			values[i].finish);
}

/* The least delay over all orders of the processors from slot at on; used: the
 * set of those placed before. */
static long best_order(const unsigned long *due, const unsigned long *slot,
	size_t n, size_t at, unsigned used)
{
	long best = LONG_MAX;

	if (at == n)
		return 0;
	for (size_t i = 1; i < n; i++) {
		long behind = (long)slot[at] - (long)due[i], rest;

		if (used >> i & 1)
			continue;
		rest = best_order(due, slot, n, at + 1, used | 1u << i);
		behind = behind > rest ? behind : rest;
		best = behind < best ? behind : best;
	}
	return best;
}

/* slot = when processors are informed in an optimal broadcast: after each send
 * its sender sends again a unit later, its receiver a latency later. */
static void find_slots(unsigned long *slot, size_t n, unsigned long a)
{
	unsigned long open[SMALL + 1] = {a};
	size_t count = 1;

	for (size_t i = 1; i < n; i++) {
		size_t least = 0;

		for (size_t k = 1; k < count; k++)
			if (open[k] < open[least])
				least = k;
		slot[i] = open[least];
		open[least] += UNIT;
		open[count++] = slot[i] + a;
	}
}

static void check_due(const unsigned long *due, size_t n, unsigned long a)
{
	struct postal_late late = late_of(due, n);
	struct schedule *schedule;
	unsigned long slot[SMALL];
	mpq_t behind, expected;

	mpq_inits(behind, expected, NULL);
	find_slots(slot, n, a);
	mpq_set_si(expected, best_order(due, slot, n, 1, 0), UNIT);
	mpq_canonicalize(expected);
	for (int look = 0; look < 3; look++) {
		mpq_set_ui(behind, 99, 1);
		CHECK(postal_late_open(&schedule, behind, problem_of(n, a),
			      &late, 1, &err) == STATUS_OK);
		CHECK(mpq_equal(behind, expected));
		CHECK(schedule->header.has_finish == (n > 1));
		CHECK(schedule->header.finish * UNIT ==
			(n == 1 ? 0 : slot[n - 1] * schedule->header.unit));
		CHECK(look == 0	    ? is_valid(schedule)
			: look == 1 ? keeps_times(schedule, &late, 0, behind)
				    : is_same_tree(schedule, behind,
					      problem_of(n, a), &late, 1));
		schedule_close(schedule);
	}
	mpq_clears(behind, expected, NULL);
}

static void test_due(void)
{
	struct random random = {.seed = 7};

	for (int k = 0; k < 300; k++) {
		size_t n = 1 + random_bits(&random) % SMALL;
		unsigned long a = UNIT + random_bits(&random) % 6;
		unsigned long due[SMALL];

		for (size_t i = 0; i < n; i++)
			due[i] = random_bits(&random) % 20;
		check_due(due, n, a);
	}
}

/* Refused: a common denominator that does not fit a word, and too little
 * memory.
 */
static void test_limits(void)
{
	static const unsigned long zeros[MOST];
	struct postal_late late = late_of(zeros, 3);
	struct problem problem;
	struct schedule *schedule;
	mpq_t t;

	mpq_init(t);
	test_mpq(moment[1], "1/18446744073709551557");
	CHECK_REFUSED(postal_late_open(
			      &schedule, t, problem_of(3, 4), &late, 0, &err),
		STATUS_LIMIT, "", err, "a schedule's times must be below 2^63");
	late = late_of(zeros, 3);
	problem_init(&problem);
	problem_set_words(&problem, 3, 1, 2);
	problem.max_bits = 1000;
	CHECK(postal_late_open(&schedule, t, &problem, &late, 0, &err) ==
		STATUS_LIMIT);
	problem_clear(&problem);
	mpq_clear(t);
}

/* lambda + 1 + n, in ticks, must be below 2^62; with halves a unit has two
 * ticks. */
static void test_longest(void)
{
	static const struct {
		const char *lambda;
		enum status status;
	} cases[] = {{"4611686018427387899", STATUS_OK},
		{"4611686018427387900", STATUS_LIMIT},
		{"4611686018427387895/2", STATUS_OK},
		{"4611686018427387897/2", STATUS_LIMIT}};
	static const unsigned long zeros[MOST];
	struct postal_late late = late_of(zeros, 3);
	struct problem problem;
	mpq_t t;

	mpq_init(t);
	problem_init(&problem);
	mpz_set_ui(problem.n, 3);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct schedule *schedule;

		test_mpq(problem.lambda, cases[i].lambda);
		CHECK_FOR(postal_late_open(&schedule, t, &problem, &late, 0,
				  &err) == cases[i].status,
			"%s", cases[i].lambda);
		schedule_close(schedule);
	}
	problem_clear(&problem);
	mpq_clear(t);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	for (size_t i = 0; i < MOST; i++)
		mpq_init(moment[i]);
	RUN(test_trees());
	RUN(test_larger());
	RUN(test_values());
	RUN(test_due());
	RUN(test_limits());
	RUN(test_longest());
	for (size_t i = 0; i < MOST; i++)
		mpq_clear(moment[i]);
	return test_done();
}
