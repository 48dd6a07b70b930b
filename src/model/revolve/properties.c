/*
 * The communication distance set, in closed form for next (arity 2) and snext2,
 * otherwise from all messages of a step; and the properties of a scheme.  h is
 * the number of levels of the tree, or of bits of a list's positions.  A spread
 * without a formula is found by simulation, with a bit set for each process of
 * the processes it has heard of.
 */
#include "model/revolve/facts.h"

#include <assert.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

/* -- Pairs. */

enum status revolve_check_count(const mpz_t count, unsigned bits,
	const char *before, const char *after, struct err *err)
{
	char *text;

	if (mpz_cmp_ui(count, 1UL << bits) <= 0)
		return STATUS_OK;
	text = number_integer_text(count);
	err_limit(err, before, ERR_TEXT, text, after);
	mem_free(text);
	return STATUS_LIMIT;
}

enum status revolve_pairs_init(struct revolve_pairs *pairs,
	const struct revolve *revolve, struct err *err)
{
	enum status status = revolve_check_count(revolve->size,
		REVOLVE_PAIRS_BITS, "a table of ",
		" positions would be needed, more than 2^24", err);
	mpz_t i, from, to;

	*pairs = (struct revolve_pairs){0};
	if (status != STATUS_OK)
		return status;
	pairs->size = (uint32_t)mpz_get_ui(revolve->size);
	pairs->count = (uint32_t)mpz_get_ui(revolve->senders);
	pairs->pair = mem_array(pairs->count, sizeof *pairs->pair);
	mpz_inits(i, from, to, NULL);
	for (uint32_t at = 0; at < pairs->count; at++) {
		mpz_set_ui(i, at);
		revolve->ops->pair(from, to, revolve, i);
		pairs->pair[at].from = (uint32_t)mpz_get_ui(from);
		pairs->pair[at].to = (uint32_t)mpz_get_ui(to);
	}
	mpz_clears(i, from, to, NULL);
	return STATUS_OK;
}

void revolve_pairs_clear(struct revolve_pairs *pairs)
{
	mem_free(pairs->pair);
	pairs->pair = NULL;
}

/* The processes of which each process has heard: a row of bits for each. */
struct knowledge {
	size_t words; /* of a row */
	uint64_t *bits;
	unsigned char *whole; /* for each process: whether it knows all */
};

static void knowledge_init(struct knowledge *all, uint32_t size)
{
	all->words = size / 64 + 1;
	all->bits = mem_array(all->words * size, sizeof *all->bits);
	for (uint32_t i = 0; i < size; i++)
		bits_add(all->bits + i * all->words, i);
	all->whole = mem_array(size, 1);
}

static void knowledge_clear(struct knowledge *all)
{
	mem_free(all->bits);
	mem_free(all->whole);
}

/* Adds the sender's row to the receiver's; returns whether anything was new. */
static int pass_on(struct knowledge *all, uint32_t from, uint32_t to)
{
	const uint64_t *source = all->bits + from * all->words;
	uint64_t *target = all->bits + to * all->words, fresh = 0;

	for (size_t i = 0; i < all->words; i++) {
		fresh |= source[i] & ~target[i];
		target[i] |= source[i];
	}
	return fresh != 0;
}

static int knows_all(
	const struct knowledge *all, uint32_t process, uint32_t size)
{
	const uint64_t *row = all->bits + process * all->words;

	for (size_t i = 0; i < size / 64; i++)
		if (~row[i])
			return 0;
	return row[size / 64] == (UINT64_C(1) << size % 64) - 1;
}

/* No process both sends and receives in a step, so order does not matter. */
unsigned long revolve_pairs_spread(const struct revolve_pairs *pairs)
{
	struct knowledge all;
	uint32_t known = 0, time = 0, size = pairs->size;
	unsigned long steps = 0;

	assert(size <= REVOLVE_SPREAD_MAX);
	knowledge_init(&all, size);
	if (size == 1)
		known = 1;
	for (; known < size; steps++) {
		for (uint32_t i = 0; i < pairs->count; i++) {
			uint32_t from = revolve_process(
				pairs->pair[i].from, time, size);
			uint32_t to =
				revolve_process(pairs->pair[i].to, time, size);

			if (all.whole[to] || !pass_on(&all, from, to))
				continue;
			all.whole[to] =
				(unsigned char)knows_all(&all, to, size);
			known += all.whole[to];
		}
		time = time + 1 == size ? 0 : time + 1;
	}
	knowledge_clear(&all);
	return steps;
}

