/*
 * A wish is granted by a send of a processor that has the item, at a time when
 * the processor that lacks the item can receive.  As long as there are open
 * wishes, one of them, chosen at random, takes such a send.  It prefers a free
 * sender at a time when its receiver is free, too; if there is none, it takes a
 * send that displaces one other wish, or failing that two, which are then open
 * again.  A wish that was just granted cannot be displaced for a while, so that
 * the search moves on instead of exchanging two sends for ever.
 *   Example: p lacks x, and is free only at time 1, when the only sender of x
 * serves q.  p takes that send; q finds a free sender at time 2, or displaces
 * another receiver, and so on.  This is a matching along alternating paths,
 * except that a receiver may also change to another time.
 */
#include "model/periodic/periodic.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

static const uint32_t NOBODY = UINT32_MAX;

/* A granted wish keeps its send for up to KEPT attempts.  The search gives up
 * after PATIENCE_MIN attempts, plus PATIENCE for each wish at first, without a
 * new minimum of open wishes, and after looking LOOKS_MAX times at a slot.  An
 * attempt takes about MEET nanoseconds, a look LOOK. */
enum { KEPT = 10, PATIENCE = 8, PATIENCE_MIN = 64, LOOKS_MAX = 1 << 22 };
enum { MEET = 128, LOOK = 3 };

/* A sender and a receiver of one time; the sender may serve the receiver of
 * another slot of that time. */
struct ending_slot {
	uint64_t items;
	uint32_t from, to; /* to: whom the sender serves, NOBODY if it is free
			    */
	uint32_t time;
	uint32_t server; /* the slot whose sender serves the receiver, or NOBODY
			  */
	uint32_t until;	 /* if the sender is free, its index in the list of
			  * those; else it is kept while met is below this */
	uint8_t item;
};

struct ending_wish {
	uint32_t to, item;
};

struct periodic_ending {
	uint32_t processors, units;
	struct ending_slot *slot; /* by time */
	uint32_t times, slots;
	uint32_t *unit, *first; /* of each time; first: its first slot */
	uint32_t *own; /* [unit · processors + p]: the slot in which p receives,
			* or NOBODY */
	uint32_t *free, frees;	  /* the slots whose senders are free */
	struct ending_wish *wish; /* the open ones */
	size_t wishes, room;
	uint32_t met; /* attempts to grant a wish so far */
	uint64_t looks;
	struct random *random; /* given to periodic_ending_meet */
};

/* The best slot for a wish so far; cost: how many wishes it displaces; ties:
 * how many slots with that cost were seen. */
struct ending_choice {
	struct ending_wish wish;
	uint32_t slot, cost, ties;
};

struct periodic_ending *periodic_ending_new(
	uint32_t processors, uint32_t units, uint32_t times, uint32_t slots)
{
	struct periodic_ending *ending = mem_array(1, sizeof *ending);

	ending->processors = processors;
	ending->units = units;
	ending->slot = mem_array(slots, sizeof *ending->slot);
	ending->unit = mem_array(times, sizeof *ending->unit);
	ending->first = mem_array(times + (size_t)1, sizeof *ending->first);
	ending->own =
		mem_array((size_t)processors * units, sizeof *ending->own);
	ending->free = mem_array(slots, sizeof *ending->free);
	periodic_ending_reset(ending);
	return ending;
}

void periodic_ending_free(struct periodic_ending *ending)
{
	if (!ending)
		return;
	mem_free(ending->slot);
	mem_free(ending->unit);
	mem_free(ending->first);
	mem_free(ending->own);
	mem_free(ending->free);
	mem_free(ending->wish);
	mem_free(ending);
}

void periodic_ending_reset(struct periodic_ending *ending)
{
	size_t own = (size_t)ending->processors * ending->units;

	ending->times = ending->slots = ending->frees = ending->met = 0;
	ending->wishes = 0;
	ending->looks = 0;
	memset(ending->own, 0xff, own * sizeof *ending->own);
}

