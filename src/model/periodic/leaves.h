/*
 * Which leaves of the tree go to which group.
 */
#ifndef FIBCAST_MODEL_PERIODIC_LEAVES_H
#define FIBCAST_MODEL_PERIODIC_LEAVES_H

#include <stddef.h>
#include <stdint.h>

enum { LEAF_WORK = 60000000 };

/* The owner of a leaf that no group takes. */
#define CONTINUOUS_NOBODY UINT32_MAX

/*
 * A group of size processors takes size - 1 leaves, whose offsets have the sum
 * rest mod modulus.
 */
struct leaf_demand {
	uint32_t group; /* its name in the answer */
	uint32_t size, modulus, rest;
};

/*
 * Finds owner[x], the group that takes leaf x, for all leaves; one is left
 * over. offset: of the leaves, in order.  Reorders the demands.
 * Returns whether it was found: the search covers all choices unless it takes
 * longer than work, in nanoseconds or so; LEAF_WORK is much.  O(leaves) if the
 * sums are unconstrained.
 */
int continuous_leaves_search(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, struct leaf_demand *wish, size_t wishes,
	uint64_t work);

/*
 * The same if only one group has a demand: sets owner for its leaves, all
 * others are nobody's.  Always succeeds if the offsets have no gaps and such a
 * sum lies between the least and the greatest.   O(leaves).
 */
int continuous_leaves_one(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, const struct leaf_demand *wish);

#endif
