/*
 * Schedules for an endless stream of items, of which only the last few items
 * travel differently: processors form groups, and the members of a group take
 * turns.
 *
 * All items go down the same tree, each one unit of time after the item before
 * it.  Times are in ticks of 1/q; item 0 enters at tick 0, and an inner node at
 * offset x gets item i at time i + x/q.  An inner node with G children is
 * served by a group of G processors with consecutive numbers; item i goes to
 * the member with
 * 	place = i mod G,
 * which sends it to the first child at time i + start/q and to child c another
 * c units later.  A member has just sent to all children when its next item
 * arrives, so members never stop sending.  A child that is an inner node is
 * served by the member of its own group that is chosen in the same way.  A leaf
 * is served by the group that owns it, by the member with
 * 	place = i + shift mod G,
 * where the shifts of a group's leaves are 1 .. G - 1, all different, so that
 * each member gets each item once.  Shifts with which nobody gets two items at
 * a time exist by Hall's theorem.  All this also holds for items before item 0:
 * a schedule may begin with any item.
 *
 * Example: 5 processors, latency 2.  The root, at offset 0, has three leaves,
 * at 2, 3 and 4, so there is one group, processors 1 to 3; processor 4 is in no
 * group.  Item 1 goes to place 1, processor 2, which sends it to processors 3
 * (shift 1), 4 and 1 (shift 2), one unit apart.  A unit later processor 3
 * begins to send item 2, to 1, 4 and 2, and then processor 1 item 3, to 2, 4
 * and 3; by then processor 2 is free for item 4.
 *
 * Glossary.
 *   offset: when a node gets item 0, in ticks.
 *   class: nodes whose offsets are equal mod q.  A processor serves nodes of
 * one class only, so everything it receives arrives whole units apart.
 *   edge: from an inner node to a child, or from the source to the root.
 *   member: a processor of a group; its place is its index in the group.
 *   pure receiver: the last processor, which is in no group and sends nothing.
 *   slot: a send that the tree would make, and its receive.
 *   tail: the last items.  They do not go down the tree, but use its slots,
 * which are free because no further items follow.
 *   ending: the sends of a tail in the last latency.
 */
#ifndef FIBCAST_MODEL_PERIODIC_PERIODIC_H
#define FIBCAST_MODEL_PERIODIC_PERIODIC_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"
#include "number/random.h"

/* The largest number of classes and of items in a tail; an item count larger
 * than any schedule's. */
enum { PERIODIC_CLASSES = 12, PERIODIC_ITEMS = 64 };
#define PERIODIC_ENDLESS ((uint64_t)1 << 62)

/* -- groups */

/* The receivers of a child: item i goes to base + (i + shift) mod size.  With
 * size 0 nobody receives. */
struct periodic_edge {
	uint32_t base, size, shift;
};

/* count groups of the same size that start together.  Their members are the
 * processors from edge + 1 on, group by group, and their children are the edges
 * from edge on.  start: the tick at which each group sends item 0 to its first
 * child. */
struct periodic_block {
	uint64_t start;
	uint32_t edge, size, count;
};

struct periodic_groups {
	uint64_t p, q; /* the latency is p/q */
	uint32_t classes;
	uint64_t wait;	     /* how long the last class waits, in ticks */
	uint32_t processors; /* including the source, 0 */
	uint32_t edges;	     /* edge[edges] leaves the source */
	struct periodic_edge *edge;
	struct periodic_block *block;	     /* by class, then by start */
	uint32_t from[PERIODIC_CLASSES + 1]; /* first block of each class */
	uint32_t class_at[PERIODIC_CLASSES]; /* which class sends at ticks with
						this remainder mod q; a class
						without blocks if none does */
	uint64_t last;			     /* the last offset, in ticks */
	int64_t lag;			     /* D: see cyclic/plan.h */
};

void periodic_groups_clear(struct periodic_groups *groups);

/* a + b mod size, for a and b below size. */
static inline uint32_t periodic_add(uint32_t a, uint32_t b, uint32_t size)
{
	return a >= size - b ? a - (size - b) : a + b;
}

/* How many processors are in the groups of class k. */
uint32_t periodic_members(const struct periodic_groups *groups, uint32_t k);

/*
 * Finds shifts for the size - 1 leaves of a group, whose offsets are given in
 * units: different shifts, from 1 on, for which the values offset - shift
 * differ mod size, too.  If the leaves' offsets and that of the group's node
 * add up to a multiple of size, all these values also differ from the offset of
 * the node, whose shift is 0.
 * shift: an array of size entries; the last is set to 0.  work: scratch space
 * of 4 size entries.
 * O(size^2) at worst.   Hall 1952, A combinatorial problem on abelian groups.
 */
void periodic_arrange(
	uint32_t *shift, const uint64_t *offset, uint32_t size, uint32_t *work);

/* -- A walk: the transmissions of items 0 .. count-1 through the groups, tick
 * by tick. */

/* The receivers of a child, and the place of the member that gets the next
 * item. */
struct periodic_walk_edge {
	uint32_t base, size, place;
};

struct periodic_walk {
	const struct periodic_groups *groups;
	uint64_t count;
	uint64_t back; /* item i is routed like item i - back */
	uint64_t tick;
	struct periodic_walk_edge *edge;
	uint32_t unused; /* the edge to nobody, or UINT32_MAX */
	/* For each class, the first block that has not started, or ended. */
	uint32_t started[PERIODIC_CLASSES], ended[PERIODIC_CLASSES];
	uint32_t live;	 /* how many blocks have started and not ended */
	uint32_t block;	 /* the present block */
	uint32_t member; /* its next member */
	int is_source_next;
};

