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
#ifndef FIBCAST_MODEL_REVOLVE_SIMULATE_H
#define FIBCAST_MODEL_REVOLVE_SIMULATE_H

#include <stdint.h>

#include <gmp.h>

#include "model/revolve/pairs.h"

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