void periodic_ending_time(struct periodic_ending *ending, uint32_t unit)
{
	assert(unit < ending->units);
	ending->unit[ending->times++] = unit;
	ending->first[ending->times] = ending->slots;
}

static uint32_t *own_of(
	const struct periodic_ending *ending, uint32_t unit, uint32_t processor)
{
	return &ending->own[(size_t)unit * ending->processors + processor];
}

/* The slot in which a processor receives at that time, or NOBODY. */
static uint32_t find_own(
	const struct periodic_ending *ending, uint32_t time, uint32_t processor)
{
	uint32_t own = *own_of(ending, ending->unit[time], processor);

	return own != NOBODY && ending->slot[own].time == time ? own : NOBODY;
}

static void set_free(struct periodic_ending *ending, uint32_t s)
{
	ending->slot[s].to = NOBODY;
	ending->slot[s].until = ending->frees;
	ending->free[ending->frees++] = s;
}

uint32_t periodic_ending_add(struct periodic_ending *ending, uint32_t from,
	uint32_t to, uint64_t items)
{
	uint32_t s = ending->slots++, time = ending->times - 1;

	ending->slot[s] = (struct ending_slot){
		.items = items, .from = from, .time = time, .server = NOBODY};
	*own_of(ending, ending->unit[time], to) = s;
	ending->first[ending->times] = ending->slots;
	set_free(ending, s);
	return s;
}

void periodic_ending_send(struct periodic_ending *ending, uint32_t slot,
	uint32_t to, uint32_t item)
{
	struct ending_slot *send = &ending->slot[slot];
	uint32_t last = ending->free[--ending->frees];

	ending->free[send->until] = last;
	ending->slot[last].until = send->until;
	send->to = to;
	send->item = (uint8_t)item;
	send->until = 0;
	ending->slot[find_own(ending, send->time, to)].server = slot;
}

void periodic_ending_wish(
	struct periodic_ending *ending, uint32_t to, uint32_t item)
{
	ending->wish = mem_grow(ending->wish, &ending->room, ending->wishes,
		sizeof *ending->wish);
	ending->wish[ending->wishes++] = (struct ending_wish){to, item};
}

static int is_kept(const struct periodic_ending *ending, uint32_t s)
{
	return ending->slot[s].to != NOBODY &&
	       ending->slot[s].until > ending->met;
}

/* Considers a slot's sender for a wish: it becomes the choice if it displaces
 * fewer wishes than the choice so far; of slots that displace equally many each
 * has the same chance. */
static void consider_slot(struct periodic_ending *ending,
	struct ending_choice *choice, uint32_t s)
{
	const struct ending_slot *slot = &ending->slot[s];
	uint32_t own, server, cost;

	ending->looks++;
	if ((slot->items >> choice->wish.item & 1) == 0 || is_kept(ending, s))
		return;
	own = find_own(ending, slot->time, choice->wish.to);
	if (own == NOBODY)
		return;
	server = ending->slot[own].server;
	if (server != NOBODY && is_kept(ending, server))
		return;
	cost = (uint32_t)(slot->to != NOBODY) +
	       (uint32_t)(server != NOBODY && server != s);
	if (cost > choice->cost)
		return;
	if (cost < choice->cost)
		choice->ties = 0;
	choice->cost = cost;
	if (random_below(ending->random, ++choice->ties) == 0)
		choice->slot = s;
}

/* Considers the slots of a time, from a random one on, until one displaces no
 * more wishes than `least', the fewest possible. */
static void consider_time(struct periodic_ending *ending,
	struct ending_choice *choice, uint32_t time, uint32_t least)
{
	uint32_t first = ending->first[time];
	uint32_t slots = ending->first[time + 1] - first;
	uint32_t from = random_below(ending->random, slots);

	for (uint32_t j = 0; j < slots && choice->cost > least; j++)
		consider_slot(
			ending, choice, first + periodic_add(from, j, slots));
}

