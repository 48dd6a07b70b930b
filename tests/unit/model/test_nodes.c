/*
 * Nodes: values that were computed separately; schedules that attain the bound,
 * played by a second judge and by check; and all trees of few processors.
 */
#include "model/nodes/nodes.h"

#include "check/check.h"
#include "judge/nodes.h"
#include "model/algorithm.h"
#include "number/number.h"
#include "number/random.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 33;

static struct err err;
static const struct algorithm_options usual;

/* A problem on nodes whose figures are whole ticks. */
struct on {
	struct problem problem;
	struct nodes nodes;
	struct judge_nodes judge;
};

static void init_on(
	struct on *on, const uint64_t figures[4], uint64_t p, uint64_t count)
{
	on->judge = (struct judge_nodes){
		figures[0], figures[1], figures[2], figures[3], p, p * count};
	problem_init(&on->problem);
	problem_set_words(&on->problem, p * count, 1, figures[3]);
	number_set_u64(mpq_denref(on->problem.lambda), figures[2]);
	mpq_canonicalize(on->problem.lambda);
	on->problem.max_bits = BITS;
	on->nodes.lanes = 0;
	on->nodes.lanes_in = 0;
	mpz_init(on->nodes.size);
	number_set_u64(on->nodes.size, p);
	mpq_inits(on->nodes.send, on->nodes.latency, NULL);
	mpq_set_ui(on->nodes.send, (unsigned long)figures[0],
		(unsigned long)figures[2]);
	mpq_set_ui(on->nodes.latency, (unsigned long)figures[1],
		(unsigned long)figures[2]);
	mpq_canonicalize(on->nodes.send);
	mpq_canonicalize(on->nodes.latency);
	on->problem.nodes = &on->nodes;
}

static void clear_on(struct on *on)
{
	problem_clear(&on->problem);
	mpz_clear(on->nodes.size);
	mpq_clears(on->nodes.send, on->nodes.latency, NULL);
}

/* A time in ticks, which must be whole. */
static uint64_t ticks(const struct on *on, const mpq_t time)
{
	mpq_t scaled;
	uint64_t result;

	mpq_init(scaled);
	mpq_set_ui(scaled, (unsigned long)on->judge.u2, 1);
	mpq_mul(scaled, scaled, time);
	CHECK(mpz_cmp_ui(mpq_denref(scaled), 1) == 0);
	result = number_get_u64(mpq_numref(scaled));
	mpq_clear(scaled);
	return result;
}

static uint64_t bound(const struct on *on)
{
	uint64_t result;
	mpq_t time;

	mpq_init(time);
	CHECK(nodes_bound(time, &on->problem, &err) == STATUS_OK);
	result = ticks(on, time);
	mpq_clear(time);
	return result;
}

