/*
 * One processor's part in a schedule, pulled: what it receives and sends, in
 * time order, found without the other processors'.  Numbers are of any size.
 * Openers in model/: each is a producer whose first member is a struct part.
 */
#ifndef FIBCAST_CORE_PART_H
#define FIBCAST_CORE_PART_H

#include <gmp.h>

#include "base/err.h"

/* A send or a receive: it takes the unit of time from start on.  first, count:
 * the operands in it or blocks that it carries, of an operation with those. */
struct part_event {
	int is_send;
	mpz_t peer, message; /* messages are 1 .. m */
	mpz_t first, count;
	mpq_t start;
};

void part_event_init(struct part_event *event);
void part_event_clear(struct part_event *event);

/* What starts from then on, and no later than to, if that is not NULL. */
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

/* rows: how many events the span has, known from the beginning. */
struct part {
	const struct part_ops *ops;
	mpz_t rows;
};

/* The next event, by start; a receive before a send.  0 after the last. */
int part_next(struct part *part, struct part_event *event) WARN_UNUSED;

/* Closes a part; NULL is nothing to close. */
void part_close(struct part *part);

#endif
