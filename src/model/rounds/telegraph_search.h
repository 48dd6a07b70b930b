/* The search for telegraph schedules without a redundant send. */
#ifndef FIBCAST_MODEL_ROUNDS_TELEGRAPH_SEARCH_H
#define FIBCAST_MODEL_ROUNDS_TELEGRAPH_SEARCH_H

#include <stdint.h>

#include "core/problem.h"
#include "core/search.h"
#include "model/rounds/record.h"

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
