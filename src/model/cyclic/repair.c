/*
 * Each sender left over looks for a matched one that can give up its receiver:
 * at random or, where that would take long, by kinds of slots.
 */
#include "model/cyclic/matcher.h"

#include "base/mem.h"

/* Tries for each sender; up to how many items it is done by kinds, if many
 * senders are left over. */
enum { REPAIRS = 200, ITEMS_OF_KINDS = 6 };

/* The most tries at one tick. */
enum { TRIES = 1 << 20 };

/* The item of fewest copies in a set. */
static uint32_t rarest(const struct cyclic_matcher *matcher, uint64_t set)
{
	uint32_t best = cyclic_lowest(set);

	for (; set != 0; set &= set - 1)
		if (matcher->copies[cyclic_lowest(set)] < matcher->copies[best])
			best = cyclic_lowest(set);
	return best;
}

/* Whether a sender left over can take a matched one's receiver, which is
 * replaced by one left over; if so, does it. */
static int exchange(struct cyclic_matcher *matcher, uint32_t s, uint32_t free,
	uint32_t other)
{
	uint32_t peer = matcher->peer[other];
	uint64_t mine = cyclic_set_of(&matcher->offer, s) &
			cyclic_set_of(&matcher->lack, peer);
	uint64_t its = cyclic_set_of(&matcher->offer, other) &
		       cyclic_set_of(&matcher->lack, free);

	if (mine == 0 || its == 0)
		return 0;
	matcher->copies[matcher->item[other]]--;
	cyclic_match(matcher, s, peer, rarest(matcher, mine));
	cyclic_match(matcher, other, free, rarest(matcher, its));
	return 1;
}

static int is_free(const struct cyclic_matcher *matcher, uint32_t s)
{
	return !matcher->is_taken[s] && cyclic_set_of(&matcher->lack, s) != 0;
}

/* The i-th matched sender; they are listed from the end of receivers'. */
static uint32_t *matched_at(const struct cyclic_matcher *matcher, uint32_t i)
{
	return &matcher->receivers.slot[matcher->room - 1 - i];
}

/* Fills the list of receivers with the receivers left over and, from its end,
 * the matched senders. */
static uint32_t list_left(struct cyclic_matcher *matcher, uint32_t *matched)
{
	uint32_t free = 0;

	*matched = 0;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		if (is_free(matcher, s))
			matcher->receivers.slot[free++] = s;
		if (matcher->peer[s] != CYCLIC_NOBODY)
			*matched_at(matcher, (*matched)++) = s;
	}
	return free;
}

/* A few tries for each sender left over, if these are not too many. */
static void repair_some(struct cyclic_matcher *matcher)
{
	uint32_t tries = TRIES;
	uint32_t matched, free = list_left(matcher, &matched);

	for (uint32_t x = 0; x < matcher->senders.count; x++) {
		int is_done = 0;

		for (int i = 0; i < REPAIRS && !is_done; i++) {
			uint32_t at, other;

			if (free == 0 || matched == 0 || tries-- == 0)
				return;
			at = random_below(&matcher->random, free);
			other = random_below(&matcher->random, matched);
			is_done = exchange(matcher, matcher->senders.slot[x],
				matcher->receivers.slot[at],
				*matched_at(matcher, other));
			if (!is_done)
				continue;
			matcher->receivers.slot[at] =
				matcher->receivers.slot[--free];
			*matched_at(matcher, matched++) =
				matcher->senders.slot[x];
		}
	}
}

/*
 * With few items there are few kinds of slots, by what they offer and lack.
 * Sorted by kind, all exchanges are found, each in O(1), except those of
 * senders that have been through one.
 */
struct kinds {
	uint32_t sets; /* 2^items */
	/* The slots of each kind not used yet, begin .. end-1 in a list:
	 * receivers left over in order, by what they lack; */
	uint32_t *free, *free_end;
	/* matched senders in list, by what they offer, then what their
	 * receivers lack. */
	uint32_t *matched, *matched_end, *list;
	/* For a sender left over that offers a set: all pairs of kinds before
	 * this have been found useless. */
	uint32_t *cursor;
};

