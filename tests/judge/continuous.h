/*
 * A judge of continuous broadcasts, for tests: plays a schedule by the queue
 * rule of Subramonian & Venkatasubramanian 1993, Section 2.  Shares nothing
 * with the builders or with check/check.
 */
#ifndef FIBCAST_JUDGE_CONTINUOUS_H
#define FIBCAST_JUDGE_CONTINUOUS_H

#include "base/mem.h"
#include "core/schedule.h"
#include "model/continuous/continuous.h"

enum { JUDGE_NEVER = 1 << 30 };

/* A whole schedule. */
struct judge {
	int P, m, L;
	uint64_t claim;
	struct transmission *row;
	size_t rows;
	int *known; /* since when each processor knows each item */
};

/* What the play shows. */
struct verdict {
	int valid;
	int waits;  /* the longest that a message waits */
	int finish; /* elapsed */
	int delay;  /* the greatest of an item, in label form */
};

enum status judge_continuous_open(struct schedule **schedule,
	enum continuous_method way, unsigned long P, unsigned long m,
	unsigned long L, struct err *err);

/* Reads the schedule and closes it. */
int judge_continuous_read(struct judge *judge, struct schedule *schedule);

void judge_continuous_clear(struct judge *judge);

struct verdict judge_continuous_play(struct judge *judge);

/* Opens, reads and plays the schedule; valid is 0 if there is none. */
struct verdict judge_continuous_case(enum continuous_method way,
	unsigned long P, unsigned long m, unsigned long L);

/*
 * At latency 2: the steps B that so many nodes take, with f_1 = f_2 = 1; and
 * whether the delay 2 + B is refuted for them, as it is for the last numbers up
 * to f_B.
 */
int judge_continuous_two_steps(unsigned long nodes);
int judge_continuous_is_refuted(unsigned long nodes);

#endif
