/*
 * The exact least time of m messages at a latency a/b that need not be whole,
 * by exhaustive search, for small cases.
 *
 * Glossary, for all files of the search.  Tick: 1/b.  Fresh: a message that was
 * sent to nobody yet.  Spreading: one that was sent to somebody, and is still
 * to be sent to others.  Hopeless: a schedule in the making that cannot be
 * completed in time, whatever is sent.  Failed: one that was tried to the end.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_FRACTIONAL_H
#define FIBCAST_MODEL_OPTIMUM_FRACTIONAL_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/problem.h"
#include "core/schedule.h"

/* -- a schedule in the making (fractional_choice.c)
 *
 * On the grid of ticks of 1/b, lambda = a/b: all sends begun before some tick,
 * and those of that tick as they are chosen.
 */

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

/* Takes a send back, when all later ones have been. */
void fractional_state_undo(
	struct fractional_state *state, const struct fractional_send *send);

/* -- fractional_choice.c
 *
 * What a processor receives in a tick: one choice after the other.
 */

/* For the processor send.to. */
struct fractional_choice {
	struct fractional_send send;
	int is_made;	  /* something is sent */
	int is_first;	  /* of its tick */
	int option;	  /* the next to be tried */
	int tick, oldest; /* the state's */
};

/*
 * Makes the next choice, in the state in which the first was made; returns
 * whether there is one.  The last is to send nothing now, which leaves enough
 * time for what the receiver lacks.
 */
int fractional_choose(
	struct fractional_state *state, struct fractional_choice *choice);

/* The first processor from p on that can receive in this tick; n if there is
 * none. */
int fractional_receiver(const struct fractional_state *state, int p);

/* -- fractional_bound.c
 *
 * Whether a schedule in the making is too late already.
 */

/*
 * Whether nothing that begins now or later can have all messages sent to all
 * processors by sends that begin at last or before; 0 is no promise.
 * O(n m + n T/b) for the messages that are spreading.
 */
int fractional_is_hopeless(const struct fractional_state *state);

/* -- fractional_failed.c
 *
 * Schedules in the making that cannot be completed in time.
 */

struct fractional_failed {
	uint64_t most; /* bytes that it may take */
	uint8_t *text; /* the members' keys, one after the other */
	size_t used, capacity;
	size_t *slot; /* by hash: where a key begins, + 1; 0: none */
	size_t slots, count;
	uint8_t *key; /* of the state that was last looked at */
	size_t length;
	struct fractional_order *order;
};

/* For states of n processors and m messages; empty. */
void fractional_failed_init(
	struct fractional_failed *failed, int n, int m, uint64_t most);
void fractional_failed_clear(struct fractional_failed *failed);

/*
 * Whether a state that differs from this one only in the names of processors
 * and messages was added, with as much time left; now and then it is not found.
 * At the begin of a tick.
 */
int fractional_failed_has(
	struct fractional_failed *failed, const struct fractional_state *state);

/* Adds it, unless memory is out. */
void fractional_failed_add(
	struct fractional_failed *failed, const struct fractional_state *state);

/* -- the search (fractional.c) */

struct fractional;

/*
 * A search for a schedule that ends before upper, the time of one that is
 * known; none ends before lower.  NULL if the problem is too large; n >= 2, m
 * >= 1. It takes no more than max_bits of memory.
 */
struct fractional *fractional_new(
	const struct problem *problem, const mpq_t lower, const mpq_t upper);
void fractional_free(struct fractional *fractional);

/*
 * Searches on, until that much work is done or the optimum is known; adds the
 * work that was done.  Returns whether it is known.
 */
int fractional_advance(
	struct fractional *fractional, uint64_t work, uint64_t *done);

/* lower = the time before which no schedule ends, so far: when the optimum is
 * known, that. */
void fractional_lower(mpq_t lower, const struct fractional *fractional);

/* Opens the schedule that attains the optimum; NULL if it is not known, or is
 * upper. */
struct schedule *fractional_open(const struct fractional *fractional);

#endif
