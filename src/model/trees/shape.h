/*
 * The shapes of trees, for numbers in machine words: each processor's children,
 * in order.  Processor 0 is the root.
 */
#ifndef FIBCAST_MODEL_TREES_SHAPE_H
#define FIBCAST_MODEL_TREES_SHAPE_H

#include <stdint.h>

/* A tree of n < 2^63 processors; radix: of knomial, 2 to n, 2 for n = 1. */
struct trees_shape {
	const struct trees_rule *rule;
	uint64_t n, radix;
};

struct trees_rule {
	/* The first child of a processor; n or more: none. */
	uint64_t (*first)(const struct trees_shape *shape, uint64_t parent);
	/* The child after that one; n or more: none. */
	uint64_t (*next)(const struct trees_shape *shape, uint64_t parent,
		uint64_t child);
	/* How many children processor 0 has: nobody has more.  n >= 2. */
	uint64_t (*most)(const struct trees_shape *shape);
};

extern const struct trees_rule trees_flat, trees_chain, trees_binary,
	trees_binomial, trees_knomial;

#endif
