/*
 * Valid logp schedules that no algorithm builds, for tests of replay's bound:
 * random ones with slack, and ones in which messages of several senders meet at
 * a processor.
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

/* Everybody is sent everything at random times, some of it twice; messages may
 * wait, and may be sent on too early.  A dense schedule has more of all this,
 * and many sends to processor 1. */
void judge_late_draw(struct late *list, struct random *random, int is_dense);

/*
 * k senders send to processor p twice: first when they all can, `shift' later,
 * then after run - 1 sends to others.  In between, p gets message 2 from
 * another processor, and alone sends it on.  p receives 2k + 1 messages; the
 * source has made the other sends of messages 1 and 2 before.  2k + 4
 * processors.
 */
struct late_meeting {
	uint64_t k, L;
	uint64_t run[LATE_SIDE], shift[LATE_SIDE]; /* of senders 1..k */
	uint64_t after; /* from the earliest first send to that of message 2 */
};
void judge_late_meet(struct late *list, const struct late_meeting *meeting);

/* A random meeting, and the one that is usually worst. */
void judge_late_draw_meeting(
	struct late_meeting *meeting, struct random *random);
void judge_late_worst_meeting(
	struct late_meeting *meeting, uint64_t k, uint64_t L);

/* replay_latest by its proof: with N for all numbers of sends z from L to A + L
 * - 2, where a processor receives A messages; if is_too_soon, only to A. */
uint64_t judge_late_bound(const struct late *list, int is_too_soon);

#endif
