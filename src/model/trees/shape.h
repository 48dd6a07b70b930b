/*
 * The shapes of trees, in words: who a processor's children are, in order.
 * Processor 0 is nobody's child.
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
	/* The first child of a processor; n or more: it has none. */
	uint64_t (*first)(const struct trees_shape *shape, uint64_t parent);
	/* The one after that child; n or more: there is none. */
	uint64_t (*next)(const struct trees_shape *shape, uint64_t parent,
		uint64_t child);
	/* How many children processor 0 has: nobody has more.  n >= 2. */
	uint64_t (*most)(const struct trees_shape *shape);
};

extern const struct trees_rule trees_flat, trees_chain, trees_binary,
	trees_binomial, trees_knomial;

#endif
