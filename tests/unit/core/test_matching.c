/*
 * core/matching: as many pairs as a search of all matchings finds, in graphs
 * drawn at random; and what a short path or few steps leave undone.
 */
#include "core/matching.h"

#include <string.h>

#include "number/random.h"
#include "test.h"

enum { MOST = 9, GRAPHS = 3000 };

/* edge[a] is the set of a's neighbours. */
struct graph {
	uint32_t edge[MOST], lefts, rights;
};

static uint32_t next(struct matching *matching, uint32_t vertex, uint32_t *at)
{
	const struct graph *graph = matching->graph;

	while (*at < graph->rights && matching->steps > 0) {
		matching->steps--;
		if (graph->edge[vertex] >> (*at)++ & 1)
			return *at - 1;
	}
	return MATCHING_NONE;
}

/* The most pairs of the lefts from a on with rights that are not taken. */
static uint32_t count_most(
	const struct graph *graph, uint32_t a, uint32_t taken)
{
	uint32_t most, pairs;

	if (a == graph->lefts)
		return 0;
	most = count_most(graph, a + 1, taken);
	for (uint32_t b = 0; b < graph->rights; b++)
		if (graph->edge[a] & ~taken & 1u << b) {
			pairs = 1 + count_most(graph, a + 1, taken | 1u << b);
			most = pairs > most ? pairs : most;
		}
	return most;
}

/* The pairs that are found; -1 if they are not pairs of the graph. */
static int match(struct graph *graph, uint32_t depth, uint64_t steps)
{
	uint32_t left[MOST];
	uint64_t seen = 0;
	struct matching matching = {.left = left,
		.seen = &seen,
		.words = 1,
		.depth = depth,
		.steps = steps,
		.graph = graph,
		.next = next};
	int added = 0, pairs = 0;

	memset(left, 0xff, sizeof left);
	for (uint32_t a = 0; a < graph->lefts; a++)
		added += matching_add(&matching, a);
	for (uint32_t b = 0; b < graph->rights; b++) {
		if (left[b] == MATCHING_NONE)
			continue;
		pairs++;
		if (!(graph->edge[left[b]] >> b & 1))
			return -1;
		for (uint32_t c = 0; c < b; c++)
			if (left[c] == left[b])
				return -1;
	}
	return pairs == added ? pairs : -1;
}

static void test_most(void)
{
	struct random random = {.seed = 1};

	for (int i = 0; i < GRAPHS; i++) {
		struct graph graph = {.lefts = 1 + random_below(&random, 6),
			.rights = 1 + random_below(&random, MOST)};
		uint32_t density = 1 + random_below(&random, 6);
		int most;

		for (uint32_t a = 0; a < graph.lefts; a++)
			for (uint32_t b = 0; b < graph.rights; b++)
				if (random_below(&random, 8) < density)
					graph.edge[a] |= 1u << b;
		most = (int)count_most(&graph, 0, 0);
		CHECK_FOR(match(&graph, MOST, UINT64_MAX) == most, "%d", i);
		CHECK(match(&graph, 1, 20) >= 0);
	}
}

/* b can have a partner only if a moves, and c only if both do. */
static void test_bounds(void)
{
	struct graph chain = {{3, 5, 2}, 3, 3};

	CHECK(match(&chain, 2, UINT64_MAX) == 3);
	chain = (struct graph){{3, 6, 1}, 3, 3};
	CHECK(match(&chain, 2, UINT64_MAX) == 3);
	CHECK(match(&chain, 1, UINT64_MAX) == 2);
	CHECK(match(&chain, 2, 0) == 0);
	CHECK(match(&chain, 2, 3) == 2);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_most());
	RUN(test_bounds());
	return test_done();
}
