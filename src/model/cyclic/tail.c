/*
 * The tail, after the late sends.  What is sent in the last latency is not
 * passed on.  So when a few sends would be late, it is known what everybody
 * holds at those ticks, and any send in them may be moved to another tick,
 * sender or receiver.
 */
#include "model/cyclic/tail.h"

#include "base/bits.h"
#include "base/mem.h"
#include "model/periodic/periodic.h"

/* Up to FEW late sends, or 1/FEW_SHARE of a tick's slots, are few. */
enum { FEW = 32, FEW_SHARE = 64 };

/* The most slots and units of an ending. */
enum { SLOTS_MAX = 1 << 20, UNITS_MAX = 64 };

struct late {
	struct cyclic_matcher *matcher;
	struct periodic_ending *ending;
	uint64_t first, last; /* the ticks of the ending */
	uint32_t units;
	size_t sends, ticks; /* of the tail, before the ending */
};

static int are_few(const struct cyclic_matcher *matcher, size_t late)
{
	return late > 0 && (late <= FEW || late <= matcher->slots / FEW_SHARE);
}

/* Chooses the ending's ticks: the last ones up to now, at most a latency, as
 * many as the limits allow. */
static void choose_ticks(struct late *late)
{
	const struct periodic_groups *groups = late->matcher->groups;
	uint64_t units = least_u64(SLOTS_MAX / groups->processors, UNITS_MAX);
	uint64_t ticks = least_u64(units * groups->q, groups->p);

	late->last = late->matcher->walk.tick;
	ticks = least_u64(ticks, late->last + 1);
	late->first = late->last + 1 - ticks;
	late->units = (uint32_t)((ticks + groups->q - 1) / groups->q);
}

/* Adds the slots of the matcher's tick; returns the number of the first. */
static uint32_t add_late_slots(struct late *late)
{
	const struct cyclic_matcher *matcher = late->matcher;
	uint64_t tick = matcher->walk.tick - late->first;
	uint32_t end = 0;

	periodic_ending_time(
		late->ending, (uint32_t)(tick / matcher->groups->q));
	for (uint32_t s = 0; s < matcher->slots; s++)
		end = 1 +
		      periodic_ending_add(late->ending, matcher->from[s],
			      matcher->to[s],
			      cyclic_set_of(&matcher->held, matcher->from[s]));
	return end - matcher->slots;
}

/* Adds the tail's sends of a tick, which are by sender as the slots are; slot:
 * the tick's first; *next: the tail's next send. */
static void add_late_sends(
	struct late *late, uint32_t slot, size_t tick, size_t *next)
{
	const struct cyclic_matcher *matcher = late->matcher;
	const struct periodic_tail *tail = matcher->tail;
	uint32_t s = 0;

	for (; *next < tail->tick[tick].end; ++*next) {
		while (matcher->from[s] != tail->send[*next].from)
			s++;
		periodic_ending_send(late->ending, slot + s,
			tail->send[*next].to, tail->item[*next]);
	}
}

/* Runs through all ticks again to find the ending's slots and sends. */
static void fill_ending(struct late *late)
{
	struct cyclic_matcher *matcher = late->matcher;
	const struct periodic_tail *tail = matcher->tail;
	size_t tick = 0, next;

	while (tick < tail->ticks && tail->tick[tick].tick < late->first)
		tick++;
	late->ticks = tick;
	late->sends = next = tick > 0 ? tail->tick[tick - 1].end : 0;
	cyclic_matcher_rewind(matcher);
	do {
		uint32_t slot;

		cyclic_matcher_next(matcher);
		if (matcher->walk.tick < late->first)
			continue;
		slot = add_late_slots(late);
		if (tick < tail->ticks &&
			tail->tick[tick].tick == matcher->walk.tick)
			add_late_sends(late, slot, tick++, &next);
	} while (matcher->walk.tick < late->last);
}

