/*
 * What an optimal schedule for any number of items depends on, and what it
 * consists of.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_STEADY_H
#define FIBCAST_MODEL_OPTIMUM_STEADY_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"
#include "core/search.h"
#include "model/periodic/periodic.h"
#include "number/random.h"

/*
 * What follows from P and L alone, N being P - 1: the steps B(N,L), and with
 * r = steps - 1, f_1 + .. + f_r = items N + rest, mean = r - items.
 */
struct steady_numbers {
	uint32_t P, L;
	uint32_t steps, items, rest, mean;
	uint32_t missing; /* f_steps - N */
	uint32_t *nodes;  /* of each offset below steps, if none is missing */
};

/* The processor that has a part in item i, from 0: base + (at + i) mod size. */
struct steady_place {
	uint32_t base, size, at;
};

/* Item i is sent at time i + age. */
struct steady_edge {
	struct steady_place from, to;
	uint32_t age;
};

/* How much later than at steps - 1 an offset may be. */
enum { STEADY_LATE_MAX = 8 };

/* Returns 0 if the numbers are too large: P >= 3 and L up to some thousands. */
int steady_numbers_init(struct steady_numbers *numbers, uint64_t P, uint64_t L);
void steady_numbers_clear(struct steady_numbers *numbers);

/* The processor at a place in an item. */
static inline uint32_t steady_at(
	const struct steady_place *place, uint64_t item)
{
	return place->base + (uint32_t)((place->at + item) % place->size);
}

/* -- steady_arrange.c
 *
 * The parts of a group in turn: which of its processors has which part in an
 * item.
 */

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

/* -- steady_design.c
 *
 * A continuous broadcast for the composition of an optimal schedule: groups of
 * processors that take turns, and who sends to whom.
 */

/*
 * Draws one: P - 1 edges, the source's first.  Each processor gets every item
 * once, one in every step, at offsets whose mean is numbers->mean or less: less
 * by 0 or more, rest in all, or less than that if some offsets are as late as
 * steps - 1 + late.  Returns 0 if the draw fails.
 */
int steady_design(struct steady_edge *edge, uint32_t *late,
	const struct steady_numbers *numbers, struct random *random);

/* -- steady_tail.c
 *
 * The last items of an optimal schedule, in the sends that a continuous
 * broadcast leaves free when no further items are begun.
 */

enum { STEADY_ITEMS_MAX = 64 };

/* end[u]: sends of times 0 .. u-1; items from 0. */
struct steady_tail {
	struct periodic_send *send;
	size_t *end;
};

/* The search for one: rounds that begin where the best one before left off. */
struct steady_fill;

/*
 * To fill the sends of items from 0 on, at times 0 .. steps-2, with
 * numbers->items items, at most STEADY_ITEMS_MAX; all sends if edge is NULL.
 * Other seeds may succeed where one fails.  The edges must outlive it.
 */
struct steady_fill *steady_fill_new(const struct steady_numbers *numbers,
	const struct steady_edge *edge, uint64_t seed);
void steady_fill_free(struct steady_fill *fill);

/* Makes a round; adds what it took to work, in nanoseconds or so.  Sets the
 * tail if it is found. */
enum search_state steady_fill_round(
	struct steady_fill *fill, struct steady_tail *tail, uint64_t *work);

void steady_tail_clear(struct steady_tail *tail);

/*
 * -- Optimal schedules for any number of items from one design: a continuous
 * broadcast of all items but the last few, and these in the sends it leaves
 * free.  Up to k* items are all of them the last few: nothing is broadcast.
 */

/* With tail.send NULL: not found yet.  Of the numbers, steps and items are the
 * tail's when it is found; up to k* items they are so at once, and there are no
 * edges. */
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

/* Returns 0 if P, L and k items are not of this kind: the lesser of k and k* is
 * to be 1 to STEADY_ITEMS_MAX, P and L up to some thousands, and what is needed
 * no more memory than so many bytes. */
int steady_init(struct steady *steady, uint64_t P, uint64_t L, uint64_t k,
	uint64_t bytes);
void steady_clear(struct steady *steady);

/* Goes on for some milliseconds; returns whether there is a schedule now, which
 * ends at T_lb.  It depends on P and L, not on k if that is above k* +
 * STEADY_LATE_MAX. */
int steady_try(struct steady *steady);

/* Opens it for as many items as the header has messages, and takes over what is
 * in steady.  Memory depends on P and L alone.  header->messages > k*, or the k
 * of steady_init. */
struct schedule *steady_open(
	const struct schedule_header *header, struct steady *steady);

#endif