/* Considers the times when the receiver is free, or those when it is not, from
 * a random unit on. */
static void consider_times(struct periodic_ending *ending,
	struct ending_choice *choice, int is_free)
{
	uint32_t from = random_below(ending->random, ending->units);
	uint32_t least = is_free ? 1 : 2;

	for (uint32_t j = 0; j < ending->units && choice->cost > least; j++) {
		uint32_t unit = periodic_add(from, j, ending->units);
		uint32_t own = *own_of(ending, unit, choice->wish.to);

		if (own != NOBODY &&
			(ending->slot[own].server == NOBODY) == is_free)
			consider_time(
				ending, choice, ending->slot[own].time, least);
	}
}

/* Two wishes are displaced only if there is no other choice.  The cost is 3 if
 * no slot was found. */
static struct ending_choice choose_slot(
	struct periodic_ending *ending, struct ending_wish wish)
{
	struct ending_choice choice = {.wish = wish, .cost = 3};
	uint32_t frees = ending->frees;
	uint32_t from = frees > 0 ? random_below(ending->random, frees) : 0;

	for (uint32_t j = 0; j < frees && choice.cost > 0; j++)
		consider_slot(ending, &choice,
			ending->free[periodic_add(from, j, frees)]);
	if (choice.cost > 0)
		consider_times(ending, &choice, 1);
	if (choice.cost > 2)
		consider_times(ending, &choice, 0);
	return choice;
}

/* Frees a slot's sender; the wish that it granted is open again. */
static void displace_wish(struct periodic_ending *ending, uint32_t s)
{
	const struct ending_slot *slot = &ending->slot[s];

	periodic_ending_wish(ending, slot->to, slot->item);
	ending->slot[find_own(ending, slot->time, slot->to)].server = NOBODY;
	set_free(ending, s);
}

static void take_slot(
	struct periodic_ending *ending, const struct ending_choice *choice)
{
	struct ending_slot *slot = &ending->slot[choice->slot];
	uint32_t own = find_own(ending, slot->time, choice->wish.to);

	if (ending->slot[own].server != NOBODY)
		displace_wish(ending, ending->slot[own].server);
	if (slot->to != NOBODY)
		displace_wish(ending, choice->slot);
	periodic_ending_send(
		ending, choice->slot, choice->wish.to, choice->wish.item);
	slot->until = ++ending->met + random_below(ending->random, KEPT);
}

/* Grants an open wish; returns 0 if no slot was found for it. */
static int meet_wish(struct periodic_ending *ending, uint32_t j)
{
	struct ending_choice choice = choose_slot(ending, ending->wish[j]);

	if (choice.cost > 2)
		return 0;
	ending->wish[j] = ending->wish[--ending->wishes];
	take_slot(ending, &choice);
	return 1;
}

uint32_t periodic_ending_meet(
	struct periodic_ending *ending, struct random *random, uint64_t *work)
{
	uint32_t least = (uint32_t)ending->wishes, vain = 0, tries = 0;
	uint32_t patience = PATIENCE_MIN + PATIENCE * least;

	ending->random = random;
	while (ending->wishes > 0 && vain++ < patience &&
		ending->looks < LOOKS_MAX) {
		uint32_t wishes = (uint32_t)ending->wishes;

		if (!meet_wish(ending, random_below(random, wishes)))
			ending->met++;
		tries++;
		if (ending->wishes < least) {
			least = (uint32_t)ending->wishes;
			vain = 0;
		}
	}
	*work += LOOK * ending->looks + (uint64_t)MEET * tries;
	return least;
}

size_t periodic_ending_list(const struct periodic_ending *ending, uint32_t time,
	struct periodic_send *send)
{
	size_t sends = 0;

	for (uint32_t s = ending->first[time]; s < ending->first[time + 1];
		s++) {
		const struct ending_slot *slot = &ending->slot[s];

		if (slot->to != NOBODY)
			send[sends++] = (struct periodic_send){
				slot->from, slot->to, slot->item};
	}
	return sends;
}
