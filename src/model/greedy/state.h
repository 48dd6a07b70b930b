/*
 * One pass of the greedy algorithm: what is sent so far, and what follows from
 * it for processors and messages, which are numbered from 0 here.
 */
#ifndef FIBCAST_MODEL_GREEDY_STATE_H
#define FIBCAST_MODEL_GREEDY_STATE_H

#include <stddef.h>
#include <stdint.h>

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

/* A receiver without a sender. */
#define GREEDY_FREE UINT32_MAX

/* How a pass decides. */
struct greedy_rule {
	uint64_t seed;
	uint32_t noise; /* weights differ at random by noise in 64 */
	int by_reach;	/* see greedy_pass.weight */
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
	/* By place among the receivers: its send, from the tick's first on, or
	 * GREEDY_FREE. */
	uint32_t *pair;
	uint64_t *open; /* a set of places: of the receivers without a send */
	uint64_t *offered; /* a set of messages; see repair.h */
	uint64_t *useful;  /* a set of pairs, for one sender */
	uint32_t taken; /* places before which all those that are taken are */
	uint32_t *seen; /* by processor: the search that came across it last */
	uint32_t searches;
	uint64_t *free_from; /* by processor: when it can be sent to */
};

/* The sends of a whole pass, m (n-1). */
size_t greedy_sends(const struct greedy_problem *problem);

void greedy_pass_init(
	struct greedy_pass *pass, const struct greedy_problem *problem);
void greedy_pass_clear(struct greedy_pass *pass);

/* The first message of a set's word w, which is not empty. */
static inline uint32_t greedy_lowest(uint64_t set, size_t w)
{
	return (uint32_t)w * 64 + (uint32_t)__builtin_ctzll(set);
}

/* A message's, or place's, bit in its word of a set. */
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

#endif
