/*
 * The state of a tail's matching, from tick to tick.
 */
#include "model/cyclic/tail.h"

#include "base/bits.h"
#include "base/mem.h"
#include "model/periodic/periodic.h"

enum { ROWS = 256 };

/* The noise in the potentials, in 64ths, for odd and even seeds. */
enum { LITTLE_NOISE = 4, MUCH_NOISE = 16 };

/* The most items of a set that is a byte. */
enum { NARROW = 8 };

/* Makes an array of empty sets of items 0 .. items-1. */
static void sets_init(struct cyclic_sets *sets, uint32_t count, uint32_t items)
{
	*sets = (struct cyclic_sets){NULL, NULL};
	if (items <= NARROW)
		sets->narrow = mem_array(count, sizeof *sets->narrow);
	else
		sets->wide = mem_array(count, sizeof *sets->wide);
}

static void sets_clear(struct cyclic_sets *sets)
{
	mem_free(sets->narrow);
	mem_free(sets->wide);
}

static void receive_arrivals(struct cyclic_matcher *matcher, uint64_t t)
{
	const struct periodic_tail *tail = matcher->tail;

	while (matcher->arrived_ticks < tail->ticks &&
		tail->tick[matcher->arrived_ticks].tick + matcher->groups->p <=
			t) {
		size_t end = tail->tick[matcher->arrived_ticks++].end;

		for (; matcher->arrived < end; matcher->arrived++)
			cyclic_set_add(&matcher->held,
				tail->send[matcher->arrived].to,
				(uint64_t)1 << tail->item[matcher->arrived]);
	}
}

static void list_slots(struct cyclic_matcher *matcher)
{
	struct transmission row[ROWS];
	size_t count;

	matcher->slots = 0;
	while ((count = periodic_walk_rows(&matcher->walk, row, ROWS)) > 0)
		for (size_t i = 0; i < count; i++) {
			matcher->from[matcher->slots] = (uint32_t)row[i].from;
			matcher->to[matcher->slots++] = (uint32_t)row[i].to;
		}
}

int cyclic_matcher_next(struct cyclic_matcher *matcher)
{
	if (!periodic_walk_tick(&matcher->walk))
		return 0;
	receive_arrivals(matcher, matcher->walk.tick);
	list_slots(matcher);
	return 1;
}

/* The most slots of a tick: one for each processor of a class, and the
 * source's. */
static uint32_t most_slots(const struct periodic_groups *groups)
{
	uint32_t most = 0;

	for (uint32_t k = 0; k < groups->classes; k++)
		most = (uint32_t)most_u64(most, periodic_members(groups, k));
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

void cyclic_matcher_rewind(struct cyclic_matcher *matcher)
{
	uint32_t n = matcher->groups->processors;

	sets_clear(&matcher->held);
	sets_init(&matcher->held, n, matcher->items);
	cyclic_set_add(&matcher->held, 0, matcher->full);
	matcher->arrived = matcher->arrived_ticks = 0;
	periodic_walk_clear(&matcher->walk);
	periodic_walk_init(
		&matcher->walk, matcher->groups, PERIODIC_ENDLESS, 0);
}

void cyclic_matcher_init(struct cyclic_matcher *matcher, uint64_t seed)
{
	uint32_t n = matcher->groups->processors, items = matcher->items;
	int64_t end =
		matcher->groups->lag + (int64_t)(items * matcher->groups->q);

	matcher->random = (struct random){seed, 0};
	matcher->noise = seed % 2 != 0 ? LITTLE_NOISE : MUCH_NOISE;
	matcher->full = items == 64 ? UINT64_MAX : ((uint64_t)1 << items) - 1;
	matcher->open = matcher->full;
	matcher->end = end > 0 ? (uint64_t)end : 0;
	sets_init(&matcher->given, n, items);
	cyclic_set_add(&matcher->given, 0, matcher->full);
	slots_init(matcher, most_slots(matcher->groups));
	if (seed % 2 != 0)
		matcher->plan = cyclic_source_plan(&matcher->planned,
			matcher->groups, items, matcher->end);
	cyclic_matcher_rewind(matcher);
}

void cyclic_matcher_clear(struct cyclic_matcher *matcher)
{
	sets_clear(&matcher->held);
	sets_clear(&matcher->given);
	slots_clear(matcher);
	mem_free(matcher->plan);
	periodic_walk_clear(&matcher->walk);
}
