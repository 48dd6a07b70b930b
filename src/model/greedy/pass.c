/*
 * Makes one pass over time.  Sends are listed in the order in which they begin,
 * so the list is also the queue of arrivals, a latency later, and of processors
 * that become free, a unit later: two indices follow its end.  The state
 * changes only at these ticks, so all others are skipped.
 *
 * All arrays have their full size from the start: a pass allocates nothing.
 *
 * A pass terminates: when nothing is under way and a message is still wanted,
 * all processors wait, and the source is among the senders and can send it.
 *
 * Example: unit = 2, latency = 3, n = 3, m = 1.  Processor 0 sends to 1 at tick
 * 0, and is free at tick 2, when it sends to 2.  Tick 1 is skipped.  At tick 3
 * processor 1 has the message, but nobody lacks it any longer.
 */
#include "model/greedy/pass.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

size_t greedy_sends(const struct greedy_problem *problem)
{
	return (size_t)problem->m * (problem->n - 1);
}

static void init_queue(struct greedy_queue *queue, size_t n)
{
	queue->store = mem_array(2 * n, sizeof *queue->store);
	queue->id = queue->store;
}

void greedy_pass_init(
	struct greedy_pass *pass, const struct greedy_problem *problem)
{
	size_t n = problem->n, words = (size_t)bits_words(problem->m);

	*pass = (struct greedy_pass){.problem = *problem, .words = words};
	pass->held = mem_array(n * words, sizeof *pass->held);
	pass->got = mem_array(n * words, sizeof *pass->got);
	pass->holds = mem_array(n, sizeof *pass->holds);
	pass->gets = mem_array(n, sizeof *pass->gets);
	init_queue(&pass->senders, n);
	init_queue(&pass->receivers, n);
	pass->other = mem_array(2 * n, sizeof *pass->other);
	pass->pair = mem_array(n, sizeof *pass->pair);
	pass->open = mem_array(n / 64 + 1, sizeof *pass->open);
	pass->tried = mem_array(n / 64 + 1, sizeof *pass->tried);
	pass->seen = mem_array(n, sizeof *pass->seen);
	pass->free_from = mem_array(n, sizeof *pass->free_from);
	pass->wanted = mem_array(words, sizeof *pass->wanted);
	pass->live = mem_array(words, sizeof *pass->live);
	pass->copies = mem_array(64 * words, sizeof *pass->copies);
	pass->weight = mem_array(64 * words, sizeof *pass->weight);
	pass->look = mem_array(64 * words, sizeof *pass->look);
	pass->send = mem_array(greedy_sends(problem), sizeof *pass->send);
}

void greedy_pass_clear(struct greedy_pass *pass)
{
	mem_free(pass->held);
	mem_free(pass->got);
	mem_free(pass->holds);
	mem_free(pass->gets);
	mem_free(pass->senders.store);
	mem_free(pass->receivers.store);
	mem_free(pass->other);
	mem_free(pass->pair);
	mem_free(pass->open);
	mem_free(pass->tried);
	mem_free(pass->seen);
	mem_free(pass->free_from);
	mem_free(pass->wanted);
	mem_free(pass->live);
	mem_free(pass->copies);
	mem_free(pass->weight);
	mem_free(pass->look);
	mem_free(pass->send);
}

/* set = all messages. */
static void fill_set(uint64_t *set, const struct greedy_pass *pass)
{
	memset(set, 0xff, pass->words * sizeof *set);
	if (pass->problem.m % 64 > 0)
		set[pass->words - 1] = greedy_bit(pass->problem.m) - 1;
}

