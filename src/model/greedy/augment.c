/*
 * Augmenting paths.  A sender that is left over takes a free receiver that
 * lacks something that it holds, or the receiver of a sender that can find
 * another in the same way.  A receiver that was looked at in vain is not looked
 * at again before some sender has succeeded.  Paths are short and the work is
 * bounded, so a match need not be a largest one.
 *
 * Example: c sends 1 to d, and a, which holds nothing but 1, is left over with
 * b, which lacks nothing but 2.  If c holds 2, then a can send 1 to d, and c
 * sends 2 to b.
 */
#include "model/greedy/augment.h"

#include <string.h>

enum { DEPTH = 6 };

#define NOTHING UINT32_MAX

struct augment {
	const struct greedy_match *match;
	uint64_t tries; /* left */
	/* A set of places: looked at in vain since a sender succeeded. */
	uint64_t seen[GREEDY_AUGMENT_MAX / 64];
};

/* Gives a pair another receiver. */
static void change_pair(
	const struct greedy_match *match, uint32_t pair, uint32_t place)
{
	struct greedy_pass *pass = match->pass;
	struct greedy_send *send = &pass->send[match->begin + pair];

	pass->copies[send->message]--;
	send->to = pass->receivers.id[place];
	send->message = greedy_rarest(match, send->from, send->to);
	pass->copies[send->message]++;
	greedy_set_pair(pass, place, pair);
}

/* The first place from begin on, before end, of a receiver that is free or not,
 * has not been seen and can be sent something; NOTHING if there is none. */
static uint32_t find_between(struct augment *augment, uint32_t sender,
	int is_free, uint32_t begin, uint32_t end)
{
	const struct greedy_match *match = augment->match;
	struct greedy_pass *pass = match->pass;
	uint64_t skipped = greedy_bit(begin) - 1;

	for (uint32_t w = begin / 64; w * 64 < end; w++, skipped = 0) {
		uint64_t set = is_free ? pass->open[w] : ~pass->open[w];

		if (end - w * 64 < 64)
			skipped |= ~(greedy_bit(end) - 1);
		set &= ~(augment->seen[w] | skipped);
		for (; set > 0; set &= set - 1) {
			uint32_t place = greedy_lowest(set, w);

			if (augment->tries == 0)
				return NOTHING;
			augment->tries--;
			pass->work += match->last - pass->first + 1;
			if (greedy_can_send(
				    match, sender, pass->receivers.id[place]))
				return place;
		}
	}
	return NOTHING;
}

/* The same for all of so many places, from start on around. */
static uint32_t find_around(struct augment *augment, uint32_t sender,
	int is_free, uint32_t start, uint32_t count)
{
	uint32_t place = find_between(augment, sender, is_free, start, count);

	return place != NOTHING
		       ? place
		       : find_between(augment, sender, is_free, 0, start);
}

static uint32_t draw_place(struct greedy_pass *pass, uint32_t count)
{
	return count > 0 ? random_below(&pass->random, count) : 0;
}

/* The place of a receiver for a sender without one, or whose own one is wanted;
 * or NOTHING. */
static uint32_t find_receiver(
	struct augment *augment, uint32_t sender, int depth)
{
	const struct greedy_match *match = augment->match;
	struct greedy_pass *pass = match->pass;
	uint32_t count = pass->receivers.count, taken = pass->taken;
	uint32_t place =
		find_around(augment, sender, 1, draw_place(pass, count), count);
	uint32_t start =
		place == NOTHING && depth > 0 ? draw_place(pass, taken) : 0;

	if (place != NOTHING || depth == 0)
		return place;
	while ((place = find_around(augment, sender, 0, start, taken)) !=
		NOTHING) {
		uint32_t pair = pass->pair[place], other;

		augment->seen[place / 64] |= greedy_bit(place);
		other = find_receiver(augment,
			pass->send[match->begin + pair].from, depth - 1);
		if (other == NOTHING)
			continue;
		change_pair(match, pair, other);
		return place;
	}
	return NOTHING;
}

/* Whether it can send after all. */
static int augment_sender(struct augment *augment, uint32_t sender)
{
	const struct greedy_match *match = augment->match;
	struct greedy_pass *pass = match->pass;
	uint32_t place = find_receiver(augment, sender, DEPTH), to;

	if (place == NOTHING)
		return 0;
	to = pass->receivers.id[place];
	greedy_set_pair(pass, place, (uint32_t)(pass->sends - match->begin));
	greedy_add_send(match, sender, to, greedy_rarest(match, sender, to));
	memset(augment->seen, 0, sizeof augment->seen);
	return 1;
}

void greedy_augment(const struct greedy_match *match)
{
	struct greedy_queue *queue = &match->pass->senders;
	struct augment augment = {
		.match = match, .tries = greedy_repair_tries(match->pass)};
	uint32_t kept = 0;

	for (uint32_t i = 0; i < queue->count; i++)
		if (augment.tries == 0 ||
			!augment_sender(&augment, queue->id[i]))
			queue->id[kept++] = queue->id[i];
	queue->count = kept;
}
