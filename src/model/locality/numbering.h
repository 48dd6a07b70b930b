/*
 * Numberings of a network's nodes that let it carry the locality model: nodes
 * whose numbers differ little are near each other.
 *
 * Hypercube: node i ^ (i >> 1), the Gray code.  Nodes whose numbers differ by d
 * are at most 1 + ceil(log d) apart.
 * Mesh of 2^k × 2^k: the Hilbert curve, from (0, 0) to (2^k - 1, 0); distances
 * along the mesh are below 3 sqrt(d).  That the paper's "Peano indexing" means
 * this curve is inferred from its Fig. 1.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Sections 1 and 2.1;
 * their log d must be up to a constant, as for neighbours it is 0.
 */
#ifndef FIBCAST_MODEL_LOCALITY_NUMBERING_H
#define FIBCAST_MODEL_LOCALITY_NUMBERING_H

#include <stdint.h>

#include "base/err.h"

enum numbering { NUMBERING_GRAY, NUMBERING_HILBERT };

/* Their names, in that order, then NULL. */
extern const char *const numbering_names[];

/* The most nodes for which distances are computed. */
enum { NUMBERING_DISTANCES_MAX = 1 << 16 };

/* Errors: STATUS_USAGE if no network has n nodes: 2^k for the hypercube, 4^k
 * for the mesh. */
enum status numbering_check(
	enum numbering numbering, uint64_t n, struct err *err) WARN_UNUSED;

uint64_t numbering_gray(uint64_t i);
/* Node i of the mesh of side × side. */
void numbering_hilbert(uint64_t *x, uint64_t *y, uint64_t i, uint64_t side);

/*
 * distance[d] = the largest distance in the network of two nodes whose numbers
 * differ by d, for 0 <= d < n; n <= NUMBERING_DISTANCES_MAX.   O(n log n).
 */
void numbering_distances(
	uint32_t *distance, enum numbering numbering, uint32_t n);

#endif
