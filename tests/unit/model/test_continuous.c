/*
 * Continuous broadcast: schedules are played by the queue rule, and every way
 * to build them is counted.
 */
#include <string.h>

#include "judge/continuous.h"
#include "test.h"
#include "model/continuous/tree.h"
#include "model/periodic/periodic.h"
#include "model/logp/logp.h"

enum { P_MAX = 40, L_MAX = 6, WAYS = CONTINUOUS_LATE + 1 };

static struct err err;

/* Children without gaps, and none after the last offset. */
static void check_tree(const struct continuous_tree *tree, uint64_t last)
{
	uint32_t *seen = mem_array(tree->tree.size, sizeof *seen);
	int fine = tree->inners + tree->leaves == tree->tree.size;

	for (uint32_t v = 1; v < tree->tree.size; v++) {
		uint32_t parent = tree->tree.node[v].parent;
		uint64_t offset = continuous_tree_offset(tree, v);
		uint64_t place = offset - tree->latency -
				 continuous_tree_offset(tree, parent);

		fine = fine && offset <= last && parent < v &&
		       place < tree->tree.node[parent].children;
		seen[parent]++;
	}
	for (uint32_t v = 0; v < tree->tree.size; v++)
		fine = fine && seen[v] == tree->tree.node[v].children;
	for (uint32_t x = 1; x < tree->leaves; x++)
		fine = fine &&
		       continuous_tree_offset(tree, tree->leaf[x]) >=
			       continuous_tree_offset(tree, tree->leaf[x - 1]);
	CHECK_FOR(fine, "%u nodes, latency %u", (unsigned)tree->tree.size,
		(unsigned)tree->latency);
	mem_free(seen);
}

static void test_trees(void)
{
	struct random random = {.seed = 7};
	mpz_t nodes;

	mpz_init(nodes);
	for (unsigned L = 1; L <= 7; L++)
		for (unsigned n = 1; n <= 60; n++) {
			struct continuous_tree tree, other;
			uint64_t last;

			mpz_set_ui(nodes, n);
			CHECK(continuous_tree_init(&tree, nodes, L,
				      (uint64_t)1 << 30, &err) == STATUS_OK);
			last = continuous_tree_last(&tree);
			check_tree(&tree, last);
			continuous_tree_random(&other, &tree, &random);
			CHECK(other.tree.size == n);
			check_tree(&other, last);
			continuous_tree_clear(&other);
			continuous_tree_clear(&tree);
		}
	mpz_clear(nodes);
}

/* B(P,L) by its definition. */
static int steps(unsigned long P, unsigned long L)
{
	unsigned long f[4000] = {0};
	int i = 0;

	do {
		i++;
		f[i] = (unsigned long)i <= L
			       ? 1
			       : f[i - 1] + f[(unsigned long)i - L];
	} while (f[i] < P);
	return i;
}

/* The delay that a way promises. */
static int promise(enum continuous_method way, unsigned long P, unsigned long L)
{
	int less = (int)L + steps(P - 1, L),
	    more = (int)L + steps(P - 1, L + 1);

	switch (way) {
	case CONTINUOUS_LEAST:
	case CONTINUOUS_EXACT:
		return less;
	case CONTINUOUS_QUEUE_FREE:
		return P > 2 ? more - 1 : more;
	case CONTINUOUS_LATE:
		return more + 1;
	case CONTINUOUS_FIRST:
	case CONTINUOUS_HALL_ROOT:
		break;
	}
	return more;
}

static int is_smooth(enum continuous_method way)
{
	return way == CONTINUOUS_LEAST || way == CONTINUOUS_EXACT ||
	       way == CONTINUOUS_QUEUE_FREE;
}

/* Whether there is a schedule; if so, that it is right for some m. */
static int check_way(
	enum continuous_method way, unsigned long P, unsigned long L)
{
	struct schedule *schedule;

	if (judge_continuous_open(&schedule, way, P, 1, L, &err) != STATUS_OK)
		return 0;
	schedule_close(schedule);
	for (unsigned long m = 1; m <= 3 * P; m += 1 + m / 3) {
		struct verdict verdict = judge_continuous_case(way, P, m, L);

		CHECK_FOR(verdict.valid, "way %d P=%lu L=%lu m=%lu", way, P, L,
			m);
		CHECK_FOR(verdict.delay <= promise(way, P, L) &&
				  verdict.delay >= (int)L + steps(P - 1, L),
			"way %d P=%lu L=%lu m=%lu: %d", way, P, L, m,
			verdict.delay);
		CHECK_FOR(verdict.waits <= (is_smooth(way) ? 0 : 1),
			"way %d P=%lu L=%lu m=%lu: %d", way, P, L, m,
			verdict.waits);
		CHECK(verdict.finish <= (int)m - 2 + promise(way, P, L));
	}
	return 1;
}

