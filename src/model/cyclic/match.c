/*
 * The matching of one tick.  The senders that hold the fewest items choose
 * first, and each prefers the item that is spread least: an item's potential
 * counts, for each holder, its copy and the sends that the holder has time for
 * until the end.  The item goes to the receiver that lacks most items.
 *
 * Example: two items have two holders each; the copies of one came when there
 * was time for three sends, those of the other when there was time for one.
 * Their potentials are 2·(1 + 3) and 2·(1 + 1), so the second is sent.
 */
#include "model/cyclic/tail.h"

#include <string.h>

#include "base/bits.h"

/* Sizes of sets, and one more. */
enum { SIZES = PERIODIC_ITEMS + 2 };

/* Appends a slot to a party if its set is not empty; first[size + 1]: how many
 * slots have sets of that size. */
static void list_slot(struct cyclic_party *party, uint32_t first[SIZES],
	uint32_t s, uint64_t set, uint32_t size)
{
	party->slot[party->count] = s;
	party->count += set != 0;
	first[size + 1] += set != 0;
}

/*
 * Shuffles a party, then sorts it by the sizes of the slots' sets, which first
 * counts; zero: a slot that counts as having an empty set, or CYCLIC_NOBODY.
 * The array of the slots' peers, which are not set yet, takes the sorted list
 * and is exchanged with the old one.
 */
static void sort_party(struct cyclic_matcher *matcher,
	struct cyclic_party *party, const struct cyclic_sets *sets,
	uint32_t first[SIZES], uint32_t zero)
{
	uint32_t *list = party->slot;

	for (uint32_t i = party->count; i > 1; i--) {
		uint32_t j = random_below(&matcher->random, i);
		uint32_t swapped = list[i - 1];

		list[i - 1] = list[j];
		list[j] = swapped;
	}
	for (uint32_t z = 1; z < SIZES; z++)
		first[z] += first[z - 1];
	for (uint32_t i = 0; i < party->count; i++) {
		uint32_t s = list[i];
		uint64_t set = cyclic_set_of(sets, s);
		uint32_t at = first[s == zero ? 0 : bits_count(set)]++;

		matcher->peer[at] = s;
		cyclic_set_set(&party->set, at, set);
	}
	party->slot = matcher->peer;
	matcher->peer = list;
}

/* Lists the receivers that lack something. */
static void list_receivers(struct cyclic_matcher *matcher)
{
	struct cyclic_party *party = &matcher->receivers;
	uint32_t first[SIZES] = {0};

	party->count = 0;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		uint64_t lack = matcher->full &
				~cyclic_set_of(&matcher->given, matcher->to[s]);

		cyclic_set_set(&matcher->lack, s, lack);
		list_slot(party, first, s, lack, bits_count(lack));
	}
	sort_party(matcher, party, &matcher->lack, first, CYCLIC_NOBODY);
	for (uint32_t i = 0; i < matcher->items; i++)
		matcher->cursor[i] = party->count;
}

/* What the source must send now: the planned item or a new one, as a set; 0 if
 * that is left open. */
static uint64_t find_due(const struct cyclic_matcher *matcher)
{
	uint64_t unit = matcher->walk.tick / matcher->groups->q;

	if (matcher->slots == 0 || matcher->from[0] != 0)
		return 0;
	if (unit < matcher->planned)
		return (uint64_t)1 << matcher->plan[unit];
	return matcher->fresh < matcher->items ? (uint64_t)1 << matcher->fresh
					       : 0;
}

/* Lists the senders that have something; the source comes first as long as it
 * is given what it sends. */
static void list_senders(struct cyclic_matcher *matcher)
{
	struct cyclic_party *party = &matcher->senders;
	uint32_t first[SIZES] = {0};
	uint64_t due = find_due(matcher);

	party->count = 0;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		int is_first = due != 0 && s == 0;
		uint64_t offer = is_first ? due
					  : cyclic_set_of(&matcher->held,
						    matcher->from[s]) &
						    matcher->open;

		cyclic_set_set(&matcher->offer, s, offer);
		list_slot(party, first, s, offer,
			is_first ? 0 : bits_count(offer));
	}
	sort_party(matcher, party, &matcher->offer, first,
		due != 0 ? 0 : CYCLIC_NOBODY);
}

/* Takes, of the free receivers that lack the item, one that lacks most items;
 * returns its slot, or CYCLIC_NOBODY. */
