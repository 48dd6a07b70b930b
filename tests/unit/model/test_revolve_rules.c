/*
 * The permutations of the revolving hierarchy against the paper's definitions
 * in machine words, and against its constraints.
 * Garg & Ghosh 1994, Sections III and V.
 */
#include "base/mem.h"
#include "revolve_cycle.h"

/* -- the permutations as the paper defines them, in machine words */

static unsigned lead0(unsigned long x, unsigned n)
{
	unsigned zeros = n;

	for (; x > 0; x /= 2)
		zeros--;
	return zeros;
}

static unsigned long paper_next(unsigned long x, unsigned n)
{
	if (x % 2 == 0)
		return x / 2;
	if (x < 1ul << (n - 1))
		return (x << lead0(x, n)) + 1;
	return x + 1 < 1ul << n ? x + 1 : (x + 1) / 2;
}

static unsigned long shift_ones(unsigned long x, unsigned c, unsigned n)
{
	return (((x + 1) << c) - 1) & ((1ul << n) - 1);
}

static unsigned long paper_snext(unsigned long x, unsigned n)
{
	unsigned long top = 1ul << (n - 1), y = x + 2;

	if (x % 2 == 1)
		return x / 2;
	if (x < top)
		return x + top;
	if (x == 2 * top - 2)
		return x + 1;
	return shift_ones(y, lead0(y - top, n), n);
}

static unsigned long paper_bcnext(unsigned long x, unsigned n)
{
	unsigned long mask = (1ul << n) - 1, w;

	if (x % 2 == 1)
		return x / 2;
	if (x % 4 == 0)
		return x / 2 + (1ul << (n - 1));
	w = (x << lead0(mask - x, n)) & mask;
	w = (w + 2) & (mask / 2);
	return shift_ones(w, lead0(w, n), n);
}

static void test_definitions(void)
{
	static struct cycle cycle;

	for (unsigned n = 2; n <= HEIGHT_MAX; n++) {
		cycle_open(&cycle, REVOLVE_NEXT, 2, (1ul << n) - 1);
		for (unsigned long x = 1; x < 1ul << n; x++)
			CHECK_FOR(next_of(&cycle, x) == paper_next(x, n),
				"next(%lu), n = %u", x, n);
		revolve_clear(&cycle.revolve);
		cycle_open(&cycle, REVOLVE_SNEXT, 2, 1ul << n);
		for (unsigned long x = 0; x < 1ul << n; x++)
			CHECK_FOR(next_of(&cycle, x) == paper_snext(x, n),
				"snext(%lu), n = %u", x, n);
		revolve_clear(&cycle.revolve);
		cycle_open(&cycle, REVOLVE_BCNEXT, 2, 1ul << n);
		for (unsigned long x = 0; x < 1ul << n; x++)
			CHECK_FOR(next_of(&cycle, x) == paper_bcnext(x, n),
				"bcnext(%lu), n = %u", x, n);
		revolve_clear(&cycle.revolve);
	}
}

/* n_snext2, which depends on the last even position of the right half visited.
 */
static void test_snext2_definition(void)
{
	static struct cycle cycle;

	for (unsigned n = 2; n <= HEIGHT_MAX; n++) {
		unsigned long top = 1ul << (n - 1), last = top - 2, at = 0;

		cycle_open(&cycle, REVOLVE_SNEXT2, 2, 2 * top);
		for (unsigned long i = 0; i + 1 < 2 * top; i++) {
			unsigned long next;

			if (at % 2 == 1)
				next = at / 2;
			else if (at >= top)
				next = at + 1;
			else
				next = last = last + 2;
			CHECK_FOR(next_of(&cycle, at) == next,
				"snext2(%lu), n = %u", at, n);
			at = next;
		}
		revolve_clear(&cycle.revolve);
	}
}

/* -- the constraints */

/* For a node's in-order number: its parent's, 0 for the root; and the size of a
 * subtree below it, 0 for a leaf. */
struct place {
	unsigned long parent, below;
};

static struct place place_of(const struct cycle *cycle, unsigned long position)
{
	struct place place = {0, cycle->size};
	unsigned long first = 0;

	for (;;) {
		unsigned long node;

		place.below = (place.below - 1) / cycle->revolve.arity;
		node = first + place.below + 1;
		if (position == node)
			return place;
		place.parent = node;
		if (position > node)
			first = node + (position - node - 1) / place.below *
					       place.below;
	}
}

/* Inner nodes keep their parents, and the root's new parent is the root: the
 * old inner nodes are a subtree of the new tree. */
static void check_gather_tree(unsigned long arity, unsigned long size)
{
	static struct cycle cycle;
	unsigned long root, inner = 0, bad = 0;

	cycle_open(&cycle, REVOLVE_NEXT, arity, size);
	root = (size - 1) / arity + 1;
	for (unsigned long p = 1; p <= size; p++) {
		struct place place = place_of(&cycle, p), moved;

		if (place.below == 0)
			continue;
		moved = place_of(&cycle, next_of(&cycle, p));
		inner++;
		bad += moved.parent !=
		       (p == root ? root : next_of(&cycle, place.parent));
	}
	CHECK_FOR(bad == 0 && inner == (size - 1) / arity,
		"arity %lu, %lu: %lu", arity, size, bad);
	revolve_clear(&cycle.revolve);
}

static void test_gather_tree(void)
{
	for (unsigned long arity = 2; arity <= 5; arity++)
		for (unsigned long size = 1; size < 3000;
			size = arity * size + 1)
			check_gather_tree(arity, size);
}

/* b0 = 1, b_(n-1..i) = 0 => c_(n-1..i-1) = 0: receivers of the i lowest bits
 * move to the i-1 lowest; i = n: to the left half. */
static void check_tournament(const struct cycle *cycle, unsigned n)
{
	for (unsigned i = 1; i <= n; i++)
		for (unsigned long x = 1; x < 1ul << i; x += 2)
			CHECK_FOR(next_of(cycle, x) < 1ul << (i - 1),
				"%d, n = %u, %lu", (int)cycle->revolve.scheme,
				n, x);
}

/* b_i..b_1 = 0 => c_(i-1)..c_0 = 0, i = 1..n-1; Theorem 5. */
static void check_broadcast(const struct cycle *cycle, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		unsigned long mask = (2ul << i) - 2;

		for (unsigned long x = 0; x < 1ul << n; x++)
			CHECK_FOR((x & mask) != 0 ||
					  next_of(cycle, x) % (1ul << i) == 0,
				"n = %u, i = %u, %lu", n, i, x);
	}
}

static void test_list_constraints(void)
{
	static struct cycle cycle;

	for (unsigned n = 1; n <= 10; n++) {
		for (size_t i = 1; i < 4; i++) {
			cycle_open(&cycle, schemes[i], 2, 1ul << n);
			check_tournament(&cycle, n);
			if (schemes[i] == REVOLVE_BCNEXT)
				check_broadcast(&cycle, n);
			revolve_clear(&cycle.revolve);
		}
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_definitions());
	RUN(test_snext2_definition());
	RUN(test_gather_tree());
	RUN(test_list_constraints());
	return test_done();
}
