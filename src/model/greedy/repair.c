/*
 * A sender a that is left over, with a free receiver b, exchanges partners with
 * some pair (c, d): a sends to d and c to b, if both can.  Pair and receiver
 * are drawn at random, until one will do or the tries are used up.
 *
 * Example: c sends 1 to d, and a, which holds nothing but 1, is left over with
 * b, which lacks nothing but 2.  If c holds 2, then a can send 1 to d, and c
 * sends 2 to b.
 *
 * Most tries are made for senders that have no exchange at all, or very few.
 * So after a few in vain all pairs and receivers are looked at, if they are
 * fewer than the tries that are left.  What the receivers lack of those pairs
 * that could change to others shows whether a sender has any exchange, until
 * one is made; and if so only pairs that will do with some receiver are tried.
 */
#include "model/greedy/repair.h"

#include <string.h>

enum { TRIES = 1000, TRIES_MORE = 50, TRIES_BLIND = 8 };

uint64_t greedy_repair_tries(const struct greedy_pass *pass)
{
	return TRIES + TRIES_MORE * (uint64_t)pass->senders.count;
}

uint32_t greedy_rarest(
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

/* Counts the work of a try, to look for what each of the two can send; but the
 * source, if it is fresh, is never looked at. */
static void count_try(
	const struct greedy_match *match, uint32_t sender, uint32_t from)
{
	struct greedy_pass *pass = match->pass;
	uint64_t words = match->last - pass->first + 1;

	if (sender != 0 || !match->is_fresh)
		pass->work += words;
	if (from != 0 || !match->is_fresh)
		pass->work += words;
}

/* Tries once to exchange partners with some pair, for some receiver; returns
 * whether it did. */
static int try_exchange(struct greedy_match *match, uint32_t sender)
{
	struct greedy_pass *pass = match->pass;
	struct greedy_queue *queue = &pass->receivers;
	uint32_t pairs = (uint32_t)(pass->sends - match->begin);
	uint32_t place = random_below(&pass->random, queue->count);
	struct greedy_send *pair =
		&pass->send[match->begin + random_below(&pass->random, pairs)];
	uint32_t to = pair->to, ours, theirs;

	count_try(match, sender, pair->from);
	if (!greedy_can_send(match, sender, to) ||
		!greedy_can_send(match, pair->from, queue->id[place]))
		return 0;
	ours = greedy_rarest(match, sender, to);
	theirs = greedy_rarest(match, pair->from, queue->id[place]);
	pass->copies[pair->message]--;
	pass->copies[theirs]++;
	pair->to = queue->id[place];
	pair->message = theirs;
	greedy_add_send(match, sender, to, ours);
	queue->id[place] = queue->id[--queue->count];
	pass->ordered = 0;
	match->is_listed = 0;
	return 1;
}

/* What some free receiver lacks, in pass->live, which choice is done with. */
static void list_lacked(const struct greedy_match *match)
{
	struct greedy_pass *pass = match->pass;

	for (size_t w = pass->first; w <= match->last; w++) {
		uint64_t lacked = 0;

		for (uint32_t i = 0; i < pass->receivers.count; i++)
			lacked |=
				~pass->got[pass->receivers.id[i] * pass->words +
					   w];
		pass->live[w] = lacked;
	}
}

/* Whether it has something that some free receiver lacks, once that is listed.
 */
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

/* Lists what free receivers lack, and what is offered. */
static void list_offered(struct greedy_match *match)
{
	struct greedy_pass *pass = match->pass;

	list_lacked(match);
	memset(pass->offered + pass->first, 0,
		(match->last - pass->first + 1) * sizeof *pass->offered);
	match->is_listed = 1;
	match->is_offered = 0;
	for (size_t k = match->begin; k < pass->sends; k++) {
		const struct greedy_send *pair = &pass->send[k];

		if (!is_wanted(match, pair->from))
			continue;
		match->is_offered = 1;
		for (size_t w = pass->first; w <= match->last; w++)
			pass->offered[w] |=
				~pass->got[pair->to * pass->words + w];
	}
}

/* Whether the sender can exchange partners with some pair, once that is listed.
 */
static int has_exchange(const struct greedy_match *match, uint32_t sender)
{
	const struct greedy_pass *pass = match->pass;
	const uint64_t *held = pass->held + sender * pass->words;

	if (sender == 0 && match->is_fresh)
		return match->is_offered;
	for (size_t w = pass->first; w <= match->last; w++)
		if (held[w] & pass->offered[w])
			return 1;
	return 0;
}

/* Puts the pairs that can exchange partners with the sender, for some receiver,
 * into the set pass->useful. */
static void list_useful(const struct greedy_match *match, uint32_t sender)
{
	struct greedy_pass *pass = match->pass;
	const struct greedy_send *send = &pass->send[match->begin];
	size_t pairs = pass->sends - match->begin;

	memset(pass->useful, 0, (pairs / 64 + 1) * sizeof *pass->useful);
	for (size_t k = 0; k < pairs; k++)
		if (greedy_can_send(match, sender, send[k].to) &&
			is_wanted(match, send[k].from))
			pass->useful[k / 64] |= greedy_bit((uint32_t)k);
}

/* How often that pair comes up in so many tries. */
static uint64_t count_draws(
	const struct greedy_match *match, size_t pair, uint64_t tries)
{
	const struct greedy_pass *pass = match->pass;
	uint32_t pairs = (uint32_t)(pass->sends - match->begin);
	struct random random = pass->random;
	uint64_t count = 0;

	for (; tries > 0; tries--) {
		random.drawn++; /* for the receiver */
		count += random_below(&random, pairs) == pair - match->begin;
	}
	return count;
}

/* Goes on as after so many tries in vain. */
static void skip_tries(
	struct greedy_match *match, uint32_t sender, uint64_t tries)
{
	struct greedy_pass *pass = match->pass;
	uint64_t looks = tries;
	size_t pair = match->begin;

	if (sender != 0 || !match->is_fresh)
		looks += tries;
	while (match->is_fresh && pair < pass->sends &&
		pass->send[pair].from != 0)
		pair++;
	if (match->is_fresh && pair < pass->sends)
		looks -= count_draws(match, pair, tries);
	pass->work += looks * (match->last - pass->first + 1);
	pass->random.drawn += 2 * tries;
	match->tries -= tries;
}

/* Makes so many tries, but none with pairs that will not do: random numbers are
 * drawn and the work is counted as if they were made. */
static int try_useful(
	struct greedy_match *match, uint32_t sender, uint64_t tries)
{
	struct greedy_pass *pass = match->pass;
	const struct greedy_send *send = &pass->send[match->begin];
	uint32_t pairs = (uint32_t)(pass->sends - match->begin);

	list_useful(match, sender);
	for (; tries > 0; tries--) {
		struct random random = pass->random;
		uint32_t pair;

		random.drawn++; /* for the receiver */
		pair = random_below(&random, pairs);
		match->tries--;
		if (pass->useful[pair / 64] & greedy_bit(pair)) {
			if (try_exchange(match, sender))
				return 1;
		} else {
			count_try(match, sender, send[pair].from);
			pass->random = random;
		}
	}
	return 0;
}

/* Whether to look at all of them takes less work than so many tries. */
static int is_look_short(const struct greedy_match *match, uint64_t tries)
{
	size_t pairs = match->pass->sends - match->begin;

	return pairs + match->pass->receivers.count <= tries;
}

int greedy_repair(struct greedy_match *match, uint32_t sender)
{
	uint64_t tries = match->tries < TRIES ? match->tries : TRIES;

	if (match->begin == match->pass->sends ||
		match->pass->receivers.count == 0)
		return 0;
	for (uint64_t i = 0; i < tries; i++) {
		if (i == TRIES_BLIND && !match->is_listed &&
			is_look_short(match, tries - i))
			list_offered(match);
		if (match->is_listed && !has_exchange(match, sender)) {
			skip_tries(match, sender, tries - i);
			return 0;
		}
		if (match->is_listed && i >= TRIES_BLIND)
			return try_useful(match, sender, tries - i);
		match->tries--;
		if (try_exchange(match, sender))
			return 1;
	}
	return 0;
}
