/*
 * Second chances of the senders that a match has left over, along augmenting
 * paths (core/matching.h): such a sender takes a free receiver that lacks
 * something it holds, or the receiver of another sender, which then finds
 * another one.  A sender whose receiver changes sends the rarest message it
 * can. Paths are short and the work is bounded, so the matching need not be a
 * maximum one.
 */
#include "model/greedy/pass.h"

#include <string.h>

/* The most senders that change receivers for one, and the most
 * places looked at, TRIES + TRIES_MORE for each sender. */
enum { DEPTH = 6, TRIES = 1000, TRIES_MORE = 50 };

/* A bipartite graph: left vertices are the sends of this tick, then the senders
 * left over; right vertices are places. */
struct chances {
	const struct greedy_match *match;
	uint32_t pairs;		/* the sends that there are already */
	uint32_t start;		/* the first place to look at */
	const uint32_t *sender; /* those left over */
};

static uint32_t get_sender(const struct chances *chances, uint32_t vertex)
{
	const struct greedy_match *match = chances->match;

	return vertex < chances->pairs
		       ? match->pass->send[match->begin + vertex].from
		       : chances->sender[vertex - chances->pairs];
}

/* Whether the sender holds something that the receiver lacks; words >= 1. */
static inline int can_send(
	const uint64_t *held, const uint64_t *got, size_t words)
{
	uint64_t some = *held & ~*got;

	while (some == 0 && --words > 0)
		some = *++held & ~*++got;
	return some > 0;
}

/* Whether free receivers may lack something that the sender has. */
static int is_wanted(const struct greedy_match *match, uint32_t from)
{
	const struct greedy_pass *pass = match->pass;
	const uint64_t *held = pass->held + from * pass->words;

	if (from == 0 && match->is_fresh)
		return 1;
	for (size_t w = pass->first; w <= match->last; w++)
		if (held[w] & pass->live[w])
			return 1;
	return 0;
}

/* Of the messages that the sender holds and the receiver lacks, the one with
 * fewest copies. */
static uint32_t find_rarest(
	const struct greedy_match *match, uint32_t from, uint32_t to)
{
	struct greedy_pass *pass = match->pass;
	const uint64_t *held = pass->held + from * pass->words;
	const uint64_t *got = pass->got + to * pass->words;
	uint32_t best = 0, copies = UINT32_MAX;

	if (from == 0 && match->is_fresh)
		return pass->fresh;
	for (size_t w = pass->first; w <= match->last; w++)
		for (uint64_t set = held[w] & ~got[w]; set > 0;
			set &= set - 1) {
			uint32_t message = greedy_lowest(set, w);

			if (pass->copies[message] < copies) {
				best = message;
				copies = pass->copies[message];
			}
		}
	return best;
}

/* The first place whose receiver the sender can send something, or
 * MATCHING_NONE.  set: the places to look at, bit i for begin + i, at most
 * *steps of them.  words: pass->words, passed so that a constant 1 gives faster
 * code. */
static inline uint32_t find_in_set(const struct greedy_match *match,
	uint32_t sender, uint64_t set, uint32_t begin, uint64_t *steps,
	size_t words)
{
	const struct greedy_pass *pass = match->pass;
	const size_t some = words > 1 ? match->last - pass->first + 1 : 1;
	const uint64_t *held = pass->held + sender * words + pass->first;
	const uint64_t *got = pass->got + pass->first;
	const uint32_t *id = pass->receivers.id + begin;
	uint64_t left = *steps;

	for (; set > 0 && left > 0; set &= set - 1) {
		uint32_t one = bits_lowest(set);

		left--;
		if (can_send(held, got + id[one] * words, some)) {
			*steps = left;
			return begin + one;
		}
	}
	*steps = left;
	return MATCHING_NONE;
}

/* The first place in begin .. end-1 that has not been tried and whose receiver
 * can be sent something, of those that are free or of those that are not; end
 * if there is none. */
