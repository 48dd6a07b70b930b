/*
 * Judges schedules of the least number of steps: T_lb by its sum, validity by
 * check/check as LogP and as postal schedules.
 */
#ifndef FIBCAST_JUDGE_OPTIMUM_H
#define FIBCAST_JUDGE_OPTIMUM_H

#include "check/check.h"
#include "model/optimum/optimum.h"
#include "model/optimum/steady.h"

/* More work than any instance here needs to be settled. */
enum { JUDGE_WORK = 1 << 29 };

/* min { T : sum over s <= T-L of min(P-1, f_s) >= k(P-1) } by Definition 3.3;
 * 0 for P = 1. */
unsigned long judge_optimum_bound(
	unsigned long P, unsigned long k, unsigned long L);

/* The finish of the schedule that the search opens, or -1 if it is not valid.
 */
long judge_optimum_schedule(struct optimum *optimum, enum model model);

/* Whether the schedule that the search opens, at any latency, is valid and ends
 * when its header says. */
int judge_optimum_ends(struct optimum *optimum);

enum status judge_optimum_init(struct optimum *optimum, unsigned long P,
	unsigned long k, unsigned long L, uint64_t max_bits);

/* The optimum, found with at most that much work, if it equals T_lb and a valid
 * schedule attains it; else, or if it is not settled, -1. */
long judge_optimum_solve(unsigned long P, unsigned long k, unsigned long L,
	enum model model, uint64_t work);

/* T of the schedule for k items from the design for any number of items that
 * the search finds with that much work; 0 if it finds none, -1 if the schedule
 * is not valid, has redundant sends, or does not end when its header says. */
long judge_steady_steps(
	unsigned long P, unsigned long k, unsigned long L, uint64_t work);

#endif
