/*
 * model/cyclic/parents: a class full a unit before its children's can be, E =
 * -1.  In natural trees what the heading of parents_full.c says is counted
 * afresh; with late and delayed children, on layers made up for it.
 */
#include "model/cyclic/parents.h"

#include "base/mem.h"
#include "model/cyclic/plan.h"
#include "test.h"

/* What all groups have together. */
struct account {
	uint64_t members, inner, last_children;
	int64_t balls; /* times sizes */
};

static int64_t height_of(const struct cyclic_class *class, uint64_t o)
{
	return (int64_t) class->last - (int64_t)o;
}

static struct account account_for(
	const struct cyclic_runs *runs, const struct cyclic_class *class)
{
	struct account account = {0, 0, 0, 0};

	for (size_t i = 0; i < runs->count; i++) {
		const struct cyclic_run *run = &runs->run[i];
		int64_t height = height_of(class, run->o);
		int64_t count = (int64_t)run->count, size = (int64_t)run->size;

		account.members += run->count * run->size;
		account.inner += run->count;
		account.balls += count * run->balls * size;
		if (size > height)
			account.last_children += run->count;
	}
	return account;
}

/* Sums of nodes and heights. */
static uint64_t count_nodes(const struct cyclic_class *class, int64_t *heights)
{
	uint64_t nodes = 0;

	*heights = 0;
	for (uint64_t o = 0; o <= class->last; o++) {
		nodes += class->layer[o];
		*heights += (int64_t) class->layer[o] * height_of(class, o);
	}
	return nodes;
}

/* -- natural trees */

/* Whether even the class's last nodes could have a child as late as the last
 * ones of their children's class come. */
static int is_full(const struct cyclic_classes *classes, uint32_t k)
{
	uint32_t next = cyclic_classes_next(classes, k);
	const struct cyclic_class *class = &classes->class[k],
				  *child = &classes->class[next];

	return class->phase + classes->q * class->last + classes->p <=
	       child->phase + classes->q * child->last;
}

static int is_choice_right(const struct cyclic_classes *classes, uint32_t k,
	const struct cyclic_runs *runs, const struct cyclic_ends *ends)
{
	struct account account = account_for(runs, ends->class);
	int64_t heights;
	uint64_t nodes = count_nodes(ends->class, &heights);

	for (size_t i = 0; i < runs->count; i++) {
		const struct cyclic_run *run = &runs->run[i];

		/* Leaves of height 0 will do, and no lag is above X. */
		if (height_of(ends->class, run->o) !=
				run->balls * (int64_t)run->size ||
			run->balls < 0 || run->balls > 1)
			return 0;
	}
	return account.members == ends->children &&
	       nodes - account.inner == account.members - account.inner +
						(k == classes->slack) &&
	       account.last_children == ends->last_children &&
	       account.balls == heights &&
	       heights == (int64_t)(ends->children - ends->last_children);
}

/* Returns how many of the classes are full. */
static int check_natural(uint64_t p, uint64_t q, uint64_t nodes)
{
	struct cyclic_classes classes;
	int full = 0;

	cyclic_classes_init(
		&classes, &(struct cyclic_cycle){p, q, (uint32_t)q}, nodes);
	for (uint32_t k = 0; k < q; k++) {
		uint32_t next = cyclic_classes_next(&classes, k);
		const struct cyclic_class *class = &classes.class[k],
					  *child = &classes.class[next];
		struct cyclic_ends ends = {.class = class,
			.has_slack = k == classes.slack,
			.could = class->last + 1,
			.excess = -1,
			.last = class->layer[class->last],
			.children = child->quota - (next == 0),
			.last_children = child->layer[child->last]};
		struct cyclic_choice choice;
		struct cyclic_runs runs;

		if (!is_full(&classes, k))
			continue;
		cyclic_runs_init(&runs, 3);
		CHECK_FOR(cyclic_parents(&runs, &choice, &ends) ==
					  CYCLIC_CHOSEN &&
				  is_choice_right(&classes, k, &runs, &ends) &&
				  choice.late == 0 && choice.height == 0,
			"%lu/%lu, %lu nodes, class %lu", (unsigned long)p,
			(unsigned long)q, (unsigned long)nodes,
			(unsigned long)k);
		cyclic_runs_clear(&runs);
		full++;
	}
	cyclic_classes_clear(&classes);
	return full;
}

