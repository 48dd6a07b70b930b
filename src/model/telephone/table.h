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

#include <stdint.h>

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

#endif
