/*
 * Odd n: rounds 1 .. m, in each of which the source gives out a new message,
 * and, if wanted, the rounds right after them.
 */
#ifndef FIBCAST_MODEL_TELEPHONE_STEADY_H
#define FIBCAST_MODEL_TELEPHONE_STEADY_H

#include <stddef.h>
#include <stdint.h>

#include "model/rounds/rounds.h"
#include "model/telephone/table.h"

/* p and q talk; p sends x, q sends y. A message below 1 means none, one above m
 * means M_m. */
struct telephone_call {
	uint32_t p, q;
	int64_t x, y;
};

struct telephone_steady {
	uint32_t n, m;
	unsigned ages; /* age at which all but one know a message */
	struct telephone_table table; /* without phases if there is none */
	struct telephone_even even;   /* instead of the table */
	struct knowledge knowledge;   /* after the last round, unless steady */
	uint64_t round;		      /* the last one; 0 at first */
	int is_steady; /* all rounds from here to m follow the table */
	struct rounds_send *send; /* of the last round; base + value */
	int64_t base;
	struct telephone_call *call;
	size_t calls;
};

/* Starts before round 1; n odd, n >= 3, m >= 1. Looks for the table. */
void telephone_steady_init(
	struct telephone_steady *head, uint32_t n, uint32_t m);
/* Goes back to before round 1. */
void telephone_steady_rewind(struct telephone_steady *head);
void telephone_steady_clear(struct telephone_steady *head);

/* Makes the next round. O(n), plus the search for replacements. */
void telephone_steady_step(struct telephone_steady *head);

/* Goes to the end of round m. O(n) a round until it is steady, then O(m + n)
 * for all others together. */
void telephone_steady_skip(struct telephone_steady *head);

#endif