/* At least so many classes of 100 to 399 nodes are full. */
static void test_natural(void)
{
	static const struct {
		uint64_t p, q;
		int least;
	} rows[] = {{11, 10, 500}, {9, 8, 500}, {6, 5, 100}, {5, 4, 1},
		{7, 5, 100}, {9, 5, 100}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int full = 0;

		for (uint64_t nodes = 100; nodes < 400; nodes++)
			full += check_natural(rows[i].p, rows[i].q, nodes);
		CHECK_FOR(full >= rows[i].least, "%d/%d: %d", (int)rows[i].p,
			(int)rows[i].q, full);
	}
}

/* -- late and delayed children */

struct expected {
	uint64_t last_children, late, delayed;
	enum cyclic_choice_status status;
	struct cyclic_run run[6]; /* as far as their count is not 0 */
};

/* Nodes at 0, 1, 2 and 3. */
static uint64_t layers[] = {1, 2, 3, 6, 0};

static const struct expected expected[] = {
	{2, 0, 0, CYCLIC_CHOSEN,
		{{3, 2, 1, 0, 0}, {2, 3, 1, 1, 0}, {1, 2, 2, 1, 0},
			{0, 1, 3, 1, 0}}},
	{3, 1, 0, CYCLIC_CHOSEN,
		{{3, 1, 2, 0, 0}, {3, 1, 1, 0, 0}, {2, 3, 1, 1, 0},
			{1, 2, 2, 1, 0}, {0, 1, 3, 1, 0}}},
	/* One at 1 has lost a child. */
	{2, 0, 1, CYCLIC_CHOSEN,
		{{3, 2, 1, 0, 0}, {1, 1, 1, 2, 0}, {2, 3, 1, 1, 0},
			{1, 1, 2, 1, 0}, {0, 1, 3, 1, 0}}},
	/* Both have, and so has one at 2; another of these makes up for it. */
	{3, 0, 3, CYCLIC_CHOSEN,
		{{3, 2, 1, 0, 0}, {2, 1, 2, 1, 0}, {1, 2, 1, 2, 0},
			{2, 1, 1, 1, 0}, {0, 1, 3, 1, 0}}},
	{6, 0, 0, CYCLIC_CHOSEN,
		{{3, 6, 1, 0, 0}, {2, 3, 1, 1, 0}, {1, 2, 2, 1, 0},
			{0, 1, 3, 1, 0}}},
	{7, 0, 0, CYCLIC_DELAY, {{0, 0, 0, 0, 0}}},
	{3, 2, 0, CYCLIC_DELAY, {{0, 0, 0, 0, 0}}},
	{5, 0, 4, CYCLIC_DELAY, {{0, 0, 0, 0, 0}}}};

static int is_expected(
	const struct cyclic_runs *runs, const struct cyclic_run *want)
{
	size_t i = 0;

	for (; i < runs->count && want[i].count > 0; i++)
		if (runs->run[i].o != want[i].o ||
			runs->run[i].count != want[i].count ||
			runs->run[i].size != want[i].size ||
			runs->run[i].balls != want[i].balls)
			return 0;
	return i == runs->count && want[i].count == 0;
}

static void test_expected(void)
{
	struct cyclic_class class = {.layer = layers, .last = 3};

	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct cyclic_choice choice;
		struct cyclic_runs runs;
		struct cyclic_ends ends = {.class = &class,
			.could = 4,
			.excess = -1,
			.last = layers[3],
			.last_children = expected[i].last_children,
			.late_children = expected[i].late,
			.delayed = expected[i].delayed};

		cyclic_runs_init(&runs, 3);
		CHECK_FOR(cyclic_parents(&runs, &choice, &ends) ==
					  expected[i].status &&
				  is_expected(&runs, expected[i].run),
			"row %d", (int)i);
		cyclic_runs_clear(&runs);
	}
}

/* -- plans */

/* At latency 11/10 all trees of 600 to 899 nodes have a full class: more than
 * half are planned, with the least lag. */
static void test_full_plans(void)
{
	const struct cyclic_cycle cycle = {11, 10, 10};
	int least = 0;

	for (uint64_t nodes = 600; nodes < 900; nodes++) {
		int64_t work = 1 << 25;
		struct cyclic_classes natural;
		struct cyclic_plan plan;

		if (!cyclic_plan_init(&plan, &cycle, nodes, &work))
			continue;
		cyclic_classes_init(&natural, &cycle, nodes);
		CHECK(plan.is_extra);
		least += plan.lag == cyclic_classes_least_lag(&natural) &&
			 plan.pure_lag <= plan.lag;
		cyclic_classes_clear(&natural);
		cyclic_plan_clear(&plan);
	}
	CHECK_FOR(least >= 160, "%d", least);
}

int main(void)
{
	mem_init(NULL);
	test_natural();
	test_expected();
	test_full_plans();
	return test_done();
}
