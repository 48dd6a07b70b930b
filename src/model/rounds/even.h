/*
 * The rounds of the optimal algorithm for an even number of processors, one
 * after the other, whatever the number of messages.
 */
#ifndef FIBCAST_MODEL_ROUNDS_EVEN_H
#define FIBCAST_MODEL_ROUNDS_EVEN_H

#include <stdint.h>

#include "model/rounds/rounds.h"

/*
 * n = 2^k + 2l processors, n even, k = floor(log2 n); 2^(j-1) <= l < 2^j.
 * j = 0 if l = 0.  order: the processors but the source, set after set, T_0,
 * .., T_{k-1}, X, Y, Z, so that T_i begins at 2^i - 1.  Who knows nothing yet
 * is in no set: processors are numbered in the order in which they join.
 *   In round t a send of value v is of M_{t-oldest+v}; value 0, the oldest
 * message still on its way, goes from the senders to those that are behind.
 */
struct telephone_even {
	uint32_t n, l;
	unsigned k, j;
	uint32_t oldest;
	uint64_t round;
	uint32_t *order, *next;
	uint32_t *unused; /* the numbers from 1, those used first; NULL later */
	uint32_t used;
	int has_dummy;
	struct rounds_send *send; /* of the present round, by sender */
	uint32_t senders;	  /* those below it may send, the others not */
};

/* Bytes that a processor takes. */
enum {
	TELEPHONE_EVEN_SIZE = 3 * sizeof(uint32_t) + sizeof(struct rounds_send)
};

/*
 * n even, n >= 2.  A zeroed one may be cleared.
 * has_dummy, n >= 4: processor n - 1 is to be one that for good gives nothing
 * but the oldest message: the last of T_{k-1} if l = 0, else in Y.  Its partner
 * gives nothing to any other; send[n-1].to is ROUNDS_NOBODY before it has one.
 */
void telephone_even_init(
	struct telephone_even *even, uint32_t n, int has_dummy);
void telephone_even_clear(struct telephone_even *even);

/* Puts the calls of the next round into send, and the sets after it into
 * order.  O(n). */
void telephone_even_step(struct telephone_even *even);

#endif