/* Makes the missing sends; returns 0 if not all of them can be made. */
static int meet_all(struct late *late)
{
	struct cyclic_matcher *matcher = late->matcher;
	uint64_t work = 0;

	for (uint32_t x = 1; x < matcher->groups->processors; x++) {
		uint64_t lack =
			matcher->full & ~cyclic_set_of(&matcher->given, x);

		for (; lack != 0; lack &= lack - 1)
			periodic_ending_wish(
				late->ending, x, bits_lowest(lack));
	}
	return periodic_ending_meet(late->ending, &matcher->random, &work) == 0;
}

/* Replaces the tail's sends from the first tick on by those of the ending. */
static void take_ending(struct late *late)
{
	struct periodic_tail *tail = late->matcher->tail;
	struct periodic_send *send =
		mem_array(late->matcher->room, sizeof *send);

	tail->sends = late->sends;
	tail->ticks = late->ticks;
	for (uint64_t t = late->first; t <= late->last; t++) {
		size_t sends = periodic_ending_list(
			late->ending, (uint32_t)(t - late->first), send);

		for (size_t i = 0; i < sends; i++) {
			tail->send[tail->sends] = (struct periodic_link){
				send[i].from, send[i].to};
			tail->item[tail->sends++] = (uint8_t)send[i].item;
		}
		if (sends > 0)
			periodic_tail_note(tail, t);
	}
	mem_free(send);
}

/* Makes the missing sends by moving others in the last latency, if it can. */
static void send_late(struct cyclic_matcher *matcher)
{
	struct late late = {.matcher = matcher};
	uint64_t ticks;

	choose_ticks(&late);
	if (late.units == 0)
		return;
	ticks = late.last - late.first + 1;
	late.ending = periodic_ending_new(matcher->groups->processors,
		late.units, (uint32_t)ticks,
		late.units * matcher->groups->processors);
	fill_ending(&late);
	if (meet_all(&late))
		take_ending(&late);
	periodic_ending_free(late.ending);
}

/*
 * -- The tail, tick by tick: what has arrived is held, the slots of the groups
 * are listed, their senders and receivers are matched anew, and the matched
 * senders send.  If only a few sends are missing when the tail should end, they
 * are looked at together with the sends of the last latency.
 */

/* For how many ticks this is tried. */
enum { TRIES = 2 };

/* Appends the sends of the matched senders, at tick t. */
static void send_all_tail(struct cyclic_matcher *matcher, uint64_t t)
{
	struct periodic_tail *tail = matcher->tail;
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
		tail->send[tail->sends] = (struct periodic_link){from, to};
		tail->item[tail->sends++] = item;
		cyclic_set_add(&matcher->given, to, (uint64_t)1 << item);
		matcher->potential[item] += potential;
		has_source |= from == 0;
	}
	if (has_source && matcher->fresh < tail->items)
		matcher->fresh++;
	if (tail->sends > before)
		periodic_tail_note(tail, t);
}

/* Builds a tail of so many sends; returns 0 if it would end after tick most. */
static int run_tail(struct cyclic_matcher *matcher, size_t sends, uint64_t most)
{
	int tries = 0;

	while (matcher->tail->sends < sends && cyclic_matcher_next(matcher) &&
		matcher->walk.tick <= most) {
		cyclic_match_all(matcher);
		send_all_tail(matcher, matcher->walk.tick);
		if (matcher->walk.tick >= matcher->end && tries < TRIES &&
			are_few(matcher, sends - matcher->tail->sends)) {
			tries++;
			send_late(matcher);
		}
	}
	return matcher->tail->sends == sends;
}

int cyclic_tail_init(struct periodic_tail *tail,
	const struct periodic_groups *groups, uint32_t items, uint64_t seed,
	uint64_t most)
{
	struct cyclic_matcher matcher = {
		.groups = groups, .tail = tail, .items = items};
	size_t sends = (size_t)items * (groups->processors - (size_t)1);
	int is_done;

	*tail = (struct periodic_tail){.items = items};
	if (items == 0)
		return 1;
	tail->send = mem_array(sends, sizeof *tail->send);
	tail->item = mem_array(sends, sizeof *tail->item);
	cyclic_matcher_init(&matcher, seed);
	is_done = run_tail(&matcher, sends, most);
	cyclic_matcher_clear(&matcher);
	if (!is_done)
		periodic_tail_clear(tail);
	return is_done;
}
