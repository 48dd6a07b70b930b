/*
 * Schedules of the least number of steps, judged: T_lb by its sum, validity by
 * check/check as a LogP and as a postal schedule.
 */
#ifndef FIBCAST_OPTIMUM_JUDGE_H
#define FIBCAST_OPTIMUM_JUDGE_H

#include "check/check.h"
#include "model/optimum/optimum.h"
#include "test.h"

/* More than any instance here needs that is settled. */
enum { JUDGE_WORK = 1 << 29 };

/* min { T : sum over s <= T-L of min(P-1, f_s) >= k(P-1) } by Definition 3.3;
 * 0 for P = 1. */
static unsigned long judge_bound(
	unsigned long P, unsigned long k, unsigned long L)
{
	unsigned long f[32768] = {0}, sum = 0, s = 0;

	while (sum < k * (P - 1)) {
		s++;
		f[s] = s <= L ? 1 : f[s - 1] + f[s - L];
		if (f[s] > P)
			f[s] = P;
		sum += f[s] < P - 1 ? f[s] : P - 1;
	}
	return P == 1 ? 0 : s + L;
}

/* The finish of the schedule that a search opens if it is valid, else -1. */
static long judge_schedule(struct optimum *optimum, enum model model)
{
	struct schedule *schedule;
	struct check check;
	struct err err;
	long finish = -1;

	if (optimum_open(&schedule, optimum, &err) != STATUS_OK)
		return -1;
	if (schedule->header.model == MODEL_LOGP &&
		schedule->header.has_finish) {
		schedule->header.model = model;
		if (check_schedule(&check, schedule, (uint64_t)1 << 30, &err) ==
				STATUS_OK &&
			check.violations == 0 && check.unit == 1 &&
			check.finish == schedule->header.finish)
			finish = (long)check.finish;
	}
	schedule_close(schedule);
	return finish;
}

static enum status judge_init(struct optimum *optimum, unsigned long P,
	unsigned long k, unsigned long L, uint64_t max_bits)
{
	struct err err;

	return optimum_init(
		optimum, test_problem_words(P, k, L, max_bits), &err);
}

/* The optimum, with a valid schedule that attains it and T_lb; -1 if it is not
 * settled, or anything is wrong.  Searched with at most so much work. */
static long judge_optimum(unsigned long P, unsigned long k, unsigned long L,
	enum model model, uint64_t work)
{
	struct optimum optimum;
	long steps = -1;

	if (judge_init(&optimum, P, k, L, (uint64_t)1 << 33) == STATUS_OK &&
		optimum_advance(&optimum, work) == OPTIMUM_FOUND &&
		mpz_cmp(optimum.lower, optimum.upper) == 0 &&
		mpz_cmp_ui(optimum.lower, judge_bound(P, k, L)) == 0) {
		steps = (long)mpz_get_ui(optimum.lower);
		if (judge_schedule(&optimum, model) != steps - (P > 1))
			steps = -1;
	}
	optimum_clear(&optimum);
	return steps;
}

#endif
