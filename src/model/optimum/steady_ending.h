/*
 * The last sends of a tail: those that arrive too late to be passed on.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_ENDING_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_ENDING_H

#include <stddef.h>
#include <stdint.h>

#include "number/random.h"
#include "model/optimum/state.h"
#include "model/optimum/steady_numbers.h"

/* Free sends, and wishes: a processor lacks an item. */
struct steady_ending;

/* That many times, for at most P sends each and items of each processor, items
 * <= 64. */
struct steady_ending *steady_ending_new(
	uint32_t P, uint32_t times, uint32_t items);
void steady_ending_free(struct steady_ending *ending);

/* Without sends and wishes. */
void steady_ending_reset(struct steady_ending *ending);

/* At that time, from 0, one more processor can send, one of some items, a set;
 * and another one can receive. */
void steady_ending_add(struct steady_ending *ending, uint32_t time,
	uint32_t from, uint64_t items, uint32_t to);
void steady_ending_wish(
	struct steady_ending *ending, uint32_t to, uint32_t item);

/*
 * Meets as many wishes as it can, with other random integers perhaps more.
 * Adds to work, in nanoseconds or so.  Returns how many were left at best: with
 * 0 the sends can be listed.
 */
uint32_t steady_ending_meet(
	struct steady_ending *ending, struct random *random, uint64_t *work);

/* Writes the sends of a time; returns how many. */
size_t steady_ending_list(const struct steady_ending *ending, uint32_t time,
	struct optimum_send *send);

#endif
