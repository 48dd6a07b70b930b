/*
 * One processor's part in a schedule: what it receives and sends, pulled in
 * time order and found without the parts of other processors.  Numbers are of
 * any size.  The producers are in model/; a struct part is the first member of
 * each.
 */
#ifndef FIBCAST_CORE_PART_H
#define FIBCAST_CORE_PART_H

#include <stddef.h>

#include <gmp.h>

#include "base/err.h"

/* A send or a receive. */
struct part_event {
	int is_send;
	mpz_t peer, message; /* messages are 1 .. m */
	/* The blocks or operands that it carries, if the operation has some: a
	 * run, count of them from first on; or, in an all-to-all, weight first,
	 * radix and digit, as in struct transmission.  Else radix is 0. */
	mpz_t first, count, radix, digit;
	mpq_t start, length; /* the times of the port that it takes */
	char *carried;	     /* what it carries as text, if that is no single
			      * run; or NULL */
};

void part_event_init(struct part_event *event);
void part_event_clear(struct part_event *event);

/* The events from one time on, up to and including another; to NULL: all later
 * ones. */
struct part_span {
	mpq_srcptr from, to;
};

struct part;

struct part_ops {
	/* See part_next. */
	int (*next)(struct part *part, struct part_event *event);
	/* Frees what the producer owns, but not the producer or rows. */
	void (*clear)(struct part *part);
};

struct part {
	const struct part_ops *ops;
	mpz_t rows; /* how many events are in the span */
};

/* Gives the next event of the span, by start, receives before sends; 0 after
 * the last. */
int part_next(struct part *part, struct part_event *event) WARN_UNUSED;

/* Closes a part, and frees its producer; NULL is ignored. */
void part_close(struct part *part);

/*
 * -- Parts made of beats, whose events start at times known by formula, so that
 * a span is entered without going through the events before it.  A beat has
 * events 0 .. count-1: `run` of them a unit apart, the first at `first`, the
 * next run a period later, and so on; period >= run, or run = 1.  On several
 * ports as many events start at each time, `idle` fewer the first time of a
 * run.
 *   Example: messages that arrive 2 units apart, the first at 3, and are sent
 * on to 2 children each, are the receives 3, 5, 7, .. with run 1 and period 2,
 * and the sends 4 5, 6 7, 8 9, .. with run 2 and period 2.
 */
struct part_beat {
	int is_send;
	size_t which; /* a number of its opener's own */
	unsigned long ports, idle;
	mpq_t first, period;
	mpz_t run, count;
	mpz_t at, left; /* the next event; how many are still to come */
	mpz_t place;	/* of event at in its run */
	mpq_t start;	/* of event at */
	mpq_t gap;	/* from a run's last start to the next run */
};

/* The first member of a part of beats; all zeros before part_beats_init, and
 * part_close frees it from then on, begun or not. */
struct part_beats {
	struct part part;
	struct part_beat *beat;
	size_t count, capacity;
	/* A heap of the indices of beats with events to come, that of the next
	 * event on top. */
	size_t *heap, heaped;
	mpq_t end; /* if reversed, a start at s becomes one at end - s */
	int is_reversed;
	/* Sets all of event beat->at but start, length and is_send. */
	void (*describe)(struct part_event *event, struct part_beats *beats,
		const struct part_beat *beat);
	/* Frees what the producer owns, but not the producer; or NULL. */
	void (*clear)(struct part_beats *beats);
};

void part_beats_init(struct part_beats *beats);

/* Adds a beat with no events and run = period = 1, for the caller to fill in;
 * it may move in memory when the next one is added. */
struct part_beat *part_beats_add(struct part_beats *beats, int is_send);

/* Begins the part, whose beats are all filled in, with the span's first event.
 * O(log beats) an event. */
struct part *part_beats_begin(
	struct part_beats *beats, const struct part_span *span);

/* Begins a part of beats again, reversed: what starts at s then starts at end -
 * s, and sends are receives. */
void part_beats_reverse(
	struct part *part, const mpq_t end, const struct part_span *span);

#endif
