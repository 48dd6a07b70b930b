/* check/label_tree on the cheapest trees there are, found by trying all; on the
 * paper's Fig. 2, and on trees with one thing wrong.  model/locality/numbering
 * by its bounds. */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "model/locality/locality.h"
#include "test.h"

enum { PROCESSORS = 8, SETS = 1 << PROCESSORS };

static struct err err;
static const struct value_precision precision = {
	.bits = 128, .max_bits = 1 << 20};

/* best[i][set]: the least cost for processor i to inform the set; choice and
 * given: whom first, and whom that one informs. */
static uint64_t best[PROCESSORS][SETS], edge[PROCESSORS];
static unsigned choice[PROCESSORS][SETS], given[PROCESSORS][SETS];

/* All first copies, all ways to share the rest. */
static uint64_t search(unsigned i, unsigned set)
{
	if (set == 0 || best[i][set] > 0)
		return best[i][set];
	best[i][set] = UINT64_MAX;
	for (unsigned j = 0; j < PROCESSORS; j++) {
		unsigned rest = set & ~(1u << j), part = rest;

		if (!(set >> j & 1))
			continue;
		for (;; part = (part - 1) & rest) {
			uint64_t right =
				edge[j > i ? j - i : i - j] + search(j, part);
			uint64_t left = 1 + search(i, rest & ~part);
			uint64_t cost = left > right ? left : right;

			if (cost < best[i][set]) {
				best[i][set] = cost;
				choice[i][set] = j;
				given[i][set] = part;
			}
			if (part == 0)
				break;
		}
	}
	return best[i][set];
}

static void add(struct label_tree *tree, uint64_t name, uint64_t parent,
	uint64_t processor, uint64_t cell)
{
	struct label_node node = {.name = name,
		.parent = parent,
		.processor = processor,
		.cell = cell,
		.line = tree->count + 2,
		.is_root = parent == UINT64_MAX};

	label_tree_add(tree, &node);
}

/* The tree that the search found; the name of node i is its place. */
static void build(
	struct label_tree *tree, uint64_t parent, unsigned i, unsigned set)
{
	uint64_t name = tree->count;
	unsigned j = choice[i][set], part = given[i][set];

	add(tree, name, parent, i + 1, 0);
	if (set == 0)
		return;
	build(tree, name, i, set & ~(1u << j) & ~part);
	build(tree, name, j, part);
}

static uint64_t measure(struct label_measure *found,
	const struct label_tree *tree, const char *text)
{
	struct cost *cost;
	uint64_t whole;

	value_init(&found->cost);
	CHECK(cost_parse(&cost, text, 1 << 20, &err) == STATUS_OK);
	CHECK(label_tree_measure(found, tree, cost, &precision, &err) ==
		STATUS_OK);
	whole = number_get_u64(mpq_numref(found->cost.q));
	value_clear(&found->cost);
	cost_free(cost);
	return whole;
}

static void set_edges(const char *text)
{
	struct cost *cost;
	struct value value;
	mpz_t k;

	mpz_init(k);
	value_init(&value);
	CHECK(cost_parse(&cost, text, 1 << 20, &err) == STATUS_OK);
	for (unsigned long d = 1; d < PROCESSORS; d++) {
		mpz_set_ui(k, d);
		CHECK(cost_value(&value, cost, k, &precision, &err) ==
			STATUS_OK);
		edge[d] = number_get_u64(mpq_numref(value.q));
	}
	cost_free(cost);
	value_clear(&value);
	mpz_clear(k);
}

