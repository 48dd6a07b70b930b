/*
 * What is known of a scheme as a whole: its communication distance set and its
 * properties.
 */
#ifndef FIBCAST_MODEL_REVOLVE_FACTS_H
#define FIBCAST_MODEL_REVOLVE_FACTS_H

#include <gmp.h>

#include "base/err.h"
#include "model/revolve/revolve.h"

/* -- communication distances, pulled: process x sends to y at some time if and
 * only if y - x is one of them, mod N */

struct revolve_distances {
	const struct revolve *revolve;
	unsigned long count; /* of all distances */
	unsigned long at;    /* closed: distances passed; else place in found */
	unsigned char
		*found; /* one bit for each distance mod N; NULL: closed form */
	mpz_t distance;
};

/*
 * Distances by absolute value, positive before negative, in (-N/2, N/2].
 * Errors: STATUS_LIMIT for schemes without a closed form (snext, bcnext, arity
 * above 2) past REVOLVE_PAIRS_MAX positions.
 */
enum status revolve_distances_init(struct revolve_distances *distances,
	const struct revolve *revolve, struct err *err) WARN_UNUSED;
/* Moves on to the next distance; 0 after the last one. */
int revolve_distances_next(struct revolve_distances *distances);
void revolve_distances_clear(struct revolve_distances *distances);

/* -- properties */

enum revolve_property {
	REVOLVE_GATHER,	   /* steps until one process knows of all */
	REVOLVE_BROADCAST, /* steps until all know that, on the same messages */
	REVOLVE_SPREAD,	   /* steps until all know any one change, at worst */
	REVOLVE_MESSAGES,  /* messages in a step */
	REVOLVE_SENDS,	   /* by each process in N steps */
	REVOLVE_RECEIVES,  /* the same */
	REVOLVE_DISTANCES, /* size of the communication distance set */
	REVOLVE_PROPERTIES
};

/* Their names, in that order. */
extern const char *const revolve_property_names[];

/*
 * The value of a property; 0 if it is not known: the broadcast of a tree, a
 * spread without a formula (arity above 2) past REVOLVE_SPREAD_MAX positions,
 * a distance set past REVOLVE_PAIRS_MAX.
 * Gather, the sizes of closed distance sets and bcnext's broadcast and spread:
 * Garg & Ghosh 1994, Theorems 1-6.  The other broadcasts and spreads are
 * formulas not proved, but confirmed by simulation for all N <= 2^13.
 */
int revolve_property(mpz_t value, const struct revolve *revolve,
	enum revolve_property property);

/* The spread where there is a formula; else, for the next scheme of arity above
 * 2, what no tree that was simulated exceeds.  O(1). */
void revolve_spread_estimate(mpz_t steps, const struct revolve *revolve);

#endif
