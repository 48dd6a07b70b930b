/*
 * The revolving hierarchy: every closed form against walking the permutation,
 * and against the paper's tables.
 * Garg & Ghosh 1994.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/revolve/revolve.h"
#include "revolve_cycle.h"

static unsigned long first_position(const struct cycle *cycle)
{
	mpz_t zero, position;
	unsigned long first;

	mpz_inits(zero, position, NULL);
	cycle->revolve.ops->position(position, &cycle->revolve, zero);
	first = mpz_get_ui(position);
	mpz_clears(zero, position, NULL);
	return first;
}

/* Walks the cycle from label 0 on: it visits every position once. */
static void cycle_walk(struct cycle *cycle)
{
	unsigned long at = first_position(cycle), start = at, steps = 0;

	memset(cycle->label, 0xff, sizeof cycle->label);
	do {
		if (at < cycle->first || at >= cycle->first + cycle->size ||
			cycle->label[at] != (unsigned long)-1)
			break;
		cycle->label[at] = steps;
		cycle->position[steps++] = at;
		at = next_of(cycle, at);
	} while (at != start);
	CHECK_FOR(steps == cycle->size && at == start, "%d, %lu: %lu",
		(int)cycle->revolve.scheme, cycle->size, steps);
}

/* Labels and positions by the closed forms, for every stride-th position. */
static void check_closed_forms(const struct cycle *cycle, unsigned long stride)
{
	mpz_t in, out;
	unsigned long bad = 0;

	mpz_inits(in, out, NULL);
	for (unsigned long y = 0; y < cycle->size; y += stride) {
		mpz_set_ui(in, y);
		cycle->revolve.ops->position(out, &cycle->revolve, in);
		bad += mpz_cmp_ui(out, cycle->position[y]) != 0;
		mpz_set_ui(in, cycle->position[y]);
		cycle->revolve.ops->label(out, &cycle->revolve, in);
		bad += mpz_cmp_ui(out, y) != 0;
	}
	CHECK_FOR(bad == 0, "%d, arity %lu, %lu: %lu wrong",
		(int)cycle->revolve.scheme, cycle->revolve.arity, cycle->size,
		bad);
	mpz_clears(in, out, NULL);
}

static void check_scheme(
	enum revolve_scheme scheme, unsigned long arity, unsigned long size)
{
	static struct cycle cycle;

	cycle_open(&cycle, scheme, arity, size);
	cycle_walk(&cycle);
	check_closed_forms(&cycle, 1);
	revolve_clear(&cycle.revolve);
}

static void test_closed_forms(void)
{
	for (unsigned n = 1; n <= HEIGHT_MAX; n++) {
		check_scheme(REVOLVE_NEXT, 2, (1ul << n) - 1);
		for (size_t i = 1; i < 4; i++)
			check_scheme(schemes[i], 2, 1ul << n);
	}
	for (unsigned long k = 3; k <= 7; k++)
		for (unsigned long size = 1; size < 1 << 14;
			size = k * size + 1)
			check_scheme(REVOLVE_NEXT, k, size);
}

/* -- the paper's figures and tables */

static const struct {
	enum revolve_scheme scheme;
	unsigned long arity, size;
	const char *labels; /* of the positions in their order */
} tables[] = {
	/* (7), (11), and those of Fig. 7 */
	{REVOLVE_SNEXT, 2, 16, "4 3 8 2 11 7 14 1 5 10 9 6 12 13 15 0"},
	{REVOLVE_SNEXT2, 2, 16, "0 15 7 14 3 6 10 13 1 2 4 5 8 9 11 12"},
	{REVOLVE_BCNEXT, 2, 16, "4 3 10 2 12 9 15 1 5 11 13 8 6 14 7 0"},
	{REVOLVE_NEXT, 2, 15, "0 14 7 13 3 6 10 12 1 2 4 5 8 9 11"},
	{REVOLVE_NEXT, 2, 1, "0"},
	{REVOLVE_SNEXT, 2, 2, "1 0"},
	{REVOLVE_SNEXT2, 2, 2, "0 1"},
	{REVOLVE_BCNEXT, 2, 2, "1 0"},
	/* in-order: leaf, root, leaf, leaf */
	{REVOLVE_NEXT, 3, 4, "0 3 1 2"},
};

static void check_table(size_t at)
{
	static struct cycle cycle;
	const char *text = tables[at].labels;
	mpz_t position, label;

	mpz_inits(position, label, NULL);
	cycle_open(
		&cycle, tables[at].scheme, tables[at].arity, tables[at].size);
	for (unsigned long i = 0; i < tables[at].size; i++) {
		char *end;
		unsigned long expected = strtoul(text, &end, 10);

		text = end;
		mpz_set_ui(position, cycle.first + i);
		cycle.revolve.ops->label(label, &cycle.revolve, position);
		CHECK_FOR(mpz_cmp_ui(label, expected) == 0, "%zu, %lu", at, i);
	}
	revolve_clear(&cycle.revolve);
	mpz_clears(position, label, NULL);
}

/* (1): next for n = 3. */
static void test_permutation_1(void)
{
	static const unsigned long next[] = {5, 1, 7, 2, 6, 3, 4};
	static struct cycle cycle;

	cycle_open(&cycle, REVOLVE_NEXT, 2, 7);
	for (unsigned long i = 0; i < 7; i++)
		CHECK(next_of(&cycle, i + 1) == next[i]);
	revolve_clear(&cycle.revolve);
}

