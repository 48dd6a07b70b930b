/*
 * Each sender left over looks for a matched one that can give up its receiver,
 * at random.
 */
#include "model/cyclic/matcher.h"

/* Tries for each sender; the most at one tick. */
enum { REPAIRS = 200, TRIES = 1 << 20 };

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

void cyclic_repair(struct cyclic_matcher *matcher)
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
