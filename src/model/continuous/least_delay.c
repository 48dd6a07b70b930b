/*
 * Theorem 3.1 of Subramonian & Venkatasubramanian 1993 calls the delay
 * L + B(P-1,L) the minimum, their Section 5 a lower bound that may or may not
 * be met.  For L = 2 it is not always met, P = 22 being the first example:
 *
 * A schedule with that delay may be assumed to have a period q, as there are
 * finitely many states.  Let N = P - 1, B = B(N,2), and e be the offset of a
 * reception from the item's first one, 0 <= e < B.  N processors get N items in
 * a step, so each gets one in every step, and as steps and items of its period
 * are permutations mod q, the sum of its e is a multiple of q.  One that gets
 * an item at e <= B-3 can send it B-2-e times; the others, at B-2 or B-1, are
 * leaves.  In a period let it have y leaves at B-1, i items that are not
 * leaves, d idle steps, and u sends that it could have made but did not.  Then
 * the sum of its e is (B-3) q + y + d - u, so that y + d - u = v q for a whole
 * v.
 *   Sum over processors: N - 1 sends an item leave q idle steps in all; let Y q
 * and U q be the sums of y and u; so that of v is V = Y + 1 - U.  As
 * i <= q - y, the i of those with v >= 1 are at most d - (v-1) q, and what they
 * send, q - d, at most B-2 times that: together V q <= (B-1) q.
 *   An unused send at e costs f_(B-2-e) nodes and lowers Y - U by at most twice
 * that, and Y - U = f_(B-2) if there is none.
 */
#include "model/continuous/tree.h"

/* The number of other trees to try, fewer for more than LARGE nodes, and of
 * sweeps, searches for a cycle. */
enum { TREES = 60, LARGE = 200, TREES_IF_LARGE = 10, SWEEPS = 42 };

/* By how much periods exceed the greatest number of children, the most
 * promising first. */
static const uint32_t more[] = {1, 0, 2};

enum { PERIODS = sizeof more / sizeof *more };

/* Whether the heading proves that no schedule for so many nodes has all offsets
 * below B. */
static int is_refuted(uint64_t nodes, uint32_t B)
{
	uint64_t missing = continuous_two_reach(B) - nodes;

	return B >= 3 && continuous_two_reach(B - 2) + 1 > 2 * missing + B - 1;
}

/* Makes a sweep with another tree; the first ones use the given tree. */
static struct schedule *try_sweep(const struct schedule_header *header,
	const struct continuous_tree *given, uint32_t sweep,
	struct random *random)
{
	struct continuous_tree other;
	const struct continuous_tree *tree = sweep < PERIODS ? given : &other;
	struct schedule *schedule;

	continuous_tree_random(&other, given, random);
	schedule = continuous_search(header, tree,
		continuous_tree_width(tree) + more[sweep % PERIODS], random);
	continuous_tree_clear(&other);
	return schedule;
}

static struct schedule *try_other(const struct schedule_header *header,
	const struct continuous_tree *given, struct random *random)
{
	struct continuous_tree tree;
	struct schedule *schedule;

	continuous_tree_random(&tree, given, random);
	schedule = continuous_try_tree(header, &tree, CONTINUOUS_EXACT);
	continuous_tree_clear(&tree);
	return schedule;
}

struct schedule *continuous_least_known(const struct schedule_header *header,
	const struct continuous_tree *given)
{
	uint32_t steps = (uint32_t)continuous_tree_last(given) + 1;
	struct schedule *schedule;

	if (given->latency != 2)
		return NULL;
	if (!is_refuted(given->tree.size, steps))
		return continuous_two_open(
			header, (uint32_t)given->tree.size, steps);
	schedule = continuous_two_open(
		header, (uint32_t)given->tree.size, steps + 1);
	if (schedule)
		schedule->warning = "no endless schedule of delay L + B(n-1,L) "
				    "exists, so this one takes a step more";
	return schedule;
}

static uint32_t count_trees(const struct continuous_tree *given)
{
	return given->tree.size > LARGE ? TREES_IF_LARGE : TREES;
}

uint32_t continuous_least_attempts(const struct continuous_tree *given)
{
	uint32_t sweeps = given->tree.size > CONTINUOUS_SEARCH_MAX ? 0 : SWEEPS;

	return 1 + count_trees(given) + sweeps;
}

struct schedule *continuous_try_least(const struct schedule_header *header,
	const struct continuous_tree *given, uint32_t attempt,
	struct random *random)
{
	uint32_t trees = count_trees(given);

	if (attempt == 0)
		return continuous_try_tree(header, given, CONTINUOUS_EXACT);
	if (attempt <= trees)
		return try_other(header, given, random);
	return try_sweep(header, given, attempt - trees - 1, random);
}
