/*
 * A whole step as a table, for what has no closed form: the set of distances,
 * and whatever is found by simulating the messages.
 */
#ifndef FIBCAST_MODEL_REVOLVE_PAIRS_H
#define FIBCAST_MODEL_REVOLVE_PAIRS_H

#include <stdint.h>

#include "model/revolve/revolve.h"

enum {
	/* The most positions of a table of pairs. */
	REVOLVE_PAIRS_MAX = 1 << 24,
	/* The most positions for which the spread is found step by step. */
	REVOLVE_SPREAD_MAX = 1 << 14
};

/* Every message at time 0; at time t subtract t from the labels, mod size. */
struct revolve_pairs {
	uint32_t size, count;
	struct {
		uint32_t from, to; /* labels */
	} * pair;
};

/* Errors: STATUS_LIMIT past REVOLVE_PAIRS_MAX positions.  8 bytes a message. */
enum status revolve_pairs_init(struct revolve_pairs *pairs,
	const struct revolve *revolve, struct err *err) WARN_UNUSED;
void revolve_pairs_clear(struct revolve_pairs *pairs);

/* The process at a label at a time: both below size. */
static inline uint32_t revolve_process(
	uint32_t label, uint32_t time, uint32_t size)
{
	return label >= time ? label - time : label + (size - time);
}

/*
 * The most steps in which a change at any process, at any time, reaches all
 * others, found by spreading all changes at once; size <= REVOLVE_SPREAD_MAX.
 * O(size^2/64) a step, size^2/8 bytes.
 */
unsigned long revolve_pairs_spread(const struct revolve_pairs *pairs);

#endif
