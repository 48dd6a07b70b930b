/*
 * The rounds 1 .. m for odd n.  Each round consists of calls with a message
 * each way.  A message that its sender does not have, or that its receiver
 * already has, is replaced by the first useful one.
 *
 * With a table, the rounds usually become steady: once all processors know what
 * the table says, no message is replaced any more, and in each round one more
 * processor misses one message.
 *
 * Without a table, the rounds are those of the algorithm for n + 1 processors
 * with a dummy (see sendrecv.c).  The dummy's partner misses the oldest
 * message; a processor that misses least is chosen as partner.
 *   Example: n = 5: the table in table.c.
 */
#include "model/telephone/odd.h"

#include "base/mem.h"

void telephone_call_send(struct knowledge *knowledge, struct rounds_send *send,
	uint32_t p, uint32_t q, uint32_t x, uint32_t y)
{
	if (x > 0) {
		send[p] = (struct rounds_send){q, x};
		knowledge_learn(knowledge, q, x);
	}
	if (y > 0) {
		send[q] = (struct rounds_send){p, y};
		knowledge_learn(knowledge, p, y);
	}
}

void telephone_steady_init(
	struct telephone_steady *head, uint32_t n, uint32_t m)
{
	*head = (struct telephone_steady){.n = n, .m = m};
	if (!telephone_table_init(&head->table, n - 1))
		telephone_table_clear(&head->table);
	head->send = mem_array(n, sizeof *head->send);
	head->call = mem_array(n, sizeof *head->call);
	telephone_steady_rewind(head);
}

void telephone_steady_rewind(struct telephone_steady *head)
{
	knowledge_clear(&head->knowledge);
	knowledge_init(&head->knowledge, head->n, head->m);
	head->round = 0;
	head->is_steady = 0;
	head->ages = head->table.ages;
	if (head->table.phase)
		return;
	telephone_even_clear(&head->even);
	telephone_even_init(&head->even, head->n + 1, 1);
	head->ages = head->even.oldest;
}

void telephone_steady_clear(struct telephone_steady *head)
{
	telephone_table_clear(&head->table);
	telephone_even_clear(&head->even);
	knowledge_clear(&head->knowledge);
	mem_free(head->send);
	mem_free(head->call);
}

/* The processor in phase f in round t. */
static uint32_t in_phase(
	const struct telephone_steady *head, uint64_t t, uint32_t f)
{
	uint32_t n = head->table.n, at = (uint32_t)(t % n);

	return (at >= f ? at - f : at + n - f) + 1;
}

static void add_call(struct telephone_steady *head, uint32_t p, uint32_t q,
	int64_t x, int64_t y)
{
	head->call[head->calls++] = (struct telephone_call){p, q, x, y};
}

static void set_table_calls(struct telephone_steady *head)
{
	const struct phase *phase = head->table.phase;
	int64_t t = (int64_t)head->round;

	add_call(
		head, 0, in_phase(head, head->round, head->table.source), t, 0);
	for (uint32_t f = 0; f < head->table.n; f++) {
		uint32_t g = phase[f].partner;

		if (g > f)
			add_call(head, in_phase(head, head->round, f),
				in_phase(head, head->round, g),
				t - phase[f].give, t - phase[g].give);
	}
}

/* Makes the dummy's next partner the one who misses least in the set from which
 * its partners come. */
static void choose_partner(struct telephone_steady *head)
{
	struct telephone_even *even = &head->even;
	unsigned i = even->l > 0 ? even->j - 1 : even->k - 2;
	uint32_t size = (uint32_t)1 << i, *set = even->order + size - 1;
	uint32_t at = even->l > 0 ? even->l - size : size - 1, best = at, p;

	if (even->round < even->oldest)
		return;
	for (p = 0; p < size; p++)
		if (knowledge_missing(&head->knowledge, set[p]) <
			knowledge_missing(&head->knowledge, set[best]))
			best = p;
	p = set[at];
	set[at] = set[best];
	set[best] = p;
}

static void set_even_calls(struct telephone_steady *head)
{
	struct telephone_even *even = &head->even;
	int64_t base = (int64_t)head->round - even->oldest;

	choose_partner(head);
	telephone_even_step(even);
	add_call(head, 0, even->send[0].to, (int64_t)head->round, 0);
	for (uint32_t p = 1; p < head->n && p < even->senders; p++) {
		uint32_t q = even->send[p].to;

		if (q != ROUNDS_NOBODY && q != head->n &&
			(p < q || q >= even->senders))
			add_call(head, p, q, base + even->send[p].value,
				base + even->send[q].value);
	}
}

