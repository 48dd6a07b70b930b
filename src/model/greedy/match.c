/*
 * Chooses the sends of one tick.  Senders that hold the fewest messages choose
 * first, as they have the least choice; the source comes before all others
 * while it has messages that nobody else has.  A sender takes, of the messages
 * that it holds and a free receiver lacks, the one of least weight.  It sends
 * this to a processor that knows nothing yet or, if there is none, to the one
 * that lacks most of those that lack the message.
 *
 * Example: A holds messages 1 and 2, B holds 1; X lacks 1, Y lacks 2.  B
 * chooses first and sends 1 to X, so A sends 2 to Y.  Had A chosen first, it
 * might have sent 1 to X, and B would have had nothing for Y.
 *
 * Receivers are searched 64 places at a time, by intersecting the set of those
 * that lack the message with the set of those that are still free.
 *
 * Senders left over get a second chance (chances.c).
 */
#include "model/greedy/pass.h"

#include <string.h>

enum {
	MANY_WORDS = 8, /* of messages */
	NOTHING = -1
};

/* Keeps weights below 2^57, and keys below 2^64. */
static const uint64_t units_max = (1 << 24) - 2;

/* -- choice */

/* The lighter of the message and the best so far.  *least: the key of the best,
 * its weight times a random factor from 64 to 64 + noise. */
static int64_t choose_lighter(struct greedy_pass *pass, uint32_t message,
	int64_t best, uint64_t *least)
{
	uint64_t weight = pass->weight[message], key = weight * 64;

	pass->work++;
	if (key < *least)
		key += weight *
		       random_below(&pass->random, pass->rule.noise + 1);
	if (key >= *least)
		return best;
	*least = key;
	return message;
}

/* The message of least weight that the sender can send and receivers may lack,
 * or NOTHING. */
static int64_t choose_message(const struct greedy_match *match, uint32_t sender)
{
	struct greedy_pass *pass = match->pass;
	const uint64_t *held = pass->held + sender * pass->words;
	uint64_t least = UINT64_MAX;
	int64_t best = NOTHING;

	if (sender == 0 && match->is_fresh)
		return pass->live[match->last] & greedy_bit(pass->fresh)
			       ? (int64_t)pass->fresh
			       : NOTHING;
	for (size_t w = pass->first; w <= match->last; w++) {
		uint64_t set = held[w] & pass->live[w];

		pass->work++;
		for (; set > 0; set &= set - 1)
			best = choose_lighter(
				pass, greedy_lowest(set, w), best, &least);
	}
	return best;
}

/* Reduces live to the messages that some free receiver lacks.  With many
 * messages this is faster than trying them one by one. */
static void drop_known(const struct greedy_match *match)
{
	struct greedy_pass *pass = match->pass;
	const struct greedy_queue *queue = &pass->receivers;
	size_t words = match->last - pass->first + 1;

	for (size_t w = pass->first; w <= match->last; w++) {
		uint64_t lacked = 0;

		for (uint32_t i = 0; i < queue->count; i++)
			if (pass->pair[i] == MATCHING_NONE)
				lacked |=
					~pass->got[queue->id[i] * pass->words +
						   w];
		pass->live[w] &= lacked;
	}
	pass->work += words * queue->count;
}

/* The set of receivers that lack the message, of up to 64 from that place on.
 */
static uint64_t list_lack(
	const struct greedy_pass *pass, uint32_t message, uint32_t place)
{
	const struct greedy_queue *queue = &pass->receivers;
	const uint64_t *got = pass->got + message / 64;
	uint32_t end = queue->count - place < 64 ? queue->count : place + 64;
	uint64_t known = UINT64_MAX; /* no place from end on lacks it */

	for (const uint32_t *id = queue->id + end; id > queue->id + place;)
		known = known << 1 |
			(got[*--id * pass->words] >> message % 64 & 1);
	return ~known;
}

/* The place of the first free receiver that lacks the message, or the number of
 * receivers; each place looked at counts as work. */
static uint32_t find_lacking(struct greedy_pass *pass, uint32_t message)
{
	struct greedy_look *look = &pass->look[message];
	uint32_t count = pass->receivers.count, block, place;
	uint64_t set;

	if (look->match != pass->matches)
		*look = (struct greedy_look){
			list_lack(pass, message, 0), 0, pass->matches};
	block = look->tried / 64;
	while ((set = look->lack & pass->open[block]) == 0 &&
		++block * 64 < count)
		look->lack = list_lack(pass, message, block * 64);
	place = set > 0 ? greedy_lowest(set, block) : count;
	pass->work += 1 + place - look->tried;
	look->tried = place;
	return place;
}

/* Takes a receiver for the message: a processor that knows nothing or, if there
 * is none, the first that lacks the message.  Returns 0, the source, if nobody
 * does. */
static uint32_t take_receiver(
	const struct greedy_match *match, uint32_t message)
{
	struct greedy_pass *pass = match->pass;
	const struct greedy_queue *queue = &pass->receivers;
	uint32_t i;

	if (pass->next < pass->problem.n)
		return pass->next++;
	i = find_lacking(pass, message);
	if (i == queue->count) {
		pass->live[message / 64] &= ~greedy_bit(message);
		if (match->last - pass->first >= MANY_WORDS)
			drop_known(match);
		return 0;
	}
	greedy_set_pair(pass, i, (uint32_t)(pass->sends - match->begin));
	return queue->id[i];
}

