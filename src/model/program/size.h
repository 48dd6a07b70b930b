/*
 * Broadcasting in the LogP model as integer programs: k items in the least
 * number of steps, and continuous broadcast with the least delay.
 *
 * Indices are the paper's: items from 1, processors from 1, the source, steps
 * from 1.  In schedules processors and times are one less.
 * s(i,p,t): p sends item i in step t; r(i,p,t): it receives it; X(t): anybody
 * may send in step t.
 * Subramonian & Venkatasubramanian 1993, Sections 4 and 5.
 */
#ifndef FIBCAST_MODEL_PROGRAM_SIZE_H
#define FIBCAST_MODEL_PROGRAM_SIZE_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/ilp.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * How large a program is, before there is one.  low, high: of k items, the
 * bounds on the time, T_lb - 1 and T_max - 1, for one processor 0 and 0; of
 * continuous broadcast, f_L(P-1) and the time of an item, L + f_L(P-1).
 */
struct program_size {
	mpz_t low, high, variables, rows;
};

void program_size_init(struct program_size *size);
void program_size_clear(struct program_size *size);

/* The program of k items, Section 4 corrected.  P, k, L >= 1. */
struct program_broadcast {
	struct ilp program;
	uint64_t processors, items, latency;
	uint64_t sure; /* in these first steps sends are always allowed */
	uint64_t last; /* the last step with sends */
};

/* Errors: STATUS_LIMIT past max_bits. */
enum status program_broadcast_size(struct program_size *size,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* Given the size, whose numbers are below 2^63. */
void program_broadcast_init(struct program_broadcast *program,
	const struct problem *problem, const struct program_size *size);

/*
 * The schedule that an assignment of such a program, all of whose rows hold,
 * comes to: for each item and step the senders are matched with those who
 * receive L steps later, in the order of their numbers.  O(kPT).
 */
struct schedule *program_broadcast_schedule(
	const struct ilp_assignment *assignment);

/*
 * The program of continuous broadcast with the period q, Section 5 reduced:
 * item i+q is item i, q steps later.  P >= 2; L, q >= 1.  Time, in r and s, is
 * counted from the step in which the item is first received, step i+L.
 */
struct program_continuous {
	struct ilp program;
	uint64_t processors, period, latency;
	uint64_t steps;	  /* B(P-1,L) */
	uint64_t offsets; /* after 0, at which an item is received */
};

enum status program_continuous_size(struct program_size *size,
	const struct problem *problem, struct err *err) WARN_UNUSED;
void program_continuous_init(struct program_continuous *program,
	const struct problem *problem, const struct program_size *size);

/* The first items of the periodic schedule; as above. */
struct schedule *program_continuous_schedule(
	const struct ilp_assignment *assignment, uint64_t items);

/* -- schedules from an assignment
 *
 * Senders and receivers that an integer program only counts, matched.
 */

/*
 * Adds row, with from and to set, for each r(item,p,receive) that is 1, from
 * the processors with s(item,p,send) in the order of their numbers; of these
 * there are enough.  Nobody is matched with itself where nobody receives an
 * item twice.
 */
void program_match(struct transmissions *list,
	const struct ilp_assignment *assignment, uint64_t processors,
	const struct ilp_variable *send, const struct ilp_variable *receive,
	struct transmission row);

/* The schedule of these rows, in the LogP model. */
struct schedule *program_matched(struct transmissions *list,
	uint64_t processors, uint64_t items, uint64_t latency);

#endif
