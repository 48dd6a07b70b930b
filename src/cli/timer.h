/*
 * How long a search may go on, and that it does.
 */
#ifndef FIBCAST_CLI_TIMER_H
#define FIBCAST_CLI_TIMER_H

#include <stdint.h>

#include <gmp.h>

struct timer {
	uint64_t start, limit; /* nanoseconds */
	uint64_t said;	       /* seconds */
	int is_shown;
};

/* Starts now, for so many seconds; says something only if standard error is a
 * terminal. */
void timer_start(struct timer *timer, const mpq_t seconds);

/* Whether the time is over.  Says how much of it is, at most once a second. */
int timer_is_over(struct timer *timer);

/* Takes back what has been said. */
void timer_stop(struct timer *timer);

#endif