static uint32_t find_receiver(struct cyclic_matcher *matcher, uint32_t item)
{
	struct cyclic_party *receivers = &matcher->receivers;
	uint32_t at = matcher->cursor[item];

	while (at > 0)
		if ((cyclic_set_of(&receivers->set, --at) >> item & 1) != 0) {
			matcher->cursor[item] = at;
			cyclic_set_set(&receivers->set, at, 0);
			return receivers->slot[at];
		}
	matcher->cursor[item] = 0;
	return CYCLIC_NOBODY;
}

struct choice {
	uint64_t weight;
	uint32_t item;
};

/* Lists the items offered, the least spread first, with some noise; returns how
 * many. */
static uint32_t order_items(
	struct cyclic_matcher *matcher, struct choice *list, uint64_t offer)
{
	uint32_t count = 0;

	for (; offer != 0; offer &= offer - 1) {
		uint32_t item = bits_lowest(offer), at = count++;
		uint64_t noise =
			random_below(&matcher->random, matcher->noise + 1);
		struct choice choice = {
			matcher->potential[item] * (64 + noise), item};

		for (; at > 0 && list[at - 1].weight > choice.weight; at--)
			list[at] = list[at - 1];
		list[at] = choice;
	}
	return count;
}

/* Matches the sender of one slot, with an item, to the receiver of another. */
static void match_slots(struct cyclic_matcher *matcher, uint32_t s,
	uint32_t peer, uint32_t item)
{
	matcher->peer[s] = peer;
	matcher->item[s] = (uint8_t)item;
	matcher->is_taken[peer] = 1;
	matcher->copies[item]++;
}

/* Matches the senders; those that find nobody remain listed. */
static void choose_all(struct cyclic_matcher *matcher)
{
	struct cyclic_party *senders = &matcher->senders;
	/* Items that a free receiver may lack. */
	uint64_t wanted = matcher->receivers.count > 0 ? matcher->full : 0;
	uint32_t left = 0;

	for (uint32_t x = 0; x < senders->count; x++) {
		uint32_t s = senders->slot[x], peer = CYCLIC_NOBODY;
		struct choice list[PERIODIC_ITEMS];
		uint32_t count = order_items(matcher, list,
			cyclic_set_of(&senders->set, x) & wanted);

		for (uint32_t i = 0; i < count && peer == CYCLIC_NOBODY; i++) {
			uint32_t item = list[i].item;

			peer = find_receiver(matcher, item);
			if (peer != CYCLIC_NOBODY)
				match_slots(matcher, s, peer, item);
			else
				wanted &= ~((uint64_t)1 << item);
		}
		if (peer == CYCLIC_NOBODY)
			senders->slot[left++] = s;
	}
	senders->count = left;
}

/*
 * -- Repair: each sender left over looks, at random, for a matched sender that
 * can give up its receiver for one left over.
 */

/* The most tries for each sender, and at one tick. */
enum { REPAIRS = 200, TRIES = 1 << 20 };

/* The item of a set that has the fewest copies. */
static uint32_t rarest(const struct cyclic_matcher *matcher, uint64_t set)
{
	uint32_t best = bits_lowest(set);

	for (; set != 0; set &= set - 1)
		if (matcher->copies[bits_lowest(set)] < matcher->copies[best])
			best = bits_lowest(set);
	return best;
}

/* Gives the receiver of a matched sender, other, to the sender s, which is left
 * over, and the receiver `free' to other; returns 0 if that is not possible. */
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
	match_slots(matcher, s, peer, rarest(matcher, mine));
	match_slots(matcher, other, free, rarest(matcher, its));
	return 1;
}

static int is_free(const struct cyclic_matcher *matcher, uint32_t s)
{
	return !matcher->is_taken[s] && cyclic_set_of(&matcher->lack, s) != 0;
}

/* The i-th matched sender: they are listed backwards from the end of the
 * receivers' list. */
static uint32_t *matched_at(const struct cyclic_matcher *matcher, uint32_t i)
{
	return &matcher->receivers.slot[matcher->room - 1 - i];
}

/* Lists the receivers left over, whose number it returns, and the matched
 * senders. */
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

static void repair_all(struct cyclic_matcher *matcher)
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

void cyclic_match_all(struct cyclic_matcher *matcher)
{
	for (uint32_t i = 0; i < matcher->items; i++)
		if (matcher->copies[i] == matcher->groups->processors - 1)
			matcher->open &= ~((uint64_t)1 << i);
	list_receivers(matcher);
	list_senders(matcher);
	for (uint32_t s = 0; s < matcher->slots; s++)
		matcher->peer[s] = CYCLIC_NOBODY;
	memset(matcher->is_taken, 0, matcher->slots);
	choose_all(matcher);
	if (matcher->senders.count > 0)
		repair_all(matcher);
}