/* The least cost of a tree on processors 1 to p, p = 1 to 8. */
static void test_minima(void)
{
	static const struct {
		const char *cost;
		uint64_t least[PROCESSORS];
	} minima[] = {{"clog", {0, 1, 2, 2, 3, 3, 4, 4}},
		{"csqrt", {0, 1, 2, 3, 3, 4, 4, 4}},
		{"1", {0, 1, 2, 2, 3, 3, 3, 3}},
		{"k", {0, 1, 2, 3, 4, 5, 6, 7}}};

	for (size_t i = 0; i < sizeof minima / sizeof *minima; i++) {
		memset(best, 0, sizeof best);
		set_edges(minima[i].cost);
		for (unsigned p = 1; p <= PROCESSORS; p++) {
			unsigned all = (1u << p) - 2;
			struct label_tree tree = {0};
			struct label_measure found;
			struct check check;

			CHECK_FOR(search(0, all) == minima[i].least[p - 1],
				"%s, p = %u", minima[i].cost, p);
			build(&tree, UINT64_MAX, 0, all);
			label_tree_check(&tree, &check);
			CHECK(check.violations == 0);
			/* A last step of waiting costs 1 and is in vain. */
			CHECK_FOR(measure(&found, &tree, minima[i].cost) ==
					  minima[i].least[p - 1],
				"%s, p = %u", minima[i].cost, p);
			CHECK(found.size == p && found.leaves == p);
			label_tree_clear(&tree);
		}
	}
}

/* Fig. 2: size 6, height 3, cost max{1 + l(5), 1 + l(1) + l(3)}. */
static void figure_2(struct label_tree *tree)
{
	*tree = (struct label_tree){0};
	add(tree, 10, UINT64_MAX, 1, 0);
	add(tree, 11, 10, 1, 0);
	add(tree, 12, 10, 4, 0);
	add(tree, 13, 11, 1, 0);
	add(tree, 14, 11, 6, 0);
	add(tree, 15, 13, 1, 0);
	add(tree, 16, 13, 2, 0);
	add(tree, 17, 12, 4, 0);
	add(tree, 18, 12, 3, 0);
	add(tree, 19, 17, 4, 0);
	add(tree, 20, 17, 5, 0);
}

static void test_figure_2(void)
{
	static const struct {
		const char *cost;
		uint64_t value;
	} costs[] = {{"k", 6}, {"clog", 4}, {"k^2", 26}, {"csqrt", 4}, {"1", 3},
		{"max(1,4-k)", 5}};
	struct label_tree tree;
	struct label_measure found;
	struct check check;

	figure_2(&tree);
	label_tree_check(&tree, &check);
	CHECK(check.violations == 0);
	for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
		CHECK_FOR(
			measure(&found, &tree, costs[i].cost) == costs[i].value,
			"%s", costs[i].cost);
	CHECK(found.size == 6 && found.height == 3 && found.leaves == 6);
	label_tree_clear(&tree);
}

static void expect(struct label_tree *tree, uint64_t line, const char *message)
{
	struct check check;

	label_tree_check(tree, &check);
	CHECK_FOR(check.violations > 0 &&
			  strcmp(check.violation[0].reason.msg, message) == 0,
		"%s", check.violation[0].reason.msg);
	CHECK_FOR(check.violation[0].line == line, "%s", message);
	label_tree_clear(tree);
}

static void test_violations(void)
{
	struct label_tree tree = {0};

	expect(&tree, 0, "there is no root");
	figure_2(&tree);
	tree.node[0].cell = 1;
	expect(&tree, 2, "node 10 is the root, but its cell is not 0");
	figure_2(&tree);
	add(&tree, 21, UINT64_MAX, 7, 0);
	expect(&tree, 13, "node 21 is a second root");
	figure_2(&tree);
	tree.node[10].name = 19;
	expect(&tree, 12, "node 19 is there twice");
	figure_2(&tree);
	tree.node[10].parent = 99;
	expect(&tree, 12, "node 20 has a parent that is not there");
	figure_2(&tree);
	add(&tree, 21, 17, 7, 0);
	expect(&tree, 13,
		"node 21 is the second child with a label of its own");
	figure_2(&tree);
	add(&tree, 21, 17, 4, 0);
	expect(&tree, 13,
		"node 21 is the second child with its parent's label");
	figure_2(&tree);
	tree.node[10].processor = 3;
	expect(&tree, 12,
		"node 20 has cell 0 of a processor that has it elsewhere in "
		"the tree, too");
	figure_2(&tree);
	tree.node[10].cell = 5;
	add(&tree, 21, 20, 6, 7);
	expect(&tree, 13,
		"node 21 is copied from one cell to another, neither of them "
		"0");
	figure_2(&tree);
	add(&tree, 21, 22, 8, 0);
	add(&tree, 22, 21, 8, 0);
	expect(&tree, 13, "node 21 is not below the root");
}

