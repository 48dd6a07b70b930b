/*
 * Postal schedules by their definition, for tests: every row against tables of
 * all processors and messages.  Nothing is shared with the builders, nor with
 * check/check.
 */
#ifndef FIBCAST_JUDGE_CYCLIC_H
#define FIBCAST_JUDGE_CYCLIC_H

#include "core/schedule.h"

/*
 * Pulls a schedule to its end.  Whether its rows are in the order of (tick,
 * from, message), all of them are needed, none overlaps another one at an end,
 * all is held that is sent, and the finish is what the header says.
 */
int judge_cyclic(struct schedule *schedule);

#endif
