/*
 * A judge of postal schedules by their definition, for tests: compares every
 * row with tables of all processors and messages.  Shares nothing with the
 * builders or with check/check.
 */
#ifndef FIBCAST_JUDGE_CYCLIC_H
#define FIBCAST_JUDGE_CYCLIC_H

#include "core/schedule.h"

/*
 * Pulls a schedule to its end.  Whether its rows are in the order of (tick,
 * from, message), none is redundant, no two sends of a processor overlap and no
 * two receives, every sender has what it sends, and the finish is the header's.
 */
int judge_cyclic(struct schedule *schedule);

#endif
