/*
 * Who sends what to whom at one tick: those free to send, matched with those
 * free to receive.
 */
#ifndef FIBCAST_MODEL_GREEDY_MATCH_H
#define FIBCAST_MODEL_GREEDY_MATCH_H

#include <stddef.h>
#include <stdint.h>

#include "model/greedy/state.h"

/*
 * Adds the sends of that tick and takes their ends from the queues.
 * O(processors in the queues · messages that somebody lacks) at the worst.
 */
void greedy_match(struct greedy_pass *pass, uint64_t tick);

/* The same with the first sends of a list, those of that tick, which another
 * pass has made in the same state; count: all of the list. */
void greedy_repeat(struct greedy_pass *pass, uint64_t tick,
	const struct greedy_send *list, size_t count);

#endif
