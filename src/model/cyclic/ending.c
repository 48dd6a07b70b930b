/*
 * A wish, an item that a processor lacks, takes a slot's sender at a tick when
 * the processor is free to receive.  If there is no free sender then that has
 * the item, another wish gives way, and looks for a sender itself, at any tick;
 * and so on, breadth first, each send giving way at most once.  So the chain
 * found is the shortest.  Three kinds of steps:
 *	- the processor is free, the sender served somebody else, who gives way;
 *	- the processor receives another item from this sender;
 *	- it receives another item from another sender, who becomes free.
 * Steps are made one after the other, beginning with the wish; one that a
 * former step of the same chain has spoilt is not made, and the wish that then
 * gave way last is looked at anew.
 *
 * Example: p lacks x, and is free only at tick 1, when the only sender of x
 * serves q.  p takes it; q lacks y then, and is free at tick 2, when a free
 * sender has y.
 */
#include "model/cyclic/ending.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "model/cyclic/sets.h"

static const uint32_t NOBODY = UINT32_MAX;

/* The most sends that may give way in one search. */
enum { QUEUE = 1 << 14 };

/* The most chains for a wish, all but the last spoilt. */
enum { CHAINS = 8 };

/* A sender and a receiver of one tick, each of which may serve, or be served
 * by, one of another slot. */
struct ending_slot {
	uint32_t from, to;
	uint32_t serves; /* the slot whose receiver the sender serves */
	uint32_t server; /* the slot whose sender serves the receiver */
	uint16_t tick;
	uint8_t item; /* sent by the sender */
	uint8_t is_seen;
};

struct wish {
	uint32_t to, item;
};

/* This wish, met by that slot's sender, gives way to the one of a step before,
 * which takes that sender or, if there is one, a free one. */
struct ending_step {
	struct wish wish;
	uint32_t slot, before, next, free;
};

struct cyclic_ending {
	uint32_t processors, units, items;
	uint32_t ticks, slots, sent; /* sent: slots before have their sends */
	struct ending_slot *slot;    /* by tick, then sender */
	struct cyclic_sets offer;    /* of each slot's sender */
	uint32_t *own;	 /* [unit * processors + p]: the slot to receive in */
	uint32_t *first; /* slot of each tick */
	uint32_t *unit;	 /* of each tick */
	/* Of each tick and item: where to go on looking for senders; a free one
	 * or NOBODY, if that is known. */
	uint32_t *cursor, *free;
	uint8_t *is_known;
	struct ending_step *step; /* 0: the wish to be met */
	uint32_t steps;
};

struct cyclic_ending *cyclic_ending_new(uint32_t processors, uint32_t units,
	uint32_t ticks, uint32_t slots, uint32_t items)
{
	struct cyclic_ending *ending = mem_array(1, sizeof *ending);
	size_t own = (size_t)processors * units;
	size_t pairs = (size_t)ticks * items;

	assert(ticks <= UINT16_MAX);
	ending->processors = processors;
	ending->units = units;
	ending->items = items;
	ending->slot = mem_array(slots, sizeof *ending->slot);
	cyclic_sets_init(&ending->offer, slots, items);
	ending->own = mem_array(own, sizeof *ending->own);
	memset(ending->own, 0xff, own * sizeof *ending->own);
	ending->first = mem_array(ticks + (size_t)1, sizeof *ending->first);
	ending->unit = mem_array(ticks, sizeof *ending->unit);
	ending->cursor = mem_array(pairs, sizeof *ending->cursor);
	ending->free = mem_array(pairs, sizeof *ending->free);
	ending->is_known = mem_array(pairs, 1);
	ending->step = mem_array(QUEUE, sizeof *ending->step);
	return ending;
}

void cyclic_ending_free(struct cyclic_ending *ending)
{
	if (!ending)
		return;
	mem_free(ending->slot);
	cyclic_sets_clear(&ending->offer);
	mem_free(ending->own);
	mem_free(ending->first);
	mem_free(ending->unit);
	mem_free(ending->cursor);
	mem_free(ending->free);
	mem_free(ending->is_known);
	mem_free(ending->step);
	mem_free(ending);
}

void cyclic_ending_tick(struct cyclic_ending *ending, uint32_t unit)
{
	assert(unit < ending->units);
	ending->unit[ending->ticks++] = unit;
	ending->sent = ending->slots;
	ending->first[ending->ticks] = ending->slots;
}

/* Where it is noted in which slot a processor receives, at a tick or another of
 * its unit. */
static uint32_t *own_slot(
	const struct cyclic_ending *ending, uint32_t tick, uint32_t processor)
{
	size_t unit = ending->unit[tick];

	return &ending->own[unit * ending->processors + processor];
}

