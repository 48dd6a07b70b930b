/*
 * A beam search for a whole schedule.  Round after round, several next rounds
 * are drawn at random for each state kept, and the best of the states that
 * result are kept: those in which fewest messages are missing and many pairs of
 * processors have something for each other.
 *
 * A round is drawn greedily.  The source begins, with a new message as long as
 * there is one; the others follow in random order.  Each calls the partner with
 * whom the call is worth most: two useful sends count more than one, and
 * messages with too few holders to reach everybody in time, processors that
 * miss much, and some randomness add to it.
 *
 * A state is dropped if what it misses is more than the rounds left can send,
 * if a processor misses more messages than there are rounds left, or if a
 * message's holders, doubling in each round, would not come to include
 * everybody.
 */
#include "model/telephone/odd.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"
#include "number/random.h"

enum { PROCESSORS = 63, MESSAGES = 64 };
enum { WIDTH = 100, DRAWN = 20, TRIES = 20 };
/* The most n^2 m rounds, as a measure of work: for one try; for all together.
 */
enum { WORK_ONE = 1 << 18, WORK_ALL = 1 << 18 };
/* What adds to a call's worth: a useful send; at most, a message's urgency;
 * each message that one of the two misses; at most, chance. */
enum { USEFUL = 1000, URGENT = 300, NEEDY = 20, CHANCE = 200 };

struct state {
	uint64_t known[PROCESSORS];
	/* The round's sends, by sender; message 0: nothing is sent. */
	uint8_t to[PROCESSORS], message[PROCESSORS];
	uint32_t parent; /* the state before the round, among those kept */
	uint32_t missing;
	uint64_t hash;
};

/* For sorting; a higher worth is better. */
struct rank {
	int64_t worth;
	uint64_t hash;
	uint32_t state;
};

struct telephone_beam {
	uint64_t seed, tries;	    /* the present try; the number of tries */
	uint32_t n, m, rounds, log; /* log: ceil(log2 n) */
	uint32_t round, left;	    /* the present round; those after it */
	uint64_t all;		    /* the set of all messages */
	struct random random;
	/* The holders of each message after the round so far, and how many it
	 * needs by then. */
	uint32_t plan[MESSAGES], need;
	struct state *kept; /* WIDTH for each round */
	uint32_t count;	    /* states kept after the last round */
	struct state *drawn;
	struct rank *rank;
};

/* A call that p might make. */
struct offer {
	uint32_t q;
	uint32_t x, y; /* p's and q's message, from 1; 0 for none */
	int64_t worth;
};

static uint32_t count_holders(const struct telephone_beam *beam,
	const struct state *state, uint32_t i)
{
	uint32_t holders = 0;

	for (uint32_t p = 0; p < beam->n; p++)
		holders += (uint32_t)(state->known[p] >> i & 1);
	return holders;
}

/* How many holders a message needs that many rounds before the end. */
static uint32_t need_before(const struct telephone_beam *beam, uint32_t left)
{
	assert(beam->log < 32);
	if (left > beam->log)
		return 1;
	return (beam->n + ((uint32_t)1 << left) - 1) >> left;
}

/* How urgent message i is, from URGENT down. */
static int64_t urgency(const struct telephone_beam *beam, uint32_t i)
{
	int64_t need = beam->need, plan = beam->plan[i];
	int64_t urgent = URGENT * (need - plan) / need;

	return urgent > 0 ? urgent : urgent / 30;
}

/* The most urgent of the messages, from 1, or 0 if there is none; adds its
 * worth.
 */
static uint32_t choose_beam_message(
	const struct telephone_beam *beam, uint64_t messages, int64_t *worth)
{
	int64_t best = INT64_MIN;
	uint32_t message = 0;

	for (uint32_t i = 0; i < beam->m; i++)
		if (messages >> i & 1 && urgency(beam, i) > best) {
			best = urgency(beam, i);
			message = i + 1;
		}
	if (message > 0)
		*worth += USEFUL + best;
	return message;
}