/* The finish of a schedule, which both judges confirm. */
static uint64_t finish(const struct on *on, const char *name)
{
	const struct algorithm *algorithm = algorithm_find(name);
	struct schedule *schedule;
	struct check check;
	uint64_t played;
	mpq_t time;

	if (algorithm_open(&schedule, algorithm, MODEL_POSTAL, &on->problem,
		    &usual, &err) != STATUS_OK) {
		CHECK_FOR(0, "%s", err.msg);
		return 0;
	}
	CHECK(check_schedule(&check, schedule, BITS, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0, "%s: %s", name,
		check.violation[0].reason.msg);
	mpq_init(time);
	schedule_finish_time(time, &schedule->header);
	played = ticks(on, time);
	mpq_clear(time);
	schedule_close(schedule);
	if (on->judge.n > 1000)
		return played;
	CHECK(algorithm_open(&schedule, algorithm, MODEL_POSTAL, &on->problem,
		      &usual, &err) == STATUS_OK);
	CHECK_FOR(judge_nodes_finish(&on->judge, schedule) == played, "%s: %lu",
		name, (unsigned long)played);
	schedule_close(schedule);
	return played;
}

static void test_values(void)
{
	static const unsigned long most[] = {
		1, 2, 4, 5, 7, 11, 19, 33, 55, 86, 133, 212};
	static const unsigned long eighth[] = {31, 40, 46, 52, 55};
	struct nodes_table table;
	struct nodes_figures figures = {5, 1, 1, 1, 3, 1};

	nodes_table_init(&table, &figures, 1, BITS);
	for (size_t t = 0; t < sizeof most / sizeof *most; t++) {
		CHECK(nodes_table_next(&table, &err) == STATUS_OK);
		CHECK(nodes_table_last(&table)->tick == t);
		CHECK(mpz_cmp_ui(nodes_table_last(&table)->value[4], most[t]) ==
			0);
	}
	for (size_t j = 1; j <= 5; j++)
		CHECK(mpz_cmp_ui(nodes_table_find(&table, 8)->value[j - 1],
			      eighth[j - 1]) == 0);
	nodes_table_clear(&table);
}

enum { TICKS = 300 };

static unsigned long most_of(unsigned long x, unsigned long y)
{
	return x > y ? x : y;
}

/* most[r][j - 1] = W(r, j), tick by tick, for p <= 6. */
static void find_most(
	unsigned long most[TICKS][6], const struct nodes_figures *f)
{
	for (size_t r = 0; r < TICKS; r++)
		for (size_t j = 1; j <= f->p; j++) {
			unsigned long *w = &most[r][j - 1];

			*w = r > 0 ? most[r - 1][j - 1] : 1;
			if (r >= f->e2)
				*w = most_of(
					*w, most[r - f->u2][j - 1] +
						    most[r - f->e2][f->p - 1]);
			for (size_t i = 1; i < j && r >= f->e1; i++)
				*w = most_of(
					*w, most[r - f->u1][j - i - 1] +
						    most[r - f->e1][i - 1]);
		}
}

/* What the table holds is what the recurrence says at each tick; where the
 * figures are many ticks it has few rows. */
static void test_ticks(void)
{
	static const struct nodes_figures all[] = {{5, 1, 1, 1, 3, 1},
		{4, 10, 13, 10, 31, 10}, {1, 7, 7, 9, 20, 9},
		{6, 5, 12, 21, 34, 21}, {3, 29, 29, 100, 100, 100},
		{2, 1, 50, 2, 60, 2}};

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		for (int keeps_all = 0; keeps_all < 2; keeps_all++) {
			static unsigned long most[TICKS][6];
			struct nodes_table table;
			size_t j = 1 + k % all[k].p, r = 0;

			find_most(most, &all[k]);
			nodes_table_init(&table, &all[k], keeps_all, BITS);
			for (; r < TICKS &&
				most[r][all[k].p - 1] < ULONG_MAX / 4;
				r++) {
				while (nodes_table_due(&table) <= r)
					CHECK(nodes_table_next(&table, &err) ==
						STATUS_OK);
				CHECK_FOR(mpz_cmp_ui(nodes_table_find(&table, r)
							     ->value[j - 1],
						  most[r][j - 1]) == 0,
					"figures %zu, tick %zu", k, r);
			}
			CHECK_FOR(k != 4 || table.count <= 22, "%zu rows",
				table.count);
			nodes_table_clear(&table);
		}
}

/* The bound for 10^30 processors, rounded up to whole nodes. */
static void check_many(const uint64_t figures[4], uint64_t p, uint64_t expected)
{
	struct on on;

	init_on(&on, figures, p, 2);
	mpz_ui_pow_ui(on.problem.n, 10, 30);
	mpz_cdiv_q(on.problem.n, on.problem.n, on.nodes.size);
	mpz_mul(on.problem.n, on.problem.n, on.nodes.size);
	CHECK(bound(&on) == expected);
	clear_on(&on);
}

/* The times of the optimum, leaders, BCAST and binomial, as computed
 * separately; 0: not known. */
static void test_comparison(void)
{
	static const struct {
		uint64_t figures[4], p, count, time[4];
	} rows[] = {
		{{1, 1, 1, 4}, 16, 16, {11, 15, 20, 20}},
		{{1, 1, 1, 4}, 48, 64, {15, 21, 27, 30}},
		{{1, 2, 1, 5}, 8, 32, {16, 20, 23, 31}},
		{{1, 2, 1, 10}, 32, 32, {24, 33, 44, 60}},
		{{1, 1, 1, 10}, 64, 128, {22, 39, 56, 76}},
		{{1, 3, 1, 5}, 16, 64, {22, 27, 28, 42}},
		{{1, 2, 1, 3}, 4, 1024, {21, 24, 24, 34}},
		{{1, 1, 1, 2}, 128, 512, {18, 21, 24, 25}},
		{{1, 3, 5, 16}, 8, 16, {33, 54, 74, 73}},
		{{1, 3, 5, 16}, 16, 64, {45, 76, 104, 108}},
		{{2, 5, 3, 9}, 4, 16, {29, 36, 39, 46}},
		{{2, 2, 5, 20}, 12, 10, {34, 53, 85, 74}},
		{{10, 30, 50, 161}, 4, 16, {381, 522, 672, 0}},
		{{10, 30, 50, 161}, 16, 16, {321, 562, 844, 0}},
		{{10, 30, 50, 161}, 48, 64, {401, 792, 1194, 0}},
	};
	static const char *const names[] = {
		"nodes", "leaders", "bcast", "binomial"};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct on on;

		init_on(&on, rows[i].figures, rows[i].p, rows[i].count);
		CHECK(bound(&on) == rows[i].time[0]);
		for (int k = 0; k < 4; k++) {
			uint64_t time = finish(&on, names[k]);

			CHECK_FOR(rows[i].time[k] == 0 ||
					  time == rows[i].time[k] ||
					  (k == 2 && time < rows[i].time[k]),
				"row %zu, %s: %lu", i, names[k],
				(unsigned long)time);
		}
		clear_on(&on);
	}
}

