/*
 * Valid logp schedules of no algorithm, for tests of replay's bound: drawn at
 * random, with slack; and such in which senders meet.
 */
#ifndef FIBCAST_JUDGE_LATE_H
#define FIBCAST_JUDGE_LATE_H

#include "core/schedule.h"
#include "number/random.h"

enum { LATE_ROWS = 800, LATE_SIDE = 44 };

struct late {
	struct schedule_header header;
	struct transmission row[LATE_ROWS];
	size_t count;
};

/* Everybody is sent everything, at any time, some of it twice; messages may
 * wait, and it may be sent on too early.  A dense one has more of all, much of
 * it to processor 1. */
void judge_late_draw(struct late *list, struct random *random, int is_dense);

/*
 * k senders send to processor p twice, first once they all can, last after so
 * many other sends as `run` has less one; in between, another way, p is sent
 * message 2, which it alone sends on.  p receives 2k + 1 messages; the source
 * sends the rest of messages 1 and 2 before.  2k + 4 processors.
 */
struct late_meeting {
	uint64_t k, L;
	uint64_t run[LATE_SIDE], shift[LATE_SIDE]; /* of senders 1..k */
	uint64_t after; /* when message 2 is sent to p, after the first send */
};
void judge_late_meet(struct late *list, const struct late_meeting *meeting);

/* Such a meeting at random, and how it is usually worst. */
void judge_late_draw_meeting(
	struct late_meeting *meeting, struct random *random);
void judge_late_worst_meeting(
	struct late_meeting *meeting, uint64_t k, uint64_t L);

/* replay_latest as its proof reads: with N for all numbers of sends z from L to
 * A + L - 2, of A messages that a processor receives; or, too soon, to A. */
uint64_t judge_late_bound(const struct late *list, int is_too_soon);

#endif
