/*
 * Broadcasting m messages in the telephone model: in a round each processor
 * talks to at most one other, and both may send each other one message.
 * n >= 1 processors, the source 0 among them; m >= 1 unless said otherwise.
 */
#ifndef FIBCAST_MODEL_TELEPHONE_TELEPHONE_H
#define FIBCAST_MODEL_TELEPHONE_TELEPHONE_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/search.h"

/*
 * Begins the search for a schedule.  One is known at once; for odd n the search
 * looks for one of fewer rounds.  The header's finish is the number of rounds;
 * a warning tells if and why it may be more than one above the lower bound.
 *   Even n: optimal, streamed in O(n) memory.
 *   Odd n: all rounds are found first, in O(n log n + m) memory and, as a rule,
 * in much less time than writing their rows would take.
 * Errors: STATUS_LIMIT, naming the size, if it needs more than max_bits of
 * memory, n is 2^32 - 2 or more, or m or the rounds are 2^63 or more (odd n:
 * 2^32).
 */
search_begin telephone_begin;

/* The strongest lower bound on the number of rounds that is known to hold; m >=
 * 0. For even n it is the optimum. */
void telephone_lower_bound(mpz_t bound, const struct problem *problem);

/* Appends every lower bound, strongest first. */
void telephone_bound_list(
	struct bound_list *list, const struct problem *problem);

/* The least number of rounds, if a formula is known: for even n, n = 1, and m =
 * 0; else returns 0. */
int telephone_rounds(mpz_t rounds, const struct problem *problem);

#endif
