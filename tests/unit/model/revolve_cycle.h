/*
 * A scheme of the revolving hierarchy and its permutation in machine words,
 * for tests.
 */
#ifndef FIBCAST_TEST_REVOLVE_CYCLE_H
#define FIBCAST_TEST_REVOLVE_CYCLE_H

#include "model/revolve/revolve.h"
#include "model/revolve/facts.h"
#include "test.h"

enum {
	POSITIONS_MAX = (1 << 14) + 1,
	HEIGHT_MAX = 14,
	PROCESSES_MAX = 1 << 10
};

/* All schemes; from the second on those of lists. */
static const enum revolve_scheme schemes[] = {
	REVOLVE_NEXT, REVOLVE_SNEXT, REVOLVE_SNEXT2, REVOLVE_BCNEXT};

static inline void open_scheme(struct revolve *revolve,
	enum revolve_scheme scheme, unsigned long arity, unsigned long size,
	int fill)
{
	struct err err;
	mpz_t n;

	mpz_init_set_ui(n, size);
	CHECK_FOR(revolve_init(revolve, scheme, arity, n, fill, &err) ==
			  STATUS_OK,
		"%d, arity %lu, %lu", (int)scheme, arity, size);
	mpz_clear(n);
}

/* n for h levels of next; 2^h for a list. */
static inline void open_height(
	struct revolve *revolve, enum revolve_scheme scheme, unsigned h)
{
	open_scheme(
		revolve, scheme, 2, (1ul << h) - (scheme == REVOLVE_NEXT), 0);
}

/* A property's value, -1 if it is not known. */
static inline unsigned long property(
	const struct revolve *revolve, enum revolve_property which)
{
	unsigned long value = (unsigned long)-1;
	mpz_t found;

	mpz_init(found);
	if (revolve_property(found, revolve, which))
		value = mpz_get_ui(found);
	mpz_clear(found);
	return value;
}

/* A scheme by iteration: the labels of positions and the positions of labels.
 */
struct cycle {
	struct revolve revolve;
	unsigned long size, first;
	unsigned long label[POSITIONS_MAX], position[POSITIONS_MAX];
};

static inline void cycle_open(struct cycle *cycle, enum revolve_scheme scheme,
	unsigned long arity, unsigned long size)
{
	open_scheme(&cycle->revolve, scheme, arity, size, 0);
	cycle->size = size;
	cycle->first = revolve_first(&cycle->revolve);
}

static inline unsigned long next_of(
	const struct cycle *cycle, unsigned long position)
{
	mpz_t at, next;

	mpz_init_set_ui(at, position);
	mpz_init(next);
	cycle->revolve.ops->next(next, &cycle->revolve, at);
	position = mpz_get_ui(next);
	mpz_clears(at, next, NULL);
	return position;
}

#endif