/* -- Distances. */

/* Finds the distances from all pairs. */
static enum status find_all(struct revolve_distances *distances,
	const struct revolve *revolve, struct err *err)
{
	struct revolve_pairs pairs;
	enum status status = revolve_pairs_init(&pairs, revolve, err);

	if (status != STATUS_OK)
		return status;
	distances->found = mem_array(
		(size_t)bits_words(pairs.size), sizeof *distances->found);
	for (uint32_t i = 0; i < pairs.count; i++) {
		uint32_t d = revolve_process(
			pairs.pair[i].to, pairs.pair[i].from, pairs.size);

		distances->count += !bits_has(distances->found, d);
		bits_add(distances->found, d);
	}
	revolve_pairs_clear(&pairs);
	return STATUS_OK;
}

enum status revolve_distances_init(struct revolve_distances *distances,
	const struct revolve *revolve, struct err *err)
{
	*distances = (struct revolve_distances){.revolve = revolve};
	mpz_init(distances->distance);
	if (revolve->scheme == REVOLVE_NEXT && revolve->arity == 2)
		distances->count = 2 * (revolve->height - 1);
	else if (revolve->scheme == REVOLVE_SNEXT2)
		distances->count = revolve->height;
	else
		return find_all(distances, revolve, err);
	return STATUS_OK;
}

void revolve_distances_clear(struct revolve_distances *distances)
{
	mpz_clear(distances->distance);
	mem_free(distances->found);
	distances->found = NULL;
}

/* distance = 2^i - 1. */
static void set_ones(mpz_t distance, unsigned long i)
{
	mpz_set_ui(distance, 0);
	mpz_setbit(distance, i);
	mpz_sub_ui(distance, distance, 1);
}

/* Distance at of {2^i - 1, -2^(i-1): i = 1..h-1}, Theorem 2: 1, -1, -2, 3, -4,
 * 7, -8, ... */
static void closed_next(mpz_t distance, unsigned long at)
{
	if (at < 2)
		at = 1 - at;
	if (at % 2 == 1) {
		set_ones(distance, (at + 1) / 2);
	} else {
		mpz_set_ui(distance, 0);
		mpz_setbit(distance, at / 2);
		mpz_neg(distance, distance);
	}
}

/* Distance at of {2^i - 1: i = 1..h}, Theorem 4, of which the last is -1: 1,
 * -1, 3, 7, ... */
static void closed_snext2(mpz_t distance, unsigned long at)
{
	if (at == 1)
		mpz_set_si(distance, -1);
	else
		set_ones(distance, at == 0 ? 1 : at);
}

/* Element at of 1, -1, 2, -2, ..., mod N. */
static uint32_t distance_at(uint32_t at, uint32_t size)
{
	return at % 2 == 0 ? at / 2 + 1 : size - (at / 2 + 1);
}

static int found_next(struct revolve_distances *distances)
{
	uint32_t size = (uint32_t)mpz_get_ui(distances->revolve->size);

	while (distances->at + 1 < size) {
		uint32_t at = (uint32_t)distances->at++;
		uint32_t d = distance_at(at, size);

		if (!bits_has(distances->found, d))
			continue;
		mpz_set_ui(distances->distance, at / 2 + 1);
		if (at % 2 == 1)
			mpz_neg(distances->distance, distances->distance);
		return 1;
	}
	return 0;
}

int revolve_distances_next(struct revolve_distances *distances)
{
	if (distances->found)
		return found_next(distances);
	if (distances->at == distances->count)
		return 0;
	if (distances->revolve->scheme == REVOLVE_NEXT)
		closed_next(distances->distance, distances->at++);
	else
		closed_snext2(distances->distance, distances->at++);
	return 1;
}

/* -- Properties. */

const char *const revolve_property_names[] = {"gather", "broadcast", "spread",
	"messages", "sends", "receives", "distances", NULL};

/* value = h(h+plus)/2 + more. */
static void half_square(mpz_t value, unsigned long h, long plus, long more)
{
	mpz_set_si(value, plus);
	mpz_add_ui(value, value, h);
	mpz_mul_ui(value, value, h);
	mpz_tdiv_q_2exp(value, value, 1);
	if (more < 0)
		mpz_sub_ui(value, value, (unsigned long)-more);
	else
		mpz_add_ui(value, value, (unsigned long)more);
}

