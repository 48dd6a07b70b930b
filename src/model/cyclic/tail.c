/*
 * Tick by tick, those who can send are matched with those who can receive.  The
 * senders that hold least choose first, and each prefers the item that is
 * spread least: an item's potential counts, for each holder, its copy and the
 * sends that the holder has time for until the end.  The item goes to a
 * receiver that lacks most.  Senders left over then try exchanges with matched
 * ones.
 *
 * Example: two items have two holders each; the copies of one came when there
 * was time for three sends, those of the other when there was time for one.
 * Their potentials are 2·(1 + 3) and 2·(1 + 1), so the second is sent.
 */
#include "model/cyclic/tail.h"

#include "base/mem.h"
#include "model/cyclic/matcher.h"

enum { ROWS = 256 };

/* The noise in the potentials, in 64ths, for odd and even seeds. */
enum { LITTLE_NOISE = 4, MUCH_NOISE = 16 };

static uint32_t count_tail_bits(uint64_t set)
{
	uint32_t count = 0;

	for (; set != 0; set &= set - 1)
		count++;
	return count;
}

static void sets_init(
	struct cyclic_sets *sets, uint32_t processors, uint32_t items)
{
	*sets = (struct cyclic_sets){NULL, NULL};
	if (items <= 8)
		sets->narrow = mem_array(processors, sizeof *sets->narrow);
	else
		sets->wide = mem_array(processors, sizeof *sets->wide);
}

static void sets_clear(struct cyclic_sets *sets)
{
	mem_free(sets->narrow);
	mem_free(sets->wide);
}

static void add_to_set(
	struct cyclic_sets *sets, uint32_t processor, uint64_t items)
{
	if (sets->narrow)
		sets->narrow[processor] |= (uint8_t)items;
	else if (sets->wide)
		sets->wide[processor] |= items;
}

static void receive_arrivals(struct cyclic_matcher *matcher, uint64_t t)
{
	const struct cyclic_tail *tail = matcher->tail;

	while (matcher->arrived_ticks < tail->ticks &&
		tail->tick[matcher->arrived_ticks].tick + matcher->groups->p <=
			t) {
		size_t end = tail->tick[matcher->arrived_ticks++].end;

		for (; matcher->arrived < end; matcher->arrived++)
			add_to_set(&matcher->held,
				tail->send[matcher->arrived].to,
				(uint64_t)1 << tail->item[matcher->arrived]);
	}
}

static void list_slots(struct cyclic_matcher *matcher)
{
	struct transmission row[ROWS];
	size_t count;

	matcher->slots = 0;
	while ((count = cyclic_walk_rows(&matcher->walk, row, ROWS)) > 0)
		for (size_t i = 0; i < count; i++)
			matcher->slot[matcher->slots++] = (struct cyclic_slot){
				(uint32_t)row[i].from, (uint32_t)row[i].to,
				CYCLIC_NOBODY, 0, 0};
}

/* Shuffles list, then sorts it by keys, 0 .. 64, using the slots' peers, which
 * are not set yet, as scratch. */
static void sort_by(struct cyclic_matcher *matcher, uint32_t *list,
	uint32_t count, const uint8_t *key)
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
		matcher->slot[first[key[list[i]]]++].peer = list[i];
	for (uint32_t i = 0; i < count; i++) {
		list[i] = matcher->slot[i].peer;
		matcher->slot[i].peer = CYCLIC_NOBODY;
	}
}

/* Receivers that lack something, and senders that have something. */
static void list_parties(struct cyclic_matcher *matcher, uint8_t *key)
{
	uint32_t receivers = 0;

	for (uint32_t i = 0; i < matcher->items; i++)
		if (matcher->copies[i] == matcher->groups->processors - 1)
			matcher->open &= ~((uint64_t)1 << i);
	for (uint32_t s = 0; s < matcher->slots; s++) {
		key[s] = (uint8_t)count_tail_bits(cyclic_lacks(matcher, s));
		if (key[s] > 0)
			matcher->order[receivers++] = s;
	}
	sort_by(matcher, matcher->order, receivers, key);
	for (uint32_t i = 0; i < matcher->items; i++)
		matcher->cursor[i] = receivers;
	matcher->choosers = 0;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		uint64_t offer = cyclic_offers(matcher, s);

		key[s] = (uint8_t)count_tail_bits(offer);
		if (matcher->slot[s].from == 0 &&
			matcher->fresh < matcher->items)
			key[s] = 0;
		if (offer != 0)
			matcher->chooser[matcher->choosers++] = s;
	}
	sort_by(matcher, matcher->chooser, matcher->choosers, key);
}

/* A free receiver that lacks the item, one that lacks most; or CYCLIC_NOBODY.
 */
static uint32_t find_receiver(struct cyclic_matcher *matcher, uint32_t item)
{
	uint32_t at = matcher->cursor[item];

	while (at > 0) {
		uint32_t s = matcher->order[--at];

		if (!matcher->slot[s].is_taken &&
			(cyclic_lacks(matcher, s) >> item & 1) != 0) {
			matcher->cursor[item] = at + 1;
			return s;
		}
	}
	matcher->cursor[item] = 0;
	return CYCLIC_NOBODY;
}

struct choice {
	uint64_t weight;
	uint32_t item;
};

