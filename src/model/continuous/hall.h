/*
 * Permutations with given differences, by M. Hall's theorem.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_HALL_H
#define FIBCAST_MODEL_CONTINUOUS_HALL_H

#include <stdint.h>

/*
 * Fills a with a permutation of 0 .. n-1 such that a[x] + b[x] mod n is one,
 * too.  b[x] < n, their sum a multiple of n; n >= 1.
 * work: room for 3n more.  O(n^2) at worst.
 * Hall 1952, A combinatorial problem on abelian groups.
 */
void continuous_hall(
	uint32_t *a, const uint32_t *b, uint32_t n, uint32_t *work);

#endif