/* Sets the walk to before the first tick.  O(n). */
void periodic_walk_init(struct periodic_walk *walk,
	const struct periodic_groups *groups, uint64_t count, uint64_t back);
void periodic_walk_clear(struct periodic_walk *walk);

/* Moves on to the next tick at which something may be sent; returns 0 at the
 * end. */
int periodic_walk_tick(struct periodic_walk *walk);

/* Writes the next rows of the present tick, by sender, at most room of them;
 * returns how many, 0 when no rows are left.  Messages are numbered from 1,
 * times are in ticks. */
size_t periodic_walk_rows(
	struct periodic_walk *walk, struct transmission *row, size_t room);

/* -- A tail, tick by tick. */

struct periodic_link {
	uint32_t from, to;
};

/* The sends of one tick: those before index end that belong to no earlier tick.
 * */
struct periodic_tail_tick {
	uint64_t tick;
	size_t end;
};

struct periodic_tail {
	uint32_t items;		    /* R, possibly 0 */
	uint64_t last;		    /* the tick of the last send */
	size_t sends, ticks, room;  /* room: capacity of tick */
	struct periodic_link *send; /* by tick, then sender */
	uint8_t *item;		    /* of each send, 0 .. R - 1 */
	struct periodic_tail_tick *tick;
};

/* Ends tick t: the sends that were appended since the tick before are its. */
void periodic_tail_note(struct periodic_tail *tail, uint64_t t);

void periodic_tail_clear(struct periodic_tail *tail);

/*
 * Opens the schedule in which the last tail->items messages go by the tail and
 * all messages before them by the groups; takes both over.  Item i is routed
 * like item i - back; with a tail, back is the number of messages before it.
 * header->unit is a multiple of the groups' q.  Rows are made as they are
 * pulled, O(1) each.   O(n).
 */
struct schedule *periodic_open(const struct schedule_header *header,
	const struct periodic_groups *groups, const struct periodic_tail *tail,
	uint64_t back);

/*
 * -- The ending: the last sends of a tail, which arrive too late to be passed
 * on.  So the items that each processor can send are known, and any of these
 * sends may be moved to another sender or another time.
 */

struct periodic_send {
	uint32_t from, to, item;
};

/* Slots, in each of which one processor can send and another receive, and
 * wishes, each of which is a processor and an item that it lacks. */
struct periodic_ending;

/*
 * An ending without slots and wishes, with room for the given numbers of times
 * and of slots in all.  A unit is a run of times in which each processor has at
 * most one slot to send in and one to receive in.   O(processors · units +
 * slots).
 */
struct periodic_ending *periodic_ending_new(
	uint32_t processors, uint32_t units, uint32_t times, uint32_t slots);
void periodic_ending_free(struct periodic_ending *ending);

/* Removes all times, slots and wishes. */
void periodic_ending_reset(struct periodic_ending *ending);

/* Begins the next time, which belongs to the given unit. */
void periodic_ending_time(struct periodic_ending *ending, uint32_t unit);

/* Adds a slot to the present time: from can send one item of the set, whose
 * items are below 64, and to can receive one.  Returns the slot's number. */
uint32_t periodic_ending_add(struct periodic_ending *ending, uint32_t from,
	uint32_t to, uint64_t items);

/* Lets the sender of a slot send the item to one of the receivers of the slot's
 * time. */
void periodic_ending_send(struct periodic_ending *ending, uint32_t slot,
	uint32_t to, uint32_t item);

/* Adds a wish: processor to lacks the item. */
void periodic_ending_wish(
	struct periodic_ending *ending, uint32_t to, uint32_t item);

/*
 * Grants as many wishes as it can find sends for; other random numbers may do
 * better.  Adds the work done, roughly in nanoseconds, to *work: some 10^7 at
 * most.  Returns the least number of wishes that were open at any moment; if
 * that is 0, periodic_ending_list gives the sends.
 */
uint32_t periodic_ending_meet(
	struct periodic_ending *ending, struct random *random, uint64_t *work);

/* Writes the sends of a time, counted from 0, in the order of its slots;
 * returns how many. */
size_t periodic_ending_list(const struct periodic_ending *ending, uint32_t time,
	struct periodic_send *send);

/* -- Leaves: which of them go to which group. */

/* The owner of a leaf that no group takes. */
#define PERIODIC_NOBODY UINT32_MAX

/*
 * A group of size processors takes size - 1 leaves whose offsets have a sum
 * congruent to rest mod modulus.
 */
struct leaf_demand {
	uint32_t group; /* its name in the answer */
	uint32_t size, modulus, rest;
};

/*
 * Finds for each leaf x the group that takes it, owner[x]; one leaf is left
 * over.  offset: of the leaves, in ascending order.  Reorders the demands.
 * Returns 0 if it finds no such assignment.  The search covers all choices
 * unless it takes longer than work, roughly in nanoseconds.  O(leaves) if the
 * sums are unconstrained.
 */
int periodic_leaves_search(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, struct leaf_demand *wish, size_t wishes,
	uint64_t work);

/*
 * The same for a single demand: the group takes its leaves, and all others are
 * left over.  Always succeeds if the offsets have no gaps and a sum as demanded
 * lies between the least and the greatest possible.   O(leaves).
 */
int periodic_leaves_one(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, const struct leaf_demand *wish);

#endif
