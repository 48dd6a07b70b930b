/*
 * Tick by tick, those who can send now are matched with those who can receive
 * now.  The senders that hold least choose first, and of two items the one that
 * is spread less: its potential is a copy for each holder, and one for each
 * send that the holder has time for till the end.  It goes to a receiver that
 * lacks most.  Senders that are left over then try to change places with
 * others.
 */
#include "model/cyclic/tail.h"

#include <string.h>

#include "base/mem.h"
#include "model/cyclic/walk.h"
#include "number/random.h"

enum { ROWS = 256, REPAIRS = 200 };

#define NOBODY UINT32_MAX

/* The noise in the potentials, in 64ths: for odd and even seeds. */
enum { LITTLE_NOISE = 4, MUCH_NOISE = 16 };

/* Something that can be sent or received at this tick. */
struct slot {
	uint32_t from, to;
	uint32_t peer;	  /* of a sender: the slot whose receiver it sends to */
	uint8_t item;	  /* it sends that */
	uint8_t is_taken; /* the receiver is */
};

struct matcher {
	const struct cyclic_groups *groups;
	struct cyclic_tail *tail;
	struct cyclic_walk walk;
	struct random random;
	uint32_t noise;
	uint64_t full;	 /* all items */
	uint64_t open;	 /* those that somebody still lacks */
	uint64_t *held;	 /* by each processor, to send on */
	uint64_t *given; /* held or under way */
	uint32_t fresh;	 /* the next item that the source has not sent */
	uint64_t end;	 /* when the last sends should start */
	uint64_t potential[CYCLIC_TAIL_ITEMS];
	uint32_t copies[CYCLIC_TAIL_ITEMS];
	size_t arrived; /* sends that have been received, and their ticks */
	size_t arrived_ticks;

	struct slot *slot; /* of this tick, by sender */
	uint32_t slots, room;
	uint32_t *order;   /* receivers, those that lack least first */
	uint32_t *chooser; /* senders in the order in which they choose */
	uint32_t choosers;
	uint32_t cursor[CYCLIC_TAIL_ITEMS]; /* nobody from here on in order
					     * is free and lacks the item */
};

static uint32_t count_tail_bits(uint64_t set)
{
	uint32_t count = 0;

	for (; set != 0; set &= set - 1)
		count++;
	return count;
}

/* The number of the lowest bit of a set that is not empty. */
static uint32_t lowest(uint64_t set)
{
	uint32_t bit = 0;

	for (uint32_t step = 32; step > 0; step /= 2)
		if ((set & (((uint64_t)1 << step) - 1)) == 0) {
			set >>= step;
			bit += step;
		}
	return bit;
}

static uint64_t lacks(const struct matcher *matcher, uint32_t s)
{
	return matcher->full & ~matcher->given[matcher->slot[s].to];
}

/* What the sender of a slot may send: the source its next item, if any. */
static uint64_t offers(const struct matcher *matcher, uint32_t s)
{
	uint32_t from = matcher->slot[s].from;

	if (from == 0 && matcher->fresh < matcher->tail->items)
		return (uint64_t)1 << matcher->fresh;
	return matcher->held[from] & matcher->open;
}

static void receive_arrivals(struct matcher *matcher, uint64_t t)
{
	const struct cyclic_tail *tail = matcher->tail;

	while (matcher->arrived_ticks < tail->ticks &&
		tail->tick[matcher->arrived_ticks].tick + matcher->groups->p <=
			t) {
		size_t end = tail->tick[matcher->arrived_ticks++].end;

		for (; matcher->arrived < end; matcher->arrived++)
			matcher->held[tail->send[matcher->arrived].to] |=
				(uint64_t)1 << tail->item[matcher->arrived];
	}
}