/* Nothing has been sent yet: the source has all messages, and is free. */
static void begin_pass(struct greedy_pass *pass, const struct greedy_rule *rule)
{
	size_t n = pass->problem.n, words = pass->words;

	pass->rule = *rule;
	pass->random = (struct random){.seed = rule->seed};
	memset(pass->held, 0, n * words * sizeof *pass->held);
	memset(pass->got, 0, n * words * sizeof *pass->got);
	memset(pass->holds, 0, n * sizeof *pass->holds);
	memset(pass->gets, 0, n * sizeof *pass->gets);
	memset(pass->copies, 0, 64 * words * sizeof *pass->copies);
	memset(pass->weight, 0, 64 * words * sizeof *pass->weight);
	fill_set(pass->held, pass);
	fill_set(pass->got, pass);
	fill_set(pass->wanted, pass);
	pass->senders.id[0] = 0;
	pass->senders.count = 1;
	pass->receivers.count = 0;
	pass->ordered = 0;
	pass->taken = 0;
	memset(pass->pair, 0xff, n * sizeof *pass->pair);
	memset(pass->seen, 0, n * sizeof *pass->seen);
	pass->searches = 0;
	memset(pass->look, 0, 64 * words * sizeof *pass->look);
	pass->matches = 0;
	pass->next = 1;
	pass->first = 0;
	pass->fresh = 0;
	pass->sends = pass->arrived = pass->freed = 0;
	pass->work += n * words;
}

/* The end of the queue, with room for `count' more behind it: if it is too near
 * the end of the array, the queue moves to the array's start. */
static uint32_t *make_room(const struct greedy_pass *pass,
	struct greedy_queue *queue, size_t count)
{
	const uint32_t *end = queue->store + 2 * (size_t)pass->problem.n;

	if ((size_t)(end - queue->id) < queue->count + count) {
		memmove(queue->store, queue->id,
			queue->count * sizeof *queue->id);
		queue->id = queue->store;
	}
	return queue->id + queue->count;
}

/* How many sends, from the first-th on, began at least `delay' ticks ago. */
static size_t count_begun(const struct greedy_pass *pass, size_t first,
	uint64_t delay, uint64_t tick)
{
	size_t k = first;

	if (tick < delay)
		return 0;
	while (k < pass->sends && pass->send[k].tick <= tick - delay)
		k++;
	return k - first;
}

/* Receives the messages that arrive by that tick, at most one for each
 * processor; its first message makes a processor a sender. */
static void arrive(struct greedy_pass *pass, uint64_t tick)
{
	const struct greedy_send *send = pass->send + pass->arrived;
	uint64_t *held = pass->held;
	size_t words = pass->words;
	size_t count =
		count_begun(pass, pass->arrived, pass->problem.latency, tick);
	uint32_t *end = make_room(pass, &pass->senders, count);

	for (size_t k = 0; k < count; k++) {
		held[send[k].to * words + send[k].message / 64] |=
			greedy_bit(send[k].message);
		*end = send[k].to;
		end += pass->holds[send[k].to]++ == 0;
	}
	pass->senders.count = (uint32_t)(end - pass->senders.id);
	pass->arrived += count;
}

/* Frees both ends of the sends that are over by that tick. */
static void set_free(struct greedy_pass *pass, uint64_t tick)
{
	const struct greedy_send *send = pass->send + pass->freed;
	const uint32_t m = pass->problem.m;
	size_t count = count_begun(pass, pass->freed, pass->problem.unit, tick);
	uint32_t *sender = make_room(pass, &pass->senders, count);
	uint32_t *receiver = make_room(pass, &pass->receivers, count);

	for (size_t k = 0; k < count; k++) {
		*sender++ = send[k].from;
		*receiver = send[k].to;
		receiver += pass->gets[send[k].to] < m;
	}
	pass->senders.count = (uint32_t)(sender - pass->senders.id);
	pass->receivers.count = (uint32_t)(receiver - pass->receivers.id);
	pass->freed += count;
}

/* The next tick at which the state changes; a message is under way. */
static uint64_t next_pass_tick(const struct greedy_pass *pass)
{
	uint64_t arrival;

	assert(pass->arrived < pass->sends);
	arrival = pass->send[pass->arrived].tick + pass->problem.latency;
	if (pass->freed == pass->sends)
		return arrival;
	return least_u64(
		arrival, pass->send[pass->freed].tick + pass->problem.unit);
}

