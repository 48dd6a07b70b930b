/*
 * Optimal schedules for any number of items from one design: a continuous
 * broadcast of all items but the last few, and these in the sends it leaves
 * free.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_H

#include <stdint.h>

#include "core/schedule.h"
#include "model/optimum/steady_numbers.h"

/* With edge NULL: not found yet.  Of the numbers, steps and items are as many
 * more as the tail has when it is found. */
struct steady {
	struct steady_numbers numbers;
	uint64_t k;
	struct steady_edge *edge;
	struct steady_tail tail;
	uint64_t work; /* of the search so far, in nanoseconds or so */
	/* Private to it. */
	uint64_t designs;	   /* drawn */
	struct steady_edge *drawn; /* the last one, if its tail is searched, */
	struct steady_fill *fill;
	uint32_t late; /* and how late its offsets are */
};

/* Returns 0 if P, L and k items are not of this kind: k is to be above k*, that
 * at most STEADY_ITEMS_MAX, P and L up to some thousands, and what is needed no
 * more memory than so many bytes. */
int steady_init(struct steady *steady, uint64_t P, uint64_t L, uint64_t k,
	uint64_t bytes);
void steady_clear(struct steady *steady);

/* Goes on for some milliseconds; returns whether there is a schedule now, which
 * ends at T_lb.  It depends on P and L, not on k if that is above k* +
 * STEADY_LATE_MAX. */
int steady_try(struct steady *steady);

/* Opens it for as many items as the header has messages, and takes over what is
 * in steady.  Memory depends on P and L alone.  header->messages > k*. */
struct schedule *steady_open(
	const struct schedule_header *header, struct steady *steady);

#endif
