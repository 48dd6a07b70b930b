/*
 * Sets of at most 64 items, one after the other.
 */
#ifndef FIBCAST_MODEL_CYCLIC_SETS_H
#define FIBCAST_MODEL_CYCLIC_SETS_H

#include <stdint.h>

/* In bytes if they suffice, as most of the time goes into memory here. */
struct cyclic_sets {
	uint8_t *narrow; /* NULL: wide is used */
	uint64_t *wide;
};

/* So many empty sets of items 0 .. items-1. */
void cyclic_sets_init(struct cyclic_sets *sets, uint32_t count, uint32_t items);
void cyclic_sets_clear(struct cyclic_sets *sets);

static inline uint64_t cyclic_set_of(const struct cyclic_sets *sets, uint32_t i)
{
	return sets->narrow ? sets->narrow[i] : sets->wide[i];
}

static inline void cyclic_set_set(
	struct cyclic_sets *sets, uint32_t i, uint64_t set)
{
	if (sets->narrow)
		sets->narrow[i] = (uint8_t)set;
	else
		sets->wide[i] = set;
}

static inline void cyclic_set_add(
	struct cyclic_sets *sets, uint32_t i, uint64_t items)
{
	if (sets->narrow)
		sets->narrow[i] |= (uint8_t)items;
	else if (sets->wide)
		sets->wide[i] |= items;
}

#endif