static uint32_t kind_of(const struct cyclic_matcher *matcher,
	const struct kinds *kinds, uint32_t s)
{
	uint64_t lack = cyclic_set_of(&matcher->lack, matcher->peer[s]);

	return (uint32_t)(cyclic_set_of(&matcher->offer, s) * kinds->sets +
			  lack);
}

/* Turns counts into places; end starts equal to begin. */
static void set_places(uint32_t *begin, uint32_t *end, uint32_t kinds)
{
	uint32_t place = 0;

	for (uint32_t kind = 0; kind < kinds; kind++) {
		begin[kind] = place;
		place += end[kind];
		end[kind] = begin[kind];
	}
}

/* The list is stored behind the senders left over. */
static void kinds_init(struct kinds *kinds, struct cyclic_matcher *matcher)
{
	uint32_t sets = (uint32_t)1 << matcher->items;

	kinds->sets = sets;
	kinds->list = matcher->senders.slot + matcher->senders.count;
	kinds->free =
		mem_array((size_t)sets * (2 * sets + 3), sizeof *kinds->free);
	kinds->free_end = kinds->free + sets;
	kinds->cursor = kinds->free_end + sets;
	kinds->matched = kinds->cursor + sets;
	kinds->matched_end = kinds->matched + (size_t)sets * sets;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		if (is_free(matcher, s))
			kinds->free_end[cyclic_set_of(&matcher->lack, s)]++;
		if (matcher->peer[s] != CYCLIC_NOBODY)
			kinds->matched_end[kind_of(matcher, kinds, s)]++;
	}
	set_places(kinds->free, kinds->free_end, sets);
	set_places(kinds->matched, kinds->matched_end, sets * sets);
	for (uint32_t s = 0; s < matcher->slots; s++) {
		if (is_free(matcher, s))
			matcher->receivers.slot[kinds->free_end[cyclic_set_of(
				&matcher->lack, s)]++] = s;
		if (matcher->peer[s] != CYCLIC_NOBODY)
			kinds->list[kinds->matched_end[kind_of(
				matcher, kinds, s)]++] = s;
	}
}

/* One exchange for a sender left over, if there is any. */
static void repair_one(
	struct cyclic_matcher *matcher, struct kinds *kinds, uint32_t s)
{
	uint32_t sets = kinds->sets,
		 mine = (uint32_t)cyclic_set_of(&matcher->offer, s);
	uint32_t *at = &kinds->cursor[mine];

	for (; *at < sets * sets * sets; ++*at) {
		uint32_t kind = *at % (sets * sets), lack = *at / (sets * sets);
		int is_none = kinds->free[lack] == kinds->free_end[lack];

		if (is_none || (kind / sets & lack) == 0) {
			*at |= (is_none ? sets * sets : sets) - 1;
			continue;
		}
		if ((kind % sets & mine) == 0 ||
			kinds->matched[kind] == kinds->matched_end[kind])
			continue;
		exchange(matcher, s,
			matcher->receivers.slot[kinds->free[lack]++],
			kinds->list[kinds->matched[kind]++]);
		return;
	}
}

static void repair_many(struct cyclic_matcher *matcher)
{
	struct kinds kinds;

	kinds_init(&kinds, matcher);
	for (uint32_t x = 0; x < matcher->senders.count; x++)
		repair_one(matcher, &kinds, matcher->senders.slot[x]);
	mem_free(kinds.free);
}

void cyclic_repair(struct cyclic_matcher *matcher)
{
	uint32_t items = matcher->items;

	if (items <= ITEMS_OF_KINDS && matcher->senders.count >> 2 * items > 0)
		repair_many(matcher);
	else
		repair_some(matcher);
}
