/*
 * A judge of sends and receives on the circulant graph by their definition, for
 * tests: both ends agree; in q rounds a processor receives the blocks -1 .. -q,
 * but its own in place of own - q; it sends only what it has received before,
 * or had q rounds ago.
 */
#ifndef FIBCAST_JUDGE_CIRCULANT_H
#define FIBCAST_JUDGE_CIRCULANT_H

#include <gmp.h>

#include "core/schedule.h"
#include "model/circulant/circulant.h"

enum { CIRCULANT_BITS = 1 << 30 };

/* Whether all is true for processor r; compares rounds first, first + step, ..
 * with those of the other processors. */
int judge_circulant_part(const struct circulant *graph, const mpz_t r,
	size_t first, size_t step);

/* The first processor of n for which something is false; n if there is none, or
 * there are no such skips.  j: as in circulant_round_skips, or 0. */
unsigned long judge_circulant_parts(unsigned long n, unsigned j);

/* Whether the schedule is valid, has no redundant transfer and is as short as
 * possible; in models of rounds the second judge must agree.  n, m: as in
 * judge/rounds. */
int judge_circulant_schedule(
	enum model model, unsigned long n, unsigned long m);

#endif
