/*
 * The last messages.  An endless schedule would go on using its slots for
 * further messages.  As there are none, these slots bring the last R messages
 * to everybody sooner than their trees would.
 */
#ifndef FIBCAST_MODEL_CYCLIC_TAIL_H
#define FIBCAST_MODEL_CYCLIC_TAIL_H

#include <stddef.h>
#include <stdint.h>

#include "model/periodic/periodic.h"
#include "number/random.h"

/* An array of sets of at most 64 items; in bytes if these are enough, as access
 * to memory takes most of the time here. */
struct cyclic_sets {
	uint8_t *narrow; /* or NULL */
	uint64_t *wide;	 /* used if narrow is NULL */
};

static inline uint64_t cyclic_set_of(const struct cyclic_sets *sets, uint32_t i)
{
	return sets->narrow ? sets->narrow[i] : sets->wide[i];
}

static inline void cyclic_set_set(
	struct cyclic_sets *sets, uint32_t i, uint64_t set)
{
	if (sets->narrow)
		sets->narrow[i] = (uint8_t)set;
	else
		sets->wide[i] = set;
}

static inline void cyclic_set_add(
	struct cyclic_sets *sets, uint32_t i, uint64_t items)
{
	if (sets->narrow)
		sets->narrow[i] |= (uint8_t)items;
	else if (sets->wide)
		sets->wide[i] |= items;
}

/*
 * -- The matching: the slots of one tick, and which items each processor holds
 * and lacks.
 */

#define CYCLIC_NOBODY UINT32_MAX

/* A list of slots, and what their senders offer or their receivers lack. */
struct cyclic_party {
	uint32_t *slot;
	struct cyclic_sets set;
	uint32_t count;
};

/* Sets of items are stored three times, in the order of the slots, of the
 * senders and of the receivers: sequential access matters more than memory. */
struct cyclic_matcher {
	const struct periodic_groups *groups;
	struct periodic_tail *tail;
	uint32_t items;
	struct periodic_walk walk;
	struct random random;
	uint32_t noise;
	uint64_t full;		  /* all items */
	uint64_t open;		  /* items that somebody still lacks */
	struct cyclic_sets held;  /* what each processor can send on */
	struct cyclic_sets given; /* what it holds or is being sent */
	uint32_t fresh;		  /* the source's next new item */
	uint8_t *plan;		  /* what the source sends in each unit, */
	uint64_t planned;	  /* for this many units, possibly 0 */
	uint64_t end;		  /* when the last sends should be */
	uint64_t potential[PERIODIC_ITEMS];
	uint32_t copies[PERIODIC_ITEMS];
	size_t arrived;	      /* the tail's sends that have arrived */
	size_t arrived_ticks; /* their ticks */

	/* The slots of this tick, by sender: each is a processor that can send
	 * and one that can receive. */
	uint32_t slots, room;
	uint32_t *from, *to;
	struct cyclic_sets offer;	 /* what the sender may send */
	struct cyclic_sets lack;	 /* what the receiver lacks */
	uint32_t *peer;			 /* the slot of the sender's receiver */
	uint8_t *item;			 /* what the sender sends */
	uint8_t *is_taken;		 /* whether the receiver is matched */
	struct cyclic_party receivers;	 /* those that lack least first */
	struct cyclic_party senders;	 /* in the order in which they choose */
	uint32_t cursor[PERIODIC_ITEMS]; /* no receiver at this index or above
					  * is free and lacks the item */
};

/* Sets the matcher, whose groups, tail and items are set, to before the first
 * tick. */
void cyclic_matcher_init(struct cyclic_matcher *matcher, uint64_t seed);
void cyclic_matcher_clear(struct cyclic_matcher *matcher);

/* Moves on to the next tick: processors hold what has arrived, and the slots
 * are listed.  Returns 0 at the end. */
int cyclic_matcher_next(struct cyclic_matcher *matcher);

/* Goes back to before the first tick; the tail stays as it is. */
void cyclic_matcher_rewind(struct cyclic_matcher *matcher);

/* Matches senders and receivers of this tick's slots. */
void cyclic_match_all(struct cyclic_matcher *matcher);

/* -- What the source sends when. */

/*
 * The items that the source sends in units 0 .. units-1, each item once before
 * any is repeated; all sends should begin by tick last.  Free it with mem_free.
 * NULL, and 0 units, if there is no plan.   O(last + units · items).
 */
uint8_t *cyclic_source_plan(uint64_t *units,
	const struct periodic_groups *groups, uint32_t items, uint64_t last);

/*
 * -- The tail.  Sends `items' items, which the source sends from tick 0 on, in
 * the slots that the groups have for items 0, 1, 2 ...  What each slot's sender
 * sends to whom is chosen greedily, with ties broken by the seed; if the seed
 * is odd, what the source sends is planned where possible.  items <=
 * PERIODIC_ITEMS.  Returns 0, with nothing to clear, if the last send would be
 * after tick most.   About items · n sends, each O(items) at worst.
 */
int cyclic_tail_init(struct periodic_tail *tail,
	const struct periodic_groups *groups, uint32_t items, uint64_t seed,
	uint64_t most);

#endif