/* The first time after t at which more can be informed. */
static uint64_t find_next(const struct on *on, uint64_t t)
{
	const struct judge_nodes *judge = &on->judge;
	const struct nodes_figures figures = {(size_t)judge->p, judge->u1,
		judge->e1, judge->u2, judge->e2, judge->u2};
	struct nodes_table table;
	size_t p = (size_t)judge->p;
	uint64_t next = t;

	nodes_table_init(&table, &figures, 1, BITS);
	do {
		if (nodes_table_next(&table, &err) != STATUS_OK)
			break;
		next = nodes_table_last(&table)->tick;
	} while (next <= t ||
		 mpz_cmp(nodes_table_last(&table)->value[p - 1],
			 nodes_table_find(&table, t)->value[p - 1]) == 0);
	nodes_table_clear(&table);
	return next;
}

/* Whether the schedule ends later than the bound: then at the next time at
 * which more can be informed. */
static unsigned is_later(const uint64_t figures[4], uint64_t p, uint64_t count)
{
	struct on on;
	uint64_t least, found;

	init_on(&on, figures, p, count);
	least = bound(&on);
	found = finish(&on, "nodes");
	CHECK_FOR(found == least ||
			  (found > least && found <= find_next(&on, least)),
		"%lu %lu %lu %lu, %lu on %lu: %lu, not %lu",
		(unsigned long)figures[0], (unsigned long)figures[1],
		(unsigned long)figures[2], (unsigned long)figures[3],
		(unsigned long)p, (unsigned long)count, (unsigned long)found,
		(unsigned long)least);
	clear_on(&on);
	return found > least;
}

static void test_eleven(void)
{
	static const uint64_t last[][2] = {{3, 11}, {4, 11}, {5, 11}, {5, 16},
		{6, 11}, {6, 16}, {7, 11}, {7, 16}, {8, 11}, {8, 16}, {8, 31}};

	for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
		const uint64_t figures[4] = {1, 1, 1, last[i][0]};
		struct nodes_figures table_figures = {
			5, 1, 1, 1, last[i][0], 1};
		struct nodes_table table;
		mpz_t n;

		CHECK(!is_later(figures, 5, last[i][1]));
		nodes_table_init(&table, &table_figures, 0, BITS);
		mpz_init_set_ui(n, 5 * (unsigned long)last[i][1]);
		CHECK(nodes_table_reach(&table, n, &err) == STATUS_OK);
		CHECK(mpz_cmp(nodes_table_last(&table)->value[4], n) == 0);
		mpz_clear(n);
		nodes_table_clear(&table);
	}
}

static void test_grid(void)
{
	static const uint64_t sizes[] = {2, 3, 4, 5, 6, 7, 8, 12, 16};

	for (uint64_t e2 = 1; e2 <= 8; e2++)
		for (uint64_t e1 = 1; e1 <= e2; e1++)
			for (size_t i = 0; i < 9; i++)
				for (uint64_t count = 2; count <= 64; count++) {
					const uint64_t figures[4] = {
						1, e1, 1, e2};

					if (count > 16 && count != 24 &&
						count != 31 && count != 64)
						continue;
					if (sizes[i] * count > 300 ||
						(e1 + e2 + count) % 4 > 0)
						continue;
					CHECK(is_later(figures, sizes[i],
						      count) == 0);
				}
}

