/*
 * Sorts a queue by keys, ties in random order: a counting sort that shuffles at
 * the same time.  Members are drawn one by one, as Fisher and Yates shuffle
 * from the last place to the first, and each goes straight to the end of the
 * room left for its key.  Keys that exceed the least by LEVELS or more count as
 * equal; a short queue is shuffled, then sorted by insertion.
 *
 * Example: keys A 1, B 2, C 1.  The order drawn is B, C, A: B goes to place 2,
 * C to place 1, A to place 0, so the queue becomes A C B.
 */
#include "model/greedy/pass.h"

#include <string.h>

enum {
	LEVELS = 256,
	SHORT = 24,		 /* the longest queue sorted by insertion */
	MANY_RECEIVERS = 1 << 10 /* for each sender */
};

static void shuffle(struct greedy_pass *pass, struct greedy_queue *queue)
{
	for (uint32_t i = queue->count; i > 1; i--) {
		uint32_t j = random_below(&pass->random, i);
		uint32_t id = queue->id[j];

		queue->id[j] = queue->id[i - 1];
		queue->id[i - 1] = id;
	}
}

/* Sorts a short queue; ties keep their order. */
static void insert_in_order(struct greedy_queue *queue, const uint32_t *key)
{
	for (uint32_t i = 1; i < queue->count; i++) {
		uint32_t id = queue->id[i], j = i;

		for (; j > 0 && key[queue->id[j - 1]] > key[id]; j--)
			queue->id[j] = queue->id[j - 1];
		queue->id[j] = id;
	}
}

/* The key as a level from 0 up: its excess over least, capped. */
static inline uint32_t level_of(uint32_t key, uint32_t least)
{
	return key - least < LEVELS ? key - least : LEVELS - 1;
}

static uint32_t least_key(const struct greedy_queue *queue, const uint32_t *key)
{
	uint32_t least = UINT32_MAX;

	for (uint32_t i = 0; i < queue->count; i++)
		if (key[queue->id[i]] < least)
			least = key[queue->id[i]];
	return least;
}

/* Shuffles the queue into `ordered', by levels.  end[level]: where the level
 * ends there; sets it to where it begins.  Draws the same numbers as shuffle.
 */
static void shuffle_in_order(struct greedy_pass *pass,
	const struct greedy_queue *queue, const uint32_t *key, uint32_t least,
	uint32_t *end, uint32_t *ordered)
{
	struct random random = pass->random;
	uint32_t *id = queue->id;

	for (uint32_t i = queue->count; i-- > 0;) {
		uint32_t j = random_below(&random, i + 1), one = id[j];

		id[j] = id[i];
		ordered[--end[level_of(key[one], least)]] = one;
	}
	pass->random = random;
	pass->random.drawn--; /* shuffle draws none for the first place */
}

/* Sorts a queue by its keys, ties in random order. */
static void put_in_order(struct greedy_pass *pass, struct greedy_queue *queue,
	const uint32_t *key)
{
	/* Keys are at most m. */
	uint32_t least = pass->problem.m < LEVELS ? 0 : least_key(queue, key);
	uint32_t levels =
		pass->problem.m < LEVELS ? pass->problem.m + 1 : LEVELS;
	uint32_t end[LEVELS], *ordered = pass->other;

	pass->work += queue->count;
	if (queue->count <= SHORT) {
		shuffle(pass, queue);
		insert_in_order(queue, key);
		return;
	}
	memset(end, 0, levels * sizeof *end);
	for (uint32_t i = 0; i < queue->count; i++)
		end[level_of(key[queue->id[i]], least)]++;
	for (uint32_t level = 1; level < levels; level++)
		end[level] += end[level - 1];
	shuffle_in_order(pass, queue, key, least, end, ordered);
	pass->other = queue->store;
	queue->store = queue->id = ordered;
}

void greedy_order_senders(struct greedy_pass *pass)
{
	put_in_order(pass, &pass->senders, pass->holds);
}

void greedy_order_receivers(struct greedy_pass *pass)
{
	const struct greedy_queue *queue = &pass->receivers;

	if (queue->count / MANY_RECEIVERS > pass->senders.count &&
		pass->ordered > queue->count / 2)
		return;
	put_in_order(pass, &pass->receivers, pass->gets);
	pass->ordered = queue->count;
}
