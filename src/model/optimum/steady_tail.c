/*
 * The beginning, all times but the last L, is filled time by time.  The free
 * senders and the free receivers of a time are matched, where the sender has an
 * item that the receiver lacks; of these items one that few have is sent.  A
 * receiver with no more free steps left than items to get must be served,
 * others are if possible.  The source sends a new item as long as there is one.
 *   The ending, the last L times, is filled all at once (periodic/ending.c), as
 * nothing sent then is passed on.  Whether it can be filled depends on the few
 * sends before it.  So a beginning is rated by the number of wishes that its
 * ending leaves unmet: each round repeats the best beginning so far up to a
 * random time, makes the rest anew, and keeps it unless more wishes are left.
 */
#include "model/optimum/steady.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "model/periodic/periodic.h"

static const uint32_t NOBODY = UINT32_MAX;

/* UNIT: precision of an item's rarity; NOISES: of random amounts added to it,
 * 8, 16, ..  STUCK, STUCKS: a round goes back at most 8, 16, .. times.  BACK,
 * SLOWER: by up to 2 times, and by one more for every 32 times that it was
 * stuck. */
enum { UNIT = 64, NOISES = 4, STUCK = 8, STUCKS = 6, BACK = 2, SLOWER = 32 };

/* The most processors times steps that are replayed in a round, roughly. */
enum { REPLAYS = 1 << 19 };

/* A start from nothing ends after so many rounds without progress; the search
 * ends after so many starts. */
enum { ROUNDS = 40, STARTS = 3 };

/* The work for a processor in a step. */
enum { STEP = 24 };

struct steady_fill {
	struct steady_numbers numbers;
	const struct steady_edge *edge;
	struct random random;
	struct steady_tail tail, best; /* best: without the ending */
	struct periodic_ending *ending;
	uint32_t first;		 /* the time at which the ending begins */
	uint32_t left;		 /* wishes that best leaves; NOBODY: no best */
	uint32_t rounds, starts; /* in vain */
	uint64_t work;		 /* so far, roughly nanoseconds */
	uint32_t noise;		 /* bounds what is added to an item's rarity */
	uint32_t most;		 /* how often a round may go back */
	uint64_t *has, *got; /* by processor: items there; also those coming */
	uint64_t *coming; /* [u % L · P + p]: items that reach p at time u */
	uint32_t *lacks, *slots; /* items; free steps to receive them */
	uint32_t *later; /* [u · P + p]: p's free sends from time u on */
	/* By item: how many lack it; the free sends of all who have it. */
	uint32_t wanted[STEADY_ITEMS_MAX];
	int64_t supply[STEADY_ITEMS_MAX];
	uint32_t fresh; /* the next item of the source */
	/* Of the present time: free senders, and as many free receivers. */
	uint32_t *from, *to, count;
	uint32_t *match; /* by index of the sender: that of its receiver */
	uint8_t *seen;
};

/* The items that a sender can offer. */
static uint64_t get_offer(const struct steady_fill *fill, uint32_t from)
{
	if (from == 0 && fill->fresh < fill->numbers.items)
		return (uint64_t)1 << fill->fresh;
	return fill->has[from];
}

/* Finds a sender for receiver number b, moving others if necessary. */
static int augment(struct steady_fill *fill, uint32_t b, uint32_t first)
{
	uint64_t lacks = ~fill->got[fill->to[b]];

	for (uint32_t j = 0; j < fill->count; j++) {
		uint32_t a = first + j < fill->count ? first + j
						     : first + j - fill->count;

		if (fill->seen[a] ||
			(get_offer(fill, fill->from[a]) & lacks) == 0)
			continue;
		fill->seen[a] = 1;
		fill->work += 2 + j;
		if (fill->match[a] == NOBODY ||
			augment(fill, fill->match[a], first)) {
			fill->match[a] = b;
			return 1;
		}
	}
	return 0;
}

static void swap_receivers(struct steady_fill *fill, uint32_t i, uint32_t j)
{
	uint32_t p = fill->to[i];

	fill->to[i] = fill->to[j];
	fill->to[j] = p;
}

/* Drops the receivers that have everything and shuffles the others; puts those
 * that must be served first and, without a design, then those that have nothing
 * yet.  Returns how many must be served. */
