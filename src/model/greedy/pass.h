/*
 * One pass of the greedy algorithm: what is sent so far, and what follows from
 * it for processors and messages, which are numbered from 0 here.
 *
 * Glossary.  Under way: sent and not yet arrived.  Fresh: a message that the
 * source has not begun to send.  Wanted: some processor neither has the message
 * nor is being sent it.  A match: the sends of one tick, senders and receivers
 * paired.  A place: the index of a receiver in its queue.  The aim: the tick by
 * which the last send should begin.
 */
#ifndef FIBCAST_MODEL_GREEDY_PASS_H
#define FIBCAST_MODEL_GREEDY_PASS_H

#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "core/matching.h"
#include "core/schedule.h"
#include "number/random.h"

struct greedy_send {
	uint64_t tick;
	uint32_t from, to, message;
};

/* n >= 2 processors, m >= 1 messages; a send begun at tick t keeps its sender
 * until t + unit and arrives at t + latency. */
struct greedy_problem {
	uint32_t n, m;
	uint64_t unit, latency;
	uint64_t aim; /* the tick by which the last send should begin */
};

/* How a pass decides. */
struct greedy_rule {
	uint64_t seed;
	uint32_t noise; /* weights differ at random by noise in 64 */
	int by_reach;	/* see greedy_pass.weight */
	int waits; /* one receiver does, at the first tick that is not kept */
};

/* What a match knows of a message: places among the receivers before which no
 * free one lacks it, and which of the 64 places around there lack it. */
struct greedy_look {
	uint64_t lack;	/* bit i: place tried - tried % 64 + i */
	uint32_t tried; /* valid, as lack is, */
	uint32_t match; /* in that match of the pass */
};

/* Processors that wait, each once: id[0] .. id[count-1], with at least as much
 * room behind `store`, where id began, as there are processors twice. */
struct greedy_queue {
	uint32_t *store, *id;
	uint32_t count;
};

struct greedy_pass {
	struct greedy_problem problem;
	struct greedy_rule rule;
	struct random random;
	uint64_t work; /* operations so far, of all passes */
	size_t words;  /* of a set of messages */
	/* Processors.  Those from next on have not been sent anything. */
	uint64_t *held, *got;	/* [id·words + w]; got: or under way */
	uint32_t *holds, *gets; /* their sizes; holds[0]: 0 while fresh < m */
	struct greedy_queue senders;   /* free to send, and hold something */
	struct greedy_queue receivers; /* below next, free to be sent to */
	uint32_t ordered; /* the first receivers, whose order still holds */
	uint32_t next;
	/* Messages.  All before word first are at all processors or under way;
	 * the source has begun to send those before fresh. */
	uint64_t *wanted; /* a set: some processor lacks it */
	uint32_t *copies; /* begun */
	/* The copies begun; by reach: each with the sends that its holder has
	 * time for before the aim. */
	uint64_t *weight;
	size_t first;
	uint32_t fresh;
	/* Sends in time order: those before arrived have arrived, the senders
	 * and receivers of those before freed are free again. */
	struct greedy_send *send;
	size_t sends, arrived, freed;
	/* Of one match. */
	uint32_t matches; /* of the pass, so far, that look for receivers */
	uint64_t *live;	  /* a set: receivers may lack it */
	struct greedy_look *look; /* by message */
	uint32_t *other;	  /* room to put a queue in order */
	/* By place: its send, from the tick's first on, or MATCHING_NONE. */
	uint32_t *pair;
	uint64_t *open;	 /* a set of places: of the receivers without a send */
	uint64_t *tried; /* a set of places, for second chances */
	uint32_t taken;	 /* places before which all those that are taken are */
	uint32_t *seen;	 /* by processor: the search that came across it last */
	uint32_t searches;
	uint64_t *free_from; /* by processor: when it can be sent to */
};

/* -- a pass */

/* The sends of a whole pass, m (n-1). */
size_t greedy_sends(const struct greedy_problem *problem);

void greedy_pass_init(
	struct greedy_pass *pass, const struct greedy_problem *problem);
void greedy_pass_clear(struct greedy_pass *pass);

/* A pass is given up if its last send would begin after the tick latest, <
 * 2^62, or it would be later than lateness. */
struct greedy_limits {
	uint64_t latest, lateness;
};

/*
 * Makes a pass: m (n-1) sends.  Returns 0, as soon as that is clear, if it
 * breaks the limits.
 * kept: NULL, or all sends of an earlier pass: those before the tick until are
 * made again, the others chosen anew.
 */
int greedy_pass_run(struct greedy_pass *pass, const struct greedy_rule *rule,
	const struct greedy_limits *limits, const struct greedy_send *kept,
	uint64_t until);

/* How late all sends together are, in ticks after the aim; each counts as less
 * than 2^32. */
uint64_t greedy_lateness(
	const struct greedy_problem *problem, const struct greedy_send *send);

/* -- one tick (match.c, order.c) */

/*
 * Adds the sends of that tick and takes their ends from the queues.
 * O(processors in the queues · messages that somebody lacks) at the worst.
 */
void greedy_match(struct greedy_pass *pass, uint64_t tick);

/* The same with the first sends of a list, those of that tick, which another
 * pass has made in the same state; count: all of the list. */
void greedy_repeat(struct greedy_pass *pass, uint64_t tick,
	const struct greedy_send *list, size_t count);

/* Sorts the senders: those that hold least first, ties in random order. */
void greedy_order_senders(struct greedy_pass *pass);

/*
 * Sorts the receivers: those that have got least first, ties in random order.
 * If they are very many for so few senders, and most are still in order from an
 * earlier tick, they are left as they are: only the first ones are chosen, and
 * those freed since, behind them, know more.
 */
void greedy_order_receivers(struct greedy_pass *pass);

/* The first message of a set's word w, which is not empty. */
static inline uint32_t greedy_lowest(uint64_t set, size_t w)
{
	return (uint32_t)w * 64 + bits_lowest(set);
}

/* The bit of a message, or of a place, in its word of a set. */
static inline uint64_t greedy_bit(uint32_t message)
{
	return (uint64_t)1 << message % 64;
}

/* Gives the receiver at that place to a pair. */
static inline void greedy_set_pair(
	struct greedy_pass *pass, uint32_t place, uint32_t pair)
{
	pass->pair[place] = pair;
	pass->open[place / 64] &= ~greedy_bit(place);
	if (place >= pass->taken)
		pass->taken = place + 1;
}

/* -- a schedule made for another latency, with its times changed (retime.c) */

/*
 * Sets the m (n-1) sends to those of the schedule, as a pass would make them:
 * in the same order at every processor, each as early as that order and the
 * latency allow; sends of what is known are left out.
 * The schedule is for the same n and m, its rows in order of time.  Returns 0
 * if the source does not begin with all messages, one after the other.
 */
int greedy_retime(struct greedy_send *send,
	const struct greedy_problem *problem, struct schedule *schedule);

#endif