/* How often a way is not found for P = 2..40, L = 1..6. */
static void test_ways(void)
{
	int missing[WAYS] = {0};

	for (unsigned long L = 1; L <= L_MAX; L++)
		for (unsigned long P = 2; P <= P_MAX; P++)
			for (int way = 0; way < WAYS; way++)
				if (way != CONTINUOUS_LEAST)
					missing[way] += !check_way(
						(enum continuous_method)way, P,
						L);
	CHECK(missing[CONTINUOUS_FIRST] == 0);
	CHECK_FOR(missing[CONTINUOUS_EXACT] == 35, "%d",
		missing[CONTINUOUS_EXACT]);
	CHECK_FOR(missing[CONTINUOUS_QUEUE_FREE] == 11, "%d",
		missing[CONTINUOUS_QUEUE_FREE]);
	CHECK(missing[CONTINUOUS_HALL_ROOT] == 0);
	CHECK(missing[CONTINUOUS_LATE] == 0);
}

/* Where EXACT is not found, but another tree or a periodic schedule is. */
static const struct {
	unsigned long P, L;
} least[] = {{6, 1}, {13, 1}, {31, 1}, {6, 2}, {9, 2}, {13, 2}, {14, 2},
	{19, 2}, {20, 2}, {21, 2}, {29, 2}, {8, 3}, {11, 3}, {8, 4}, {10, 5},
	{10, 6}};

static void test_least(void)
{
	for (size_t i = 0; i < sizeof least / sizeof *least; i++)
		CHECK_FOR(check_way(CONTINUOUS_LEAST, least[i].P, least[i].L),
			"P=%lu L=%lu", least[i].P, least[i].L);
	for (unsigned long L = 1; L <= L_MAX; L++)
		for (unsigned long P = 2; P <= 5; P++)
			CHECK(check_way(CONTINUOUS_LEAST, P, L));
}

/* The delay is the least or, where that is refuted, a step more. */
static void check_two(unsigned long P)
{
	int delay = promise(CONTINUOUS_LEAST, P, 2) +
		    judge_continuous_is_refuted(P - 1);
	unsigned long m = 3 * (unsigned long)delay;
	struct verdict verdict =
		judge_continuous_case(CONTINUOUS_LEAST, P, m, 2);

	CHECK_FOR(verdict.valid && verdict.delay == delay && verdict.waits == 0,
		"P=%lu: %d for %d", P, verdict.delay, delay);
}

static void test_two(void)
{
	unsigned long refuted = 0;

	for (unsigned long P = 2; P <= 300; P++)
		refuted += (unsigned long)judge_continuous_is_refuted(P - 1);
	CHECK_FOR(refuted == 1 + 3 + 7 + 13 + 23 + 39, "%lu", refuted);
	for (unsigned long P = 2; P <= 120; P++)
		check_two(P);
	for (unsigned long P = 121; P <= 5000; P += P / 2)
		check_two(P);
	for (unsigned long P = 20; P <= 60; P++)
		CHECK(!judge_continuous_is_refuted(P - 1) ||
			!check_way(CONTINUOUS_EXACT, P, 2));
}

/* Every node's sends are in the plan, and what they inform; and there is none
 * that contradicts what is refuted. */
static void check_plan(uint32_t nodes, uint32_t B)
{
	struct two_plan plan;
	uint64_t sum = 0, holders = 0;
	int fine = 1;

	if (judge_continuous_is_refuted(nodes)) {
		CHECK(!continuous_two_plan(&plan, nodes, B));
		B++;
	}
	if (!CHECK(continuous_two_plan(&plan, nodes, B)))
		return;
	for (uint32_t i = 0; i < B; i++) {
		uint64_t last = plan.last[i] + (plan.twice == i);

		sum += plan.nodes[i];
		fine = fine && plan.inner[i] <= plan.nodes[i] &&
		       plan.first[i] + last <= plan.inner[i] + (last > 1);
		if (i + 2 >= B)
			continue;
		holders += plan.inner[i];
		fine = fine && plan.nodes[i + 2] <= holders - plan.first[i];
		if (i + 4 < B)
			fine = fine &&
			       plan.nodes[i + 2] == holders - plan.first[i];
	}
	CHECK_FOR(fine && sum == nodes, "%u nodes", (unsigned)nodes);
}

