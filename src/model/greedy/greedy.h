/*
 * Broadcasts many messages in the postal model without a plan: in one pass over
 * time every processor sends as soon as it can to one that lacks a message that
 * it has; the best of many such passes is taken.  Nothing is proved about the
 * finish; for few processors and messages it usually attains the counting bound
 * or comes within a unit of it.
 */
#ifndef FIBCAST_MODEL_GREEDY_GREEDY_H
#define FIBCAST_MODEL_GREEDY_GREEDY_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * Opens the best schedule of several passes.  The first pass is always made;
 * others follow until the schedule is at the counting bound, is far above
 * options->known, or the work exceeds options->work.  Work is counted in
 * operations, so that every machine finds the same schedule.
 * Errors: STATUS_LIMIT if the numbers or times are too large, or the memory,
 * about 104 m (n-1) + 96 n bytes.
 */
problem_open greedy_open;

/* work = what a send takes more, in nanoseconds, for all sends beyond a
 * million, as those of so many lie far apart in memory. */
void greedy_work(mpz_t work, const struct problem *problem);

#endif
