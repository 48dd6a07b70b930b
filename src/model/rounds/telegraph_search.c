/*
 * Searches for telegraph schedules in which every send is useful and, but for
 * the first rounds and the last, as many sends are made as possible.
 *
 * While less than half of the processors know something, all who do send to
 * somebody who does not, the source a new message each time.  From then on
 * those who miss most receive, round after round: a matching by augmenting
 * paths gives each of them a sender who knows something that it misses, and the
 * rarest such message is sent.  Those who miss equally many come in the order
 * of their numbers or, if that fails, in an order drawn from a seed.  There is
 * no proof that this succeeds; wherever it was tried, one of the first three
 * seeds does.
 *   Example: n = 4, m = 1: 0 sends to 1, then 0 to 2 and 1 to 3.
 */
#include "model/rounds/rounds.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "core/matching.h"
#include "number/number.h"
#include "number/random.h"

/* The seeds tried; the most bits of n^2 m and of n^2 m^2. */
enum { SEEDS = 16, MATCH_BITS = 28, LIST_BITS = 38 };

/* The work of a round for each pair of processors, besides 1 for 64 messages.
 */
enum { LIST_WORK = 16 };

/* A processor's place in the order of who is to receive. */
struct place {
	uint64_t noise;
	uint32_t missing, processor;
};

struct telegraph_search {
	struct rounds_record *record;
	uint32_t n, m, rounds, seed, round;
	size_t words;	     /* of one processor's messages */
	uint64_t *know;	     /* bit i - 1 of words: message i */
	uint32_t *holders;   /* of each message, [message - 1] */
	uint32_t *missing;   /* how many messages a processor misses */
	uint64_t left;	     /* the sum of missing */
	struct place *place; /* all but the source: receivers, then senders */
	uint32_t receivers, senders; /* of this round */
	uint32_t *taken; /* the receiver of each sender, or MATCHING_NONE */
	uint64_t *seen;	 /* a set of senders, for the matching */
};

int telegraph_is_small(const struct problem *problem)
{
	mpz_t work;
	int small;

	mpz_init(work);
	mpz_mul(work, problem->n, problem->n);
	mpz_mul(work, work, problem->m);
	small = mpz_sizeinbase(problem->n, 2) <= 12 &&
		mpz_sizeinbase(work, 2) <= MATCH_BITS;
	mpz_mul(work, work, problem->m);
	small = small && mpz_sizeinbase(work, 2) <= LIST_BITS;
	mpz_clear(work);
	return small;
}

static void make_arrays(struct telegraph_search *search)
{
	size_t n = search->n, m = search->m;

	search->words = (m + 63) / 64;
	search->know = mem_array(n * search->words, sizeof *search->know);
	search->holders = mem_array(m, sizeof *search->holders);
	search->missing = mem_array(n, sizeof *search->missing);
	search->place = mem_array(n, sizeof *search->place);
	search->taken = mem_array(n, sizeof *search->taken);
	search->seen = mem_array(n / 64 + 1, sizeof *search->seen);
}

static uint64_t *known(
	const struct telegraph_search *search, uint32_t processor)
{
	return search->know + processor * search->words;
}

static void forget_all(struct telegraph_search *search)
{
	size_t n = search->n;

	memset(search->know, 0, n * search->words * sizeof *search->know);
	for (uint32_t i = 0; i < search->m; i++) {
		bits_add(known(search, 0), i);
		search->holders[i] = 1;
	}
	for (size_t p = 1; p < n; p++)
		search->missing[p] = search->m;
	search->left = (n - 1) * search->m;
	search->round = 0;
}

/* Carries out a useful send; message counts from 0. */
static void deliver(struct telegraph_search *search, struct rounds_send *send,
	uint32_t from, uint32_t to, uint32_t message)
{
	send[from] = (struct rounds_send){to, message + 1};
	bits_add(known(search, to), message);
	search->holders[message]++;
	search->missing[to]--;
	search->left--;
}

/* Makes the rounds in which all who know something, count of them, send. */
static void spread(struct telegraph_search *search)
{
	for (uint32_t count = 1; 2 * count <= search->n; count *= 2) {
		struct rounds_send *send = rounds_record_add(search->record);
		uint32_t fresh = search->round < search->m ? search->round
							   : search->m - 1;

		search->round++;
		deliver(search, send, 0, count, fresh);
		for (uint32_t u = 1; u < count; u++) {
			uint32_t message = 0;

			while (!bits_has(known(search, u), message))
				message++;
			deliver(search, send, u, u + count, message);
		}
	}
}

static int compare_places(const void *left, const void *right)
{
	const struct place *a = left, *b = right;
	int order = number_compare_u64(b->missing, a->missing);

	order = number_compare_next(order, a->noise, b->noise);
	return number_compare_next(order, a->processor, b->processor);
}

