/*
 * A schedule in the making on the grid of ticks of 1/b, lambda = a/b: all sends
 * begun before some tick, and those of that tick as they are chosen.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_FRACTIONAL_STATE_H
#define FIBCAST_MODEL_OPTIMUM_FRACTIONAL_STATE_H

#include <limits.h>
#include <stddef.h>

/* The most processors; the most messages times processors; the longest latency,
 * and the last tick, in ticks. */
enum {
	FRACTIONAL_PROCESSORS = 16,
	FRACTIONAL_CELLS = 4096,
	FRACTIONAL_LATENCY = 250,
	FRACTIONAL_TICKS = 10000
};

/* Later than any tick. */
enum { FRACTIONAL_NEVER = INT_MAX };

/*
 * A processor is free to send, or to receive, from the tick at which its last
 * send, or receive, was begun + unit; from -1, if there was none.  Receives are
 * timed by the begin of their send, which is lambda - 1 before their own.
 */
struct fractional_processor {
	int sends_from, receives_from;
	int lacks; /* messages that it neither has nor is being sent */
};

struct fractional_state {
	int n, m, unit, latency;
	int last;   /* the last tick at which a send may begin */
	int tick;   /* now */
	int oldest; /* messages before it have been sent to all */
	int fresh;  /* it and later ones have been sent to nobody */
	int lacks;  /* of all processors together */
	struct fractional_processor *processor;
	int *since;  /* [p * m + i]: the tick from which p has message i */
	int *copies; /* [i]: the processors that were sent message i */
	int *reach;  /* [t]: the lesser of n and F(t/b), 0 <= t <= ticks */
	int ticks;
	int broadcast; /* f(n), the least time for one message */
};

/* The tick from which p has message i. */
static inline int fractional_since(
	const struct fractional_state *state, int p, int i)
{
	return state->since[(size_t)p * (size_t)state->m + (size_t)i];
}

/* Whether message i < fresh is still to be sent to somebody. */
static inline int fractional_is_spreading(
	const struct fractional_state *state, int i)
{
	return state->copies[i] < state->n - 1;
}

/* Nothing is sent yet; last is to be set. n >= 2; ticks: the longest time, at
 * least f(n). */
void fractional_state_init(struct fractional_state *state, int n, int m,
	int unit, int latency, int ticks);
void fractional_state_clear(struct fractional_state *state);

/* A send that begins now, and what it overwrites. */
struct fractional_send {
	int from, to, message;
	int sends_from, receives_from;
};

/* Both are free, from has the message and to lacks it.  It may be taken back
 * when all later ones have been. */
void fractional_state_send(
	struct fractional_state *state, struct fractional_send *send);
void fractional_state_undo(
	struct fractional_state *state, const struct fractional_send *send);

#endif
