/*
 * The ending in which the source is silent.  In round t the oldest message on
 * its way is M_{t-ages}; its owners are those who know it.  A token is a
 * younger message; it needs enough owners for everybody to know it in time if
 * their number doubles in each round.
 *   - Whoever does not know the oldest message gives the one of its tokens that
 * has fewest owners for its need;
 *   - whoever has no token, either, calls the owner of the oldest who misses
 * most;
 *   - those who give tokens, the rarest first, call the owners of the oldest
 * who miss least and lack the token;
 *   - the owners of the oldest left over, who miss most, call each other.
 * So nearly every send is useful.
 *
 * Example: 8 processors besides the source.  A token needs 8/2 = 4 owners after
 * this round if one more round can double them, 8/4 = 2 if two can.  A token
 * with 2 owners of 4 needed goes before one with 2 of 2.
 *
 * Repairs: in each round those who miss most come first, and each calls the
 * next processor in that order that has something for it.
 */
#include "model/telephone/odd.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

/* A processor, with the keys by which it is sorted. */
struct place {
	uint32_t key[2]; /* ascending */
	uint32_t processor;
	unsigned token;	     /* the one that it gives */
	uint32_t next, prev; /* in the list of free owners */
};

/* The rounds in the making.  The owners of the oldest message that are free for
 * a call are a ring of places 1 .. owners, with place 0 as its head. */
struct tail {
	struct knowledge *knowledge;
	unsigned ages;
	uint64_t t;
	uint32_t oldest; /* 0: none yet */
	uint32_t tokens; /* messages younger than it */
	/* Of each token: its owners after the round, as planned so far, how
	 * many it needs by then, and its owners before the round. */
	uint64_t plan[64], need[64];
	uint32_t holders[64];
	struct place *owner, *other; /* those who know the oldest, or not */
	uint32_t owners, others;
	uint32_t free;	/* owners in the ring */
	uint32_t *rest; /* those without a partner */
	uint32_t rests;
	struct rounds_send *send;
};

/* The set of tokens that p knows: bit i is message oldest + 1 + i. */
static uint64_t tokens_of(const struct tail *tail, uint32_t p)
{
	return knowledge_window(tail->knowledge, p) >> (tail->oldest > 0);
}

/* Counts each token's owners, and how many it needs after this round. */
static void count_tokens(struct tail *tail)
{
	uint64_t n = tail->knowledge->n - 1;

	for (uint32_t i = 0; i < tail->tokens; i++) {
		int64_t half = (int64_t)tail->ages - (int64_t)tail->t +
			       tail->oldest + 1 + i;

		tail->holders[i] = 0;
		for (uint32_t p = 1; p <= n; p++)
			tail->holders[i] +=
				(uint32_t)(tokens_of(tail, p) >> i & 1);
		tail->plan[i] = tail->holders[i];
		half = half < 0 ? 0 : half;
		tail->need[i] = (n + ((uint64_t)1 << half) - 1) >> half;
	}
}

/* Whether token a is nearer to its need than token b. */
static int is_nearer(const struct tail *tail, uint32_t a, uint32_t b)
{
	const uint64_t *plan = tail->plan, *need = tail->need;

	return plan[a] * need[b] > plan[b] * need[a];
}

/* The token of a set that is farthest from its need; of several, the youngest.
 */
static uint32_t choose_token(const struct tail *tail, uint64_t set)
{
	uint32_t best = 64;

	for (uint32_t i = 0; i < tail->tokens; i++)
		if (set >> i & 1 && (best == 64 || !is_nearer(tail, i, best)))
			best = i;
	return best;
}

static int compare_ending(const void *left, const void *right)
{
	const struct place *a = left, *b = right;
	int order = number_compare_u64(a->key[0], b->key[0]);

	order = number_compare_next(order, a->key[1], b->key[1]);
	return number_compare_next(order, a->processor, b->processor);
}

/* Separates the owners of the oldest message from the others; links the owners,
 * those who miss least first. */