/* Lets the sender send something if it can; whether it does. */
static int match_sender(const struct greedy_match *match, uint32_t sender)
{
	for (;;) {
		int64_t message = choose_message(match, sender);
		uint32_t to;

		if (message == NOTHING)
			return 0;
		to = take_receiver(match, (uint32_t)message);
		if (to > 0) {
			greedy_add_send(match, sender, to, (uint32_t)message);
			return 1;
		}
	}
}

/* -- the whole */

/* Takes the receivers that have a send from the queue.  O(taken), however many
 * receivers follow. */
static void drop_taken_receivers(struct greedy_pass *pass)
{
	struct greedy_queue *queue = &pass->receivers;
	uint32_t begin = pass->taken;

	for (uint32_t i = pass->taken; i-- > 0;) {
		queue->id[begin - 1] = queue->id[i];
		begin -= pass->pair[i] == MATCHING_NONE;
	}
	memset(pass->pair, 0xff, pass->taken * sizeof *pass->pair);
	queue->id += begin;
	queue->count -= begin;
	pass->ordered -= begin < pass->ordered ? begin : pass->ordered;
	pass->taken = 0;
}

/* Matches the senders in their order; those that send nothing stay in the
 * queue. */
static void match_senders(const struct greedy_match *match)
{
	struct greedy_queue *queue = &match->pass->senders;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < queue->count; i++)
		if (!match_sender(match, queue->id[i]))
			queue->id[kept++] = queue->id[i];
	queue->count = kept;
}

/* Sorts the senders and resets live.  Returns whether receivers are needed that
 * have been sent something before, and then sorts and opens them. */
static int begin_match(const struct greedy_match *match)
{
	struct greedy_pass *pass = match->pass;
	size_t words = match->last - pass->first + 1;
	uint32_t count;

	greedy_order_senders(pass);
	memcpy(pass->live + pass->first, pass->wanted + pass->first,
		words * sizeof *pass->live);
	pass->work += words;
	if (pass->senders.count <= pass->problem.n - pass->next)
		return 0;
	greedy_order_receivers(pass);
	pass->matches++;
	count = pass->receivers.count;
	memset(pass->open, 0xff, count / 64 * sizeof *pass->open);
	pass->open[count / 64] = greedy_bit(count) - 1;
	return 1;
}

/* What a copy that is sent at that tick adds to its message's weight. */
static uint64_t worth_at(const struct greedy_pass *pass, uint64_t tick)
{
	uint64_t held = tick + pass->problem.latency;

	if (!pass->rule.by_reach || held >= pass->problem.aim)
		return 1;
	return 1 + least_u64((pass->problem.aim - held) / pass->problem.unit,
			   units_max);
}

/* Marks the tick's sends, those from begin on, as under way. */
static void end_match(struct greedy_pass *pass, size_t begin, uint64_t tick)
{
	const uint64_t worth = worth_at(pass, tick), words = pass->words;
	const struct greedy_send *end = pass->send + pass->sends;
	uint64_t *got = pass->got;

	for (const struct greedy_send *send = pass->send + begin; send < end;
		send++) {
		size_t word = send->message / 64;

		got[send->to * words + word] |= greedy_bit(send->message);
		pass->gets[send->to]++;
		pass->weight[send->message] += worth;
		if (pass->copies[send->message] + 1 == pass->problem.n)
			pass->wanted[word] &= ~greedy_bit(send->message);
		if (send->from == 0 && pass->fresh < pass->problem.m &&
			++pass->fresh == pass->problem.m)
			pass->holds[0] = pass->problem.m;
	}
	while (pass->first + 1 < pass->words && pass->wanted[pass->first] == 0)
		pass->first++;
}

void greedy_match(struct greedy_pass *pass, uint64_t tick)
{
	uint32_t newest = pass->fresh < pass->problem.m ? pass->fresh
							: pass->problem.m - 1;
	struct greedy_match match = {.pass = pass,
		.tick = tick,
		.begin = pass->sends,
		.last = newest / 64,
		.is_fresh = pass->fresh < pass->problem.m};
	int is_mixed = begin_match(&match);

	match_senders(&match);
	if (is_mixed) {
		greedy_match_rest(&match);
		drop_taken_receivers(pass);
	}
	end_match(pass, match.begin, tick);
}

/* Drops from a queue the processors that the present search has met. */
static void drop_seen(struct greedy_pass *pass, struct greedy_queue *queue)
{
	const uint32_t count = queue->count, *seen = pass->seen;
	uint32_t *kept = queue->id;

	pass->work += count;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t id = queue->id[i];

		*kept = id;
		kept += seen[id] != pass->searches;
	}
	queue->count = (uint32_t)(kept - queue->id);
}

void greedy_repeat(struct greedy_pass *pass, uint64_t tick,
	const struct greedy_send *list, size_t count)
{
	size_t begin = pass->sends, sends = 0;

	while (sends < count && list[sends].tick == tick)
		sends++;
	memcpy(&pass->send[begin], list, sends * sizeof *list);
	pass->sends += sends;
	pass->work += sends;
	pass->searches++;
	for (size_t k = 0; k < sends; k++)
		pass->seen[list[k].from] = pass->searches;
	drop_seen(pass, &pass->senders);
	pass->searches++;
	for (size_t k = 0; k < sends; k++) {
		pass->seen[list[k].to] = pass->searches;
		pass->copies[list[k].message]++;
		if (list[k].to >= pass->next)
			pass->next = list[k].to + 1;
	}
	drop_seen(pass, &pass->receivers);
	pass->ordered = 0;
	end_match(pass, begin, tick);
}