static void test_plans(void)
{
	for (uint32_t nodes = 9; nodes <= 1000000; nodes += 1 + nodes / 97)
		check_plan(nodes, (uint32_t)steps(nodes, 2));
}

/* A schedule of fewer items is the same without the others; all items spread
 * in the same way. */
static void check_prefix(enum continuous_method way, unsigned long P,
	unsigned long L, unsigned long m, unsigned long more)
{
	struct judge judge[2];
	size_t same = 0, alike = 0, first = 0;

	for (int i = 0; i < 2; i++) {
		struct schedule *schedule;

		CHECK(judge_continuous_open(&schedule, way, P, i ? more : m, L,
			      &err) == STATUS_OK);
		CHECK(judge_continuous_read(&judge[i], schedule));
	}
	for (size_t i = 0; i < judge[1].rows; i++) {
		const struct transmission *row = &judge[1].row[i];
		const struct transmission *other = &judge[0].row[same];

		if (row->message > m)
			continue;
		same += same < judge[0].rows && row->tick == other->tick &&
			row->from == other->from && row->to == other->to &&
			row->message == other->message;
		for (size_t j = 0; j < judge[0].rows; j++) {
			int equal = judge[0].row[j].message == 1 &&
				    judge[0].row[j].tick + row->message ==
					    row->tick + 1;

			alike += (size_t)equal;
			first += row->message == 1 && equal;
		}
	}
	CHECK_FOR(same == judge[0].rows, "way %d P=%lu L=%lu", way, P, L);
	CHECK_FOR(alike == m * first, "way %d P=%lu L=%lu", way, P, L);
	judge_continuous_clear(&judge[0]);
	judge_continuous_clear(&judge[1]);
}

static void test_prefix(void)
{
	check_prefix(CONTINUOUS_FIRST, 2, 3, 2, 5);
	check_prefix(CONTINUOUS_EXACT, 12, 3, 7, 30);
	check_prefix(CONTINUOUS_HALL_ROOT, 23, 1, 11, 50);
	check_prefix(CONTINUOUS_LATE, 30, 2, 9, 40);
	check_prefix(CONTINUOUS_LEAST, 9, 2, 9, 40);
	check_prefix(CONTINUOUS_LEAST, 8, 4, 6, 20);
}

/* HALL_ROOT for P = 5, L = 2: item 1. */
static void test_example(void)
{
	static const struct {
		uint64_t step, from, to;
	} expected[] = {{1, 0, 1}, {3, 1, 2}, {4, 1, 4}, {5, 1, 3}};
	struct schedule *schedule;
	struct judge judge;

	CHECK(judge_continuous_open(&schedule, CONTINUOUS_HALL_ROOT, 5, 1, 2,
		      &err) == STATUS_OK);
	CHECK(judge_continuous_read(&judge, schedule) && judge.rows == 4);
	for (size_t i = 0; i < judge.rows; i++)
		CHECK(judge.row[i].tick + 1 == expected[i].step &&
			judge.row[i].from == expected[i].from &&
			judge.row[i].to == expected[i].to);
	judge_continuous_clear(&judge);
}

/*
 * The proof of Theorem 6.1, P = 4, L = 1: groups {1,2} and the pure
 * receiver 3.  If the root's group takes the leaf labelled 3, that item and the
 * next one from the source arrive at once, and one of them is not there when it
 * is to be sent on.  With the leaf labelled 4 all is well.
 */
static void check_theorem_6_1(uint64_t group_first, int valid)
{
	enum { M = 6 };
	struct judge judge = {.P = 4, .m = M, .L = 1, .claim = M + 2};
	struct verdict verdict;

	judge.row = mem_array((size_t)3 * M, sizeof *judge.row);
	for (uint64_t t = 0; t < M + 2; t++)
		for (uint64_t from = 0; from <= 2; from++) {
			uint64_t item = t + 1, other;

			/* Item i is sent in t = i and i + 1 by 1 + (i-1)%2. */
			if (from > 0)
				item = t > 0 && (t - 1) % 2 == from - 1 ? t
									: t - 1;
			if (item < 1 || item > M || t + 1 < item)
				continue;
			other = 2 - (item - 1) % 2;
			judge.row[judge.rows++] = (struct transmission){
				.tick = t,
				.from = from,
				.to = from == 0 ? 3 - other
				      : (item == t) == (group_first == 1)
					      ? other
					      : 3,
				.message = item};
		}
	verdict = judge_continuous_play(&judge);
	CHECK_FOR(verdict.valid == valid, "%d", valid);
	judge_continuous_clear(&judge);
}

