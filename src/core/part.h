/*
 * One processor's part in a schedule, pulled: what it receives and sends, in
 * time order, found without the parts of the others.  Numbers are of any size.
 * The producers are in model/; the first member of each is a struct part.
 */
#ifndef FIBCAST_CORE_PART_H
#define FIBCAST_CORE_PART_H

#include <stddef.h>

#include <gmp.h>

#include "base/err.h"

/* A send or a receive: it takes so long from start on, a unit of time unless
 * its messages are longer or shorter.  first, count: the operands in it or
 * blocks that it carries, of an operation with those.  radix, digit: of an
 * all-to-all, whose first is then a weight, as in struct transmission; radix is
 * 0 of others.  carried: NULL, or what the event carries as text where it is no
 * single run. */
struct part_event {
	int is_send;
	mpz_t peer, message; /* messages are 1 .. m */
	mpz_t first, count, radix, digit;
	mpq_t start, length;
	char *carried;
};

void part_event_init(struct part_event *event);
void part_event_clear(struct part_event *event);

/* The events that start at from or later and, if to is not NULL, no later
 * than to. */
struct part_span {
	mpq_srcptr from, to;
};

struct part;

struct part_ops {
	/* The next event of the span; 0: there are no more. */
	int (*next)(struct part *part, struct part_event *event);
	/* Frees the producer and what it owns. */
	void (*close)(struct part *part);
};

/* rows: the number of events in the span, known from the beginning. */
struct part {
	const struct part_ops *ops;
	mpz_t rows;
};

/* The next event, by start; a receive before a send.  0 after the last. */
int part_next(struct part *part, struct part_event *event) WARN_UNUSED;

/* Closes a part; NULL is nothing to close. */
void part_close(struct part *part);

/*
 * Parts whose starts are known by formula, so that a span is entered without
 * going through what is before it.  A beat has events 0 .. count-1: run of them
 * a unit apart from first on, the next run a period later, and so on; period >=
 * run, or run = 1.  On several ports as many events start at a time, idle fewer
 * the first time.
 *   Example: messages that arrive 2 units apart, the first at 3, and go to 2
 * children each are the receives 3, 5, 7, .., run 1 and period 2, and the sends
 * 4 5, 6 7, 8 9, .., run 2 and period 2.
 */
struct part_beat {
	int is_send;
	size_t which; /* as its opener counts */
	unsigned long ports, idle;
	mpq_t first, period;
	mpz_t run, count;
	mpz_t at, left; /* the next event; how many are still to come */
	mpz_t place;	/* of event at in its run */
	mpq_t start;	/* of event at */
	mpq_t gap;	/* from a run's last start to the next run */
};

/* The first member of a part of beats; a zeroed one is to be initialized. */
struct part_beats {
	struct part part;
	struct part_beat *beat;
	size_t count, capacity;
	size_t *heap, heaped; /* those with events to come, the next first */
	mpq_t end;	      /* reversed: what starts at s does at end - s */
	int is_reversed;
	/* Sets whatever else event beat->at has, besides start and is_send. */
	void (*describe)(struct part_event *event, struct part_beats *beats,
		const struct part_beat *beat);
	/* Frees what its owner has, but for the memory of itself; or NULL. */
	void (*clear)(struct part_beats *beats);
};

void part_beats_init(struct part_beats *beats);

/* One more beat, without events and with run = period = 1, for the caller to
 * fill in; it stays where it is until the next is added. */
struct part_beat *part_beats_add(struct part_beats *beats, int is_send);

/* The part, all beats filled in, begins with the span.
 * O(log beats) an event. */
struct part *part_beats_begin(
	struct part_beats *beats, const struct part_span *span);

/* A part of beats, begun before, backwards: what starts at s does at end - s,
 * and what is sent is received. */
void part_beats_reverse(
	struct part *part, const mpq_t end, const struct part_span *span);

/* Frees it, begun or not; for an opener that fails. */
void part_beats_free(struct part_beats *beats);

#endif