static void part(struct tail *tail)
{
	const struct knowledge *knowledge = tail->knowledge;

	tail->owners = tail->others = 0;
	for (uint32_t p = 1; p < knowledge->n; p++) {
		struct place place = {.processor = p};
		uint32_t tokens = bits_count(tokens_of(tail, p));

		if (tail->oldest > 0 && (knowledge->knower[p].window & 1)) {
			place.key[0] = knowledge_missing(knowledge, p);
			place.key[1] = tokens;
			tail->owner[++tail->owners] = place;
		} else {
			place.key[0] = tokens;
			tail->other[tail->others++] = place;
		}
	}
	qsort(tail->owner + 1, tail->owners, sizeof *tail->owner,
		compare_ending);
	qsort(tail->other, tail->others, sizeof *tail->other, compare_ending);
	for (uint32_t i = 0; i <= tail->owners; i++) {
		tail->owner[i].next = i < tail->owners ? i + 1 : 0;
		tail->owner[i].prev = i > 0 ? i - 1 : tail->owners;
	}
	tail->free = tail->owners;
}

/* Takes a free owner out of the list and returns its processor. */
static uint32_t take_ending(struct tail *tail, uint32_t at)
{
	struct place *owner = tail->owner;

	owner[owner[at].prev].next = owner[at].next;
	owner[owner[at].next].prev = owner[at].prev;
	tail->free--;
	return owner[at].processor;
}

static void call(
	struct tail *tail, uint32_t p, uint32_t q, uint32_t x, uint32_t y)
{
	telephone_call_send(tail->knowledge, tail->send, p, q, x, y);
}

/* p, which has no token, calls the owner who misses most. */
static void call_repair(struct tail *tail, uint32_t p)
{
	uint32_t q = take_ending(tail, tail->owner[0].prev);

	call(tail, p, q, knowledge_first(tail->knowledge, p, q), tail->oldest);
}

/* The place of the first free owner that lacks the token; 0 if all have it. */
static uint32_t find_lacking(const struct tail *tail, unsigned token)
{
	uint32_t at = tail->owner[0].next;

	while (at != 0 &&
		tokens_of(tail, tail->owner[at].processor) >> token & 1)
		at = tail->owner[at].next;
	return at;
}

/* Exchanges a processor in rest that lacks the token for the free owner who
 * misses most; returns the former, 0 if there is none. */
static uint32_t exchange_rest(struct tail *tail, unsigned token)
{
	for (uint32_t i = 0; i < tail->rests; i++) {
		uint32_t q = tail->rest[i];

		if (tokens_of(tail, q) >> token & 1)
			continue;
		tail->rest[i] = take_ending(tail, tail->owner[0].prev);
		return q;
	}
	return 0;
}

/* Has a sender give its token, if possible to an owner that lacks it. */
static void call_token(struct tail *tail, const struct place *sender)
{
	uint32_t p = sender->processor, q, x, at;

	if (tail->free == 0) {
		tail->rest[tail->rests++] = p;
		return;
	}
	at = find_lacking(tail, sender->token);
	x = tail->oldest + 1 + sender->token;
	if (at > 0) {
		q = take_ending(tail, at);
	} else {
		q = exchange_rest(tail, sender->token);
		if (q == 0) {
			q = take_ending(tail, tail->owner[0].next);
			x = knowledge_first(tail->knowledge, p, q);
		}
	}
	call(tail, p, q, x, tail->oldest);
}

/* How much a call between p and q is worth. */
static int rate(const struct tail *tail, uint32_t p, uint32_t q)
{
	const struct knowledge *knowledge = tail->knowledge;

	return 3 * (knowledge_first(knowledge, p, q) > 0) +
	       3 * (knowledge_first(knowledge, q, p) > 0) +
	       (knowledge_first_missing(knowledge, p, q) > 0) +
	       (knowledge_first_missing(knowledge, q, p) > 0);
}

/* Has those left over call each other. */
static void call_rest(struct tail *tail)
{
	enum { BEST = 8 };

	for (uint32_t i = 0; i + 1 < tail->rests; i += 2) {
		uint32_t *rest = tail->rest + i, best = 1, p = rest[0], q;
		int rated = -1;

		for (uint32_t j = 1; i + j < tail->rests && rated < BEST; j++) {
			int now = rate(tail, p, rest[j]);

			if (now > rated) {
				rated = now;
				best = j;
			}
		}
		q = rest[best];
		for (; best > 1; best--)
			rest[best] = rest[best - 1];
		call(tail, p, q, knowledge_first(tail->knowledge, p, q),
			knowledge_first(tail->knowledge, q, p));
	}
}

/* Decides who gives which token, and sorts the others by the number of its
 * owners.  Returns how many have no token: they come first. */
