/*
 * A second judge of small schedules of every model, for tests and fuzzers: each
 * rule as the definition has it, over all rows and pairs of rows, with nothing
 * in common with check/check but its question.
 *   Reductions and censuses are judged by who has which operands; not in logp.
 * Collective operations: see judge/blocks.h and judge/collective.h.
 *   locality: the cost is k/2, so times are counted in halves of a tick.
 */
#ifndef FIBCAST_JUDGE_CHECK_H
#define FIBCAST_JUDGE_CHECK_H

#include "check/check.h"
#include "core/schedule.h"

enum { JUDGE_ROWS = 300, JUDGE_PIECE = 3, JUDGE_MEMORY = 1 << 16 };

#define JUDGE_COST "k/2"

/* A schedule in memory, handed out in small pieces.  As long as it can be, that
 * is in a unit so many times as coarse: then the unit becomes finer, as a
 * reader's does. */
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

/* Whether check/check says the same: 0 if not.  *valid: what both say. */
int judge_check_agrees(struct judged *list, int *valid);

/* Of a struct judged. */
extern const struct schedule_ops judge_check_ops;

#endif
