/*
 * model/postal/tree: the optimal tree of least depth against the definition of
 * the universal tree, in which a node at time x has children at x + lambda,
 * x + lambda + 1, ..., one on each port.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fibonacci/fibonacci.h"
#include "core/tree.h"
#include "model/postal/postal.h"
#include "test.h"

enum { N_MAX = 300, NODES_MAX = 2000, DEPTH_MAX = 400 };

static const struct {
	long a, b;
} latencies[] = {{1, 1}, {11, 10}, {9, 8}, {3, 2}, {5, 3}, {2, 1}, {7, 3},
	{5, 2}, {3, 1}, {22, 7}, {7, 2}, {10, 1}, {101, 2}, {355, 113},
	{400, 1}, {1000001, 1000}};

static uint32_t ports = 1;

/* The nodes of the universal tree up to some time, in the order of time. */
struct universal {
	size_t size;
	struct {
		long time, depth; /* time in 1/b */
	} node[NODES_MAX];
};

static int by_time(const void *x, const void *y)
{
	const long *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

/* The nodes up to a time, at most most of them. */
static void grow(struct universal *tree, long a, long b, long end, size_t most)
{
	tree->size = 1;
	tree->node[0].time = tree->node[0].depth = 0;
	for (size_t v = 0; v < tree->size; v++) {
		long time = tree->node[v].time + a;

		for (long i = 0; time <= end && tree->size < most; i++) {
			tree->node[tree->size].time = time;
			tree->node[tree->size++].depth =
				tree->node[v].depth + 1;
			if (i % (long)ports == (long)ports - 1)
				time += b;
		}
	}
}

/* The least time by which n nodes are informed, by bisection below the time of
 * a star. */
static long least_time(struct universal *tree, long a, long b, size_t n)
{
	long low = -1, high = n == 1 ? 0 : a + ((long)n - 2) * b;

	while (high - low > 1) {
		long middle = low + (high - low) / 2;

		grow(tree, a, b, middle, n);
		if (tree->size >= n)
			high = middle;
		else
			low = middle;
	}
	grow(tree, a, b, high, NODES_MAX);
	qsort(tree->node, tree->size, sizeof *tree->node, by_time);
	return high;
}

static long node_time(const struct tree_node *node, long a, long b)
{
	return (long)node->wait * b + (long)node->depth * a;
}

/* A parent's first children come lambda after it, the next ones units later. */
static int is_without_gaps(const struct tree *tree, long a, long b)
{
	for (size_t v = 1; v < tree->size; v++) {
		const struct tree_node *node = &tree->node[v];
		const struct tree_node *above = &tree->node[node->parent];
		long late = node_time(node, a, b) - node_time(above, a, b) - a;

		if (node->parent >= v || node->depth != above->depth + 1 ||
			late < 0 || late % b != 0 ||
			late / b > ((long)above->children - 1) / (long)ports)
			return 0;
	}
	return 1;
}

/* The lists of children have nodes only of their own parent. */
static int has_all_children(const struct tree *tree)
{
	struct tree_children children;
	int all = 1;

	tree_children_init(&children, tree);
	for (size_t v = 0; v < tree->size; v++)
		for (uint32_t i = children.first[v]; i < children.first[v + 1];
			i++)
			all &= tree->node[children.child[i]].parent == v;
	tree_children_clear(&children);
	return all;
}

static int is_in_order(const struct tree *tree, long a, long b)
{
	for (size_t v = 2; v < tree->size; v++) {
		const struct tree_node *x = &tree->node[v - 1], *y = x + 1;
		long late = node_time(y, a, b) - node_time(x, a, b);

		if (late < 0 ||
			(late == 0 && y->parent + (ports > 1) <= x->parent))
			return 0;
	}
	return 1;
}

/* At each depth the tree has the earliest nodes of the universal tree. */
static int is_earliest(const struct tree *tree,
	const struct universal *universal, long depth, long a, long b)
{
	size_t at = 0;

	for (size_t v = 0; v < tree->size; v++) {
		if (tree->node[v].depth != (uint32_t)depth)
			continue;
		while (at < universal->size &&
			universal->node[at].depth != depth)
			at++;
		if (at == universal->size ||
			universal->node[at].time !=
				node_time(&tree->node[v], a, b))
			return 0;
		at++;
	}
	return 1;
}

static long count_within(const struct universal *tree, long depth)
{
	long count = 0;

	for (size_t v = 0; v < tree->size; v++)
		count += tree->node[v].depth <= depth;
	return count;
}

static void check_tree(const struct tree *tree, long a, long b)
{
	static struct universal universal;
	long end = least_time(&universal, a, b, tree->size);
	long depth = 0, least = 0, last = 0;

	for (size_t v = 0; v < tree->size; v++) {
		long time = node_time(&tree->node[v], a, b);
		long deep = (long)tree->node[v].depth;

		if (time > last)
			last = time;
		if (deep > depth)
			depth = deep;
	}
	while (count_within(&universal, least) < (long)tree->size)
		least++;
	CHECK_FOR(last <= end, "%ld/%ld, %zu", a, b, tree->size);
	CHECK_FOR(depth == least, "%ld/%ld, %zu: %ld", a, b, tree->size, depth);
	CHECK_FOR(is_without_gaps(tree, a, b) && has_all_children(tree),
		"%ld/%ld, %zu", a, b, tree->size);
	CHECK_FOR(is_in_order(tree, a, b), "%ld/%ld, %zu", a, b, tree->size);
	for (long d = 0; d <= depth; d++)
		CHECK_FOR(is_earliest(tree, &universal, d, a, b),
			"%ld/%ld, %zu, depth %ld", a, b, tree->size, d);
}

static void test_least_depth(void)
{
	struct tree tree;
	struct err err;
	mpq_t lambda;
	mpz_t n;

	mpq_init(lambda);
	mpz_init(n);
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
		long a = latencies[i].a, b = latencies[i].b;

		mpq_set_si(lambda, a, (unsigned long)b);
		for (unsigned long size = 1; size <= N_MAX;
			size += a > 1000 ? 23 : 1) {
			mpz_set_ui(n, size);
			CHECK(tree_init(&tree, lambda, n, 1 << 20, &err) ==
				STATUS_OK);
			tree.ports = ports;
			CHECK(postal_tree_least_depth(&tree, 1 << 20, &err) ==
				STATUS_OK);
			check_tree(&tree, a, b);
			tree_clear(&tree);
		}
	}
	mpz_clear(n);
	mpq_clear(lambda);
}

