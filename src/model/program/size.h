/*
 * Broadcasting in the LogP model as integer programs: k items in the least
 * number of steps, and continuous broadcast with the least delay.
 *
 * Indices are the paper's: items, processors and steps are numbered from 1, and
 * processor 1 is the source.  In schedules processors and times are one less.
 * s(i,p,t): p sends item i in step t; r(i,p,t): p receives item i in step t;
 * X(t): processors may send in step t.
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
 * The size of a program, computed before the program is made.  low and high:
 * for k items the bounds on the time, T_lb - 1 and T_max - 1, both 0 for one
 * processor; for continuous broadcast f_L(P-1), and the time for an item,
 * L + f_L(P-1).
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
	uint64_t sure; /* sends are always allowed in steps 1 .. sure */
	uint64_t last; /* the last step with sends */
};

/* Errors: STATUS_LIMIT beyond max_bits. */
enum status program_broadcast_size(struct program_size *size,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* size: from program_broadcast_size, with all numbers below 2^63. */
void program_broadcast_init(struct program_broadcast *program,
	const struct problem *problem, const struct program_size *size);

/*
 * The schedule of an assignment that satisfies all rows of such a program: for
 * each item and step the senders are matched with those who receive L steps
 * later, in the order of their numbers.  O(kPT).
 */
struct schedule *program_broadcast_schedule(
	const struct ilp_assignment *assignment);

/*
 * The program of continuous broadcast with period q, a reduction of Section 5:
 * item i+q is broadcast like item i, q steps later.  P >= 2; L, q >= 1.  Times
 * in r and s are counted from the step in which the item is first received,
 * step i+L.
 */
struct program_continuous {
	struct ilp program;
	uint64_t processors, period, latency;
	uint64_t steps;	  /* B(P-1,L) */
	uint64_t offsets; /* how many times after 0 an item can be received */
};

enum status program_continuous_size(struct program_size *size,
	const struct problem *problem, struct err *err) WARN_UNUSED;
void program_continuous_init(struct program_continuous *program,
	const struct problem *problem, const struct program_size *size);

/* The first items of the periodic schedule, in the same way. */
struct schedule *program_continuous_schedule(
	const struct ilp_assignment *assignment, uint64_t items);

/* -- Schedules from an assignment: an integer program says who sends and who
 * receives in a step, but not who sends to whom. */

/*
 * Adds row, with from and to set, for each processor p for which receive is 1,
 * from the processors for which send is 1, both in the order of their numbers;
 * there are enough senders.  No processor is matched with itself where none
 * receives an item twice.
 */
void program_match(struct transmissions *list,
	const struct ilp_assignment *assignment, uint64_t processors,
	const struct ilp_variable *send, const struct ilp_variable *receive,
	struct transmission row);

/* The schedule of these rows, in the LogP model. */
struct schedule *program_matched(struct transmissions *list,
	uint64_t processors, uint64_t items, uint64_t latency);

#endif