static void list_slots(struct matcher *matcher)
{
	struct transmission row[ROWS];
	size_t count;

	matcher->slots = 0;
	while ((count = cyclic_walk_rows(&matcher->walk, row, ROWS)) > 0)
		for (size_t i = 0; i < count; i++)
			matcher->slot[matcher->slots++] =
				(struct slot){(uint32_t)row[i].from,
					(uint32_t)row[i].to, NOBODY, 0, 0};
}

/* Puts list into a random order, and then into that of keys, 0 .. 64. */
static void sort_by(struct matcher *matcher, uint32_t *list, uint32_t count,
	uint32_t *work, const uint8_t *key)
{
	uint32_t first[CYCLIC_TAIL_ITEMS + 2] = {0};

	for (uint32_t i = count; i > 1; i--) {
		uint32_t j = random_below(&matcher->random, i);
		uint32_t swapped = list[i - 1];

		list[i - 1] = list[j];
		list[j] = swapped;
	}
	for (uint32_t i = 0; i < count; i++)
		first[key[list[i]] + 1]++;
	for (uint32_t z = 1; z < CYCLIC_TAIL_ITEMS + 2; z++)
		first[z] += first[z - 1];
	for (uint32_t i = 0; i < count; i++)
		work[first[key[list[i]]]++] = list[i];
	memcpy(list, work, count * sizeof *list);
}

/* Receivers that lack something, and senders that have something. */
static void list_parties(struct matcher *matcher, uint32_t *work, uint8_t *key)
{
	uint32_t receivers = 0;

	for (uint32_t i = 0; i < matcher->tail->items; i++)
		if (matcher->copies[i] == matcher->groups->processors - 1)
			matcher->open &= ~((uint64_t)1 << i);
	for (uint32_t s = 0; s < matcher->slots; s++) {
		key[s] = (uint8_t)count_tail_bits(lacks(matcher, s));
		if (key[s] > 0)
			matcher->order[receivers++] = s;
	}
	sort_by(matcher, matcher->order, receivers, work, key);
	for (uint32_t i = 0; i < matcher->tail->items; i++)
		matcher->cursor[i] = receivers;
	matcher->choosers = 0;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		uint64_t offer = offers(matcher, s);

		key[s] = (uint8_t)count_tail_bits(offer);
		if (matcher->slot[s].from == 0 &&
			matcher->fresh < matcher->tail->items)
			key[s] = 0;
		if (offer != 0)
			matcher->chooser[matcher->choosers++] = s;
	}
	sort_by(matcher, matcher->chooser, matcher->choosers, work, key);
}

static void match(
	struct matcher *matcher, uint32_t s, uint32_t peer, uint32_t item)
{
	matcher->slot[s].peer = peer;
	matcher->slot[s].item = (uint8_t)item;
	matcher->slot[peer].is_taken = 1;
	matcher->copies[item]++;
}

/* A free receiver that lacks the item, as much as possible; NOBODY. */
static uint32_t find_receiver(struct matcher *matcher, uint32_t item)
{
	uint32_t at = matcher->cursor[item];

	while (at > 0) {
		uint32_t s = matcher->order[--at];

		if (!matcher->slot[s].is_taken &&
			(lacks(matcher, s) >> item & 1) != 0) {
			matcher->cursor[item] = at + 1;
			return s;
		}
	}
	matcher->cursor[item] = 0;
	return NOBODY;
}

struct choice {
	uint64_t weight;
	uint32_t item;
};

/* The items of an offer, the least spread ones first. */
static uint32_t order_items(
	struct matcher *matcher, struct choice *list, uint64_t offer)
{
	uint32_t count = 0;

