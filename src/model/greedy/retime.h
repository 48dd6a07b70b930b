/* A schedule made for another latency, with its times changed. */
#ifndef FIBCAST_MODEL_GREEDY_RETIME_H
#define FIBCAST_MODEL_GREEDY_RETIME_H

#include "core/schedule.h"
#include "model/greedy/state.h"

/*
 * Sets the m (n-1) sends to those of the schedule, as a pass would make them:
 * in the same order at every processor, each as early as that order and the
 * latency allow; sends of what is known are left out.
 * The schedule is for the same n and m, its rows in order of time.  Returns 0
 * if the source does not begin with all messages, one after the other.
 */
int greedy_retime(struct greedy_send *send,
	const struct greedy_problem *problem, struct schedule *schedule);

#endif
