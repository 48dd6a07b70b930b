/*
 * The revolving hierarchy: every closed form against walking the permutation,
 * the permutations against the paper's constraints and figures.
 * Garg & Ghosh 1994.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/revolve.h"
#include "test.h"

enum { POSITIONS_MAX = (1 << 14) + 1, HEIGHT_MAX = 14 };

static const enum revolve_scheme lists[] = {
	REVOLVE_SNEXT, REVOLVE_SNEXT2, REVOLVE_BCNEXT};

/* A scheme by iteration: labels of positions and positions of labels. */
struct cycle {
	struct revolve revolve;
	unsigned long size, first;
	unsigned long label[POSITIONS_MAX], position[POSITIONS_MAX];
};

static void cycle_open(struct cycle *cycle, enum revolve_scheme scheme,
	unsigned long arity, unsigned long size)
{
	struct err err;
	mpz_t n;

	mpz_init_set_ui(n, size);
	CHECK_FOR(revolve_init(&cycle->revolve, scheme, arity, n, 0, &err) ==
			  STATUS_OK,
		"%d, arity %lu, %lu", (int)scheme, arity, size);
	cycle->size = size;
	cycle->first = revolve_first(&cycle->revolve);
	mpz_clear(n);
}

static unsigned long next_of(const struct cycle *cycle, unsigned long position)
{
	mpz_t at, next;

	mpz_init_set_ui(at, position);
	mpz_init(next);
	revolve_next(next, &cycle->revolve, at);
	position = mpz_get_ui(next);
	mpz_clears(at, next, NULL);
	return position;
}

static unsigned long first_position(const struct cycle *cycle)
{
	mpz_t zero, position;
	unsigned long first;

	mpz_inits(zero, position, NULL);
	revolve_position(position, &cycle->revolve, zero);
	first = mpz_get_ui(position);
	mpz_clears(zero, position, NULL);
	return first;
}

/* Walks the cycle from label 0 on: it has all positions, once. */
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

/* Labels and positions by the closed forms, for every stride-th. */
static void check_closed_forms(const struct cycle *cycle, unsigned long stride)
{
	mpz_t in, out;
	unsigned long bad = 0;

	mpz_inits(in, out, NULL);
	for (unsigned long y = 0; y < cycle->size; y += stride) {
		mpz_set_ui(in, y);
		revolve_position(out, &cycle->revolve, in);
		bad += mpz_cmp_ui(out, cycle->position[y]) != 0;
		mpz_set_ui(in, cycle->position[y]);
		revolve_label(out, &cycle->revolve, in);
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
		for (size_t i = 0; i < 3; i++)
			check_scheme(lists[i], 2, 1ul << n);
	}
	for (unsigned long k = 3; k <= 7; k++)
		for (unsigned long size = 1; size < 1 << 14;
			size = k * size + 1)
			check_scheme(REVOLVE_NEXT, k, size);
}

int main(void)
{
	mem_init(NULL);
	test_closed_forms();
	return test_done();
}