static uint32_t order_receivers(struct steady_fill *fill, uint32_t *receivers)
{
	uint32_t must = 0, empty = 0, count = 0;

	for (uint32_t i = 0; i < fill->count; i++) {
		uint32_t p = fill->to[i];

		fill->slots[p]--;
		if (fill->lacks[p] > 0)
			fill->to[count++] = p;
	}
	for (uint32_t i = 0; i + 1 < count; i++)
		swap_receivers(
			fill, i, i + random_below(&fill->random, count - i));
	for (uint32_t i = 0; i < count && !fill->edge; i++)
		if (fill->lacks[fill->to[i]] == fill->numbers.items)
			swap_receivers(fill, i, empty++);
	for (uint32_t i = 0; i < count; i++)
		if (fill->lacks[fill->to[i]] > fill->slots[fill->to[i]])
			swap_receivers(fill, i, must++);
	*receivers = count;
	return must;
}

static int match_all(struct steady_fill *fill)
{
	uint32_t receivers, must = order_receivers(fill, &receivers);

	memset(fill->match, 0xff, fill->count * sizeof *fill->match);
	for (uint32_t b = 0; b < receivers; b++) {
		memset(fill->seen, 0, fill->count);
		if (!augment(fill, b,
			    random_below(&fill->random, fill->count)) &&
			b < must)
			return 0;
	}
	return 1;
}

/* The item of a set with the fewest free sends for each processor that lacks
 * it, give or take some noise. */
static uint32_t choose_item(struct steady_fill *fill, uint64_t items)
{
	uint32_t best = 0;
	int64_t least = INT64_MAX;

	for (uint32_t i = 0; i < fill->numbers.items; i++) {
		int64_t many;

		if ((items >> i & 1) == 0)
			continue;
		many = fill->supply[i] * UNIT / fill->wanted[i];
		many += random_below(&fill->random, fill->noise);
		if (many < least) {
			least = many;
			best = i;
		}
	}
	return best;
}

static void note_send(struct steady_fill *fill,
	const struct periodic_send *send, uint32_t u, uint64_t *coming)
{
	const struct steady_numbers *numbers = &fill->numbers;

	fill->got[send->to] |= (uint64_t)1 << send->item;
	coming[send->to] |= (uint64_t)1 << send->item;
	fill->wanted[send->item]--;
	if (u + numbers->L < numbers->steps)
		fill->supply[send->item] +=
			fill->later[(u + numbers->L) * numbers->P + send->to];
	fill->lacks[send->to]--;
	if (send->from == 0 && send->item == fill->fresh)
		fill->fresh++;
}

static void send_all(struct steady_fill *fill, uint32_t u, uint64_t *coming)
{
	struct steady_tail *tail = &fill->tail;
	size_t sends = tail->end[u];

	for (uint32_t a = 0; a < fill->count; a++) {
		struct periodic_send send = {.from = fill->from[a]};

		if (fill->match[a] == NOBODY)
			continue;
		send.to = fill->to[fill->match[a]];
		send.item = choose_item(
			fill, get_offer(fill, send.from) & ~fill->got[send.to]);
		note_send(fill, &send, u, coming);
		tail->send[sends++] = send;
	}
	tail->end[u + 1] = sends;
}

/* Lists everybody as sender and receiver; the source lacks nothing. */
static void list_all(struct steady_fill *fill)
{
	for (fill->count = 0; fill->count < fill->numbers.P; fill->count++)
		fill->from[fill->count] = fill->to[fill->count] = fill->count;
}

/* Lists the free senders and receivers of time u: the edges whose item at that
 * time is not of the broadcast. */
static void list_free(struct steady_fill *fill, uint32_t u)
{
	fill->count = 0;
	fill->work += (uint64_t)STEP * fill->numbers.P;
	if (!fill->edge) {
		list_all(fill);
		return;
	}
	for (uint32_t i = 0; i + 1 < fill->numbers.P; i++) {
		const struct steady_edge *edge = &fill->edge[i];

		if (edge->age > u)
			continue;
		fill->from[fill->count] =
			i == 0 ? 0 : steady_at(&edge->from, u - edge->age);
		fill->to[fill->count++] = steady_at(&edge->to, u - edge->age);
	}
}

/* Receives what arrives at time u, and lists the free sends.  Returns where to
 * note the items sent now. */
static uint64_t *begin_time(struct steady_fill *fill, uint32_t u)
{
	const struct steady_numbers *numbers = &fill->numbers;
	uint64_t *coming = fill->coming + (size_t)(u % numbers->L) * numbers->P;

	for (uint32_t p = 0; p < numbers->P; p++) {
		fill->has[p] |= coming[p];
		coming[p] = 0;
	}
	list_free(fill, u);
	for (uint32_t a = 0; a < fill->count; a++)
		for (uint32_t i = 0; i < numbers->items; i++)
			fill->supply[i] -=
				(int64_t)(fill->has[fill->from[a]] >> i & 1);
	return coming;
}

