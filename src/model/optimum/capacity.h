/*
 * Can what each processor still lacks be received in the remaining steps?  A
 * processor receives at most one item a step, and step u has at most cap(u)
 * useful receives: so is there a bipartite graph with given degrees of the
 * processors and bounded degrees of the steps?
 */
#ifndef FIBCAST_MODEL_OPTIMUM_CAPACITY_H
#define FIBCAST_MODEL_OPTIMUM_CAPACITY_H

#include <stdint.h>

/* Steps are counted by their sends, 1 .. last: cap(u) = min(P-1, f_u). */
struct capacities {
	uint32_t P, last;
	uint32_t *cap;	 /* [0 .. last], cap[0] = 0 */
	uint64_t *sum;	 /* of cap[1] .. cap[u] */
	uint32_t *full;	 /* [q], q < P: last step with cap < q */
	uint32_t spread; /* steps for the sends of one item, B(P,L) - L */
};

/* P >= 2, L >= 1, last >= B(P,L) - L.  Subramonian & Venkatasubramanian 1993,
 * Theorem 3.3. */
void capacities_init(
	struct capacities *caps, uint32_t P, uint32_t L, uint32_t last);
void capacities_clear(struct capacities *caps);

/*
 * lacks: the items that each of P-1 processors lacks after step t, sorted
 * downwards.  0 if they fit into the steps after t; else a q such that the
 * first q of them do not:  lacks[0] + .. + lacks[q-1] is more than the sum of
 * min(q, cap(u)).  Gale 1957; Ryser 1957.   O(P).
 */
uint32_t optimum_balance(
	const struct capacities *caps, const uint32_t *lacks, uint32_t t);

#endif
