/*
 * The senders that hold least choose first, as they have the least choice; the
 * source comes before all as long as it has messages that nobody else has.  A
 * sender takes, of the messages that it holds and a free receiver lacks, the
 * one of least weight, and gives it to a processor that knows nothing yet or
 * else, of those that lack it, to the one that lacks most.
 *
 * Example: A holds messages 1 and 2, B holds 1; X lacks 1, Y lacks 2.  B
 * chooses first and sends 1 to X, so A sends 2 to Y.  Had A chosen first, it
 * might have sent 1 to X, and B would have had nothing for Y.
 */
#include "model/greedy/match.h"

#include <string.h>

#include "model/greedy/augment.h"

enum {
	MANY_WORDS = 8, /* of messages */
	LEVELS = 256,
	SHORT = 24, /* a queue */
	FEW_RECEIVERS = 256,
	MANY_RECEIVERS = 1 << 10, /* times the senders */
	NOTHING = -1
};

/* So weights stay below 2^57, and keys below 2^64. */
static const uint64_t units_max = (1 << 24) - 2;

/* -- order */

static void shuffle(struct greedy_pass *pass, struct greedy_queue *queue)
{
	for (uint32_t i = queue->count; i > 1; i--) {
		uint32_t j = random_below(&pass->random, i);
		uint32_t id = queue->id[j];

		queue->id[j] = queue->id[i - 1];
		queue->id[i - 1] = id;
	}
}

/* The key as a level from 0 up: its excess over least, capped. */
static uint32_t level_of(uint32_t key, uint32_t least)
{
	return key - least < LEVELS ? key - least : LEVELS - 1;
}

/* Sorts a short queue by its keys; ties stay as they are. */
static void insert_in_order(struct greedy_queue *queue, const uint32_t *key)
{
	for (uint32_t i = 1; i < queue->count; i++) {
		uint32_t id = queue->id[i], j = i;

		for (; j > 0 && key[queue->id[j - 1]] > key[id]; j--)
			queue->id[j] = queue->id[j - 1];
		queue->id[j] = id;
	}
}

/* Sorts a queue by its keys, ties in random order. */
static void put_in_order(struct greedy_pass *pass, struct greedy_queue *queue,
	const uint32_t *key)
{
	uint32_t end[LEVELS + 1], least = UINT32_MAX, most = 0, levels;
	uint32_t *ordered = pass->other;

	pass->work += queue->count;
	shuffle(pass, queue);
	if (queue->count <= SHORT) {
		insert_in_order(queue, key);
		return;
	}
	for (uint32_t i = 0; i < queue->count; i++) {
		uint32_t one = key[queue->id[i]];

		least = one < least ? one : least;
		most = one > most ? one : most;
	}
	levels = most < least ? 0 : level_of(most, least) + 1;
	memset(end, 0, (levels + 1) * sizeof *end);
	for (uint32_t i = 0; i < queue->count; i++)
		end[level_of(key[queue->id[i]], least) + 1]++;
	for (uint32_t level = 0; level < levels; level++)
		end[level + 1] += end[level];
	for (uint32_t i = 0; i < queue->count; i++)
		ordered[end[level_of(key[queue->id[i]], least)]++] =
			queue->id[i];
	pass->other = queue->store;
	queue->store = queue->id = ordered;
}

/*
 * Sorts the receivers.  If they are very many for so few senders, and most are
 * still in order from an earlier tick, they are left as they are: only the
 * first ones are chosen, and those freed since, behind them, know more.
 */
static void put_receivers_in_order(struct greedy_pass *pass)
{
	const struct greedy_queue *queue = &pass->receivers;

	if (queue->count / MANY_RECEIVERS > pass->senders.count &&
		pass->ordered > queue->count / 2)
		return;
	put_in_order(pass, &pass->receivers, pass->gets);
	pass->ordered = queue->count;
}

/* -- choice */

/* The message of least weight that the sender can send and receivers may lack.
 */
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
		for (; set > 0; set &= set - 1) {
			uint32_t message = greedy_lowest(set, w);
			uint64_t key = pass->weight[message] * 64;

			pass->work++;
			if (key >= least) {
				pass->random.drawn++;
				continue;
			}
			key += pass->weight[message] *
			       random_below(
				       &pass->random, pass->rule.noise + 1);
			if (key < least) {
				least = key;
				best = message;
			}
		}
	}
	return best;
}

static int has_got(
	const struct greedy_pass *pass, uint32_t id, uint32_t message)
{
	return (pass->got[id * pass->words + message / 64] &
		       greedy_bit(message)) != 0;
}

/* Reduces live to what some free receiver lacks. With many messages this is
 * faster than trying them one by one. */