static int fill_time(struct steady_fill *fill, uint32_t u)
{
	uint64_t *coming = begin_time(fill, u);

	if (!match_all(fill))
		return 0;
	send_all(fill, u, coming);
	return 1;
}

/* Sets everything to the state before time 0. */
static void reset(struct steady_fill *fill)
{
	const struct steady_numbers *numbers = &fill->numbers;
	size_t P = numbers->P;

	memset(fill->has, 0, P * (2 + numbers->L) * sizeof *fill->has);
	memset(fill->slots, 0, P * sizeof *fill->slots);
	for (uint32_t i = 0; i < numbers->items; i++) {
		fill->wanted[i] = numbers->P - 1;
		fill->supply[i] = numbers->steps - 1;
	}
	fill->fresh = 0;
	assert(numbers->items > 0);
	fill->has[0] = fill->got[0] = UINT64_MAX >> (64 - numbers->items);
	for (uint32_t p = 1; p < numbers->P; p++)
		fill->lacks[p] = numbers->items;
	for (uint32_t u = 0; u + 1 < numbers->steps; u++) {
		list_free(fill, u);
		for (uint32_t i = 0; i < fill->count; i++)
			fill->slots[fill->to[i]]++;
	}
}

/* Replays the tail's sends before a time. */
static void go_back(struct steady_fill *fill, uint32_t time)
{
	reset(fill);
	for (uint32_t u = 0; u < time; u++) {
		uint64_t *coming = begin_time(fill, u);

		for (uint32_t i = 0; i < fill->count; i++)
			fill->slots[fill->to[i]]--;
		for (size_t i = fill->tail.end[u]; i < fill->tail.end[u + 1];
			i++)
			note_send(fill, &fill->tail.send[i], u, coming);
	}
}

/* Fills the beginning from time u on; where a receiver that must be served
 * cannot be, goes some times back.  Returns 0 if that happens too often. */
static int fill_beginning(struct steady_fill *fill, uint32_t u)
{
	uint32_t stuck = 0;

	while (u < fill->first) {
		if (fill_time(fill, u)) {
			u++;
			continue;
		}
		if (++stuck > fill->most)
			return 0;
		u -= random_below(&fill->random, 1 + BACK + stuck / SLOWER) %
		     (u + 1);
		go_back(fill, u);
	}
	return 1;
}

/* Fills the ending; returns how many wishes are left. */
static uint32_t fill_ending(struct steady_fill *fill)
{
	struct periodic_ending *ending = fill->ending;
	const struct steady_numbers *numbers = &fill->numbers;

	periodic_ending_reset(ending);
	for (uint32_t u = fill->first; u + 1 < numbers->steps; u++) {
		begin_time(fill, u);
		periodic_ending_time(ending, u - fill->first);
		for (uint32_t i = 0; i < fill->count; i++)
			periodic_ending_add(ending, fill->from[i], fill->to[i],
				fill->has[fill->from[i]]);
	}
	for (uint32_t p = 1; p < numbers->P; p++)
		for (uint32_t i = 0; i < numbers->items; i++)
			if ((fill->got[p] >> i & 1) == 0)
				periodic_ending_wish(ending, p, i);
	return periodic_ending_meet(ending, &fill->random, &fill->work);
}

static void count_later(struct steady_fill *fill)
{
	uint32_t P = fill->numbers.P;

	for (uint32_t u = fill->numbers.steps - 1; u-- > 0;) {
		uint32_t *now = fill->later + (size_t)u * P;

		memcpy(now, now + P, P * sizeof *now);
		list_free(fill, u);
		for (uint32_t a = 0; a < fill->count; a++)
			now[fill->from[a]]++;
	}
}

/* How often a round may go back: a random power of two, less if it takes long.
 */
static uint32_t get_most(
	const struct steady_numbers *numbers, struct random *random)
{
	uint32_t most = (uint32_t)STUCK << random_below(random, STUCKS);
	uint64_t affordable = REPLAYS / ((uint64_t)numbers->P * numbers->steps);

	return most < affordable ? most : (uint32_t)affordable;
}

static void init_tail(
	struct steady_tail *tail, const struct steady_numbers *numbers)
{
	size_t sends = (size_t)numbers->items * (numbers->P - 1);