/* The items offered, the least spread first. */
static uint32_t order_items(
	struct cyclic_matcher *matcher, struct choice *list, uint64_t offer)
{
	uint32_t count = 0;

	for (; offer != 0; offer &= offer - 1) {
		uint32_t item = cyclic_lowest(offer), at = count++;
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

/* Matches all senders; those who find nobody remain in chooser. */
static void choose_all(struct cyclic_matcher *matcher)
{
	uint32_t left = 0;

	for (uint32_t x = 0; x < matcher->choosers; x++) {
		uint32_t s = matcher->chooser[x], peer = CYCLIC_NOBODY;
		struct choice list[CYCLIC_TAIL_ITEMS];
		uint64_t offer = cyclic_offers(matcher, s);
		uint32_t count;

		for (uint64_t set = offer; set != 0; set &= set - 1)
			if (matcher->cursor[cyclic_lowest(set)] == 0)
				offer &= ~((uint64_t)1 << cyclic_lowest(set));
		count = order_items(matcher, list, offer);
		for (uint32_t i = 0; i < count && peer == CYCLIC_NOBODY; i++) {
			peer = find_receiver(matcher, list[i].item);
			if (peer != CYCLIC_NOBODY)
				cyclic_match(matcher, s, peer, list[i].item);
		}
		if (peer == CYCLIC_NOBODY)
			matcher->chooser[left++] = s;
	}
	matcher->choosers = left;
}

static void note_tick(struct cyclic_tail *tail, uint64_t t)
{
	tail->tick = mem_grow(
		tail->tick, &tail->room, tail->ticks, sizeof *tail->tick);
	tail->tick[tail->ticks++] = (struct cyclic_tail_tick){t, tail->sends};
	tail->last = t;
}

/* The matched ones send. */
static void send_all_tail(struct cyclic_matcher *matcher, uint64_t t)
{
	struct cyclic_tail *tail = matcher->tail;
	uint64_t arrival = t + matcher->groups->p, potential = 1;
	size_t before = tail->sends;
	int has_source = 0;

	if (matcher->end > arrival)
		potential += (matcher->end - arrival) / matcher->groups->q;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		const struct cyclic_slot *slot = &matcher->slot[s];
		uint32_t to;

		if (slot->peer == CYCLIC_NOBODY)
			continue;
		to = matcher->slot[slot->peer].to;
		tail->send[tail->sends] = (struct cyclic_send){slot->from, to};
		tail->item[tail->sends++] = slot->item;
		add_to_set(&matcher->given, to, (uint64_t)1 << slot->item);
		matcher->potential[slot->item] += potential;
		has_source |= slot->from == 0;
	}
	if (has_source && matcher->fresh < tail->items)
		matcher->fresh++;
	if (tail->sends > before)
		note_tick(tail, t);
}

/* The most slots of a tick: the processors of one class, and the source. */
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

static void matcher_init(struct cyclic_matcher *matcher, uint64_t seed)
{
	uint32_t n = matcher->groups->processors, items = matcher->items;
	uint32_t room = most_slots(matcher->groups);
	int64_t end =
		matcher->groups->lag + (int64_t)(items * matcher->groups->q);

	matcher->random = (struct random){seed, 0};
	matcher->noise = seed % 2 != 0 ? LITTLE_NOISE : MUCH_NOISE;
	matcher->full = items == 64 ? UINT64_MAX : ((uint64_t)1 << items) - 1;
	matcher->open = matcher->full;
	matcher->end = end > 0 ? (uint64_t)end : 0;
	sets_init(&matcher->held, n, items);
	sets_init(&matcher->given, n, items);
	add_to_set(&matcher->held, 0, matcher->full);
	add_to_set(&matcher->given, 0, matcher->full);
	matcher->slot = mem_array(room, sizeof *matcher->slot);
	matcher->order = mem_array(room, 2 * sizeof *matcher->order);
	matcher->chooser = matcher->order + room;
	matcher->room = room;
	cyclic_walk_init(&matcher->walk, matcher->groups, CYCLIC_ENDLESS, 0);
}

static void matcher_clear(struct cyclic_matcher *matcher)
{
	sets_clear(&matcher->held);
	sets_clear(&matcher->given);
	mem_free(matcher->slot);
	mem_free(matcher->order);
	cyclic_walk_clear(&matcher->walk);
}

static int run_tail(struct cyclic_matcher *matcher, size_t sends, uint64_t most)
{
	uint8_t *key = mem_array(matcher->room, sizeof *key);

	while (matcher->tail->sends < sends &&
		cyclic_walk_tick(&matcher->walk) &&
		matcher->walk.tick <= most) {
		receive_arrivals(matcher, matcher->walk.tick);
		list_slots(matcher);
		list_parties(matcher, key);
		choose_all(matcher);
		if (matcher->choosers > 0)
			cyclic_repair(matcher);
		send_all_tail(matcher, matcher->walk.tick);
	}
	mem_free(key);
	return matcher->tail->sends == sends;
}

int cyclic_tail_init(struct cyclic_tail *tail,
	const struct cyclic_groups *groups, uint32_t items, uint64_t seed,
	uint64_t most)
{
	struct cyclic_matcher matcher = {
		.groups = groups, .tail = tail, .items = items};
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
