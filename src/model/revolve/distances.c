/*
 * The communication distance set: in closed form for next (arity 2) and
 * snext2, else from all the messages of a step.
 */
#include "model/revolve/facts.h"

#include "base/mem.h"
#include "model/revolve/pairs.h"

/* A bit for each distance mod N. */
static enum status find_all(struct revolve_distances *distances,
	const struct revolve *revolve, struct err *err)
{
	struct revolve_pairs pairs;
	enum status status = revolve_pairs_init(&pairs, revolve, err);

	if (status != STATUS_OK)
		return status;
	distances->found = mem_array(pairs.size / 8 + 1, 1);
	for (uint32_t i = 0; i < pairs.count; i++) {
		uint32_t d = revolve_process(
			pairs.pair[i].to, pairs.pair[i].from, pairs.size);
		unsigned char bit = (unsigned char)(1 << d % 8);

		distances->count += !(distances->found[d / 8] & bit);
		distances->found[d / 8] |= bit;
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

/* {2^i - 1, -2^(i-1): i = 1..h-1}, Theorem 2: 1, -1, -2, 3, -4, 7, -8, ... */
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

/* {2^i - 1: i = 1..h}, Theorem 4; the last is -1: 1, -1, 3, 7, ... */
static void closed_snext2(mpz_t distance, unsigned long at)
{
	if (at == 1)
		mpz_set_si(distance, -1);
	else
		set_ones(distance, at == 0 ? 1 : at);
}

/* The at-th place of 1, -1, 2, -2, ..., mod N. */
static uint32_t place_distances(uint32_t at, uint32_t size)
{
	return at % 2 == 0 ? at / 2 + 1 : size - (at / 2 + 1);
}

static int found_next(struct revolve_distances *distances)
{
	uint32_t size = (uint32_t)mpz_get_ui(distances->revolve->size);

	while (distances->at + 1 < size) {
		uint32_t at = (uint32_t)distances->at++;
		uint32_t d = place_distances(at, size);

		if (!(distances->found[d / 8] >> d % 8 & 1))
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