static void drop_known(const struct greedy_match *match)
{
	struct greedy_pass *pass = match->pass;
	const struct greedy_queue *queue = &pass->receivers;
	size_t words = match->last - pass->first + 1;

	for (size_t w = pass->first; w <= match->last; w++) {
		uint64_t lacked = 0;

		for (uint32_t i = 0; i < queue->count; i++)
			if (pass->pair[i] == GREEDY_FREE)
				lacked |=
					~pass->got[queue->id[i] * pass->words +
						   w];
		pass->live[w] &= lacked;
	}
	pass->work += words * queue->count;
}

/* Takes a receiver for the message: a new one, or the first that lacks it; the
 * source, which lacks nothing, means none. */
static uint32_t take_receiver(
	const struct greedy_match *match, uint32_t message)
{
	struct greedy_pass *pass = match->pass;
	const struct greedy_queue *queue = &pass->receivers;
	uint32_t i = pass->tried[message];

	if (pass->next < pass->problem.n)
		return pass->next++;
	while (i < queue->count &&
		(pass->pair[i] != GREEDY_FREE ||
			has_got(pass, queue->id[i], message)))
		i++;
	pass->work += 1 + i - pass->tried[message];
	pass->tried[message] = i;
	if (i == queue->count) {
		pass->live[message / 64] &= ~greedy_bit(message);
		if (match->last - pass->first >= MANY_WORDS)
			drop_known(match);
		return 0;
	}
	pass->pair[i] = (uint32_t)(pass->sends - match->begin);
	if (i >= pass->taken)
		pass->taken = i + 1;
	return queue->id[i];
}

/* Whether the sender sends something. */
static int match_sender(struct greedy_match *match, uint32_t sender)
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

/* In time for the first of them alone, up to the last one taken. */
static void drop_taken_receivers(struct greedy_pass *pass)
{
	struct greedy_queue *queue = &pass->receivers;
	uint32_t begin = pass->taken;

	for (uint32_t i = pass->taken; i-- > 0;)
		if (pass->pair[i] == GREEDY_FREE)
			queue->id[--begin] = queue->id[i];
	memset(pass->pair, 0xff, pass->taken * sizeof *pass->pair);
	queue->id += begin;
	queue->count -= begin;
	pass->ordered -= begin < pass->ordered ? begin : pass->ordered;
	pass->taken = 0;
}

/* Keeps the senders that send nothing. */
static void match_senders(struct greedy_match *match,
	int (*match_one)(struct greedy_match *match, uint32_t sender))
{
	struct greedy_queue *queue = &match->pass->senders;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < queue->count; i++)
		if (!match_one(match, queue->id[i]))
			queue->id[kept++] = queue->id[i];
	queue->count = kept;
}

/* Whether receivers are wanted that have been sent something before; those are
 * then in order, and what they may lack is found anew. */
static int begin_match(const struct greedy_match *match)
{
	struct greedy_pass *pass = match->pass;
	size_t words = match->last - pass->first + 1;

	put_in_order(pass, &pass->senders, pass->holds);
	memcpy(pass->live + pass->first, pass->wanted + pass->first,
		words * sizeof *pass->live);
	pass->work += words;
	if (pass->senders.count <= pass->problem.n - pass->next)
		return 0;
	put_receivers_in_order(pass);
	memset(pass->tried + 64 * pass->first, 0,
		64 * words * sizeof *pass->tried);
	return 1;
}

/* The weight of a copy that is sent at that tick. */
static uint64_t worth_at(const struct greedy_pass *pass, uint64_t tick)
{
	uint64_t held = tick + pass->problem.latency, units;

	if (!pass->rule.by_reach || held >= pass->problem.aim)
		return 1;
	units = (pass->problem.aim - held) / pass->problem.unit;
	return 1 + (units < units_max ? units : units_max);
}

/* Marks the sends from begin on, those of that tick, as under way. */
static void end_match(struct greedy_pass *pass, size_t begin, uint64_t tick)
{
	uint64_t worth = worth_at(pass, tick);

	for (size_t k = begin; k < pass->sends; k++) {
		const struct greedy_send *send = &pass->send[k];
		size_t word = send->message / 64;

		pass->got[send->to * pass->words + word] |=
			greedy_bit(send->message);
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

/* Second chances: exact for few receivers, else at random. */
static void match_rest(struct greedy_match *match)
{
	struct greedy_pass *pass = match->pass;
	int is_small = pass->receivers.count <= FEW_RECEIVERS;

	if (is_small)
		greedy_augment(match);
	drop_taken_receivers(pass);
	if (is_small)
		return;
	match->tries = greedy_repair_tries(pass);
	match_senders(match, greedy_repair);
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

	match_senders(&match, match_sender);
	if (is_mixed)
		match_rest(&match);
	end_match(pass, match.begin, tick);
}

/* Drops from a queue those that the present search has come across. */
static void drop_seen(struct greedy_pass *pass, struct greedy_queue *queue)
{
	uint32_t kept = 0;

	pass->work += queue->count;
	for (uint32_t i = 0; i < queue->count; i++)
		if (pass->seen[queue->id[i]] != pass->searches)
			queue->id[kept++] = queue->id[i];
	queue->count = kept;
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
