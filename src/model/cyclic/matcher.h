/*
 * What a tail's matching works with: the slots of one tick, and which items
 * each processor holds and lacks.
 */
#ifndef FIBCAST_MODEL_CYCLIC_MATCHER_H
#define FIBCAST_MODEL_CYCLIC_MATCHER_H

#include <stddef.h>
#include <stdint.h>

#include "model/cyclic/sets.h"
#include "model/periodic/periodic.h"
#include "number/random.h"

#define CYCLIC_NOBODY UINT32_MAX

/* Slots, and what their senders offer or their receivers lack. */
struct cyclic_party {
	uint32_t *slot;
	struct cyclic_sets set;
	uint32_t count;
};

struct periodic_tail;

/*
 * Within a tick all is looked up in the order of the slots, of the senders as
 * they choose or of the receivers as they are chosen: each has its sets in its
 * own order, for look-ups elsewhere take most of the time.
 */
struct cyclic_matcher {
	const struct periodic_groups *groups;
	struct periodic_tail *tail;
	uint32_t items;
	struct periodic_walk walk;
	struct random random;
	uint32_t noise;
	uint64_t full;		  /* all items */
	uint64_t open;		  /* items that somebody still lacks */
	struct cyclic_sets held;  /* what a processor can send on */
	struct cyclic_sets given; /* held or on the way */
	uint32_t fresh;		  /* the source's next new item */
	uint8_t *plan;		  /* what the source sends, unit by unit, */
	uint64_t planned;	  /* for so many units, possibly 0 */
	uint64_t end;		  /* tick of the last sends hoped for */
	uint64_t potential[PERIODIC_ITEMS];
	uint32_t copies[PERIODIC_ITEMS];
	size_t arrived; /* how many sends, and ticks, have arrived */
	size_t arrived_ticks;

	/* The slots of this tick, by sender: something can be sent and
	 * something received. */
	uint32_t slots, room;
	uint32_t *from, *to;
	struct cyclic_sets offer; /* what the sender may send */
	struct cyclic_sets lack;  /* what the receiver lacks */
	uint32_t *peer;		  /* a sender's: the slot of its receiver */
	uint8_t *item;		  /* what the sender sends */
	uint8_t *is_taken;	  /* the receiver is matched */
	struct cyclic_party receivers;	 /* by how little they lack */
	struct cyclic_party senders;	 /* in the order in which they choose */
	uint32_t cursor[PERIODIC_ITEMS]; /* from here on in receivers, nobody
					       is free and lacks the item */
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

/* Matches the sender of one slot, with an item, to the receiver of another. */
static inline void cyclic_match(struct cyclic_matcher *matcher, uint32_t s,
	uint32_t peer, uint32_t item)
{
	matcher->peer[s] = peer;
	matcher->item[s] = (uint8_t)item;
	matcher->is_taken[peer] = 1;
	matcher->copies[item]++;
}

/* Before the first tick; groups, tail and items are set. */
void cyclic_matcher_init(struct cyclic_matcher *matcher, uint64_t seed);
void cyclic_matcher_clear(struct cyclic_matcher *matcher);

/* Moves on to the next tick: what has arrived is held, and the slots are
 * listed. Returns 0 at the end. */
int cyclic_matcher_next(struct cyclic_matcher *matcher);

/* Goes back to before the first tick; the tail remains. */
void cyclic_matcher_rewind(struct cyclic_matcher *matcher);

/*
 * Matches senders and receivers of this tick's slots, of which from and to are
 * set.
 */
void cyclic_match_all(struct cyclic_matcher *matcher);

/*
 * Senders left over once all have chosen take over the receivers of others, if
 * these can take receivers left over.
 */
void cyclic_repair(struct cyclic_matcher *matcher);

#endif