/* B(P,L) - 1 and d(P): Figure 2 of Subramonian & Venkatasubramanian 1993 and
 * pairs at which Lemma 3.1 is wrong. */
static const struct {
	unsigned long n, latency, time, depth;
} depths[] = {{4, 2, 4, 1}, {8, 2, 5, 2}, {7, 2, 5, 2}, {100, 3, 14, 3},
	{382, 1, 9, 5}, {1000, 4, 24, 4}};

static void test_depth(void)
{
	struct err err;
	mpq_t lambda, t;
	mpz_t n, depth;

	mpq_inits(lambda, t, NULL);
	mpz_inits(n, depth, NULL);
	for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
		mpz_set_ui(n, depths[i].n);
		mpq_set_ui(lambda, depths[i].latency, 1);
		CHECK(fibonacci_time(t, lambda, 1, n, 1000, &err) == STATUS_OK);
		CHECK(mpq_cmp_ui(t, depths[i].time, 1) == 0);
		postal_tree_depth(depth, NULL, lambda, 1, n, t);
		CHECK_FOR(mpz_cmp_ui(depth, depths[i].depth) == 0, "%lu, %lu",
			depths[i].n, depths[i].latency);
	}
	mpz_clears(n, depth, NULL);
	mpq_clears(lambda, t, NULL);
}

/* Latencies that do not fit a machine word: the tree is a star, whatever the
 * denominator. */
static void test_huge_latency(void)
{
	struct tree tree;
	struct err err;
	mpq_t lambda, t, expected;
	mpz_t n;

	mpq_inits(lambda, t, expected, NULL);
	test_mpq(lambda, "1000000000000000000000000000000000000000001/7");
	mpz_init_set_ui(n, 14);
	CHECK(tree_init(&tree, lambda, n, 1 << 20, &err) == STATUS_OK);
	CHECK(postal_tree_least_depth(&tree, 1 << 20, &err) == STATUS_OK);
	CHECK(tree.node[0].children == 13 && tree.node[13].depth == 1);
	tree_time(t, &tree, tree_moment(&tree, 13, 0));
	mpq_set_ui(expected, 12, 1);
	mpq_add(expected, expected, lambda);
	CHECK(mpq_equal(t, expected));
	tree_clear(&tree);
	mpz_ui_pow_ui(n, 10, 30);
	CHECK(tree_init(&tree, lambda, n, UINT64_MAX, &err) == STATUS_LIMIT);
	CHECK(strstr(err.msg, "1000000000000000000000000000000") != NULL);
	tree_clear(&tree);
	mpz_clear(n);
	mpq_clears(lambda, t, expected, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	for (ports = 1; ports <= 3; ports++)
		RUN(test_least_depth());
	ports = 1;
	RUN(test_depth());
	RUN(test_huge_latency());
	return test_done();
}
