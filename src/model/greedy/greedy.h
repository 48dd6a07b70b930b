/*
 * Many messages in the postal model without a plan: in one pass over time every
 * processor sends as soon as it can to somebody who lacks what it has, and the
 * best of many such passes is taken.  Nothing is proved about the finish; for
 * few processors and messages it usually attains the counting bound or comes
 * within a unit of it.
 */
#ifndef FIBCAST_MODEL_GREEDY_GREEDY_H
#define FIBCAST_MODEL_GREEDY_GREEDY_H

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * Opens the schedule, the best of several passes: the first is always made,
 * others while the schedule may still be improved, is not far above options'
 * known, and the work, counted in operations so that every machine finds the
 * same schedule, is below options' work; new beginnings may take half as much
 * again.
 * Once it ends by options' goal it is good enough.  Options' start, a schedule
 * for the same n and m, is improved in place of the first pass's and of other
 * schedules, unless greedy_retime refuses it: then the first pass's is.
 * Another seed makes other passes.
 * Errors: STATUS_LIMIT if the numbers or times are too large, or the memory,
 * less than 100 m (n-1) + 96 n bytes.
 */
problem_open greedy_open;

#endif