/* Up to 12 000 processors, in half of the problems up to 600: nearly all
 * schedules end at the bound. */
static void test_random(void)
{
	struct random random = {.seed = 7};
	unsigned later = 0;

	for (int i = 0; i < 1000; i++) {
		uint32_t most = i % 4 < 2 ? 600 : 12000;
		uint64_t u1 = i % 2 ? 1 : 1 + random_below(&random, 6);
		uint64_t u2 = i % 2 ? 1 : u1 + random_below(&random, 6);
		uint64_t e1 = u1 + random_below(&random, 6);
		uint64_t e2 = (e1 > u2 ? e1 : u2) + random_below(&random, 14);
		uint64_t p = 2 + random_below(&random, 63);
		uint64_t count =
			2 + random_below(&random, most / (uint32_t)p - 1);
		const uint64_t figures[4] = {u1, e1, u2, e2};

		later += is_later(figures, p, count);
	}
	CHECK_FOR(later <= 10, "%u of 1000", later);
}

/* The bound and the schedule, against the best of all trees. */
static void check_all_trees(const uint64_t figures[4])
{
	for (uint64_t p = 2; p <= 8; p++)
		for (uint64_t count = 2; p * count <= 16; count++) {
			struct on on;
			uint64_t least;

			init_on(&on, figures, p, count);
			least = judge_nodes_least(&on.judge);
			CHECK_FOR(bound(&on) == least,
				"%lu %lu %lu %lu, %lu on %lu: %lu",
				(unsigned long)figures[0],
				(unsigned long)figures[1],
				(unsigned long)figures[2],
				(unsigned long)figures[3], (unsigned long)p,
				(unsigned long)count, (unsigned long)least);
			CHECK(finish(&on, "nodes") == least);
			clear_on(&on);
		}
}

static void test_all_trees(void)
{
	static const uint64_t figures[][4] = {{1, 1, 2, 3}, {1, 2, 2, 4},
		{2, 3, 3, 4}, {1, 3, 3, 7}, {2, 2, 5, 9}, {1, 1, 4, 4}};

	for (uint64_t e2 = 1; e2 <= 7; e2++)
		for (uint64_t e1 = 1; e1 <= e2; e1++) {
			const uint64_t equal[4] = {1, e1, 1, e2};

			check_all_trees(equal);
		}
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		check_all_trees(figures[i]);
}

/* Schedules are refused if their rows take more than max_bits of memory, or for
 * several messages what is kept of a try does. */
static void test_memory(void)
{
	static const uint64_t figures[4] = {1, 1, 1, 3};
	static const char *const names[] = {
		"nodes", "leaders", "bcast", "binomial"};
	struct schedule *schedule;
	struct on on;

	init_on(&on, figures, 4, 10);
	on.problem.max_bits = 1 << 14;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		CHECK_FOR(algorithm_open(&schedule, algorithm_find(names[i]),
				  MODEL_POSTAL, &on.problem, &usual,
				  &err) == STATUS_LIMIT,
			"%s", names[i]);
	mpz_set_ui(on.problem.m, 3);
	on.problem.max_bits = 1 << 15;
	CHECK(nodes_open(&schedule, &on.problem, &usual, &err) == STATUS_LIMIT);
	on.problem.max_bits = 1 << 20;
	CHECK(nodes_open(&schedule, &on.problem, &usual, &err) == STATUS_OK);
	schedule_close(schedule);
	clear_on(&on);
}

int main(int argc, char **argv)
{
	static const uint64_t near[4] = {1, 1, 1, 4}, far[4] = {1, 2, 1, 10};

	test_choose(argc, argv);
	RUN(test_values());
	RUN(test_ticks());
	RUN(check_many(near, 48, 138));
	RUN(check_many(far, 32, 244));
	RUN(test_comparison());
	RUN(test_eleven());
	RUN(test_grid());
	RUN(test_random());
	RUN(test_all_trees());
	RUN(test_memory());
	return test_done();
}
