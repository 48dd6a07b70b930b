/*
 * The sends of all small exact trees as flat lists, by moment and sender.
 * Streaming a large broadcast then is copying slices, moved to where the small
 * tree's ranks begin.
 */
#ifndef FIBCAST_MODEL_POSTAL_SMALL_TREES_H
#define FIBCAST_MODEL_POSTAL_SMALL_TREES_H

#include <stddef.h>
#include <stdint.h>

#include "model/postal/steps.h"

/* A send in a small tree, as ranks from its base. */
struct postal_hop {
	uint16_t from, to;
};

struct postal_flat {
	size_t trees; /* trees 0 .. trees-1 are here */
	struct postal_hop *hop;
	/* Tree k's sends at moment e, 1 <= e <= k, are hop[start[i]] up to
	 * hop[start[i + 1]], i = k·(k-1)/2 + e-1. */
	uint32_t *start;
};

/* Lists trees as long as they, and all of them together, stay small. */
void postal_flat_init(
	struct postal_flat *flat, const struct postal_steps *steps);
void postal_flat_clear(struct postal_flat *flat);

/* Tree k's sends at moment e, from *hop to *end; k < trees. */
static inline void postal_flat_slice(const struct postal_flat *flat, size_t k,
	size_t e, const struct postal_hop **hop, const struct postal_hop **end)
{
	const uint32_t *start = flat->start + k * (k - 1) / 2 + e - 1;

	*hop = flat->hop + start[0];
	*end = flat->hop + start[1];
}

#endif
