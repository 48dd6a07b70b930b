/*
 * The exact least time of m messages at a latency a/b that need not be whole,
 * by exhaustive search, for small cases.
 *
 * Words, in all files of the search.  Tick: 1/b.  State: a schedule in the
 * making.  Fresh: a message that nobody has been sent yet.  Spreading: a
 * message that somebody has been sent, but not everybody.  Hopeless: a state
 * that cannot be completed in time, whatever is sent.  Failed: a state from
 * which everything was tried in vain.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_FRACTIONAL_H
#define FIBCAST_MODEL_OPTIMUM_FRACTIONAL_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/problem.h"
#include "core/schedule.h"

/* -- states (fractional_state.c): all sends begun before some tick, and those
 * of that tick that have been chosen so far. */

/* The most processors of a state, and those of the exhaustive search; the most
 * messages times processors; the longest latency and the longest time, in
 * ticks. */
enum {
	FRACTIONAL_PROCESSORS = 1024,
	FRACTIONAL_SEARCHED = 16,
	FRACTIONAL_CELLS = 4096,
	FRACTIONAL_LATENCY = 250,
	FRACTIONAL_TICKS = 10000
};

/* Later than any tick. */
enum { FRACTIONAL_NEVER = INT_MAX };

/*
 * What a send costs, in ticks.  Its sender may begin the next one a unit later,
 * and its receiver has the message a latency after its start, at least a unit;
 * the starts of two sends to one receiver are `receive' apart, which is at
 * least a unit, too.  On a machine it also takes its sender's processor for
 * `overhead', from its start on, and its receiver's for `copy', from `arrival'
 * after its start on, which is not before `overhead'.  A message that arrives
 * while a send takes the processor is received when that is over; nothing may
 * arrive while it waits.
 */
struct fractional_costs {
	int unit, latency, receive;
	int overhead, arrival, copy;
};

/*
 * A processor is free to send a unit after it began its last send, and to
 * receive one more `receive' after its last receive; from -1 on if there was
 * none.  A receive is timed by the start of its send.
 */
struct fractional_processor {
	int sends_from, receives_from;
	int lacks; /* messages that it has not been sent */
};

struct fractional_state {
	int n, m, unit, latency; /* the costs', which are used most */
	struct fractional_costs costs;
	int last;   /* the last tick at which a send may begin */
	int tick;   /* now */
	int oldest; /* all messages before it have been sent to all */
	int fresh;  /* the first fresh message; all later ones are fresh, too */
	int lacks;  /* sum over the processors */
	struct fractional_processor *processor;
	int *since; /* [p * m + i]: the tick from which p has message i */
	/* [p * m + k]: when p's k-th receive takes its processor, from 0, and
	 * its message; NULL if none does. */
	int *taken, *received;
	int *copies; /* [i]: how many processors were sent message i */
	int *reach;  /* [t]: the lesser of n and F(t/b), 0 <= t <= ticks */
	int ticks;
	int broadcast; /* f(n), the least time for one message */
};

/* The same as fractional_idle_from, if receives take their processors. */
int fractional_find_idle(const struct fractional_state *state, int p, int tick);

/* Of p's receives, if they take its processor, the one that a send that begins
 * now would put off; or -1. */
int fractional_late(const struct fractional_state *state, int p);

/* How long p's receives that have been sent take it from that tick on. */
int fractional_taken_after(
	const struct fractional_state *state, int p, int tick);

/* The place of p's message i in since, and of its i-th receive in taken. */
static inline size_t fractional_cell(
	const struct fractional_state *state, int p, int i)
{
	return (size_t)p * (size_t)state->m + (size_t)i;
}

/* The tick from which p has message i. */
static inline int fractional_since(
	const struct fractional_state *state, int p, int i)
{
	return state->since[fractional_cell(state, p, i)];
}

/* How many receives have been sent to p; none to the source. */
static inline int fractional_receives(
	const struct fractional_state *state, int p)
{
	return p == 0 ? 0 : state->m - state->processor[p].lacks;
}

/* Whether message i < fresh is still to be sent to somebody. */
static inline int fractional_is_spreading(
	const struct fractional_state *state, int i)
{
	return state->copies[i] < state->n - 1;
}

/* The first tick from `tick' on at which a send of p may take its processor,
 * for all that has been sent to p. */
static inline int fractional_idle_from(
	const struct fractional_state *state, int p, int tick)
{
	return state->taken ? fractional_find_idle(state, p, tick) : tick;
}

/* The tick from which p can send message i; FRACTIONAL_NEVER if it has not been
 * sent it. */
static inline int fractional_can_send_from(
	const struct fractional_state *state, int p, int i)
{
	int from = fractional_since(state, p, i);
	int sends_from = state->processor[p].sends_from;

	from = from < sends_from ? sends_from : from;
	from = from < state->tick ? state->tick : from;
	return from == FRACTIONAL_NEVER ? from
					: fractional_idle_from(state, p, from);
}

