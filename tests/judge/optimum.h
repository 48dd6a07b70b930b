/*
 * Schedules of the least number of steps, judged: T_lb by its sum, validity by
 * check/check as a LogP and as a postal schedule.
 */
#ifndef FIBCAST_JUDGE_OPTIMUM_H
#define FIBCAST_JUDGE_OPTIMUM_H

#include "check/check.h"
#include "model/optimum/optimum.h"
#include "model/optimum/steady.h"

/* More than any instance here needs that is settled. */
enum { JUDGE_WORK = 1 << 29 };

/* min { T : sum over s <= T-L of min(P-1, f_s) >= k(P-1) } by Definition 3.3;
 * 0 for P = 1. */
unsigned long judge_optimum_bound(
	unsigned long P, unsigned long k, unsigned long L);

/* The finish of the schedule that a search opens if it is valid, else -1. */
long judge_optimum_schedule(struct optimum *optimum, enum model model);

/* Whether the schedule that a search opens, at any latency, is valid and ends
 * when it says. */
int judge_optimum_ends(struct optimum *optimum);

enum status judge_optimum_init(struct optimum *optimum, unsigned long P,
	unsigned long k, unsigned long L, uint64_t max_bits);

/* The optimum, with a valid schedule that attains it and T_lb; -1 if it is not
 * settled, or anything is wrong.  Searched with at most so much work. */
long judge_optimum_solve(unsigned long P, unsigned long k, unsigned long L,
	enum model model, uint64_t work);

/* T of the schedule for k items that the search for a design for any number
 * finds with so much work, if it is valid, without redundant sends and ends
 * when it says; 0 if none is found, else -1. */
long judge_steady_steps(
	unsigned long P, unsigned long k, unsigned long L, uint64_t work);

#endif
