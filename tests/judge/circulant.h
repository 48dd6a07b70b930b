/*
 * What is true of sends and receives on the circulant graph, by their
 * definition, for tests.
 *   Both ends agree; what a processor receives in q rounds are the blocks -1 ..
 * -q but that its own takes the place of own - q; it sends only what it has
 * received before, or had q rounds ago.
 */
#ifndef FIBCAST_JUDGE_CIRCULANT_H
#define FIBCAST_JUDGE_CIRCULANT_H

#include <gmp.h>

#include "core/schedule.h"
#include "model/circulant/circulant.h"

enum { CIRCULANT_BITS = 1 << 30 };

/* Whether all is true for processor r, asking others about the rounds from
 * first on by step. */
int judge_circulant_part(const struct circulant *graph, const mpz_t r,
	size_t first, size_t step);

/* The first processor of n of which something is false; n if there is none, or
 * no such skips; j: as circulant_round_skips has it, or 0. */
unsigned long judge_circulant_parts(unsigned long n, unsigned j);

/* Whether the schedule passes: without a transfer too many, and as short as it
 * can be; in rounds the second judge agrees.  n, m as judge/rounds has them. */
int judge_circulant_schedule(
	enum model model, unsigned long n, unsigned long m);

#endif
