/*
 * Schedules of many items without end, of which only the last few differ: the
 * processors stand in groups, and those of a group take turns.
 *
 * All items go down the same tree, a unit of time after the one before.  Times
 * are in ticks of 1/q; item 0 enters at tick 0, and an inner node at offset x,
 * with G children, gets item i at i + x/q.  It has a group of G processors, one
 * after the other; item i goes to the member with
 * 	place = i mod G,
 * which sends it to the first child at i + start/q, and to child c so many
 * units later.  A member has just sent to all children when it gets the node's
 * next item, so the members never stop sending.  Child c, if it is an inner
 * node, goes to the member of its own group in the same way; a leaf goes to the
 * group that owns it, to place = i + shift mod G,	shift 1 .. G - 1, all
 * different, so that each member gets each item once.  Shifts with which nobody
 * gets two items at a time exist by Hall's theorem.  All this holds for items
 * before 0, too: a schedule may begin with any item.
 *
 * Example: 5 processors, latency 2.  The root, at offset 0, has three leaves,
 * at 2, 3 and 4, so there is one group, processors 1 to 3, and processor 4 is
 * in none.  Item 1 goes to place 1, processor 2, which sends it to processors 3
 * (shift 1), 4 and 1 (shift 2), a unit apart.  A unit later processor 3 begins
 * to send item 2, to 1, 4 and 2, and then processor 1 item 3, to 2, 4 and 3; by
 * then processor 2 is free for item 4.
 *
 * Words.  offset: when a node gets item 0, in ticks.  class: nodes whose
 * offsets are alike mod q; a processor stands for nodes of one class, so
 * everything it receives arrives whole units apart.  edge: from an inner node
 * to a child, or from the source to the root.  member: a processor of a group.
 * place: which member, from 0.  pure receiver: the last processor, which is in
 * no group and sends nothing.  tail: the last items, which do not go down the
 * tree but use the sends, or slots, that it leaves free when no more items
 * come.  ending: the sends of a tail in the last latency.
 */
#ifndef FIBCAST_MODEL_PERIODIC_PERIODIC_H
#define FIBCAST_MODEL_PERIODIC_PERIODIC_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"
#include "number/random.h"

/* The most classes; the most items of a tail; more items than any schedule
 * has. */
enum { PERIODIC_CLASSES = 12, PERIODIC_ITEMS = 64 };
#define PERIODIC_ENDLESS ((uint64_t)1 << 62)

/* -- groups */

/* A child's receivers: base + (item + shift) mod size; size 0: nobody. */
struct periodic_edge {
	uint32_t base, size, shift;
};

/* So many groups of one size that start together.  Their members are the
 * processors from edge + 1 on, group by group, and their children the edges
 * from edge on; start: the tick at which item 0 is sent to the first child of
 * each. */
struct periodic_block {
	uint64_t start;
	uint32_t edge, size, count;
};

struct periodic_groups {
	uint64_t p, q; /* the latency is p/q */
	uint32_t classes;
	uint64_t wait;	     /* of the last class, in ticks */
	uint32_t processors; /* including the source, 0 */
	uint32_t edges;	     /* edge[edges] is the source's */
	struct periodic_edge *edge;
	struct periodic_block *block;	     /* by class, then by start */
	uint32_t from[PERIODIC_CLASSES + 1]; /* first block of each class */
	uint32_t class_at[PERIODIC_CLASSES]; /* which class sends at ticks with
						this remainder mod q; one
						without blocks if none does */
	uint64_t last;			     /* the last offset, in ticks */
	int64_t lag;			     /* D: see cyclic/plan.h */
};

void periodic_groups_clear(struct periodic_groups *groups);

/*
 * The shifts of a group's size - 1 leaves, whose offsets in units are given:
 * all different, from 1 on, such that the values offset - shift differ mod
 * size, too. None of these is that of the node, whose shift is 0, if its offset
 * and the leaves' add up to a multiple of size.  shift: of size entries, of
 * which the last is 0; work: room for 4 size more.   O(size^2) at worst. Hall
 * 1952, A combinatorial problem on abelian groups.
 */