/* Rates a call of p with the offer's q; returns 0 if it is of no use. */
static int rate(struct telephone_beam *beam, const struct state *state,
	uint32_t p, struct offer *offer)
{
	uint64_t x = state->known[p] & ~state->known[offer->q];
	uint64_t y = state->known[offer->q] & ~state->known[p];

	assert(beam->round > 0);
	if (p == 0 && beam->round <= beam->m)
		x &= (uint64_t)1 << (beam->round - 1);
	if (x == 0 && y == 0)
		return 0;
	offer->worth = 0;
	offer->x = choose_beam_message(beam, x, &offer->worth);
	offer->y = choose_beam_message(beam, y, &offer->worth);
	offer->worth +=
		(int64_t)NEEDY * bits_count(beam->all & ~state->known[p]);
	offer->worth += (int64_t)NEEDY *
			bits_count(beam->all & ~state->known[offer->q]);
	offer->worth += random_below(&beam->random, CHANCE);
	return 1;
}

/* Adds p's send to the round. */
static void send_beam(struct telephone_beam *beam, struct state *next,
	uint32_t p, uint32_t q, uint32_t message)
{
	if (message == 0)
		return;
	next->to[p] = (uint8_t)q;
	next->message[p] = (uint8_t)message;
	next->known[q] |= (uint64_t)1 << (message - 1);
	beam->plan[message - 1]++;
}

/* Has p make the best call with a processor that is still free. */
static void call(struct telephone_beam *beam, const struct state *state,
	struct state *next, uint32_t p, uint64_t *busy)
{
	struct offer best = {.worth = INT64_MIN};

	for (uint32_t q = 0; q < beam->n; q++) {
		struct offer offer = {.q = q};

		if (!(*busy >> q & 1) && q != p &&
			rate(beam, state, p, &offer) &&
			offer.worth > best.worth)
			best = offer;
	}
	if (best.x == 0 && best.y == 0)
		return;
	*busy |= (uint64_t)1 << p | (uint64_t)1 << best.q;
	send_beam(beam, next, p, best.q, best.x);
	send_beam(beam, next, best.q, p, best.y);
}

/* All processors in random order; the source first, if it has something new. */
static void draw_order(struct telephone_beam *beam, uint32_t order[PROCESSORS])
{
	uint32_t from = beam->round <= beam->m;

	for (uint32_t p = 0; p < beam->n; p++)
		order[p] = p;
	for (uint32_t i = from; i + 1 < beam->n; i++) {
		uint32_t j = i + random_below(&beam->random, beam->n - i),
			 p = order[i];

		order[i] = order[j];
		order[j] = p;
	}
}

static void draw_round(struct telephone_beam *beam, const struct state *state,
	struct state *next)
{
	uint32_t order[PROCESSORS] = {0};
	uint64_t busy = 0;

	*next = *state;
	beam->need = need_before(beam, beam->left);
	for (uint32_t i = 0; i < beam->m; i++)
		beam->plan[i] = count_holders(beam, state, i);
	for (uint32_t p = 0; p < beam->n; p++)
		next->message[p] = 0;
	draw_order(beam, order);
	for (uint32_t i = 0; i < beam->n; i++)
		if (!(busy >> order[i] & 1))
			call(beam, state, next, order[i], &busy);
	next->hash = next->missing = 0;
	for (uint32_t p = 0; p < beam->n; p++) {
		next->missing += bits_count(beam->all & ~next->known[p]);
		next->hash += random_mix(next->known[p] + 1);
	}
}

/* The most useful sends that the rounds left can have. */
static uint32_t count_left(const struct telephone_beam *beam)
{
	uint32_t sends = 0;

	for (uint32_t t = beam->round + 1; t <= beam->rounds; t++) {
		uint32_t most = beam->n - (t <= beam->m ? 2 : 1);

		assert(t > 0);
		if (t <= beam->log && (uint32_t)1 << (t - 1) < most)
			most = (uint32_t)1 << (t - 1);
		sends += most;
	}
	return sends;
}

/* Whether everybody may still know everything in time. */
static int may_end(const struct telephone_beam *beam, const struct state *state)
{
	if (state->missing > count_left(beam))
		return 0;
	for (uint32_t p = 1; p < beam->n; p++)
		if (bits_count(beam->all & ~state->known[p]) > beam->left)
			return 0;
	for (uint32_t i = 0; i < beam->m; i++)
		if (count_holders(beam, state, i) < beam->need)
			return 0;
	return 1;
}

static int64_t rate_state(
	struct telephone_beam *beam, const struct state *state)
{
	int64_t worth = random_below(&beam->random, 10);

	worth -= (int64_t)state->missing * 200;
	for (uint32_t p = 1; p < beam->n; p++)
		for (uint32_t q = 1; q < p; q++) {
			uint64_t a = state->known[p], b = state->known[q];

			worth += (a & ~b) != 0 && (b & ~a) != 0 ? 2 : 0;
		}
	return worth;
}

