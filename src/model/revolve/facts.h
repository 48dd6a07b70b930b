/*
 * What is known of a scheme as a whole: its communication distance set and its
 * properties; and what happens on it, step by step.
 */
#ifndef FIBCAST_MODEL_REVOLVE_FACTS_H
#define FIBCAST_MODEL_REVOLVE_FACTS_H

#include <stdint.h>

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

/* -- a whole step as a table, for what has no closed form */

enum {
	/* The most positions of a table of pairs. */
	REVOLVE_PAIRS_MAX = 1 << 24,
	/* The most positions for which the spread is found step by step. */
	REVOLVE_SPREAD_MAX = 1 << 14
};

/* Every message at time 0; at time t subtract t from the labels, mod size. */
struct revolve_pairs {
	uint32_t size, count;
	struct {
		uint32_t from, to; /* labels */
	} * pair;
};

/* Errors: STATUS_LIMIT past REVOLVE_PAIRS_MAX positions.  8 bytes a message. */
enum status revolve_pairs_init(struct revolve_pairs *pairs,
	const struct revolve *revolve, struct err *err) WARN_UNUSED;
void revolve_pairs_clear(struct revolve_pairs *pairs);

/* The process at a label at a time: both below size. */
static inline uint32_t revolve_process(
	uint32_t label, uint32_t time, uint32_t size)
{
	return label >= time ? label - time : label + (size - time);
}

/*
 * The most steps in which a change at any process, at any time, reaches all
 * others, found by spreading all changes at once; size <= REVOLVE_SPREAD_MAX.
 * O(size^2/64) a step, size^2/8 bytes.
 */
unsigned long revolve_pairs_spread(const struct revolve_pairs *pairs);

/* -- the paper's two applications, run on a scheme */

/*
 * The paper's two applications, run on a scheme: Garg & Ghosh 1994, Section
 * VII.  All processes send at once; a receiver sees what its sender had before
 * the step.
 *
 * minimum: each process has a value and sends the least it has heard of; it
 * 	knows the answer when that is the least of all.  A process sends if
 * 	it has a destination, dest <> -1 as in VII.B (our copy of VII.A has <
 * 	-1, with which nobody would send).  It sends the lesser of its own
 * 	value and the bound it knows, which is what search(knownbound) must
 * 	return for the minimum to spread.
 * fixpoint: the least solution of x_i = min(v_i, min over j of x_j + |i-j|).
 * 	Each process sends its whole vector, with the step at which each
 * 	coordinate was computed; the receiver adopts what is newer and
 * 	computes its own coordinate again from those it has heard of.  A
 * 	process knows the answer when its whole vector is the solution.
 */

enum revolve_app { REVOLVE_MINIMUM, REVOLVE_FIXPOINT };

enum {
	REVOLVE_FIXPOINT_MAX = 1 << 11,
	/* The most messages of a run; the most coordinates in them. */
	REVOLVE_MESSAGES_BITS = 26,
	REVOLVE_COORDINATES_BITS = 29
};

/* What processes know of coordinates, one row of them each: x, and 1 + the
 * step at which it was computed; 0: not heard of. */
struct revolve_known {
	uint64_t *x;
	uint32_t *step;
};

struct revolve_run {
	enum revolve_app app;
	struct revolve_pairs pairs;
	uint32_t processes, time; /* time: mod size */
	uint64_t *answer;	  /* minimum: one value; fixpoint: one each */
	uint64_t steps, messages; /* so far */
	uint32_t known;		  /* processes that know the answer */
	uint64_t *value;	  /* one each, set by the caller */
	struct revolve_known now, before;
};

/*
 * Opens an application with all values 0, for the caller to set; fixpoint: to
 * less than 2^63.
 * Errors: STATUS_LIMIT past REVOLVE_PAIRS_MAX positions or, for fixpoint, past
 * REVOLVE_FIXPOINT_MAX processes; if the run may take more than
 * 2^REVOLVE_MESSAGES_BITS messages or, for fixpoint, more than
 * 2^REVOLVE_COORDINATES_BITS coordinates in them.
 * Memory: minimum O(n), fixpoint 24 n^2 bytes.
 */
enum status revolve_run_init(struct revolve_run *run,
	const struct revolve *revolve, enum revolve_app app,
	struct err *err) WARN_UNUSED;

/* Starts the run with these values; steps = 0. */
void revolve_run_start(struct revolve_run *run);

/* Runs one step. minimum O(n), fixpoint O(n^2). */
void revolve_run_step(struct revolve_run *run);
void revolve_run_clear(struct revolve_run *run);

/*
 * The most steps it can take: the spread; for fixpoint twice that, once for the
 * values and once for what follows from them; 0 if not known.
 */
int revolve_run_bound(
	mpz_t steps, const struct revolve *revolve, enum revolve_app app);

#endif
