/*
 * A scheme as a whole: its communication distance set and its properties; and
 * the simulation of applications on it, step by step.
 */
#ifndef FIBCAST_MODEL_REVOLVE_FACTS_H
#define FIBCAST_MODEL_REVOLVE_FACTS_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "model/revolve/revolve.h"

/* -- Communication distances, one by one: process x sends to y at some time if
 * and only if y - x, mod N, is one of them. */

struct revolve_distances {
	const struct revolve *revolve;
	unsigned long count; /* of all distances */
	unsigned long at;    /* distances passed, or place in found */
	uint64_t *found;     /* set of distances mod N; NULL: closed form */
	mpz_t distance;
};

/*
 * Starts the distances, in (-N/2, N/2], by absolute value, positive before
 * negative.
 * Errors: STATUS_LIMIT for schemes without a closed form (snext, bcnext, arity
 * above 2) with more than REVOLVE_PAIRS_MAX positions.
 */
enum status revolve_distances_init(struct revolve_distances *distances,
	const struct revolve *revolve, struct err *err) WARN_UNUSED;
/* Advances to the next distance; 0 after the last one. */
int revolve_distances_next(struct revolve_distances *distances);
void revolve_distances_clear(struct revolve_distances *distances);

/* -- Properties. */

enum revolve_property {
	REVOLVE_GATHER,	   /* steps until one process has heard of all */
	REVOLVE_BROADCAST, /* steps until all know its result, by the same
			      messages */
	REVOLVE_SPREAD,	   /* most steps until all know of any one change */
	REVOLVE_MESSAGES,  /* messages in a step */
	REVOLVE_SENDS,	   /* sends of each process in N steps */
	REVOLVE_RECEIVES,  /* receives of each process in N steps */
	REVOLVE_DISTANCES, /* size of the communication distance set */
	REVOLVE_PROPERTIES
};

/* The names of the properties, in that order, then NULL. */
extern const char *const revolve_property_names[];

/*
 * The value of a property.  Returns 0 if it is not known: the broadcast of a
 * tree, a spread without a formula (arity above 2) with more than
 * REVOLVE_SPREAD_MAX positions, a distance set with more than
 * REVOLVE_PAIRS_MAX.
 * Gather, the sizes of closed distance sets and bcnext's broadcast and spread:
 * Garg & Ghosh 1994, Theorems 1-6.  The formulas for the other broadcasts and
 * spreads are not proved, but confirmed by simulation for all N <= 2^13.
 */
int revolve_property(mpz_t value, const struct revolve *revolve,
	enum revolve_property property);

/* The spread where there is a formula; for scheme next with arity above 2 a
 * number of steps that no simulated tree exceeded.  O(1). */
void revolve_spread_estimate(mpz_t steps, const struct revolve *revolve);

/* -- A whole step as a table, for properties without a closed form. */

/* Refuses a count above 2^bits; the message is the count between two texts. */
enum status revolve_check_count(const mpz_t count, unsigned bits,
	const char *before, const char *after, struct err *err) WARN_UNUSED;

enum {
	/* The most positions of a table of pairs. */
	REVOLVE_PAIRS_BITS = 24,
	REVOLVE_PAIRS_MAX = 1 << REVOLVE_PAIRS_BITS,
	/* The most positions for which the spread is found step by step. */
	REVOLVE_SPREAD_MAX = 1 << 14
};

/* Every message of a step; at time t the processes are labels - t, mod size. */
struct revolve_pairs {
	uint32_t size, count;
	struct {
		uint32_t from, to; /* labels */
	} * pair;
};

/* Takes 8 bytes for each message.  Errors: STATUS_LIMIT for more than
 * REVOLVE_PAIRS_MAX positions. */
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
 * The most steps in which a change at any process reaches all others, found by
 * spreading the changes of all processes at once; size <= REVOLVE_SPREAD_MAX.
 * O(size^2/64) for each step, size^2/8 bytes.
 */
unsigned long revolve_pairs_spread(const struct revolve_pairs *pairs);

/*
 * -- The paper's two applications, run on a scheme: Garg & Ghosh 1994, Section
 * VII.  All processes send at once; a receiver gets what its sender had before
 * the step.
 *
 * minimum: each process has a value and sends the least value that it has heard
 * 	of; it knows the answer when that is the least of all.  A process sends
 * 	if it has a destination, dest <> -1 as in VII.B (our copy of VII.A has
 * 	< -1, with which nobody would send).  It sends the lesser of its own
 * 	value and the bound it knows, which search(knownbound) must return for
 * 	the minimum to spread.
 * fixpoint: the least solution of x_i = min(v_i, min over j of x_j + |i-j|).
 * 	Each process sends its whole vector, with the step at which each
 * 	coordinate was computed; the receiver adopts newer coordinates and
 * 	recomputes its own from those it has heard of.  A process knows the
 * 	answer when its whole vector is the solution.
 */

enum revolve_app { REVOLVE_MINIMUM, REVOLVE_FIXPOINT };

/* Limits, as powers of 2: on the processes of fixpoint, the messages of a run,
 * and the coordinates in them. */
enum {
	REVOLVE_FIXPOINT_BITS = 11,
	REVOLVE_MESSAGES_BITS = 26,
	REVOLVE_COORDINATES_BITS = 29
};

/* The coordinates that the processes know, a row for each process: x, and
 * 1 + the step at which it was computed, 0 if it has not been heard of. */
struct revolve_known {
	uint64_t *x;
	uint32_t *step;
};

struct revolve_run {
	enum revolve_app app;
	struct revolve_pairs pairs;
	uint32_t processes, time; /* time: mod size */
	uint64_t *answer;	  /* minimum: answer[0]; fixpoint: a vector */
	uint64_t steps, messages; /* so far */
	uint32_t known;		  /* processes that know the answer */
	uint64_t *value;	  /* of each process, set by the caller */
	struct revolve_known now, before;
};

/*
 * Opens an application with all values 0; the caller sets them, for fixpoint
 * below 2^63.
 * Errors: STATUS_LIMIT for more than REVOLVE_PAIRS_MAX positions, more than
 * 2^REVOLVE_FIXPOINT_BITS processes of fixpoint, or if the run may take more
 * than 2^REVOLVE_MESSAGES_BITS messages or, for fixpoint, more than
 * 2^REVOLVE_COORDINATES_BITS coordinates in them.
 * Memory: minimum O(n), fixpoint 24 n^2 bytes.
 */
enum status revolve_run_init(struct revolve_run *run,
	const struct revolve *revolve, enum revolve_app app,
	struct err *err) WARN_UNUSED;

/* Starts the run with these values; steps = 0. */
void revolve_run_start(struct revolve_run *run);

/* Runs one step.  minimum O(n), fixpoint O(n^2). */
void revolve_run_step(struct revolve_run *run);
void revolve_run_clear(struct revolve_run *run);

/*
 * The most steps that a run can take: the spread; for fixpoint twice that, once
 * for the values and once for the coordinates computed from them.  Returns 0 if
 * the spread is not known.
 */
int revolve_run_bound(
	mpz_t steps, const struct revolve *revolve, enum revolve_app app);

#endif