/* value = factor·h - less. */
static void line(
	mpz_t value, unsigned long h, unsigned long factor, unsigned long less)
{
	mpz_set_ui(value, h);
	mpz_mul_ui(value, value, factor);
	mpz_sub_ui(value, value, less);
}

/* h for bcnext; by simulation 2h - 2 for snext, h(h-1)/2 + 1 for snext2. */
static int broadcast(mpz_t value, const struct revolve *revolve)
{
	unsigned long h = revolve->height;

	switch (revolve->scheme) {
	case REVOLVE_NEXT:
		return 0;
	case REVOLVE_SNEXT:
		line(value, h, 2, 2);
		if (h == 1)
			mpz_set_ui(value, 1);
		return 1;
	case REVOLVE_SNEXT2:
		half_square(value, h, -1, 1);
		return 1;
	case REVOLVE_BCNEXT:
		break;
	}
	mpz_set_ui(value, h);
	return 1;
}

/* The spread by simulation; 0 if there are too many positions. */
static int counted_spread(mpz_t value, const struct revolve *revolve)
{
	struct revolve_pairs pairs;
	struct err err;

	if (mpz_cmp_ui(revolve->size, REVOLVE_SPREAD_MAX) > 0 ||
		revolve_pairs_init(&pairs, revolve, &err) != STATUS_OK)
		return 0;
	mpz_set_ui(value, revolve_pairs_spread(&pairs));
	revolve_pairs_clear(&pairs);
	return 1;
}

/* (h-1)k + h(h-1)/2: the spread for k = 2; no other simulated tree needs more.
 */
static void most_tree_steps(mpz_t value, const struct revolve *revolve)
{
	unsigned long h = revolve->height;
	mpz_t inner;

	half_square(value, h, -1, 0);
	mpz_init_set_ui(inner, revolve->arity);
	mpz_mul_ui(inner, inner, h - 1);
	mpz_add(value, value, inner);
	mpz_clear(inner);
}

/* 2h for bcnext, as a change is gathered, then broadcast; by simulation
 * 3h - 2 for snext, h(h+1)/2 + 1 for snext2. */
static int spread(mpz_t value, const struct revolve *revolve)
{
	unsigned long h = revolve->height;

	switch (revolve->scheme) {
	case REVOLVE_NEXT:
		if (revolve->arity > 2)
			return counted_spread(value, revolve);
		most_tree_steps(value, revolve);
		return 1;
	case REVOLVE_SNEXT:
		line(value, h, 3, 2);
		if (h == 1)
			mpz_set_ui(value, 2);
		return 1;
	case REVOLVE_SNEXT2:
		half_square(value, h, 1, 1);
		return 1;
	case REVOLVE_BCNEXT:
		break;
	}
	line(value, h, 2, 0);
	return 1;
}

void revolve_spread_estimate(mpz_t steps, const struct revolve *revolve)
{
	if (revolve->scheme == REVOLVE_NEXT)
		most_tree_steps(steps, revolve);
	else
		spread(steps, revolve);
}

static int count_distances(mpz_t value, const struct revolve *revolve)
{
	struct revolve_distances distances;
	struct err err;
	enum status status = revolve_distances_init(&distances, revolve, &err);

	mpz_set_ui(value, distances.count);
	revolve_distances_clear(&distances);
	return status == STATUS_OK;
}

int revolve_property(mpz_t value, const struct revolve *revolve,
	enum revolve_property property)
{
	switch (property) {
	case REVOLVE_GATHER:
		mpz_set_ui(value, revolve->height);
		if (revolve->scheme == REVOLVE_NEXT)
			mpz_sub_ui(value, value, 1);
		return 1;
	case REVOLVE_BROADCAST:
		return broadcast(value, revolve);
	case REVOLVE_SPREAD:
		return spread(value, revolve);
	case REVOLVE_MESSAGES:
	case REVOLVE_SENDS:
	case REVOLVE_RECEIVES:
		mpz_set(value, revolve->senders);
		return 1;
	case REVOLVE_DISTANCES:
		return count_distances(value, revolve);
	case REVOLVE_PROPERTIES:
		break;
	}
	return 0;
}