/* The costs in the postal model at the problem's latency, a/b in lowest terms:
 * in ticks of 1/b. */
struct fractional_costs fractional_costs_of(const struct problem *problem);

/* The state in which nothing has been sent; the caller sets last.  n >= 2;
 * ticks: the longest time, at least f(n). */
void fractional_state_init(struct fractional_state *state, int n, int m,
	const struct fractional_costs *costs, int ticks);
void fractional_state_clear(struct fractional_state *state);

/* A send, and the values that it overwrote. */
struct fractional_send {
	int from, to, message;
	int sends_from, receives_from;
	/* Where receives take their processors: the sender's receive that is
	 * put off, or -1, and its times before that. */
	int late, taken, late_receives_from;
};

/* The time in ticks, rounded up; -1 if that is more than FRACTIONAL_TICKS. */
int fractional_ticks(const mpq_t time, const mpz_t unit);

/* Carries out a send that may begin now. */
void fractional_state_send(
	struct fractional_state *state, struct fractional_send *send);

/* Takes a send back, after all later ones. */
void fractional_state_undo(
	struct fractional_state *state, const struct fractional_send *send);

/* Whether p cannot get all that it lacks in time if it gets nothing before that
 * tick, which is now or later. */
int fractional_is_late(const struct fractional_state *state, int p, int tick);

/* When the last of the fresh messages, of which there are some, can be with
 * everybody at the earliest: the source sends them at least a unit apart. */
int fractional_fresh_end(const struct fractional_state *state);

/* Passes over the oldest messages that have been sent to all. */
void fractional_state_pass(struct fractional_state *state);

/* The header of a schedule that ends at that tick. */
struct schedule_header fractional_header(
	const struct fractional_state *state, int finish);

/* Adds the row of a send that began at that tick. */
void fractional_add_row(struct transmissions *list,
	const struct fractional_send *send, int tick);

/* -- what a processor receives in a tick (fractional_choice.c) */

/* The choice for receiver send.to. */
struct fractional_choice {
	struct fractional_send send;
	int is_made;	  /* something is sent at present */
	int is_first;	  /* the first choice of its tick */
	int option;	  /* the next to be tried */
	int tick, oldest; /* of the state in which the choice is made */
};

/*
 * Takes the receiver's next option, in the state in which its first one was
 * taken; returns 0 if none is left.  The last option is to send nothing now, if
 * the receiver still has enough time to get what it lacks.
 */
int fractional_choose(
	struct fractional_state *state, struct fractional_choice *choice);

/* The first processor from p on that can receive in this tick; n if there is
 * none. */
int fractional_receiver(const struct fractional_state *state, int p);

/*
 * Whether the state is proved hopeless: no sends from now to last can complete
 * it.  0 says nothing (fractional_bound.c).  O(n m + n T/b), m counting only
 * the messages that are spreading.
 */
int fractional_is_hopeless(const struct fractional_state *state);

/* -- the set of failed states (fractional_failed.c) */

struct fractional_failed {
	uint64_t most; /* bytes that the set may take */
	uint8_t *text; /* the members' keys, one after the other */
	size_t used, capacity;
	size_t *slot; /* hash table: where in text a key begins, + 1; or 0 */
	size_t slots, count;
	uint8_t *key; /* of the state that was last looked up */
	size_t length;
	struct fractional_order *order;
};

/* An empty set, for states of n processors and m messages. */
void fractional_failed_init(
	struct fractional_failed *failed, int n, int m, uint64_t most);
void fractional_failed_clear(struct fractional_failed *failed);

/*
 * Whether the set has a state with as much time left that differs from this one
 * at most in the names of processors and messages; now and then a member is
 * missed.  Call it, and the next, at the beginning of a tick.
 */
int fractional_failed_has(
	struct fractional_failed *failed, const struct fractional_state *state);

/* Adds a state, unless that takes too much memory. */
void fractional_failed_add(
	struct fractional_failed *failed, const struct fractional_state *state);

/* -- the search (fractional.c) */

struct fractional;

/*
 * Begins a search for a schedule that ends before upper, the time of a known
 * one; no schedule ends before lower.  NULL if the problem is too large; n >=
 * 2, m >= 1.  The search takes at most max_bits of memory.
 */
struct fractional *fractional_new(
	const struct problem *problem, const mpq_t lower, const mpq_t upper);
void fractional_free(struct fractional *fractional);

/*
 * Searches until that much work is done or the optimum is known; returns
 * whether it is.  Adds the work that was done to *done.
 */
int fractional_advance(
	struct fractional *fractional, uint64_t work, uint64_t *done);

/* upper is now the time of a known schedule, which was below it. */
void fractional_beat(struct fractional *fractional, const mpq_t upper);

/* lower = the best lower bound so far, which is the optimum once that is known.
 */
void fractional_lower(mpq_t lower, const struct fractional *fractional);

/* Opens the schedule that was found; NULL if none was: the optimum is unknown,
 * or is upper. */
struct schedule *fractional_open(const struct fractional *fractional);

#endif
