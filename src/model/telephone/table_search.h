/* The search for tables whose first phases own two ages. */
#ifndef FIBCAST_MODEL_TELEPHONE_TABLE_SEARCH_H
#define FIBCAST_MODEL_TELEPHONE_TABLE_SEARCH_H

#include <stddef.h>
#include <stdint.h>

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
