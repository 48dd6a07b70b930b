/*
 * One pass of the greedy algorithm: its sends so far, and the state of
 * processors and messages that follows from them.  Messages are numbered from
 * 0 here, as processors are.
 *
 * Glossary.  Under way: sent and not yet arrived.  Fresh: not yet sent by the
 * source, of a message.  Wanted: of a message that some processor neither has
 * nor is being sent.  Match: the sends of one tick, which pair senders with
 * receivers.  Place: the index of a receiver in its queue.  Aim: the tick by
 * which the last send should begin.  Lateness: the sum of all ticks by which
 * sends begin after the aim.
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
	uint32_t noise; /* raises weights at random by up to noise/64 */
	int by_reach;	/* see greedy_pass.weight */
	int waits; /* leave out a receiver at the first tick not repeated */
};

/* How far a match has searched the receivers for one that lacks a message. */
struct greedy_look {
	uint64_t lack;	/* bit i: place tried - tried % 64 + i lacks it */
	uint32_t tried; /* no free receiver before this place lacks it */
	uint32_t match; /* the match for which this holds */
};

/* Processors that wait, each once: id[0] .. id[count-1], inside an array
 * `store' of twice as many elements as there are processors. */
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
	/* -- Processors. */
	uint64_t *held;	 /* [id·words + w]: the set of messages that id has */
	uint64_t *got;	 /* the same with those under way to id */
	uint32_t *holds; /* the size of held; holds[0]: 0 while fresh < m */
	uint32_t *gets;	 /* the size of got */
	struct greedy_queue senders;   /* free to send, and hold something */
	struct greedy_queue receivers; /* below next, free to be sent to */
	uint32_t ordered; /* how many receivers, the first ones, are in order */
	uint32_t next;	  /* the first that has not been sent anything */
	/* -- Messages. */
	uint64_t *wanted; /* a set: some processor lacks it */
	uint32_t *copies; /* sends of the message so far */
	/* The same or, by reach, 1 more for each further send that the copy's
	 * holder has time for before the aim. */
	uint64_t *weight;
	size_t first;	/* no message before this word of a set is wanted */
	uint32_t fresh; /* the first message that is fresh */
	/* -- Sends in time order: those before arrived have arrived, the
	 * senders and receivers of those before freed are free again. */
	struct greedy_send *send;
	size_t sends, arrived, freed;
	/* -- One match. */
	uint32_t matches; /* of the pass so far that searched the receivers */
	uint64_t *live;	  /* a set: receivers may lack it */
	struct greedy_look *look; /* by message */
	uint32_t *other;	  /* room to put a queue in order */
	/* By place: its send, from the tick's first on, or MATCHING_NONE. */
	uint32_t *pair;
	uint64_t *open;	 /* the set of places that have no send */
	uint64_t *tried; /* a set of places, for second chances */
	uint32_t taken;	 /* from this place on, none has a send */
	uint32_t *seen;	 /* by processor: the last search that met it */
	uint32_t searches;
	uint64_t *free_from; /* by processor: when it can be sent to */
};

/* -- a pass */

/* The number of sends of a whole pass, m (n-1). */
size_t greedy_sends(const struct greedy_problem *problem);

void greedy_pass_init(
	struct greedy_pass *pass, const struct greedy_problem *problem);
void greedy_pass_clear(struct greedy_pass *pass);

/* The last tick at which a pass's last send may begin, < 2^62, and the most
 * lateness. */
struct greedy_limits {
	uint64_t latest, lateness;
};

/*
 * Makes a pass of m (n-1) sends.  Returns 0 if the pass breaks the limits, as
 * soon as that is clear.
 * kept: NULL, or all sends of an earlier pass: those before the tick until are
 * repeated, the others chosen anew.
 */
int greedy_pass_run(struct greedy_pass *pass, const struct greedy_rule *rule,
	const struct greedy_limits *limits, const struct greedy_send *kept,
	uint64_t until);

/* The lateness of the sends, of which each adds at most 2^32 - 1. */
uint64_t greedy_lateness(
	const struct greedy_problem *problem, const struct greedy_send *send);

/* -- one tick (match.c, chances.c, order.c) */

/*
 * Chooses the sends of a tick, and takes their senders and receivers from the
 * queues.
 * O(processors in the queues · messages that somebody lacks) at worst.
 */
void greedy_match(struct greedy_pass *pass, uint64_t tick);

/* Repeats the sends of a tick from another pass that was in the same state.
 * list: these sends first, then all later ones, `count' in all. */
void greedy_repeat(struct greedy_pass *pass, uint64_t tick,
	const struct greedy_send *list, size_t count);

/* Sorts the senders by `holds', ties in random order. */
void greedy_order_senders(struct greedy_pass *pass);

/*
 * Sorts the receivers by `gets', ties in random order.  Leaves them as they are
 * if there are very many for each sender, and most are still in order from an
 * earlier tick: only the first few are needed, and those freed since then stand
 * behind them and know more.
 */
void greedy_order_receivers(struct greedy_pass *pass);

/* The first message of word w of a set; the word is not empty. */
static inline uint32_t greedy_lowest(uint64_t set, size_t w)
{
	return (uint32_t)w * 64 + bits_lowest(set);
}

/* The bit of a message, or of a place, in its word of a set. */
static inline uint64_t greedy_bit(uint32_t message)
{
	return (uint64_t)1 << message % 64;
}

/* Notes which send goes to the receiver at that place. */
static inline void greedy_set_pair(
	struct greedy_pass *pass, uint32_t place, uint32_t pair)
{
	pass->pair[place] = pair;
	pass->open[place / 64] &= ~greedy_bit(place);
	if (place >= pass->taken)
		pass->taken = place + 1;
}

/* The match of one tick. */
struct greedy_match {
	struct greedy_pass *pass;
	uint64_t tick;
	size_t begin; /* its first send */
	size_t last;  /* the last word of what somebody can send */
	int is_fresh; /* the source has a message that nobody else has */
};

/* Adds a send to the match. */
static inline void greedy_add_send(const struct greedy_match *match,
	uint32_t from, uint32_t to, uint32_t message)
{
	match->pass->send[match->pass->sends++] =
		(struct greedy_send){match->tick, from, to, message};
	match->pass->copies[message]++;
}

/* Gives the senders left in the queue their second chance; those that find a
 * receiver leave the queue. */
void greedy_match_rest(const struct greedy_match *match);

/* -- a schedule made for another latency (retime.c) */

/*
 * Sets the m (n-1) sends to those of the schedule, which is for the same n and
 * m with its rows in order of time.  The order of sends at every processor
 * stays the same; each begins as early as that order and the latency allow.
 * Sends that bring a message a second time are left out.
 * Returns 0 if the source does not send every message once before it repeats
 * one, or the schedule is incomplete.
 */
int greedy_retime(struct greedy_send *send,
	const struct greedy_problem *problem, struct schedule *schedule);

#endif