/* Whether the remaining sends, of which at most n-1 begin in a unit, cannot all
 * begin in tick .. latest. */
static int is_late(
	const struct greedy_pass *pass, uint64_t tick, uint64_t latest)
{
	size_t left = greedy_sends(&pass->problem) - pass->sends;
	size_t most = pass->problem.n - 1;

	return tick > latest ||
	       (left - 1) / most > (latest - tick) / pass->problem.unit;
}

/* The lateness of a send that begins after the aim. */
static uint64_t lateness_at(const struct greedy_problem *problem, uint64_t tick)
{
	return least_u64(tick - problem->aim, UINT32_MAX);
}

uint64_t greedy_lateness(
	const struct greedy_problem *problem, const struct greedy_send *send)
{
	size_t k = greedy_sends(problem);
	uint64_t sum = 0;

	while (k-- > 0 && send[k].tick > problem->aim)
		sum += lateness_at(problem, send[k].tick);
	return sum;
}

/* After the sends of that tick, a lower bound on the pass's lateness: a
 * receiver that lacks more messages than can be sent to it by the aim gets the
 * rest late.
 */
static uint64_t least_lateness(struct greedy_pass *pass, uint64_t tick)
{
	const struct greedy_problem *problem = &pass->problem;
	uint64_t sum = 0;

	pass->work += problem->n / 4;
	for (uint32_t id = 1; id < problem->n; id++)
		pass->free_from[id] = tick + 1;
	for (size_t k = pass->freed; k < pass->sends; k++)
		pass->free_from[pass->send[k].to] =
			pass->send[k].tick + problem->unit;
	for (uint32_t id = 1; id < problem->n; id++) {
		uint64_t from = pass->free_from[id], slots = 0;
		uint64_t lacks = problem->m - pass->gets[id];

		if (from <= problem->aim)
			slots = (problem->aim - from) / problem->unit + 1;
		if (lacks > slots)
			sum += (lacks - slots) *
			       lateness_at(
				       problem, from + slots * problem->unit);
	}
	return sum;
}

/* Makes the sends of that tick.  If the rule lets a receiver wait, a random one
 * is left out in the first match that has receivers, and during which something
 * is under way. */
static void send_at(struct greedy_pass *pass, uint64_t tick)
{
	struct greedy_queue *queue = &pass->receivers;
	uint32_t at, waiting;

	if (!pass->rule.waits || pass->arrived == pass->sends ||
		queue->count == 0) {
		greedy_match(pass, tick);
		return;
	}
	pass->rule.waits = 0;
	at = random_below(&pass->random, queue->count--);
	waiting = queue->id[at];
	queue->id[at] = queue->id[queue->count];
	pass->ordered = 0;
	greedy_match(pass, tick);
	*make_room(pass, queue, 1) = waiting;
	queue->count++;
}

int greedy_pass_run(struct greedy_pass *pass, const struct greedy_rule *rule,
	const struct greedy_limits *limits, const struct greedy_send *kept,
	uint64_t until)
{
	uint64_t tick = 0, look = kept ? until : UINT64_MAX;
	size_t all = greedy_sends(&pass->problem);

	begin_pass(pass, rule);
	while (!is_late(pass, tick, limits->latest)) {
		arrive(pass, tick);
		set_free(pass, tick);
		if (kept && tick < until)
			greedy_repeat(pass, tick, kept + pass->sends,
				all - pass->sends);
		else
			send_at(pass, tick);
		if (pass->sends == all)
			return greedy_lateness(&pass->problem, pass->send) <=
			       limits->lateness;
		if (tick >= look) {
			if (least_lateness(pass, tick) > limits->lateness)
				return 0;
			look = tick + pass->problem.unit;
		}
		tick = next_pass_tick(pass);
	}
	return 0;
}
