/*
 * Broadcasting m messages where in a round each processor talks to at most one
 * other, and one message passes, in one direction.
 */
#ifndef FIBCAST_MODEL_ROUNDS_TELEGRAPH_H
#define FIBCAST_MODEL_ROUNDS_TELEGRAPH_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/search.h"
#include "model/rounds/rounds.h"

/* The strongest lower bound: the least number of rounds with enough useful
 * sends.  0 for n = 1 or m = 0. */
void telegraph_lower_bound(mpz_t bound, const struct problem *problem);

/* Appends the lower bounds: that of useful sends, which for odd n > 1 is the
 * optimum as printed, and for others that as corrected, and the last
 * message's.  m >= 1. */
void telegraph_bound_list(
	struct bound_list *list, const struct problem *problem);

/*
 * The least number of rounds, if it is known: where the schedule that halves
 * telephone rounds attains the lower bound; for odd n always, for even n if m
 * is small.  Returns 0 if not; the bound has been attained wherever it was
 * tried.
 */
int telegraph_rounds(mpz_t rounds, const struct problem *problem);

/* The rounds of the schedule that halves telephone rounds: the optimum is
 * between the bound and that. */
enum status telegraph_most(
	mpq_t time, const struct problem *problem, struct err *err) WARN_UNUSED;

/* The nanoseconds, roughly, that finding rounds in which every send is useful
 * takes; 2^64 and more where that is not tried.  Measured: n m^2 (5 + n/10). */
void telegraph_work(mpz_t work, const struct problem *problem);

/*
 * Begins the search for a schedule for n, m >= 1; until something is found,
 * telephone rounds in halves are what is known.  The header's finish is its
 * number of rounds.  A warning says why that may not be the least possible.
 *   Where telephone rounds in halves are optimal, they are streamed in O(n)
 * memory.  Else a search finds all rounds first, 8 bytes a processor and round;
 * if it fails or would take too long, telephone rounds in halves must do.
 * Errors: STATUS_LIMIT, naming the size, if more than max_bits of memory were
 * needed; if n is 2^32 - 2 or more, or m or the rounds are 2^63 or more.
 */
enum status telegraph_begin(struct search **search,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* -- telegraph_search.c
 *
 * The search for telegraph schedules without a redundant send.
 */

/* Whether the search would end within some seconds. */
int telegraph_is_small(const struct problem *problem);

struct telegraph_search;

/*
 * Begins the search for a schedule of exactly that many rounds.  n, m as
 * telegraph_is_small allows, n >= 2, m >= 1.
 */
struct telegraph_search *telegraph_search_begin(
	struct rounds_record *record, uint32_t n, uint32_t m, uint32_t rounds);

/*
 * Goes one round on, and adds what that takes to *work.  Once the schedule is
 * found, record holds it; of no use before, nothing if none is found.
 * O(n^2 (m/64 + log n)) as a rule, for each round of a few seeds.
 */
enum search_state telegraph_search_step(
	struct telegraph_search *search, uint64_t *work);

/* NULL is nothing to close. */
void telegraph_search_close(struct telegraph_search *search);

#endif