static void test_theorem_6_1(void)
{
	check_theorem_6_1(1, 0);
	check_theorem_6_1(0, 1);
	CHECK(judge_continuous_case(CONTINUOUS_HALL_ROOT, 4, 6, 1).valid);
}

/* Leaves for one group: all numbers of a group, sums and gaps. */
static void test_leaves_one(void)
{
	static const uint64_t offset[] = {3, 3, 4, 5, 5, 6};
	uint32_t owner[6];

	for (uint32_t size = 2; size <= 6; size++)
		for (uint32_t rest = 0; rest < size; rest++) {
			struct leaf_demand wish = {5, size, size, rest};
			uint64_t sum = 0;
			uint32_t count = 0, masks = 0;
			int found =
				periodic_leaves_one(owner, offset, 6, &wish);

			for (uint32_t x = 0; x < 6; x++)
				if (owner[x] == 5) {
					sum += offset[x];
					count++;
				}
			for (uint32_t mask = 0; mask < 64; mask++) {
				uint64_t total = 0;
				uint32_t bits = 0;

				for (uint32_t x = 0; x < 6; x++)
					if (mask >> x & 1) {
						total += offset[x];
						bits++;
					}
				masks += bits == size - 1 &&
					 total % size == rest;
			}
			CHECK_FOR(found == (masks > 0), "%u %u", size, rest);
			CHECK(!found ||
				(count == size - 1 && sum % size == rest));
		}
}

/* A stream of 2^40 items begins at once; what is too large is refused. */
static void test_limits(void)
{
	const struct transmission *rows;
	struct schedule *schedule;
	struct verdict one = judge_continuous_case(CONTINUOUS_FIRST, 1, 5, 2);
	size_t count;
	mpz_t P, m, L;

	CHECK(one.valid && one.finish == 0);
	mpz_init_set_ui(P, 1000);
	mpz_init_set_ui(m, 1);
	mpz_init_set_ui(L, 3);
	mpz_mul_2exp(m, m, 40);
	CHECK(continuous_open_by(&schedule, CONTINUOUS_FIRST,
		      test_problem_logp(P, m, L, (uint64_t)1 << 33),
		      &err) == STATUS_OK);
	CHECK(schedule->header.finish ==
		((uint64_t)1 << 40) - 2 + 3 + (uint64_t)steps(999, 3));
	CHECK(schedule_next(schedule, &rows, &count, &err) == STATUS_OK &&
		count > 0 && rows[0].from == 0 && rows[0].message == 1);
	schedule_close(schedule);
	mpz_mul_2exp(m, m, 22);
	CHECK(continuous_open_by(&schedule, CONTINUOUS_FIRST,
		      test_problem_logp(P, m, L, (uint64_t)1 << 33),
		      &err) == STATUS_LIMIT);
	mpz_set_ui(m, 1);
	mpz_ui_pow_ui(L, 10, 1000);
	CHECK(continuous_open_by(&schedule, CONTINUOUS_FIRST,
		      test_problem_logp(P, m, L, (uint64_t)1 << 33),
		      &err) == STATUS_LIMIT);
	mpz_set_ui(L, 2);
	mpz_ui_pow_ui(P, 10, 9);
	CHECK(continuous_open_by(&schedule, CONTINUOUS_FIRST,
		      test_problem_logp(P, m, L, (uint64_t)1 << 33),
		      &err) == STATUS_LIMIT);
	mpz_clears(P, m, L, NULL);
}

/* Trees of many nodes, and of one group. */
static void test_large(void)
{
	static const unsigned long big[][2] = {
		{3000, 1}, {3000, 2}, {2500, 7}, {2000, 300}, {400, 1000}};

	for (size_t i = 0; i < sizeof big / sizeof *big; i++) {
		struct verdict verdict = judge_continuous_case(
			CONTINUOUS_FIRST, big[i][0], 70, big[i][1]);

		CHECK_FOR(
			verdict.valid &&
				verdict.delay <= promise(CONTINUOUS_FIRST,
							 big[i][0], big[i][1]),
			"P=%lu L=%lu: %d", big[i][0], big[i][1], verdict.delay);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_trees());
	RUN(test_ways());
	RUN(test_least());
	RUN(test_two());
	RUN(test_plans());
	RUN(test_prefix());
	RUN(test_example());
	RUN(test_theorem_6_1());
	RUN(test_leaves_one());
	RUN(test_limits());
	RUN(test_large());
	return test_done();
}
