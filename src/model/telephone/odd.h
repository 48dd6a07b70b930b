/*
 * The parts of a telephone schedule for odd n: rounds 1 .. m, in each of which
 * the source gives out a new message, and, if wanted, the rounds right after
 * them; an ending; repairs; or a whole schedule.
 */
#ifndef FIBCAST_MODEL_TELEPHONE_ODD_H
#define FIBCAST_MODEL_TELEPHONE_ODD_H

#include <stddef.h>
#include <stdint.h>

#include "core/search.h"
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

/* Carries out the call with exactly these messages, 0 for none. */
void telephone_call_send(struct knowledge *knowledge, struct rounds_send *send,
	uint32_t p, uint32_t q, uint32_t x, uint32_t y);

/*
 * Records as many rounds as ages, in which the source is silent, so that all
 * others can talk.  Whoever knows the oldest message gives it to somebody who
 * does not, and gets a younger one or one that it misses.
 * variant: seed for the choice between equally good calls.
 */
void telephone_ending(struct rounds_record *record, struct knowledge *knowledge,
	unsigned ages, uint32_t variant);

/*
 * Records rounds until nobody misses anything, or limit rounds are recorded;
 * then it returns 0.  If the sets of what processors miss are disjoint, it
 * takes as many rounds as the largest of them has messages.
 */
int telephone_repair(struct rounds_record *record, struct knowledge *knowledge,
	uint64_t limit);

/* -- the search for a whole schedule, of few processors and messages */

struct telephone_beam;

/*
 * Begins the search for a schedule of that many rounds; NULL if n or m is too
 * large to search.  n >= 3, odd; m, rounds >= 1.
 */
struct telephone_beam *telephone_beam_begin(
	uint32_t n, uint32_t m, uint32_t rounds);

/*
 * Goes one round on and adds the work to *work; the whole search takes up to a
 * second or so.  Once a schedule is found, it is recorded.
 */
enum search_state telephone_beam_step(struct telephone_beam *beam,
	struct rounds_record *record, uint64_t *work);

/* Closing NULL does nothing. */
void telephone_beam_close(struct telephone_beam *beam);

#endif
