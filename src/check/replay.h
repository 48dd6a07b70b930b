/*
 * A postal or logp schedule with latencies that vary from 1 to L.
 *
 * Each processor does its sends in the order of the schedule, each at the first
 * step, not before its own, at which it has the message and is not sending.  A
 * message sent at time s arrives at s + x, 1 <= x <= L.  A processor receives
 * one message a step, of those that have arrived the one that arrived first; of
 * those a terminal one, whose receiver never sends it on, goes first, then the
 * one that stands first in the schedule.  What is received at a time may be
 * sent on at it. Subramonian & Venkatasubramanian 1993, Sections 2, 7; that
 * terminal messages go first is the worst order known.
 */
#ifndef FIBCAST_CHECK_REPLAY_H
#define FIBCAST_CHECK_REPLAY_H

#include <stdint.h>

#include "base/err.h"
#include "core/schedule.h"

/*
 * How latencies are chosen.  u is output trial·rows + i of random_u64 for the
 * i-th row of the schedule, both counted from 0.
 */
enum latencies {
	LATENCIES_FIXED,   /* L */
	LATENCIES_RANDOM,  /* 1 + u mod L */
	LATENCIES_EXTREME, /* 1 if u is odd, else L */
	/* The same for terminal messages; L for the others. */
	LATENCIES_TERMINAL_RANDOM,
	LATENCIES_TERMINAL_EXTREME,
	/* A terminal message arrives with the next one that its receiver should
	 * get from the schedule and send on, if it can; all others take L. */
	LATENCIES_GREEDY,
	/* A terminal message takes 1 if the block of 3L steps in which it is
	 * sent, which begin trial steps early, is odd; all others take L. */
	LATENCIES_PERIODIC,
	LATENCIES
};

struct replay;

/*
 * Reads the schedule to its end; it is not needed afterwards.
 * Errors: those of pulling; STATUS_INPUT if it cannot be replayed: it is of
 * another model, has times that are not whole, or is not valid, by check.h;
 * STATUS_LIMIT if more than max_bytes of memory were needed, or times are past
 * 2^62.
 */
enum status replay_open(struct replay **replay, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
void replay_close(struct replay *replay);

/* When the last message is received, elapsed.  O(rows log rows). */
uint64_t replay_finish(const struct replay *replay, enum latencies latencies,
	uint64_t seed, uint64_t trial);

/* No latencies make the last message be received later than this, elapsed;
 * UINT64_MAX: past 2^62.  O(rows log rows). */
uint64_t replay_latest(const struct replay *replay);

#endif
