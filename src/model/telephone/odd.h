/*
 * Tables for odd n: the telephone calls of the N = n - 1 processors that are
 * not the source, once the rounds have become periodic.
 *
 * Processors 1 .. N go through N phases in turn: in round t processor p is in
 * phase (t - (p-1)) mod N, so each phase has one processor; and it is always
 * the same two phases whose processors call each other.  In round t the message
 * of age a is M_{t-a}.  A processor in phase f knows, of the messages of ages 1
 * .. A, A = ages, those of the ages in own; of older messages it misses at most
 * a few.  A message learned at age c in phase f has age c+1 in phase f+1, and
 * so on up to A; after that everybody knows it, but for one processor that
 * misses it.
 *
 * Kinds of phases:
 *   OLD    owns age A, gives it, and gets a younger age.
 *   YOUNG  does not own A, gives an age that it owns, and gets A.
 *   SOURCE talks to the source, which gives it age 0.
 *   IDLE   talks to nobody.
 *   LONE   phase 0 of a table with pairs of ages: owns a single age a, gives it
 *          to MEET, gets age b from it, and will miss the message of age A.
 *   MEET   owns A and b, gives b to LONE, and gets a.
 *   SWAP   owns A and y, gives y to another SWAP, and gets that one's second
 * age.
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
	uint8_t give, get; /* ages; get is not set if that is A */
	uint8_t kind;	   /* enum phase_kind */
};

struct telephone_table {
	uint32_t n;    /* N */
	unsigned ages; /* A, 1 .. 32 */
	struct phase *phase;
	uint32_t source;  /* phases that talk to the source */
	uint32_t missing; /* phases that miss their message at age A */
};

/*
 * Finds a table for n phases, n even; returns 0 if none is found: the search is
 * not exhaustive.  A zeroed table may be cleared.  O(n) if n is a power of two;
 * else up to A^2 depth-first searches of O(n) nodes for each of several
 * patterns.
 */
int telephone_table_init(struct telephone_table *table, uint32_t n);
void telephone_table_clear(struct telephone_table *table);

/* -- the search for tables whose first phases own two ages (table_search.c) */

enum { TELEPHONE_AGES = 33 };

/* A phase that owns two ages x > y. */
struct double_phase {
	uint8_t kind; /* enum phase_kind */
	uint8_t x, y;
	uint8_t give, get;
};

/*
 * Phases 1 .. pairs own two ages, and the last of them is IDLE; phase 0 is
 * LONE.  h[a]: the number of phases that own age a, which is called the
 * pattern.  rest[c]: the number of rows of single ages, after the pairs, that
 * begin with age c.
 */
struct telephone_two_ages {
	uint32_t n;
	unsigned ages;
	uint32_t h[TELEPHONE_AGES];
	uint32_t pairs;
	uint8_t lone;		    /* the age that LONE owns */
	struct double_phase *phase; /* [1 .. pairs] */
	uint32_t rest[TELEPHONE_AGES];
};

/* A depth-first search for the pairs, used for one pattern after another; a
 * zeroed one has no memory yet. */
struct telephone_search {
	struct telephone_two_ages *doubles;
	struct search_frame *frame;
	size_t frames;
	uint64_t *seen; /* hashes of the states entered; 0: free */
	size_t capacity, seen_count;
	uint64_t attempt; /* the number of the choice of LONE and MEET */
	/* Still to come, by age: phases that own the age but do not send it;
	 * phases that get it. */
	uint32_t unsent[TELEPHONE_AGES], begin[TELEPHONE_AGES];
	/* [y][c]: SWAPs that give y and get c and have no partner yet. */
	uint32_t open[TELEPHONE_AGES][TELEPHONE_AGES];
	uint32_t opens, swaps; /* the sum of open; SWAPs still to come */
	uint64_t hash;	       /* of unsent, begin and open */
	uint64_t nodes, limit; /* visited for this choice, and the most */
	int64_t budget;	       /* nodes left in all; may become negative */
};

/* Looks for pairs for the pattern h in doubles, whose sum is n + pairs,
 * visiting at most limit nodes for each choice of LONE and MEET; returns 0 if
 * none are found. */
int telephone_search_pairs(struct telephone_search *search, uint64_t limit);
void telephone_search_clear(struct telephone_search *search);

/*
 * -- The parts of a telephone schedule for odd n.  First the steady rounds 1 ..
 * m, in each of which the source gives out a new message, and, if wanted, the
 * rounds right after them (steady.c).
 */

/* p and q talk; p sends message x, q sends y: none if that is below 1, M_m if
 * it is above m. */
struct telephone_call {
	uint32_t p, q;
	int64_t x, y;
};

struct telephone_steady {
	uint32_t n, m;
	unsigned ages; /* age at which all but one know a message */
	struct telephone_table table; /* without phases if none was found */
	struct telephone_even even;   /* used instead, then */
	struct knowledge knowledge;   /* after the last round, unless steady */
	uint64_t round;		      /* the last one made; 0 at first */
	int is_steady; /* from here to round m no message is replaced */
	struct rounds_send *send; /* of the last round, read with base */
	int64_t base;
	struct telephone_call *call;
	size_t calls;
};

/* Looks for a table, and starts before round 1; n odd, n >= 3, m >= 1. */
void telephone_steady_init(
	struct telephone_steady *head, uint32_t n, uint32_t m);
/* Goes back to before round 1. */
void telephone_steady_rewind(struct telephone_steady *head);
void telephone_steady_clear(struct telephone_steady *head);

/* Makes the next round.  O(n), and the search for replacements. */
void telephone_steady_step(struct telephone_steady *head);

/* Goes to the end of round m.  O(n) a round until the rounds are steady, then
 * O(m
 * + n) for all others together. */
void telephone_steady_skip(struct telephone_steady *head);

/* Carries out a call in which p sends exactly x and q exactly y, 0 for none. */
void telephone_call_send(struct knowledge *knowledge, struct rounds_send *send,
	uint32_t p, uint32_t q, uint32_t x, uint32_t y);

/*
 * Records `ages` rounds in which the source is silent, so that all others can
 * talk (ending.c).  Whoever knows the oldest message gives it to somebody who
 * does not, and gets a younger message or one that it misses.
 */
void telephone_ending(struct rounds_record *record, struct knowledge *knowledge,
	unsigned ages);

/*
 * Records rounds until nobody misses anything; returns 0 if the record reaches
 * limit rounds before that.  If no message is missed by two processors, it
 * takes as many rounds as the processor that misses most misses messages.
 */
int telephone_repair(struct rounds_record *record, struct knowledge *knowledge,
	uint64_t limit);

/* -- the search for a whole schedule, of few processors and messages
 * (beam_search.c) */

struct telephone_beam;

/*
 * Begins the search for a schedule of that many rounds; NULL if n or m is too
 * large to search.  n >= 3, odd; m, rounds >= 1.
 */
struct telephone_beam *telephone_beam_begin(
	uint32_t n, uint32_t m, uint32_t rounds);

/*
 * Searches one round on and adds the work to *work; the whole search takes
 * about a second at most.  FOUND: record has the schedule.
 */
enum search_state telephone_beam_step(struct telephone_beam *beam,
	struct rounds_record *record, uint64_t *work);

/* Closing NULL does nothing. */
void telephone_beam_close(struct telephone_beam *beam);

#endif
