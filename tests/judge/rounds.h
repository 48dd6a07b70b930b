/*
 * A second judge of schedules in rounds, for tests: simulates a schedule by the
 * definition of its model, with a table of who knows what since when.  Shares
 * nothing with check/check.  n <= 1023, m <= 4095.
 */
#ifndef FIBCAST_JUDGE_ROUNDS_H
#define FIBCAST_JUDGE_ROUNDS_H

#include "check/check.h"
#include "core/schedule.h"
#include "model/rounds/rounds.h"
#include "model/telephone/telephone.h"

enum { JUDGE_N = 1024, JUDGE_M = 4096 };

struct judged_rounds {
	int valid;
	int rounds;    /* the last with a row */
	int redundant; /* sends of what the receiver had before the round */
	long rows;
};

/* Pulls the schedule to its end. */
struct judged_rounds judge_rounds_play(struct schedule *schedule);

unsigned long judge_rounds_bound(
	enum model model, const mpz_t n, const mpz_t m);

/* The same for the telephone model, in words. */
unsigned long judge_telephone_bound(unsigned long n, unsigned long m);

/* Opens the schedule twice, for the two judges.  By how many rounds it exceeds
 * the bound, or -1 if it is not valid. */
long judge_rounds_case(enum model model, unsigned long n, unsigned long m);

/* Checks the schedules for n from first to last by step, and m from 1 to most
 * by step_m: valid, and at most `allowed' rounds above the bound.  How many are
 * above it. */
int judge_rounds_grid(enum model model, unsigned long first, unsigned long last,
	unsigned long step, unsigned long most, unsigned long step_m,
	long allowed);

#endif
