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
	uint64_t *live;	 /* a set: receivers may lack it */
	uint32_t *tried; /* by message: receivers that cannot take it */
	uint32_t *other; /* room to put a queue in order */
	/* By place among the receivers: its send, from the tick's first on, or
	 * GREEDY_FREE. */
	uint32_t *pair;
	uint32_t taken; /* places before which all those that are taken are */
	uint32_t *seen; /* the search that has come across it last */
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

/* A message's bit in its word of a set. */
static inline uint64_t greedy_bit(uint32_t message)
{
	return (uint64_t)1 << message % 64;
}

#endif