static int compare_beam(const void *left, const void *right)
{
	const struct rank *a = left, *b = right;
	int order = (a->worth < b->worth) - (a->worth > b->worth);

	order = number_compare_next(order, a->hash, b->hash);
	return number_compare_next(order, a->state, b->state);
}

/* Draws the next round for all states kept; returns how many states are kept.
 */
static uint32_t advance_beam(struct telephone_beam *beam)
{
	struct state *kept = beam->kept + (size_t)beam->round * WIDTH;
	uint32_t drawn = 0, count = 0;

	beam->round++;
	beam->left = beam->rounds - beam->round;
	for (uint32_t i = 0; i < beam->count * DRAWN; i++) {
		struct state *next = &beam->drawn[drawn];

		draw_round(beam, &kept[i / DRAWN], next);
		if (!may_end(beam, next))
			continue;
		next->parent = i / DRAWN;
		beam->rank[drawn] = (struct rank){
			rate_state(beam, next), next->hash, drawn};
		drawn++;
	}
	qsort(beam->rank, drawn, sizeof *beam->rank, compare_beam);
	kept += WIDTH;
	for (uint32_t i = 0; i < drawn && count < WIDTH; i++)
		if (i == 0 || beam->rank[i].hash != beam->rank[i - 1].hash)
			kept[count++] = beam->drawn[beam->rank[i].state];
	return count;
}

/* Records the rounds that led to the best of the states kept last. */
static void record_way(
	const struct telephone_beam *beam, struct rounds_record *record)
{
	const struct state *state;
	uint32_t at = 0;

	for (uint32_t t = 0; t < beam->rounds; t++)
		rounds_record_add(record);
	for (uint32_t t = beam->rounds; t > 0; t--) {
		struct rounds_send *sends =
			record->send + (size_t)(t - 1) * beam->n;

		state = &beam->kept[(size_t)t * WIDTH + at];
		for (uint32_t p = 0; p < beam->n; p++)
			if (state->message[p] > 0)
				sends[p] = (struct rounds_send){
					state->to[p], state->message[p]};
		at = state->parent;
	}
}

/* A try begins with nobody but the source knowing anything. */
static void begin_try(struct telephone_beam *beam)
{
	*beam->kept = (struct state){.known = {beam->all}};
	beam->random = (struct random){.seed = beam->seed};
	beam->round = 0;
	beam->count = 1;
}

struct telephone_beam *telephone_beam_begin(
	uint32_t n, uint32_t m, uint32_t rounds)
{
	uint64_t work = (uint64_t)n * n * m * rounds;
	struct telephone_beam *beam;

	if (n > PROCESSORS || m > MESSAGES || work > WORK_ONE)
		return NULL;
	beam = mem_array(1, sizeof *beam);
	beam->n = n;
	beam->m = m;
	beam->rounds = rounds;
	beam->all = m < 64 ? ((uint64_t)1 << m) - 1 : UINT64_MAX;
	while ((uint32_t)1 << beam->log < n)
		beam->log++;
	beam->kept =
		mem_array(((size_t)rounds + 1) * WIDTH, sizeof *beam->kept);
	beam->drawn = mem_array((size_t)WIDTH * DRAWN, sizeof *beam->drawn);
	beam->rank = mem_array((size_t)WIDTH * DRAWN, sizeof *beam->rank);
	beam->tries = WORK_ALL / work < TRIES ? WORK_ALL / work : TRIES;
	begin_try(beam);
	return beam;
}

enum search_state telephone_beam_step(struct telephone_beam *beam,
	struct rounds_record *record, uint64_t *work)
{
	*work += (uint64_t)beam->count * DRAWN * beam->n * beam->n * beam->m;
	beam->count = advance_beam(beam);
	if (beam->count > 0 && beam->round < beam->rounds)
		return SEARCH_RUNNING;
	if (beam->count > 0) {
		record->n = beam->n;
		rounds_record_clear(record);
		record_way(beam, record);
		return SEARCH_FOUND;
	}
	if (++beam->seed == beam->tries)
		return SEARCH_EXHAUSTED;
	begin_try(beam);
	return SEARCH_RUNNING;
}

void telephone_beam_close(struct telephone_beam *beam)
{
	if (!beam)
		return;
	mem_free(beam->kept);
	mem_free(beam->drawn);
	mem_free(beam->rank);
	mem_free(beam);
}