static uint32_t find_chance(struct matching *matching, uint32_t sender,
	int is_free, uint32_t begin, uint32_t end)
{
	const struct chances *chances = matching->graph;
	struct greedy_pass *pass = chances->match->pass;
	uint64_t rest = ~(greedy_bit(begin) - 1), steps = matching->steps;
	uint32_t place = MATCHING_NONE;

	for (uint32_t w = begin / 64; w * 64 < end && place == MATCHING_NONE;
		w++, rest = UINT64_MAX) {
		uint64_t set = is_free ? pass->open[w] : ~pass->open[w];

		if (end - w * 64 < 64)
			rest &= greedy_bit(end) - 1;
		set &= rest & ~pass->tried[w];
		place = pass->words == 1
				? find_in_set(chances->match, sender, set,
					  w * 64, &steps, 1)
				: find_in_set(chances->match, sender, set,
					  w * 64, &steps, pass->words);
	}
	pass->work += (matching->steps - steps) *
		      (chances->match->last - pass->first + 1);
	matching->steps = steps;
	return place < end ? place : end;
}

/* The function `next' of struct matching.  Goes once around all places from
 * start on for the free ones, then once more for the others. */
static uint32_t next_place(
	struct matching *matching, uint32_t vertex, uint32_t *at)
{
	const struct chances *chances = matching->graph;
	const struct greedy_pass *pass = chances->match->pass;
	uint32_t count = pass->receivers.count, start = chances->start;
	uint32_t end = matching->ends ? count : 2 * count;
	uint32_t sender = get_sender(chances, vertex);

	if (*at == 0 && !is_wanted(chances->match, sender))
		*at = count;
	while (*at < end && matching->steps > 0) {
		uint32_t turn = start + *at % count;
		uint32_t begin = turn < count ? turn : turn - count;
		uint32_t stop = turn < count ? count : start;
		uint32_t place =
			find_chance(matching, sender, *at < count, begin, stop);

		*at += place - begin;
		if (place < stop) {
			++*at;
			return place;
		}
	}
	return MATCHING_NONE;
}

/* Changes the vertex's send, or adds one, so that it goes to that receiver. */
static void set_send(
	const struct chances *chances, uint32_t vertex, uint32_t to)
{
	const struct greedy_match *match = chances->match;
	struct greedy_pass *pass = match->pass;
	struct greedy_send *send = &pass->send[match->begin + vertex];
	uint32_t from = get_sender(chances, vertex);

	if (vertex >= chances->pairs) {
		greedy_add_send(match, from, to, find_rarest(match, from, to));
		return;
	}
	if (send->to == to)
		return;
	pass->copies[send->message]--;
	send->to = to;
	send->message = find_rarest(match, from, to);
	pass->copies[send->message]++;
}

void greedy_match_rest(const struct greedy_match *match)
{
	struct greedy_pass *pass = match->pass;
	struct greedy_queue *queue = &pass->senders;
	uint32_t count = pass->receivers.count, kept = 0;
	struct chances chances = {
		match, (uint32_t)(pass->sends - match->begin), 0, pass->other};
	struct matching matching = {.left = pass->pair,
		.seen = pass->tried,
		.words = count / 64 + 1,
		.depth = DEPTH,
		.steps = TRIES + TRIES_MORE * (uint64_t)queue->count,
		.graph = &chances,
		.next = next_place};

	memset(pass->tried, 0, matching.words * sizeof *pass->tried);
	memcpy(pass->other, queue->id, queue->count * sizeof *queue->id);
	for (uint32_t i = 0; i < queue->count; i++) {
		chances.start =
			count > 0 ? random_below(&pass->random, count) : 0;
		if (matching_add(&matching, chances.pairs + i))
			greedy_set_pair(pass, matching.reached,
				pass->pair[matching.reached]);
		else
			queue->id[kept++] = queue->id[i];
	}
	queue->count = kept;
	for (uint32_t place = 0; place < pass->taken; place++)
		if (pass->pair[place] != MATCHING_NONE)
			set_send(&chances, pass->pair[place],
				pass->receivers.id[place]);
}
