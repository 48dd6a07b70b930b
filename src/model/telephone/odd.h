/*
 * Tables for odd n: the rounds of telephone calls, once they have become
 * periodic, of the N = n - 1 processors that are not the source.
 *
 * Processors 1 .. N go round N phases: in round t processor p is in phase
 * (t - (p-1)) mod N, so each phase has one processor; a call joins the
 * processors in two given phases, always the same.  In round t the message of
 * age a is M_{t-a}.  A processor in phase f knows, of the last A = ages
 * messages, those of the ages in own; of the others at most a few are missing.
 * What it learns at age c in phase f is of age c+1 in phase f+1, and so on up
 * to A; then everybody knows the message, but for one processor that misses it.
 *
 * Kinds of phases:
 *   OLD    owns age A and gives it; gets a younger one.
 *   YOUNG  does not own A, gives one of its own, gets A.
 *   SOURCE talks to the source, which gives it age 0.
 *   IDLE   talks to nobody.
 *   LONE   phase 0 of a table with pairs of ages: owns a single a, gives it to
 *          MEET, gets its b, and will miss what is of age A.
 *   MEET   owns A and b, gives b to LONE, gets a.
 *   SWAP   owns A and y, gives y to another SWAP and gets c, its second one.
 *
 * Bar-Noy, Kipnis & Schieber's sketch in Section 5 has one processor after
 * another idle while the others act as for even n; this is a different method.
 */
#ifndef FIBCAST_MODEL_TELEPHONE_ODD_H
#define FIBCAST_MODEL_TELEPHONE_ODD_H

#include <stddef.h>
#include <stdint.h>

#include "core/search.h"
#include "model/rounds/rounds.h"

enum phase_kind {
	PHASE_NONE,
	PHASE_OLD,
	PHASE_YOUNG,
	PHASE_SOURCE,
	PHASE_IDLE,
	PHASE_LONE,
	PHASE_MEET,
	PHASE_SWAP
};

struct phase {
	uint64_t own;	   /* bit a: age a */
	uint32_t partner;  /* itself, if SOURCE or IDLE */
	uint8_t give, get; /* ages; A is not written to get */
	uint8_t kind;
};

struct telephone_table {
	uint32_t n;    /* N */
	unsigned ages; /* A, 1 .. 32 */
	struct phase *phase;
	uint32_t source;  /* phases that talk to the source */
	uint32_t missing; /* phases that miss their message at age A */
};

/*
 * Finds a table for N phases, N even; 0 if none is found: the search is not
 * exhaustive.  A zeroed table may be cleared.
 * O(1) for N = 2^A; else up to A^2 depth-first searches of O(N) nodes for each
 * of several patterns.
 */
int telephone_table_init(struct telephone_table *table, uint32_t n);
void telephone_table_clear(struct telephone_table *table);

/* -- the search for tables whose first phases own two ages */

enum { TELEPHONE_AGES = 33 };

/* A phase that owns two ages x > y. */
struct double_phase {
	uint8_t kind; /* enum phase_kind */
	uint8_t x, y;
	uint8_t give, get;
};

/*
 * Phases 1 .. pairs own two ages, the last of them is IDLE; phase 0 is LONE.
 * h[a]: how many phases own age a.  rest[c]: how many single ages begin with
 * age c after the pairs.
 */
struct telephone_two_ages {
	uint32_t n;
	unsigned ages;
	uint32_t h[TELEPHONE_AGES];
	uint32_t pairs;
	uint8_t lone;
	struct double_phase *phase; /* [1 .. pairs] */
	uint32_t rest[TELEPHONE_AGES];
};

/* A depth-first search for the pairs, reused for one pattern h after another;
 * zeroed, it has no memory yet. */
struct telephone_search {
	struct telephone_two_ages *doubles;
	struct search_frame *frame;
	size_t frames;
	uint64_t *seen; /* hashes of failed states; 0: free */
	size_t capacity, seen_count;
	uint64_t attempt;
	uint32_t unsent[TELEPHONE_AGES]; /* phases yet to own an age unsent */
	uint32_t begin[TELEPHONE_AGES];	 /* gets at an age, still to be made */
	uint32_t open[TELEPHONE_AGES][TELEPHONE_AGES]; /* SWAPs wanted */
	uint32_t opens, swaps; /* all wanted; swaps still to come */
	uint64_t hash;	       /* of unsent, begin and open */
	uint64_t nodes, limit;
	int64_t budget; /* nodes left; may become negative */
};

/* Looks for pairs for the pattern h in doubles, whose sum is N + pairs,
 * visiting at most limit nodes for each choice of LONE and MEET; 0 if none is
 * found. */
int telephone_search_pairs(struct telephone_search *search, uint64_t limit);
void telephone_search_clear(struct telephone_search *search);

/*
 * -- The parts of a telephone schedule for odd n: rounds 1 .. m, in each of
 * which the source gives out a new message, and, if wanted, the rounds right
 * after them; an ending; repairs; or a whole schedule.
 */

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
 */
void telephone_ending(struct rounds_record *record, struct knowledge *knowledge,
	unsigned ages);

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
