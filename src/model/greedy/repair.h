/* A second chance for the senders that a tick's match leaves over. */
#ifndef FIBCAST_MODEL_GREEDY_REPAIR_H
#define FIBCAST_MODEL_GREEDY_REPAIR_H

#include <stddef.h>
#include <stdint.h>

#include "model/greedy/state.h"

/* The match of one tick. */
struct greedy_match {
	struct greedy_pass *pass;
	uint64_t tick;
	size_t begin;	/* its first send */
	size_t last;	/* the last word of what somebody can send */
	int is_fresh;	/* the source has a message that nobody else has */
	uint64_t tries; /* left, of repairs */
};

/* Whether the sender has something for that receiver; the message with fewest
 * copies of these. */
int greedy_can_send(
	const struct greedy_match *match, uint32_t from, uint32_t to);
uint32_t greedy_rarest(
	const struct greedy_match *match, uint32_t from, uint32_t to);

/* The tries of all repairs of a match. */
uint64_t greedy_repair_tries(const struct greedy_pass *pass);

/* Lets the sender send after all, or returns 0. */
int greedy_repair(struct greedy_match *match, uint32_t sender);

static inline void greedy_add_send(const struct greedy_match *match,
	uint32_t from, uint32_t to, uint32_t message)
{
	match->pass->send[match->pass->sends++] =
		(struct greedy_send){match->tick, from, to, message};
	match->pass->copies[message]++;
}

#endif
