/*
 * The parts of a group in turn: which of its processors has which part in an
 * item.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_ARRANGE_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_ARRANGE_H

#include <stdint.h>

#include "number/random.h"
#include "model/optimum/steady_numbers.h"

/* A node of the tree: it receives at an offset, and sends from then on. */
struct steady_part {
	uint32_t offset, sends; /* 0: a leaf */
	uint32_t gap, moved;	/* its last sends are so much later; how many */
	struct steady_place place;
};

/*
 * Sets the places of a group's parts, inner nodes first, so that each of its
 * processors, from base on, receives one item in every step and sends one.  The
 * sends add up to count, or one less, the offsets to a multiple of it.  Returns
 * 0 if no arrangement is found: never if there is one inner node, without a
 * gap, or none.
 */
int steady_arrange(struct steady_part *part, uint32_t count, uint32_t base,
	struct random *random);

/* Gives each send of the P - 1 parts a receiver: the edges, the source's
 * first. */
void steady_join(struct steady_edge *edge, const struct steady_part *part,
	const struct steady_numbers *numbers);

#endif