/* (4): leaf and parent for N = 31. */
static void test_table_4(void)
{
	static const unsigned long table[][2] = {{0, 30}, {15, 30}, {7, 14},
		{22, 14}, {3, 6}, {10, 6}, {18, 21}, {25, 21}, {1, 2}, {4, 2},
		{8, 9}, {11, 9}, {16, 17}, {19, 17}, {23, 24}, {26, 24}};
	static struct cycle cycle;
	mpz_t i, from, to;

	mpz_inits(i, from, to, NULL);
	cycle_open(&cycle, REVOLVE_NEXT, 2, 31);
	for (size_t at = 0; at < 16; at++) {
		mpz_set_ui(i, at);
		cycle.revolve.ops->pair(from, to, &cycle.revolve, i);
		CHECK_FOR(mpz_cmp_ui(from, table[at][0]) == 0 &&
				  mpz_cmp_ui(to, table[at][1]) == 0,
			"%zu", at);
	}
	revolve_clear(&cycle.revolve);
	mpz_clears(i, from, to, NULL);
}

/* -- Numbers of any size. */

/* Labels y and y+1 are those of a position and its next one; and the reverse.
 */
static void check_large(const struct revolve *revolve, gmp_randstate_t random)
{
	mpz_t label, position, next, back;
	int right = 1;

	mpz_inits(label, position, next, back, NULL);
	for (int i = 0; i < 40; i++) {
		mpz_urandomm(label, random, revolve->size);
		if (i < 5)
			mpz_set_ui(label, (unsigned long)i);
		else if (i < 10)
			mpz_sub_ui(label, revolve->size, (unsigned long)i - 4);
		revolve->ops->position(position, revolve, label);
		revolve->ops->label(back, revolve, position);
		right &= mpz_cmp(back, label) == 0;
		revolve->ops->next(next, revolve, position);
		revolve->ops->label(back, revolve, next);
		mpz_add_ui(label, label, 1);
		mpz_mod(label, label, revolve->size);
		right &= mpz_cmp(back, label) == 0;
	}
	CHECK_FOR(right, "%d, arity %lu, height %lu", (int)revolve->scheme,
		revolve->arity, revolve->height);
	mpz_clears(label, position, next, back, NULL);
}

static void test_large(void)
{
	static const unsigned heights[] = {60, 64, 200, 1000};
	struct revolve revolve;
	gmp_randstate_t random;
	struct err err;
	mpz_t n;

	gmp_randinit_default(random);
	mpz_init(n);
	for (size_t h = 0; h < 4; h++) {
		mpz_set_ui(n, 0);
		mpz_setbit(n, heights[h]);
		for (size_t i = 1; i < 4; i++) {
			CHECK(revolve_init(&revolve, schemes[i], 2, n, 0,
				      &err) == STATUS_OK);
			check_large(&revolve, random);
			revolve_clear(&revolve);
		}
		for (unsigned long k = 2; k < 100; k = 3 * k - 1) {
			CHECK(revolve_init(&revolve, REVOLVE_NEXT, k, n, 1,
				      &err) == STATUS_OK);
			check_large(&revolve, random);
			revolve_clear(&revolve);
		}
	}
	mpz_clear(n);
	gmp_randclear(random);
}

static void test_sums(void)
{
	static const unsigned long reach[] = {0, 3, 7, 10, 15, 18, 22, 25, 31};
	mpz_t m, v;

	mpz_inits(m, v, NULL);
	for (unsigned long i = 0; i < 9; i++) {
		mpz_set_ui(m, i);
		digits_reach(v, m, 2);
		CHECK(mpz_cmp_ui(v, reach[i]) == 0);
	}
	for (unsigned long k = 2; k <= 11; k++) {
		unsigned long least = 1;

		for (unsigned long y = 1; y < 3000; y++) {
			mpz_set_ui(m, least);
			digits_reach(v, m, k);
			least += mpz_cmp_ui(v, y) < 0;
			mpz_set_ui(v, y);
			digits_segment(m, v, k);
			CHECK_FOR(mpz_cmp_ui(m, least) == 0, "%lu, %lu", y, k);
		}
	}
	mpz_clears(m, v, NULL);
}

static void test_wrong_sizes(void)
{
	struct revolve revolve;
	struct err err;
	mpz_t n;

	mpz_init_set_ui(n, 8);
	CHECK(revolve_init(&revolve, REVOLVE_NEXT, 2, n, 0, &err) ==
		STATUS_USAGE);
	CHECK(strstr(err.msg, "'8' is not 2^h-1") != NULL);
	revolve_clear(&revolve);
	CHECK(revolve_init(&revolve, REVOLVE_NEXT, 3, n, 0, &err) ==
		STATUS_USAGE);
	revolve_clear(&revolve);
	mpz_set_ui(n, 1);
	CHECK(revolve_init(&revolve, REVOLVE_SNEXT, 2, n, 0, &err) ==
		STATUS_USAGE);
	revolve_clear(&revolve);
	mpz_clear(n);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_sums());
	RUN(test_closed_forms());
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		RUN(check_table(i));
	RUN(test_permutation_1());
	RUN(test_table_4());
	RUN(test_large());
	RUN(test_wrong_sizes());
	return test_done();
}