	tail->send = mem_array(sends, sizeof *tail->send);
	tail->end = mem_array(numbers->steps + (size_t)1, sizeof *tail->end);
}

struct steady_fill *steady_fill_new(const struct steady_numbers *numbers,
	const struct steady_edge *edge, uint64_t seed)
{
	struct steady_fill *fill = mem_array(1, sizeof *fill);
	uint32_t last = numbers->steps - 1;
	size_t P = numbers->P;

	*fill = (struct steady_fill){
		.numbers = *numbers, .edge = edge, .left = NOBODY};
	fill->random.seed = seed;
	fill->first = last > numbers->L ? last - numbers->L : 0;
	init_tail(&fill->tail, numbers);
	init_tail(&fill->best, numbers);
	fill->ending = periodic_ending_new(numbers->P, last - fill->first,
		last - fill->first, (last - fill->first) * numbers->P);
	fill->has = mem_array(P, (2 + numbers->L) * sizeof *fill->has);
	fill->got = fill->has + P;
	fill->coming = fill->got + P;
	fill->lacks = mem_array(P, 5 * sizeof *fill->lacks);
	fill->slots = fill->lacks + P;
	fill->from = fill->slots + P;
	fill->to = fill->from + P;
	fill->match = fill->to + P;
	fill->seen = mem_array(P, 1);
	fill->later = mem_array(P * numbers->steps, sizeof *fill->later);
	count_later(fill);
	return fill;
}

void steady_fill_free(struct steady_fill *fill)
{
	if (!fill)
		return;
	steady_tail_clear(&fill->tail);
	steady_tail_clear(&fill->best);
	periodic_ending_free(fill->ending);
	mem_free(fill->later);
	mem_free(fill->has);
	mem_free(fill->lacks);
	mem_free(fill->seen);
	mem_free(fill);
}

/* Begins a round from nothing, or with the best tail's sends before a random
 * time.  Returns the first time to be filled. */
static uint32_t begin_round(struct steady_fill *fill)
{
	struct random *random = &fill->random;
	uint32_t u;

	if (fill->left == NOBODY) {
		fill->noise = (uint32_t)8 << random_below(random, NOISES);
		fill->most = get_most(&fill->numbers, random);
		reset(fill);
		return 0;
	}
	u = fill->first > 0 ? random_below(random, fill->first) : 0;
	memcpy(fill->tail.end, fill->best.end,
		(u + 1) * sizeof *fill->best.end);
	memcpy(fill->tail.send, fill->best.send,
		fill->best.end[u] * sizeof *fill->best.send);
	go_back(fill, u);
	return u;
}

/* Keeps the round's tail if no more wishes are left than with the best, and
 * starts from nothing after too many rounds without progress. */
static void end_round(struct steady_fill *fill, uint32_t left)
{
	fill->rounds++;
	if (left < fill->left)
		fill->rounds = 0;
	if (left <= fill->left && left != NOBODY) {
		struct steady_tail best = fill->tail;

		fill->tail = fill->best;
		fill->best = best;
		fill->left = left;
	}
	if (fill->left != NOBODY && fill->rounds < ROUNDS)
		return;
	fill->left = NOBODY;
	fill->rounds = 0;
	fill->starts++;
}

/* Hands over the tail, with the ending. */
static void take_tail(struct steady_fill *fill, struct steady_tail *tail)
{
	*tail = fill->tail;
	fill->tail = (struct steady_tail){NULL, NULL};
	for (uint32_t u = fill->first; u + 1 < fill->numbers.steps; u++)
		tail->end[u + 1] =
			tail->end[u] + periodic_ending_list(fill->ending,
					       u - fill->first,
					       tail->send + tail->end[u]);
}

enum search_state steady_fill_round(
	struct steady_fill *fill, struct steady_tail *tail, uint64_t *work)
{
	uint64_t before = fill->work;
	uint32_t u = begin_round(fill), left = NOBODY;

	if (fill_beginning(fill, u))
		left = fill_ending(fill);
	*work += fill->work - before;
	if (left == 0) {
		take_tail(fill, tail);
		return SEARCH_FOUND;
	}
	end_round(fill, left);
	return fill->starts < STARTS ? SEARCH_RUNNING : SEARCH_EXHAUSTED;
}

void steady_tail_clear(struct steady_tail *tail)
{
	mem_free(tail->send);
	mem_free(tail->end);
	*tail = (struct steady_tail){NULL, NULL};
}