/* Decides who receives; returns 0 if too few miss something. */
static int choose_receivers(struct telegraph_search *search)
{
	uint32_t half = search->n / 2;
	uint64_t drawn = (uint64_t)search->round << 32;

	for (uint32_t p = 1; p < search->n; p++) {
		struct place *place = &search->place[p - 1];

		*place = (struct place){
			.missing = search->missing[p], .processor = p};
		if (search->seed > 0)
			place->noise = random_u64(search->seed, drawn + p);
	}
	qsort(search->place, search->n - 1, sizeof *search->place,
		compare_places);
	search->receivers = search->left < half ? (uint32_t)search->left : half;
	search->senders = search->n - search->receivers;
	return search->place[search->receivers - 1].missing > 0;
}

/* The processor of sender number b; the source is number 0. */
static uint32_t sender_at(const struct telegraph_search *search, uint32_t b)
{
	if (b == 0)
		return 0;
	return search->place[search->receivers + b - 1].processor;
}

/* The next sender who knows something that a receiver misses, for struct
 * matching; receivers begin with different senders. */
static uint32_t next_sender(
	struct matching *matching, uint32_t vertex, uint32_t *at)
{
	const struct telegraph_search *search = matching->graph;
	const uint64_t *b = known(search, search->place[vertex].processor);

	while (*at < search->senders) {
		uint32_t sender = (vertex + (*at)++) % search->senders;
		const uint64_t *a = known(search, sender_at(search, sender));

		for (size_t w = 0; w < search->words; w++)
			if (a[w] & ~b[w])
				return sender;
	}
	return MATCHING_NONE;
}

/* Gives every receiver a sender of its own; 0 if that is not possible. */
static int match(struct telegraph_search *search)
{
	struct matching matching = {.left = search->taken,
		.seen = search->seen,
		.words = search->senders / 64 + 1,
		.depth = search->receivers,
		.graph = search,
		.next = next_sender};

	memset(search->taken, 0xff, search->senders * sizeof *search->taken);
	memset(search->seen, 0, matching.words * sizeof *search->seen);
	for (uint32_t a = 0; a < search->receivers; a++)
		if (!matching_add(&matching, a))
			return 0;
	return 1;
}

/* Of the messages that `from` knows and `to` misses, the one with fewest
 * holders.
 */
static uint32_t choose_telegraph_message(
	const struct telegraph_search *search, uint32_t from, uint32_t to)
{
	const uint64_t *a = known(search, from), *b = known(search, to);
	uint32_t best = search->m;

	for (uint32_t i = 0; i < search->m; i++)
		if ((a[i / 64] & ~b[i / 64]) >> i % 64 & 1 &&
			(best == search->m ||
				search->holders[i] < search->holders[best]))
			best = i;
	return best;
}

static void send_messages(struct telegraph_search *search)
{
	struct rounds_send *send = rounds_record_add(search->record);

	for (uint32_t b = 0; b < search->senders; b++)
		if (search->taken[b] != MATCHING_NONE) {
			uint32_t from = sender_at(search, b);
			uint32_t to = search->place[search->taken[b]].processor;

			deliver(search, send, from, to,
				choose_telegraph_message(search, from, to));
		}
}

/* Makes the first rounds, which are alike for all seeds. */
static void begin_seed(struct telegraph_search *search)
{
	search->record->count = 0;
	forget_all(search);
	spread(search);
}

struct telegraph_search *telegraph_search_begin(
	struct rounds_record *record, uint32_t n, uint32_t m, uint32_t rounds)
{
	struct telegraph_search *search = mem_array(1, sizeof *search);

	record->n = n;
	search->record = record;
	search->n = n;
	search->m = m;
	search->rounds = rounds;
	make_arrays(search);
	begin_seed(search);
	return search;
}

/* Makes a round with as many sends as possible; returns 0 if that fails. */
static int try_round(struct telegraph_search *search)
{
	if (search->round++ == search->rounds || !choose_receivers(search))
		return 0;
	if (!match(search))
		return 0;
	send_messages(search);
	return 1;
}

enum search_state telegraph_search_step(
	struct telegraph_search *search, uint64_t *work)
{
	*work += (uint64_t)search->n * search->n * (search->words + LIST_WORK);
	if (search->left == 0 || try_round(search)) {
		if (search->left > 0)
			return SEARCH_RUNNING;
		if (search->round == search->rounds)
			return SEARCH_FOUND;
	}
	if (++search->seed == SEEDS) {
		rounds_record_clear(search->record);
		return SEARCH_EXHAUSTED;
	}
	begin_seed(search);
	return SEARCH_RUNNING;
}

void telegraph_search_close(struct telegraph_search *search)
{
	if (!search)
		return;
	mem_free(search->know);
	mem_free(search->holders);
	mem_free(search->missing);
	mem_free(search->place);
	mem_free(search->taken);
	mem_free(search->seen);
	mem_free(search);
}