static uint32_t choose_tokens(struct tail *tail)
{
	uint32_t empty = 0;

	for (uint32_t i = 0; i < tail->others; i++) {
		struct place *place = &tail->other[i];

		if (place->key[0] == 0) {
			empty++;
			continue;
		}
		place->token =
			choose_token(tail, tokens_of(tail, place->processor));
		tail->plan[place->token]++;
		place->key[0] = tail->holders[place->token];
	}
	qsort(tail->other + empty, tail->others - empty, sizeof *tail->other,
		compare_ending);
	return empty;
}

static void tail_round(struct tail *tail)
{
	uint32_t empty, i, surplus;

	count_tokens(tail);
	part(tail);
	empty = choose_tokens(tail);
	tail->rests = 0;
	for (i = 0; i < empty; i++)
		if (tail->free > 0)
			call_repair(tail, tail->other[i].processor);
		else
			tail->rest[tail->rests++] = tail->other[i].processor;
	surplus = tail->others - empty;
	while (tail->free > surplus)
		tail->rest[tail->rests++] =
			take_ending(tail, tail->owner[0].prev);
	for (; i < tail->others; i++)
		call_token(tail, &tail->other[i]);
	call_rest(tail);
}

void telephone_ending(struct rounds_record *record, struct knowledge *knowledge,
	unsigned ages)
{
	uint32_t n = knowledge->n, m = knowledge->m;
	struct tail tail = {.knowledge = knowledge, .ages = ages};

	tail.owner = mem_array((size_t)n + 1, sizeof *tail.owner);
	tail.other = mem_array(n, sizeof *tail.other);
	tail.rest = mem_array(n, sizeof *tail.rest);
	for (unsigned i = 1; i <= ages; i++) {
		tail.t = (uint64_t)m + i;
		tail.oldest = tail.t > ages ? (uint32_t)(tail.t - ages) : 0;
		knowledge_advance(
			knowledge, tail.oldest > 0 ? tail.oldest - 1 : 0);
		tail.tokens = m - tail.oldest;
		tail.send = rounds_record_add(record);
		tail_round(&tail);
	}
	mem_free(tail.owner);
	mem_free(tail.other);
	mem_free(tail.rest);
}

/* -- repairs */

struct needy {
	uint32_t missing, processor;
	uint32_t next; /* in the list of those who are not in a call yet */
};

static int compare_repair(const void *left, const void *right)
{
	const struct needy *a = left, *b = right;

	return number_compare_next(number_compare_u64(b->missing, a->missing),
		a->processor, b->processor);
}

/* Lists all processors, the neediest first; returns whether any is needy. */
static int list_needy(struct needy *needy, const struct knowledge *knowledge)
{
	uint32_t n = knowledge->n;

	for (uint32_t p = 0; p < n; p++)
		needy[p] =
			(struct needy){knowledge_missing(knowledge, p), p, 0};
	qsort(needy, n, sizeof *needy, compare_repair);
	for (uint32_t i = 0; i < n; i++)
		needy[i].next = i + 1;
	return needy[0].missing > 0;
}

/* In the list after place i, the place before the first that has something for
 * i; n if there is none. */
static uint32_t find_partner(const struct needy *needy,
	const struct knowledge *knowledge, uint32_t i)
{
	uint32_t n = knowledge->n, at = i;

	while (needy[at].next < n && knowledge_first_missing(knowledge,
					     needy[needy[at].next].processor,
					     needy[i].processor) == 0)
		at = needy[at].next;
	return needy[at].next < n ? at : n;
}

/* Records one round of repairs. */
static void clean_round(struct rounds_record *record,
	struct knowledge *knowledge, struct needy *needy)
{
	struct rounds_send *send = rounds_record_add(record);
	uint32_t n = knowledge->n;

	for (uint32_t i = 0; i < n && needy[i].missing > 0; i = needy[i].next) {
		uint32_t at = find_partner(needy, knowledge, i);
		uint32_t p = needy[i].processor, q;

		if (at == n)
			continue;
		q = needy[needy[at].next].processor;
		needy[at].next = needy[needy[at].next].next;
		telephone_call_send(knowledge, send, p, q,
			knowledge_first_missing(knowledge, p, q),
			knowledge_first_missing(knowledge, q, p));
	}
}

int telephone_repair(struct rounds_record *record, struct knowledge *knowledge,
	uint64_t limit)
{
	struct needy *needy = mem_array(knowledge->n, sizeof *needy);
	int left;

	knowledge_advance(knowledge, knowledge->m);
	while ((left = list_needy(needy, knowledge)) && record->count < limit)
		clean_round(record, knowledge, needy);
	mem_free(needy);
	return !left;
}
