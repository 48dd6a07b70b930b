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
	/* What free receivers lack is in pass->live, and what those lack whose
	 * senders have some of it, and so can change over to them, in
	 * pass->offered; whether there are any of these. */
	int is_listed, is_offered;
};

/* Whether the sender has something for that receiver. */
static inline int greedy_can_send(
	const struct greedy_match *match, uint32_t from, uint32_t to)
{
	const struct greedy_pass *pass = match->pass;
	const uint64_t *held = pass->held + from * pass->words;
	const uint64_t *got = pass->got + to * pass->words;

	if (from == 0 && match->is_fresh)
		return 1;
	for (size_t w = pass->first; w <= match->last; w++)
		if (held[w] & ~got[w])
			return 1;
	return 0;
}

/* What it has for the receiver, the message with fewest copies. */
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