/* The trick that the rule on cells 0 forbids: many cells of one processor. */
static void test_cells(void)
{
	struct label_tree tree = {0};
	struct label_measure found;
	struct check check;

	add(&tree, 0, UINT64_MAX, 1, 0);
	add(&tree, 1, 0, 1, 0);
	add(&tree, 2, 0, 1, 5);
	add(&tree, 3, 2, 1, 5);
	add(&tree, 4, 2, 4, 0);
	label_tree_check(&tree, &check);
	CHECK(check.violations == 0);
	CHECK(measure(&found, &tree, "k") == 4);
	CHECK(found.size == 2 && found.leaves == 3 && found.height == 2);
	add(&tree, 5, 3, 1, 7);
	expect(&tree, 7,
		"node 5 is copied from one cell to another, neither of them "
		"0");
}

/* -- numberings */

static void test_gray(void)
{
	uint32_t *distance = mem_array(1 << 11, sizeof *distance);
	uint32_t log = 0;

	numbering_distances(distance, NUMBERING_GRAY, 1 << 11);
	for (uint32_t d = 1; d < 1 << 11; d++) {
		while (1u << log < d)
			log++;
		CHECK_FOR(distance[d] <= 1 + log, "d = %d", (int)d);
	}
	CHECK(distance[1] == 1 && distance[2] == 2 && distance[3] == 3);
	mem_free(distance);
}

/* Every node once, the next one beside it. */
static void test_hilbert_is_a_path(void)
{
	for (uint64_t side = 1; side <= 32; side *= 2) {
		char *seen = mem_array((size_t)(side * side), 1);
		uint64_t x, y, u = 0, v = 0;

		for (uint64_t i = 0; i < side * side; i++) {
			numbering_hilbert(&x, &y, i, side);
			CHECK(x < side && y < side && !seen[x * side + y]);
			seen[x * side + y] = 1;
			CHECK(i == 0 ||
				(x > u ? x - u : u - x) +
						(y > v ? y - v : v - y) ==
					1);
			u = x;
			v = y;
		}
		CHECK(u == side - 1 && v == 0);
		mem_free(seen);
	}
}

static uint32_t csquare_root(uint32_t n)
{
	uint32_t r = 0;

	while (r * r < n)
		r++;
	return r;
}

static void test_hilbert_distances(void)
{
	for (uint32_t n = 4; n <= 1024; n *= 4) {
		uint32_t *distance = mem_array(n, sizeof *distance);

		numbering_distances(distance, NUMBERING_HILBERT, n);
		for (uint32_t d = 1; d < n; d++)
			CHECK_FOR(distance[d] <= 3 * (csquare_root(d + 1) - 1),
				"%d of %d", (int)d, (int)n);
		mem_free(distance);
	}
}

static void test_sizes(void)
{
	CHECK(numbering_check(NUMBERING_GRAY, 1, &err) == STATUS_OK);
	CHECK(numbering_check(NUMBERING_GRAY, 8, &err) == STATUS_OK);
	CHECK(numbering_check(NUMBERING_GRAY, 12, &err) == STATUS_USAGE);
	CHECK(numbering_check(NUMBERING_HILBERT, 1, &err) == STATUS_OK);
	CHECK(numbering_check(NUMBERING_HILBERT, 64, &err) == STATUS_OK);
	CHECK(numbering_check(NUMBERING_HILBERT, 8, &err) == STATUS_USAGE);
	CHECK(numbering_check(NUMBERING_HILBERT, 20, &err) == STATUS_USAGE);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_minima());
	RUN(test_figure_2());
	RUN(test_violations());
	RUN(test_cells());
	RUN(test_gray());
	RUN(test_hilbert_is_a_path());
	RUN(test_hilbert_distances());
	RUN(test_sizes());
	return test_done();
}
