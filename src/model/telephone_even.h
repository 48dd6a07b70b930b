/*
 * The rounds of the optimal algorithm for an even number of processors, one
 * after the other, whatever the number of messages.
 */
#ifndef FIBCAST_MODEL_TELEPHONE_EVEN_H
#define FIBCAST_MODEL_TELEPHONE_EVEN_H

#include <stdint.h>

#include "model/rounds.h"

/*
 * n = 2^k + 2l processors, n even, k = floor(log2 n); 2^(j-1) <= l < 2^j.
 * j = 0 if l = 0.  order: the processors but the source, set after set, T_0,
 * .., T_{k-1}, X, Y, Z, so that T_i begins at 2^i - 1.
 *   In round t a send of value v is of M_{t-oldest+v}; value 0, the oldest
 * message still on its way, goes from the senders to those that are behind.
 */
struct telephone_even {
	uint32_t n, l;
	unsigned k, j;
	uint32_t oldest;
	uint32_t *order, *next;
	struct rounds_send *send; /* of the present round, by sender */
};

/* Bytes that a processor takes. */
enum {
	TELEPHONE_EVEN_SIZE = 2 * sizeof(uint32_t) + sizeof(struct rounds_send)
};

/* n even, n >= 2.  A zeroed one may be cleared. */
void telephone_even_init(struct telephone_even *even, uint32_t n);
void telephone_even_clear(struct telephone_even *even);

/* Where Y begins in order, for l > 0.  Its processors stay in it for good. */
uint32_t telephone_even_y(const struct telephone_even *even);

/* Puts the calls of the next round into send, and the sets after it into
 * order.  O(n). */
void telephone_even_step(struct telephone_even *even);

#endif