	for (; offer != 0; offer &= offer - 1) {
		uint32_t item = lowest(offer), at = count++;
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

/* Those who find nobody are left in chooser. */
static void choose_all(struct matcher *matcher)
{
	uint32_t left = 0;

	for (uint32_t x = 0; x < matcher->choosers; x++) {
		uint32_t s = matcher->chooser[x], peer = NOBODY;
		struct choice list[CYCLIC_TAIL_ITEMS];
		uint64_t offer = offers(matcher, s);
		uint32_t count;

		for (uint64_t set = offer; set != 0; set &= set - 1)
			if (matcher->cursor[lowest(set)] == 0)
				offer &= ~((uint64_t)1 << lowest(set));
		count = order_items(matcher, list, offer);
		for (uint32_t i = 0; i < count && peer == NOBODY; i++) {
			peer = find_receiver(matcher, list[i].item);
			if (peer != NOBODY)
				match(matcher, s, peer, list[i].item);
		}
		if (peer == NOBODY)
			matcher->chooser[left++] = s;
	}
	matcher->choosers = left;
}

/* -- repair: a sender that is left over takes the receiver of another one,
 * which takes a receiver that is left over */

/* The item of fewest copies in a set. */
static uint32_t rarest(const struct matcher *matcher, uint64_t set)
{
	uint32_t best = lowest(set);

	for (; set != 0; set &= set - 1)
		if (matcher->copies[lowest(set)] < matcher->copies[best])
			best = lowest(set);
	return best;
}

static int exchange(
	struct matcher *matcher, uint32_t s, uint32_t free, uint32_t other)
{
	uint32_t peer = matcher->slot[other].peer;
	uint64_t mine = offers(matcher, s) & lacks(matcher, peer);
	uint64_t its = offers(matcher, other) & lacks(matcher, free);

	if (mine == 0 || its == 0)
		return 0;
	matcher->copies[matcher->slot[other].item]--;
	match(matcher, s, peer, rarest(matcher, mine));
	match(matcher, other, free, rarest(matcher, its));
	return 1;
}

/* order becomes the receivers left over, work the senders that are matched. */
static uint32_t list_left(
	struct matcher *matcher, uint32_t *matched, uint32_t *count)
{
	uint32_t free = 0;

	*count = 0;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		if (!matcher->slot[s].is_taken && lacks(matcher, s) != 0)
			matcher->order[free++] = s;
		if (matcher->slot[s].peer != NOBODY)
			matched[(*count)++] = s;
	}
	return free;
}

static void repair_all(struct matcher *matcher, uint32_t *matched)
{
	uint32_t count, free = list_left(matcher, matched, &count);

	for (uint32_t x = 0; x < matcher->choosers; x++) {
		int is_done = 0;

		for (int i = 0; i < REPAIRS && !is_done; i++) {
			uint32_t at, other;

			if (free == 0 || count == 0)
				return;
			at = random_below(&matcher->random, free);
			other = matched[random_below(&matcher->random, count)];
			is_done = exchange(matcher, matcher->chooser[x],
				matcher->order[at], other);
			if (!is_done)
				continue;
			matcher->order[at] = matcher->order[--free];
			matched[count++] = matcher->chooser[x];
		}
	}
}

static void note_tick(struct cyclic_tail *tail, uint64_t t)
{
	tail->tick = mem_grow(
		tail->tick, &tail->room, tail->ticks, sizeof *tail->tick);
	tail->tick[tail->ticks++] = (struct cyclic_tail_tick){t, tail->sends};
	tail->last = t;
}

/* The matched ones send. */
static void send_all_tail(struct matcher *matcher, uint64_t t)
{
	struct cyclic_tail *tail = matcher->tail;
	uint64_t arrival = t + matcher->groups->p, potential = 1;
	size_t before = tail->sends;
	int has_source = 0;

	if (matcher->end > arrival)
		potential += (matcher->end - arrival) / matcher->groups->q;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		const struct slot *slot = &matcher->slot[s];
		uint32_t to;

		if (slot->peer == NOBODY)
			continue;
		to = matcher->slot[slot->peer].to;
		tail->send[tail->sends] = (struct cyclic_send){slot->from, to};
		tail->item[tail->sends++] = slot->item;
		matcher->given[to] |= (uint64_t)1 << slot->item;
		matcher->potential[slot->item] += potential;
		has_source |= slot->from == 0;
	}
	if (has_source && matcher->fresh < tail->items)
		matcher->fresh++;
	if (tail->sends > before)
		note_tick(tail, t);
}

