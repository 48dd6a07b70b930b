/* The search for telegraph schedules without a redundant send. */
#ifndef FIBCAST_MODEL_ROUNDS_TELEGRAPH_SEARCH_H
#define FIBCAST_MODEL_ROUNDS_TELEGRAPH_SEARCH_H

#include <stdint.h>

#include <gmp.h>

#include "core/problem.h"
#include "model/rounds/record.h"

/* Whether the search would end within some seconds. */
int telegraph_is_small(const struct problem *problem);

/*
 * Fills record with a schedule of exactly that many rounds, and returns 1; 0,
 * with nothing recorded, if none is found.  n, m as telegraph_is_small allows,
 * n >= 2, m >= 1.
 * O(n^2 (m/64 + log n)) a round as a rule, for each of a few seeds.
 */
int telegraph_search(
	struct rounds_record *record, uint32_t n, uint32_t m, uint32_t rounds);

#endif
