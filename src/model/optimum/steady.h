/*
 * Optimal schedules for any number of items at a whole latency: a continuous
 * broadcast of all items but the last few, which is the design, and these few
 * in the sends that the design leaves free, which is the tail.  steady.c has
 * the theory, an example, and steady.c's other files a stage each.
 *   Words, besides those of model/periodic/periodic.h.  Part: what a processor
 * does with an item as a node of the tree: it receives it at the node's offset,
 * counted from the item's first receive, and sends it to the node's children.
 * Wish: that a processor lacks an item when the last steps are filled.
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
 * What follows from P and L alone, N being P - 1: steps = B(N,L), and with r =
 * steps - 1, f_1 + .. + f_r = items N + rest, and mean = r - items.
 */
struct steady_numbers {
	uint32_t P, L;
	uint32_t steps, items, rest, mean;
	uint32_t missing; /* f_steps - N, leaves that the full tree has too many
			   */
	uint32_t *nodes;  /* the full tree's nodes of each offset below steps */
};

/* The processors between which items are sent; item i, from 0, at time i + age.
 */
struct steady_edge {
	struct periodic_edge from, to;
	uint32_t age;
};

/* How much later than steps - 1 an offset may be. */
enum { STEADY_LATE_MAX = 8 };

/* The processor that an end of an edge means for an item. */
static inline uint32_t steady_at(const struct periodic_edge *end, uint64_t item)
{
	return end->base + (uint32_t)((end->shift + item) % end->size);
}

/* -- steady_arrange.c: which processor of a group has which part in an item. */

/* A node of the tree, which sends from its offset on; of its sends the last
 * `moved` are `gap` later than they need be.  sends: 0 for a leaf. */
struct steady_part {
	uint32_t offset, sends;
	uint32_t gap, moved;
	struct periodic_edge place;
};

/*
 * Sets the places of a group's count parts, inner nodes first, so that each of
 * its count processors, from base on, receives one item and makes one send in
 * every step.  The sends must add up to count, or one less, and the offsets to
 * a multiple of count.  Returns 0 if no arrangement is found; one always is if
 * there is no inner node, or a single one without a gap.
 */
int steady_arrange(struct steady_part *part, uint32_t count, uint32_t base,
	struct random *random);

/* Gives each send of the P - 1 parts a receiver: sets P - 1 edges, the source's
 * first. */
void steady_join(struct steady_edge *edge, const struct steady_part *part,
	const struct steady_numbers *numbers);

/* -- steady_design.c: the continuous broadcast. */

/*
 * Draws a design: P - 1 edges, the source's first.  Each processor gets every
 * item once, one in every step.  The mean of its offsets is at most
 * numbers->mean; by how much it is less adds up, over all processors, to
 * numbers->rest, or to less than that if some offsets are later than steps - 1:
 * up to steps - 1 + *late.  Returns 0 if the draw fails.
 */
int steady_design(struct steady_edge *edge, uint32_t *late,
	const struct steady_numbers *numbers, struct random *random);

/* -- steady_tail.c: the last items, in the sends that the design leaves free
 * when no further items are begun. */

enum { STEADY_ITEMS_MAX = 64 };

/* The sends of time u are send[end[u]] up to send[end[u + 1]]; items count from
 * 0. */
struct steady_tail {
	struct periodic_send *send;
	size_t *end;
};

/* The search for a tail, in rounds; most of them alter the best one so far. */
struct steady_fill;

/*
 * Begins a search that puts numbers->items items, at most STEADY_ITEMS_MAX,
 * into the sends that the edges would make for items from 0 on, at times 0 ..
 * steps-2; with edge NULL, into any sends.  Other seeds may succeed where one
 * fails.  The edges must outlive the search.
 */
struct steady_fill *steady_fill_new(const struct steady_numbers *numbers,
	const struct steady_edge *edge, uint64_t seed);
void steady_fill_free(struct steady_fill *fill);

/* Makes a round, and adds its work, roughly nanoseconds, to *work.  FOUND: the
 * tail is set. */
enum search_state steady_fill_round(
	struct steady_fill *fill, struct steady_tail *tail, uint64_t *work);

void steady_tail_clear(struct steady_tail *tail);

/*
 * -- steady.c: the search, and the schedules.  Up to k* items the tail is the
 * whole schedule, without a design.
 */

/* tail.send is NULL until the search has succeeded.  numbers.steps and
 * numbers.items are then the tail's; up to k* items they are so from the
 * beginning, and edge stays NULL. */
struct steady {
	struct steady_numbers numbers;
	uint64_t k;
	struct steady_edge *edge;
	struct steady_tail tail;
	uint64_t work; /* of the search so far, roughly nanoseconds */
	/* Private to the search. */
	uint64_t designs;	   /* drawn so far */
	struct steady_edge *drawn; /* the design whose tail is searched */
	struct steady_fill *fill;  /* that search, or NULL */
	uint32_t late;		   /* the design's latest offset - steps + 1 */
};

/* Begins the search.  Returns 0 unless the lesser of k and k* is from 1 to
 * STEADY_ITEMS_MAX, P from 3 to 1024, L at most 1024, and the memory needed at
 * most so many bytes. */
int steady_init(struct steady *steady, uint64_t P, uint64_t L, uint64_t k,
	uint64_t bytes);
void steady_clear(struct steady *steady);

/* Searches for some milliseconds; returns whether a schedule that ends at T_lb
 * has been found.  Above k* + STEADY_LATE_MAX items the search depends on P and
 * L alone. */
int steady_try(struct steady *steady);

/* Opens the schedule that was found for the header's number of messages, which
 * is above k* or the k of steady_init, and takes over the contents of steady.
 * Memory depends on P and L alone. */
struct schedule *steady_open(
	const struct schedule_header *header, struct steady *steady);

#endif
