/*
 * A second judge of logp schedules, for tests: plays a schedule step by step
 * under every order in which an adversary could break ties.  Shares nothing
 * with check/check.
 */
#ifndef FIBCAST_JUDGE_QUEUE_H
#define FIBCAST_JUDGE_QUEUE_H

#include "core/schedule.h"

enum { ROWS = 6, SIDE = 4, STEPS = 24 };

/* A small schedule; rank[i] breaks the ties of row i. */
struct play {
	uint64_t n, m, latency;
	struct transmission row[ROWS];
	int rank[ROWS];
	size_t count;
};

/* The result of a play.  held[p][i]: since when p has message i; STEPS: never.
 */
struct outcome {
	uint64_t held[SIDE][SIDE + 1];
	uint64_t finish;
};

void judge_queue_simulate(struct outcome *outcome, const struct play *play);

/* Whether the play is valid for the ranks given below `at', and any from there
 * on. */
int judge_queue_is_always_valid(struct play *play, size_t at, uint64_t *finish);

#endif
