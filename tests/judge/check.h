/*
 * A second judge of small schedules of every model, for tests and fuzzers: it
 * applies each rule as the definition states it to all rows and pairs of rows,
 * and shares nothing with check/check.
 *   Reductions and censuses, except in logp, are judged by who has which
 * operands.  For collective operations see judge/blocks.h and
 * judge/collective.h.
 *   In locality the cost is k/2, so times are counted in halves of a tick.
 */
#ifndef FIBCAST_JUDGE_CHECK_H
#define FIBCAST_JUDGE_CHECK_H

#include "check/check.h"
#include "core/schedule.h"

enum { JUDGE_ROWS = 300, JUDGE_PIECE = 3, JUDGE_MEMORY = 1 << 16 };

#define JUDGE_COST "k/2"

/* A schedule in memory, handed out in small pieces.  Rows come in a unit
 * `coarse' times as long as long as their ticks allow; then the unit becomes
 * finer, as a reader's does. */
struct judged {
	struct schedule schedule;
	struct transmission row[JUDGE_ROWS];
	size_t count, at;
	uint64_t coarse; /* 0: 1 */
	struct transmission piece[JUDGE_PIECE];
};

void judge_check_scale(struct judged *list, int finer);

void judge_check_begin(struct judged *list);

int judge_check_has(const struct judged *list, uint64_t party, uint64_t message,
	uint64_t when);

/* Whether check/check and this judge agree; *valid: what both say. */
int judge_check_agrees(struct judged *list, int *valid);

/* The functions of a struct judged. */
extern const struct schedule_ops judge_check_ops;

#endif
