/*
 * Properties of a scheme.  h: the levels of the tree, or the bits of a list's
 * positions.
 */
#include "model/revolve/facts.h"

#include "model/revolve/pairs.h"

const char *const revolve_property_names[] = {"gather", "broadcast", "spread",
	"messages", "sends", "receives", "distances", NULL};

/* value = h(h+plus)/2 + more. */
static void half_square(mpz_t value, unsigned long h, long plus, long more)
{
	mpz_set_si(value, plus);
	mpz_add_ui(value, value, h);
	mpz_mul_ui(value, value, h);
	mpz_tdiv_q_2exp(value, value, 1);
	if (more < 0)
		mpz_sub_ui(value, value, (unsigned long)-more);
	else
		mpz_add_ui(value, value, (unsigned long)more);
}

/* value = factor·h - less. */
static void line(
	mpz_t value, unsigned long h, unsigned long factor, unsigned long less)
{
	mpz_set_ui(value, h);
	mpz_mul_ui(value, value, factor);
	mpz_sub_ui(value, value, less);
}

/* n; for snext 2n - 2, for snext2 n(n-1)/2 + 1, found by simulation. */
static int broadcast(mpz_t value, const struct revolve *revolve)
{
	unsigned long h = revolve->height;

	switch (revolve->scheme) {
	case REVOLVE_NEXT:
		return 0;
	case REVOLVE_SNEXT:
		line(value, h, 2, 2);
		if (h == 1)
			mpz_set_ui(value, 1);
		return 1;
	case REVOLVE_SNEXT2:
		half_square(value, h, -1, 1);
		return 1;
	case REVOLVE_BCNEXT:
		break;
	}
	mpz_set_ui(value, h);
	return 1;
}

static int counted_spread(mpz_t value, const struct revolve *revolve)
{
	struct revolve_pairs pairs;
	struct err err;

	if (mpz_cmp_ui(revolve->size, REVOLVE_SPREAD_MAX) > 0 ||
		revolve_pairs_init(&pairs, revolve, &err) != STATUS_OK)
		return 0;
	mpz_set_ui(value, revolve_pairs_spread(&pairs));
	revolve_pairs_clear(&pairs);
	return 1;
}

/* (h-1)k + h(h-1)/2: for k = 2 the spread; no other tree that was simulated
 * needs more. */
static void most_tree_steps(mpz_t value, const struct revolve *revolve)
{
	unsigned long h = revolve->height;
	mpz_t inner;

	half_square(value, h, -1, 0);
	mpz_init_set_ui(inner, revolve->arity);
	mpz_mul_ui(inner, inner, h - 1);
	mpz_add(value, value, inner);
	mpz_clear(inner);
}

/* 2n (a change is gathered, then broadcast); the others by simulation. */
static int spread(mpz_t value, const struct revolve *revolve)
{
	unsigned long h = revolve->height;

	switch (revolve->scheme) {
	case REVOLVE_NEXT:
		if (revolve->arity > 2)
			return counted_spread(value, revolve);
		most_tree_steps(value, revolve);
		return 1;
	case REVOLVE_SNEXT:
		line(value, h, 3, 2);
		if (h == 1)
			mpz_set_ui(value, 2);
		return 1;
	case REVOLVE_SNEXT2:
		half_square(value, h, 1, 1);
		return 1;
	case REVOLVE_BCNEXT:
		break;
	}
	line(value, h, 2, 0);
	return 1;
}

void revolve_spread_estimate(mpz_t steps, const struct revolve *revolve)
{
	if (revolve->scheme == REVOLVE_NEXT)
		most_tree_steps(steps, revolve);
	else
		spread(steps, revolve);
}

static int count_distances(mpz_t value, const struct revolve *revolve)
{
	struct revolve_distances distances;
	struct err err;
	enum status status = revolve_distances_init(&distances, revolve, &err);

	mpz_set_ui(value, distances.count);
	revolve_distances_clear(&distances);
	return status == STATUS_OK;
}

int revolve_property(mpz_t value, const struct revolve *revolve,
	enum revolve_property property)
{
	switch (property) {
	case REVOLVE_GATHER:
		mpz_set_ui(value, revolve->height);
		if (revolve->scheme == REVOLVE_NEXT)
			mpz_sub_ui(value, value, 1);
		return 1;
	case REVOLVE_BROADCAST:
		return broadcast(value, revolve);
	case REVOLVE_SPREAD:
		return spread(value, revolve);
	case REVOLVE_MESSAGES:
	case REVOLVE_SENDS:
	case REVOLVE_RECEIVES:
		mpz_set(value, revolve->senders);
		return 1;
	case REVOLVE_DISTANCES:
		return count_distances(value, revolve);
	case REVOLVE_PROPERTIES:
		break;
	}
	return 0;
}
