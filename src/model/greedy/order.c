/*
 * A queue is sorted by counting its keys.  While a place is drawn for each of
 * its members, from the last to the first, it is put at once where it belongs
 * among those with its key.
 */
#include "model/greedy/pass.h"

#include <string.h>

enum {
	LEVELS = 256,
	SHORT = 24,		 /* a queue */
	MANY_RECEIVERS = 1 << 10 /* times the senders */
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

/* The key as a level from 0 up: its excess over least, capped. */
static inline uint32_t level_of(uint32_t key, uint32_t least)
{
	return key - least < LEVELS ? key - least : LEVELS - 1;
}

static uint32_t least_key(const struct greedy_queue *queue, const uint32_t *key)
{
	uint32_t least = UINT32_MAX;

	for (uint32_t i = 0; i < queue->count; i++) {
		uint32_t one = key[queue->id[i]];

		least = one < least ? one : least;
	}
	return least;
}

/* Shuffles the queue into ordered, by levels: end[level] is where it ends
 * there.  Places are drawn from the last to the first, as shuffle does. */
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
	pass->random.drawn--; /* for the last one there is only one place */
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
