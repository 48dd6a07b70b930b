/*
 * Tick by tick: what has arrived is held, the slots that the groups have are
 * listed, their senders and receivers matched anew, and what is matched is
 * sent.
 */
#include "model/cyclic/tail.h"

#include "base/mem.h"
#include "model/cyclic/matcher.h"
#include "model/cyclic/source.h"

enum { ROWS = 256 };

/* The noise in the potentials, in 64ths, for odd and even seeds. */
enum { LITTLE_NOISE = 4, MUCH_NOISE = 16 };

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
		for (size_t i = 0; i < count; i++) {
			matcher->from[matcher->slots] = (uint32_t)row[i].from;
			matcher->to[matcher->slots++] = (uint32_t)row[i].to;
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
static void send_all_tail(struct cyclic_matcher *matcher, uint64_t t)
{
	struct cyclic_tail *tail = matcher->tail;
	uint64_t arrival = t + matcher->groups->p, potential = 1;
	size_t before = tail->sends;
	int has_source = 0;

	if (matcher->end > arrival)
		potential += (matcher->end - arrival) / matcher->groups->q;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		uint32_t from = matcher->from[s], to;
		uint8_t item = matcher->item[s];

		if (matcher->peer[s] == CYCLIC_NOBODY)
			continue;
		to = matcher->to[matcher->peer[s]];
		tail->send[tail->sends] = (struct cyclic_send){from, to};
		tail->item[tail->sends++] = item;
		add_to_set(&matcher->given, to, (uint64_t)1 << item);
		matcher->potential[item] += potential;
		has_source |= from == 0;
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
		uint32_t slots = 0;

		for (uint32_t x = groups->from[k]; x < groups->from[k + 1]; x++)
			slots += groups->block[x].size * groups->block[x].count;
		if (slots > most)
			most = slots;
	}
	return most + 1;
}

static void slots_init(struct cyclic_matcher *matcher, uint32_t room)
{
	uint32_t **const words[] = {&matcher->from, &matcher->to,
		&matcher->peer, &matcher->receivers.slot,
		&matcher->senders.slot};

	matcher->room = room;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		*words[i] = mem_array(room, sizeof **words[i]);
	sets_init(&matcher->offer, room, matcher->items);
	sets_init(&matcher->lack, room, matcher->items);
	sets_init(&matcher->receivers.set, room, matcher->items);
	sets_init(&matcher->senders.set, room, matcher->items);
	matcher->item = mem_array(room, sizeof *matcher->item);
	matcher->is_taken = mem_array(room, sizeof *matcher->is_taken);
}

static void slots_clear(struct cyclic_matcher *matcher)
{
	mem_free(matcher->from);
	mem_free(matcher->to);
	mem_free(matcher->peer);
	mem_free(matcher->receivers.slot);
	mem_free(matcher->senders.slot);
	sets_clear(&matcher->offer);
	sets_clear(&matcher->lack);
	sets_clear(&matcher->receivers.set);
	sets_clear(&matcher->senders.set);
	mem_free(matcher->item);
	mem_free(matcher->is_taken);
}

static void matcher_init(struct cyclic_matcher *matcher, uint64_t seed)
{
	uint32_t n = matcher->groups->processors, items = matcher->items;
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
	slots_init(matcher, most_slots(matcher->groups));
	if (seed % 2 != 0)
		matcher->plan = cyclic_source_plan(&matcher->planned,
			matcher->groups, items, matcher->end);
	cyclic_walk_init(&matcher->walk, matcher->groups, CYCLIC_ENDLESS, 0);
}

static void matcher_clear(struct cyclic_matcher *matcher)
{
	sets_clear(&matcher->held);
	sets_clear(&matcher->given);
	slots_clear(matcher);
	mem_free(matcher->plan);
	cyclic_walk_clear(&matcher->walk);
}

static int run_tail(struct cyclic_matcher *matcher, size_t sends, uint64_t most)
{
	while (matcher->tail->sends < sends &&
		cyclic_walk_tick(&matcher->walk) &&
		matcher->walk.tick <= most) {
		receive_arrivals(matcher, matcher->walk.tick);
		list_slots(matcher);
		cyclic_match_all(matcher);
		send_all_tail(matcher, matcher->walk.tick);
	}
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