/* The slots of a tick are at most the processors of one class, and the source.
 */
static uint32_t most_slots(const struct cyclic_groups *groups)
{
	uint32_t most = 0;

	for (uint32_t k = 0; k < groups->q; k++) {
		uint32_t a = groups->from[k], z = groups->from[k + 1];

		if (a < z && groups->group[z - 1].edge +
					     groups->group[z - 1].size -
					     groups->group[a].edge >
				     most)
			most = groups->group[z - 1].edge +
			       groups->group[z - 1].size -
			       groups->group[a].edge;
	}
	return most + 1;
}

static void matcher_init(struct matcher *matcher, uint64_t seed)
{
	uint32_t n = matcher->groups->processors, items = matcher->tail->items;
	uint32_t room = most_slots(matcher->groups);
	int64_t end =
		matcher->groups->lag + (int64_t)(items * matcher->groups->q);

	matcher->random = (struct random){seed, 0};
	matcher->noise = seed % 2 != 0 ? LITTLE_NOISE : MUCH_NOISE;
	matcher->full = items == 64 ? UINT64_MAX : ((uint64_t)1 << items) - 1;
	matcher->open = matcher->full;
	matcher->end = end > 0 ? (uint64_t)end : 0;
	matcher->held = mem_array(n, 2 * sizeof *matcher->held);
	matcher->given = matcher->held + n;
	matcher->held[0] = matcher->given[0] = matcher->full;
	matcher->slot = mem_array(room, sizeof *matcher->slot);
	matcher->order = mem_array(room, 2 * sizeof *matcher->order);
	matcher->chooser = matcher->order + room;
	matcher->room = room;
	cyclic_walk_init(&matcher->walk, matcher->groups, CYCLIC_ENDLESS, 0);
}

static void matcher_clear(struct matcher *matcher)
{
	mem_free(matcher->held);
	mem_free(matcher->slot);
	mem_free(matcher->order);
	cyclic_walk_clear(&matcher->walk);
}

static int run_tail(struct matcher *matcher, size_t sends, uint64_t most)
{
	uint32_t *work = mem_array(matcher->room, sizeof *work);
	uint8_t *key = mem_array(matcher->room, sizeof *key);

	while (matcher->tail->sends < sends &&
		cyclic_walk_tick(&matcher->walk) &&
		matcher->walk.tick <= most) {
		receive_arrivals(matcher, matcher->walk.tick);
		list_slots(matcher);
		list_parties(matcher, work, key);
		choose_all(matcher);
		if (matcher->choosers > 0)
			repair_all(matcher, work);
		send_all_tail(matcher, matcher->walk.tick);
	}
	mem_free(work);
	mem_free(key);
	return matcher->tail->sends == sends;
}

int cyclic_tail_init(struct cyclic_tail *tail,
	const struct cyclic_groups *groups, uint32_t items, uint64_t seed,
	uint64_t most)
{
	struct matcher matcher = {.groups = groups, .tail = tail};
	size_t sends = (size_t)items * (groups->processors - (size_t)1);
	int is_done;

	*tail = (struct cyclic_tail){.items = items};
	if (items == 0)
		return 1;
	tail->send = mem_array(sends, sizeof *tail->send);
	tail->item = mem_array(sends, sizeof *tail->item);
	matcher_init(&matcher, seed);
	is_done = run_tail(&matcher, sends, most);
	matcher_clear(&matcher);
	if (!is_done)
		cyclic_tail_clear(tail);
	return is_done;
}

void cyclic_tail_clear(struct cyclic_tail *tail)
{
	mem_free(tail->send);
	mem_free(tail->item);
	mem_free(tail->tick);
	*tail = (struct cyclic_tail){0};
}
