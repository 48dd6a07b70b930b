/*
 * The last sends of a tail: those that arrive too late to be passed on, so that
 * what everybody can send is settled, and any of them may be made by another
 * sender, or at another time.
 */
#ifndef FIBCAST_MODEL_PERIODIC_ENDING_H
#define FIBCAST_MODEL_PERIODIC_ENDING_H

#include <stddef.h>
#include <stdint.h>

#include "number/random.h"

struct periodic_send {
	uint32_t from, to, item;
};

/* Slots, in each of which one processor can send and another receive, and
 * wishes: a processor lacks an item. */
struct periodic_ending;

/*
 * Of at most so many times with at most so many slots together.  A unit is a
 * run of times in which each processor has at most one slot to send in and one
 * to receive in.   O(processors · units + slots).
 */
struct periodic_ending *periodic_ending_new(
	uint32_t processors, uint32_t units, uint32_t times, uint32_t slots);
void periodic_ending_free(struct periodic_ending *ending);

/* Without times and wishes. */
void periodic_ending_reset(struct periodic_ending *ending);

/* Begins the next time, which is in that unit. */
void periodic_ending_time(struct periodic_ending *ending, uint32_t unit);

/* One more slot of this time: from can send one of these items, a set of at
 * most 64, and to can receive one.  Returns its number. */
uint32_t periodic_ending_add(struct periodic_ending *ending, uint32_t from,
	uint32_t to, uint64_t items);

/* The sender of that slot sends to one of the receivers of its time. */
void periodic_ending_send(struct periodic_ending *ending, uint32_t slot,
	uint32_t to, uint32_t item);

void periodic_ending_wish(
	struct periodic_ending *ending, uint32_t to, uint32_t item);

/*
 * Meets as many wishes as it can, with other random integers perhaps more.
 * Adds to work, in nanoseconds or so: some 10^7 at most.  Returns how many were
 * left at best: with 0 the sends can be listed.
 */
uint32_t periodic_ending_meet(
	struct periodic_ending *ending, struct random *random, uint64_t *work);

/* Writes the sends of a time, from 0, in the order of its slots; returns how
 * many. */
size_t periodic_ending_list(const struct periodic_ending *ending, uint32_t time,
	struct periodic_send *send);

#endif
