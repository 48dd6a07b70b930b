/*
 * Odd n: the rounds 1 .. m in which the source gives out a new message each,
 * and those right after them, if wanted.
 */
#ifndef FIBCAST_MODEL_TELEPHONE_STEADY_H
#define FIBCAST_MODEL_TELEPHONE_STEADY_H

#include <stddef.h>
#include <stdint.h>

#include "model/rounds/rounds.h"
#include "model/rounds/knowledge.h"
#include "model/rounds/even.h"
#include "model/telephone/table.h"

/* p and q talk; x from p, y from q.  Nothing is meant by a message below 1, M_m
 * by one above m. */
struct telephone_call {
	uint32_t p, q;
	int64_t x, y;
};

struct telephone_steady {
	uint32_t n, m;
	unsigned ages; /* of a message when everybody knows it, but for one */
	struct telephone_table table; /* no phase: there is no table */
	struct telephone_even even;   /* instead of the table */
	struct knowledge knowledge;   /* after the last round, unless steady */
	uint64_t round;		      /* the last one; 0 at first */
	int is_steady;		      /* all rounds up to m are the table's */
	struct rounds_send *send;     /* of the last round; base + value */
	int64_t base;
	struct telephone_call *call;
	size_t calls;
};

/* Before round 1; n odd, n >= 3, m >= 1.  Looks for the table. */
void telephone_steady_init(
	struct telephone_steady *head, uint32_t n, uint32_t m);
/* Before round 1 again. */
void telephone_steady_rewind(struct telephone_steady *head);
void telephone_steady_clear(struct telephone_steady *head);

/* The next round.  O(n), but where known messages must be replaced. */
void telephone_steady_step(struct telephone_steady *head);

/* Goes to the end of round m.  O(n) a round as long as it is not steady, and
 * O(m + n) for all others. */
void telephone_steady_skip(struct telephone_steady *head);

#endif