void periodic_arrange(
	uint32_t *shift, const uint64_t *offset, uint32_t size, uint32_t *work);

/* -- the rows of items 0 .. count-1, tick by tick: each group's members send in
 * turn, from its first tick until all is sent */

/* A child's receivers, and the place in its group for the next item. */
struct periodic_walk_edge {
	uint32_t base, size, place;
};

struct periodic_walk {
	const struct periodic_groups *groups;
	uint64_t count;
	uint64_t back; /* item i takes the way of item i - back */
	uint64_t tick;
	struct periodic_walk_edge *edge;
	uint32_t unused; /* the edge to nobody, or UINT32_MAX */
	uint32_t started[PERIODIC_CLASSES], ended[PERIODIC_CLASSES];
	uint32_t live;	 /* blocks started and not ended */
	uint32_t block;	 /* the present block */
	uint32_t member; /* its next member */
	int is_source_next;
};

/* Before the first tick.  O(n). */
void periodic_walk_init(struct periodic_walk *walk,
	const struct periodic_groups *groups, uint64_t count, uint64_t back);
void periodic_walk_clear(struct periodic_walk *walk);

/* Moves on to the next tick at which something may be sent; returns 0 at the
 * end. */
int periodic_walk_tick(struct periodic_walk *walk);

/* Writes the next rows of that tick, by sender, at most room; returns their
 * number, 0 when there are no more. Messages are numbered from 1, times are in
 * ticks. */
size_t periodic_walk_rows(
	struct periodic_walk *walk, struct transmission *row, size_t room);

/* -- a tail, tick by tick */

struct periodic_link {
	uint32_t from, to;
};

/* The sends of one tick: from the end of the tick before up to end. */
struct periodic_tail_tick {
	uint64_t tick;
	size_t end;
};

struct periodic_tail {
	uint32_t items; /* R, possibly 0 */
	uint64_t last;	/* the tick of the last send */
	size_t sends, ticks, room;
	struct periodic_link *send; /* by tick, then sender */
	uint8_t *item;		    /* of each send, 0 .. R - 1 */
	struct periodic_tail_tick *tick;
};

/* The latest sends, written to their place before, are of tick t. */
void periodic_tail_note(struct periodic_tail *tail, uint64_t t);

void periodic_tail_clear(struct periodic_tail *tail);

/*
 * Opens the schedule of all messages but the last tail->items by the groups,
 * and of these by the tail; takes both over.  Item i takes the way of item i -
 * back: for a tail, those before it are as many.  header->unit is a multiple of
 * the q of the groups.  Rows are made as they are pulled, O(1) each.   O(n).
 */
struct schedule *periodic_open(const struct schedule_header *header,
	const struct periodic_groups *groups, const struct periodic_tail *tail,
	uint64_t back);

/*
 * -- The last sends of a tail: those that arrive too late to be passed on, so
 * that what everybody can send is settled, and any of them may be made by
 * another sender, or at another time.
 */

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

/* -- Which leaves of the tree go to which group. */

enum { LEAF_SEARCH_WORK = 60000000 };

/* The owner of a leaf that no group takes. */
#define CONTINUOUS_NOBODY UINT32_MAX

/*
 * A group of size processors takes size - 1 leaves, whose offsets have the sum
 * rest mod modulus.
 */
struct leaf_demand {
	uint32_t group; /* its name in the answer */
	uint32_t size, modulus, rest;
};

/*
 * Finds owner[x], the group that takes leaf x, for all leaves; one is left
 * over. offset: of the leaves, in order.  Reorders the demands.
 * Returns whether it was found: the search covers all choices unless it takes
 * longer than work, in nanoseconds or so; LEAF_SEARCH_WORK is much.  O(leaves)
 * if the sums are unconstrained.
 */
int continuous_leaves_search(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, struct leaf_demand *wish, size_t wishes,
	uint64_t work);

/*
 * The same if only one group has a demand: sets owner for its leaves, all
 * others are nobody's.  Always succeeds if the offsets have no gaps and such a
 * sum lies between the least and the greatest.   O(leaves).
 */
int continuous_leaves_one(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, const struct leaf_demand *wish);

#endif
