/*
 * One processor's part in a schedule, pulled: what it receives and sends, in
 * time order, found without the parts of the others.  Numbers are of any size.
 * The producers are in model/; the first member of each is a struct part.
 */
#ifndef FIBCAST_CORE_PART_H
#define FIBCAST_CORE_PART_H

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

#endif
