/*
 * What a tail's matching works with: the slots of one tick, and which items
 * each processor holds and lacks.
 */
#ifndef FIBCAST_MODEL_CYCLIC_MATCHER_H
#define FIBCAST_MODEL_CYCLIC_MATCHER_H

#include <stddef.h>
#include <stdint.h>

#include "model/cyclic/walk.h"
#include "number/random.h"

#define CYCLIC_NOBODY UINT32_MAX

/* Something that can be sent or received at this tick. */
struct cyclic_slot {
	uint32_t from, to;
	uint32_t peer;	  /* a sender's: the slot of its receiver */
	uint8_t item;	  /* what the sender sends */
	uint8_t is_taken; /* the receiver is matched */
};

/* A set of items for each processor: in bytes if they suffice, as most of the
 * time goes into scattered look-ups here. */
struct cyclic_sets {
	uint8_t *narrow; /* NULL: wide is used */
	uint64_t *wide;
};

struct cyclic_tail;

struct cyclic_matcher {
	const struct cyclic_groups *groups;
	struct cyclic_tail *tail;
	uint32_t items;
	struct cyclic_walk walk;
	struct random random;
	uint32_t noise;
	uint64_t full;		  /* all items */
	uint64_t open;		  /* items that somebody still lacks */
	struct cyclic_sets held;  /* what a processor can send on */
	struct cyclic_sets given; /* held or on the way */
	uint32_t fresh;		  /* the source's next new item */
	uint64_t end;		  /* tick of the last sends hoped for */
	uint64_t potential[CYCLIC_TAIL_ITEMS];
	uint32_t copies[CYCLIC_TAIL_ITEMS];
	size_t arrived; /* how many sends, and ticks, have arrived */
	size_t arrived_ticks;

	struct cyclic_slot *slot; /* of this tick, by sender */
	uint32_t slots, room;
	uint32_t *order;   /* receivers, by how little they lack */
	uint32_t *chooser; /* senders in the order in which they choose */
	uint32_t choosers;
	uint32_t cursor[CYCLIC_TAIL_ITEMS]; /* from here on in order, nobody is
					       free and lacks the item */
};

/* The number of the lowest bit of a set that is not empty. */
static inline uint32_t cyclic_lowest(uint64_t set)
{
	uint32_t bit = 0;

	for (uint32_t step = 32; step > 0; step /= 2)
		if ((set & (((uint64_t)1 << step) - 1)) == 0) {
			set >>= step;
			bit += step;
		}
	return bit;
}

static inline uint64_t cyclic_set_of(
	const struct cyclic_sets *sets, uint32_t processor)
{
	return sets->narrow ? sets->narrow[processor] : sets->wide[processor];
}

/* What the receiver of a slot lacks. */
static inline uint64_t cyclic_lacks(
	const struct cyclic_matcher *matcher, uint32_t s)
{
	return matcher->full &
	       ~cyclic_set_of(&matcher->given, matcher->slot[s].to);
}

/* What the sender of a slot may send: the source its next item, if any. */
static inline uint64_t cyclic_offers(
	const struct cyclic_matcher *matcher, uint32_t s)
{
	uint32_t from = matcher->slot[s].from;

	if (from == 0 && matcher->fresh < matcher->items)
		return (uint64_t)1 << matcher->fresh;
	return cyclic_set_of(&matcher->held, from) & matcher->open;
}

/* Matches the sender of one slot, with an item, to the receiver of another. */
static inline void cyclic_match(struct cyclic_matcher *matcher, uint32_t s,
	uint32_t peer, uint32_t item)
{
	matcher->slot[s].peer = peer;
	matcher->slot[s].item = (uint8_t)item;
	matcher->slot[peer].is_taken = 1;
	matcher->copies[item]++;
}

/*
 * Senders in chooser, left over once all have chosen, take over the receivers
 * of others, if these can take receivers left over.
 */
void cyclic_repair(struct cyclic_matcher *matcher);

#endif
