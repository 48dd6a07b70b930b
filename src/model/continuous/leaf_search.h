/*
 * Which leaves of the tree go to which group.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_LEAF_SEARCH_H
#define FIBCAST_MODEL_CONTINUOUS_LEAF_SEARCH_H

#include <stddef.h>
#include <stdint.h>

/* Whose leaf it is, when no group takes it. */
#define CONTINUOUS_NOBODY UINT32_MAX

/*
 * A group of size processors takes size - 1 leaves, whose offsets have the sum
 * rest mod modulus.
 */
struct leaf_demand {
	uint32_t group; /* what it is called in the answer */
	uint32_t size, modulus, rest;
};

/*
 * Finds owner[x], the group that takes leaf x, for all leaves; one is left
 * over.  offset: of the leaves, in order.  Wishes are put into another order.
 * Whether it was found: a search in all choices, but for one that took too
 * long.  O(leaves) where sums may be chosen freely.
 */
int continuous_leaves_search(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, struct leaf_demand *wish, size_t wishes);

/*
 * Only one group has a wish: owner is set for its leaves, all others are
 * nobody's.  Whether it was found; it always is if the offsets have no gaps and
 * there is such a sum between the least and the greatest.   O(leaves).
 */
int continuous_leaves_one(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, const struct leaf_demand *wish);

#endif
