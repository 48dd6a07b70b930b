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
#ifndef FIBCAST_MODEL_TELEPHONE_TABLE_H
#define FIBCAST_MODEL_TELEPHONE_TABLE_H

#include <stddef.h>
#include <stdint.h>

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

#endif