void cyclic_ending_add(struct cyclic_ending *ending, uint32_t from, uint32_t to,
	uint64_t items)
{
	uint32_t s = ending->slots++, tick = ending->ticks - 1;

	ending->slot[s] = (struct ending_slot){
		from, to, NOBODY, NOBODY, (uint16_t)tick, 0, 0};
	cyclic_set_set(&ending->offer, s, items);
	*own_slot(ending, tick, to) = s;
	ending->first[ending->ticks] = ending->slots;
}

static int has_item(
	const struct cyclic_ending *ending, uint32_t s, uint32_t item)
{
	return (int)(cyclic_set_of(&ending->offer, s) >> item & 1);
}

static int has_free_sender(const struct cyclic_ending *ending, uint32_t s)
{
	return ending->slot[s].serves == NOBODY;
}

static size_t pair_of(
	const struct cyclic_ending *ending, uint32_t tick, uint32_t item)
{
	return (size_t)tick * ending->items + item;
}

/* A sender that was busy is free, or the other way round. */
static void note_change(struct cyclic_ending *ending, uint32_t s)
{
	for (uint32_t item = 0; item < ending->items; item++) {
		size_t pair = pair_of(ending, ending->slot[s].tick, item);

		if (has_item(ending, s, item) &&
			(ending->free[pair] == s || has_free_sender(ending, s)))
			ending->is_known[pair] = 0;
	}
}

/* The sender of slot s serves the receiver of slot r. */
static void serve_slot(
	struct cyclic_ending *ending, uint32_t s, uint32_t r, uint32_t item)
{
	ending->slot[s].serves = r;
	ending->slot[s].item = (uint8_t)item;
	ending->slot[r].server = s;
}

void cyclic_ending_send(
	struct cyclic_ending *ending, uint32_t from, uint32_t to, uint32_t item)
{
	while (ending->slot[ending->sent].from != from)
		ending->sent++;
	serve_slot(ending, ending->sent,
		*own_slot(ending, ending->ticks - 1, to), item);
}

/* A free sender of a tick that has the item, or NOBODY. */
static uint32_t find_free(struct cyclic_ending *ending, uint32_t tick,
	uint32_t item, int64_t *work)
{
	size_t pair = pair_of(ending, tick, item);
	uint32_t s = ending->first[tick], end = ending->first[tick + 1];

	if (ending->is_known[pair])
		return ending->free[pair];
	*work -= (int64_t)(end - s);
	while (s < end &&
		!(has_free_sender(ending, s) && has_item(ending, s, item)))
		s++;
	ending->is_known[pair] = 1;
	ending->free[pair] = s < end ? s : NOBODY;
	return ending->free[pair];
}

static struct wish wish_of(const struct cyclic_ending *ending, uint32_t s)
{
	const struct ending_slot *slot = &ending->slot[s];

	return (struct wish){ending->slot[slot->serves].to, slot->item};
}

static void add_step(struct cyclic_ending *ending, uint32_t s, uint32_t before,
	uint32_t free)
{
	if (ending->slot[s].is_seen || ending->steps == QUEUE)
		return;
	ending->slot[s].is_seen = 1;
	ending->step[ending->steps++] = (struct ending_step){
		wish_of(ending, s), s, before, NOBODY, free};
}

/* All senders of the tick that have the item; they are busy. */
static void add_senders(struct cyclic_ending *ending, uint32_t tick,
	uint32_t item, uint32_t before, int64_t *work)
{
	uint32_t *at = &ending->cursor[pair_of(ending, tick, item)];
	uint32_t end = ending->first[tick + 1];

	*work -= (int64_t)(end - *at);
	for (; *at < end; ++*at)
		if (has_item(ending, *at, item))
			add_step(ending, *at, before, NOBODY);
}

/* Adds what can give way to a step's wish if that is met in slot r; returns a
 * free sender that meets it, or NOBODY. */
static uint32_t look_at_slot(
	struct cyclic_ending *ending, uint32_t x, uint32_t r, int64_t *work)
{
	const struct ending_slot *slot = &ending->slot[r];
	const struct ending_step *step = &ending->step[x];
	struct wish wish = step->wish;
	uint32_t server = slot->server;
	uint32_t free = find_free(ending, slot->tick, wish.item, work);

	if (x > 0 && server == step->slot) {
		/* The slot is left, unless for another item. */
		if (ending->step[step->before].wish.to == wish.to)
			return NOBODY;
		server = NOBODY;
	}
	if (server == NOBODY) {
		if (free == NOBODY)
			add_senders(ending, slot->tick, wish.item, x, work);
		return free;
	}
	if (has_item(ending, server, wish.item))
		add_step(ending, server, x, NOBODY);
	else if (free != NOBODY)
		add_step(ending, server, x, free);
	return NOBODY;
}