/* The scheduled message or, if it is of no use, the first that is; 0 if none
 * is. */
static uint32_t choose_steady(const struct knowledge *knowledge, uint32_t from,
	uint32_t to, int64_t message)
{
	uint32_t x;

	if (message < 1)
		return knowledge_first(knowledge, from, to);
	x = message < knowledge->m ? (uint32_t)message : knowledge->m;
	if (knowledge_has(knowledge, from, x) &&
		!knowledge_has(knowledge, to, x))
		return x;
	return knowledge_first(knowledge, from, to);
}

static void make_calls(struct telephone_steady *head)
{
	struct knowledge *knowledge = &head->knowledge;

	for (uint32_t p = 0; p < head->n; p++)
		head->send[p] = (struct rounds_send){ROUNDS_NOBODY, 0};
	for (size_t i = 0; i < head->calls; i++) {
		const struct telephone_call *call = &head->call[i];
		uint32_t p = call->p, q = call->q;
		uint32_t x = choose_steady(knowledge, p, q, call->x);
		uint32_t y = choose_steady(knowledge, q, p, call->y);

		telephone_call_send(knowledge, head->send, p, q, x, y);
	}
	head->base = 0;
}

/* Makes a steady round straight from the table: base = t - ages, value = ages -
 * age. */
static void make_steady(struct telephone_steady *head)
{
	const struct phase *phase = head->table.phase;
	uint32_t n = head->table.n, p = in_phase(head, head->round, 0);
	struct rounds_send *send = head->send;

	for (uint32_t f = 0; f < n; f++) {
		uint32_t g = phase[f].partner, q = p + f;

		q = q > g ? q - g : q + n - g;
		if (q > n)
			q -= n;
		if (g == f)
			q = ROUNDS_NOBODY;
		send[p] = (struct rounds_send){
			q, head->ages - (uint32_t)phase[f].give};
		p = p > 1 ? p - 1 : n;
	}
	send[0] = (struct rounds_send){
		in_phase(head, head->round, head->table.source), head->ages};
	head->base = (int64_t)(head->round - head->ages);
}

/* A set of ages as a window of knowledge at a round's start, when M_base has
 * age A + 1: bit i is age A - i. */
static uint64_t residue_of(const struct telephone_steady *head, uint64_t own)
{
	uint64_t window = 0;

	for (unsigned a = 1; a <= head->ages; a++)
		if (own >> a & 1)
			window |= (uint64_t)1 << (head->ages - a);
	return window;
}

/* Whether, before round t, everybody knows what the table says. */
static int is_steady(const struct telephone_steady *head, uint64_t t)
{
	if (!head->table.phase || t <= head->ages || t > head->m)
		return 0;
	for (uint32_t f = 0; f < head->table.n; f++)
		if (head->knowledge.knower[in_phase(head, t, f)].window !=
			residue_of(head, head->table.phase[f].own))
			return 0;
	return 1;
}

/* Moves base to t-ages-1: before round t everybody knows the messages up to
 * that one, but for those that are missing. */
static void advance_steady(struct telephone_steady *head, uint64_t t)
{
	if (t > head->ages)
		knowledge_advance(&head->knowledge, t - head->ages - 1);
}

void telephone_steady_step(struct telephone_steady *head)
{
	uint64_t t = ++head->round;

	if (!head->is_steady) {
		advance_steady(head, t);
		head->is_steady = is_steady(head, t);
	}
	if (head->is_steady) {
		make_steady(head);
		return;
	}
	head->calls = 0;
	if (head->table.phase)
		set_table_calls(head);
	else
		set_even_calls(head);
	make_calls(head);
}

/* Skips from the present round, which is steady, to the end of round m: sets
 * what is missing and known then. */
static void skip_steady(struct telephone_steady *head)
{
	struct knowledge *knowledge = &head->knowledge;
	uint64_t t = head->round;

	for (; t <= head->m; t++)
		knowledge_miss(knowledge,
			in_phase(head, t, head->table.missing),
			(uint32_t)(t - head->ages));
	knowledge->base = head->m - head->ages;
	for (uint32_t f = 0; f < head->table.n; f++)
		knowledge->knower[in_phase(head, t, f)].window =
			residue_of(head, head->table.phase[f].own);
	head->round = head->m;
	head->is_steady = 0;
}

void telephone_steady_skip(struct telephone_steady *head)
{
	while (head->round < head->m && !head->is_steady)
		telephone_steady_step(head);
	if (head->is_steady)
		skip_steady(head);
	advance_steady(head, (uint64_t)head->m + 1);
}