/* Returns a free sender that meets a step's wish, or NOBODY. */
static uint32_t look_at_step(
	struct cyclic_ending *ending, uint32_t x, int64_t *work)
{
	uint32_t free = NOBODY, to = ending->step[x].wish.to;

	for (uint32_t unit = 0; unit < ending->units && free == NOBODY;
		unit++) {
		uint32_t r =
			ending->own[(size_t)unit * ending->processors + to];

		--*work;
		if (r != NOBODY)
			free = look_at_slot(ending, x, r, work);
	}
	return free;
}

/* The wish is met by a free sender, or instead of a step's; returns whether
 * that is still possible. */
static int take_slot(struct cyclic_ending *ending, struct wish wish,
	uint32_t free, const struct ending_step *step)
{
	uint32_t from = step ? step->slot : NOBODY;
	uint32_t s = free != NOBODY ? free : from;
	uint32_t r = *own_slot(ending, ending->slot[s].tick, wish.to);
	uint32_t server = ending->slot[r].server;

	if ((server != NOBODY && server != from) ||
		(s != from && !has_free_sender(ending, s)))
		return 0;
	if (step) {
		ending->slot[ending->slot[from].serves].server = NOBODY;
		ending->slot[from].serves = NOBODY;
	}
	serve_slot(ending, s, r, wish.item);
	if (s == from)
		return 1;
	note_change(ending, s);
	if (step)
		note_change(ending, from);
	return 1;
}

static int is_spoilt(
	const struct cyclic_ending *ending, const struct ending_step *step)
{
	struct wish now;

	if (has_free_sender(ending, step->slot))
		return 1;
	now = wish_of(ending, step->slot);
	return now.to != step->wish.to || now.item != step->wish.item;
}

/* Makes the steps up to x, whose wish is met by a free sender.  Returns whether
 * all could be made; if not, the wish is the one then not met. */
static int make_steps(struct cyclic_ending *ending, uint32_t x, uint32_t free,
	struct wish *wish)
{
	struct ending_step *step = ending->step;

	step[x].next = NOBODY;
	for (; x > 0; x = step[x].before)
		step[step[x].before].next = x;
	for (x = step[0].next; x != NOBODY; x = step[x].next) {
		if (is_spoilt(ending, &step[x]) ||
			!take_slot(ending, *wish, step[x].free, &step[x]))
			return 0;
		*wish = step[x].wish;
	}
	return take_slot(ending, *wish, free, NULL);
}

static void begin_chain(struct cyclic_ending *ending, struct wish wish)
{
	for (uint32_t tick = 0; tick < ending->ticks; tick++)
		for (uint32_t item = 0; item < ending->items; item++)
			ending->cursor[pair_of(ending, tick, item)] =
				ending->first[tick];
	for (uint32_t x = 1; x < ending->steps; x++)
		ending->slot[ending->step[x].slot].is_seen = 0;
	ending->step[0] = (struct ending_step){wish, NOBODY, 0, NOBODY, NOBODY};
	ending->steps = 1;
}

enum outcome { MET, SPOILT, HOPELESS };

/* If the chain is spoilt, the wish is another one. */
static enum outcome try_wish(
	struct cyclic_ending *ending, struct wish *wish, int64_t *work)
{
	begin_chain(ending, *wish);
	*work -= (int64_t)ending->ticks * ending->items;
	for (uint32_t x = 0; x<ending->steps && * work> 0; x++) {
		uint32_t free = look_at_step(ending, x, work);

		if (free != NOBODY)
			return make_steps(ending, x, free, wish) ? MET : SPOILT;
	}
	return HOPELESS;
}

int cyclic_ending_meet(
	struct cyclic_ending *ending, uint32_t to, uint32_t item, int64_t *work)
{
	struct wish wish = {to, item};
	enum outcome outcome = SPOILT;

	for (int i = 0; i < CHAINS && outcome == SPOILT; i++)
		outcome = try_wish(ending, &wish, work);
	return outcome == MET;
}

uint32_t cyclic_ending_free_slots(
	const struct cyclic_ending *ending, uint32_t processor)
{
	uint32_t count = 0;

	for (uint32_t unit = 0; unit < ending->units; unit++) {
		uint32_t r = ending->own[(size_t)unit * ending->processors +
					 processor];

		count += r != NOBODY && ending->slot[r].server == NOBODY;
	}
	return count;
}

uint32_t cyclic_ending_list(const struct cyclic_ending *ending, uint32_t tick,
	struct cyclic_send *send, uint8_t *item)
{
	uint32_t sends = 0;

	for (uint32_t s = ending->first[tick]; s < ending->first[tick + 1];
		s++) {
		const struct ending_slot *slot = &ending->slot[s];

		if (slot->serves == NOBODY)
			continue;
		send[sends] = (struct cyclic_send){
			slot->from, ending->slot[slot->serves].to};
		item[sends++] = slot->item;
	}
	return sends;
}
