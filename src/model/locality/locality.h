/*
 * Broadcasting where distance costs: Algorithm ROOT on the H-PRAM.
 *
 * There are p processors and p shared cells.  An access inside a group of k
 * consecutive processors costs c(k): the latency function l(k), or
 * max{l(k), g(k)} on the D-BSP with its bandwidth function g.  In ROOT the
 * first s = ceil(sqrt p) processors broadcast among themselves; then each of
 * the first m - 1 writes into the first cell of another group of s; then all
 * these groups broadcast in the same way at once.
 * Corrections: there are m = ceil(p/s) groups, not s (with s groups and p = 6,
 * P2 writes to cell 7); sizes 1 and 2 are the base of the recursion.  In the
 * strict accounting the first processor of each group also reads the cell that
 * was written, as it would not know the item otherwise; Algorithm 3.1 does not
 * mention this.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Sections 2 to 4.
 */
#ifndef FIBCAST_MODEL_LOCALITY_LOCALITY_H
#define FIBCAST_MODEL_LOCALITY_LOCALITY_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "number/cost.h"
#include "number/value.h"

enum { LOCALITY_MEMO = 512 };

struct locality_memo {
	int kind; /* 0: empty */
	mpz_t size;
	struct value value;
};

/* A machine, and the precision of its costs. */
struct locality {
	const struct cost *latency, *bandwidth; /* bandwidth: NULL, or g(k) */
	struct value_precision precision;
	struct agm_constant constant; /* those of precision */
	uint64_t work;
	struct locality_memo *memo; /* cache of recent values, by size */
};

/* Inexact costs have a precision of 128 bits; all work on long numbers together
 * may take max_bits units. */
void locality_init(struct locality *locality, const struct cost *latency,
	const struct cost *bandwidth, uint64_t max_bits);
void locality_clear(struct locality *locality);

/* Changes the precision, and drops the cached values. */
void locality_set_precision(
	struct locality *locality, const struct value_precision *precision);

/*
 * Functions of p >= 1 processors, each from O(loglog p) costs.  Errors: those
 * of cost_value.
 * cost: c(k).
 * time: T(p), the running time as the paper counts it: T(1) = c(1),
 *   T(2) = c(2), T(p) = T(s) + c(p) + max T(z), z over the sizes of the groups
 *   other than the first.
 * strict: F(p), the time at which every processor has the item: F(1) = 0,
 *   F(2) = c(2), F(p) = F(s) + c(p) + r + max F(z), where r is a processor's
 *   read of its own cell: c(1), but 0 on the D-BSP, which delivers messages.
 * recurrence: R(p) = 2 R(s) + c(p), R(2) = c(2), R(1) = c(1); an upper bound
 *   on T.
 */
typedef enum status locality_function(struct value *value,
	struct locality *locality, const mpz_t p, struct err *err);

locality_function locality_cost, locality_time, locality_strict,
	locality_recurrence;

/* sum += term, both sums of costs, the last one at k.  Errors: those of
 * cost_add. */
enum status locality_add(struct value *sum, const struct locality *locality,
	const struct value *term, const mpz_t k, struct err *err) WARN_UNUSED;

/* The sizes of the groups of p >= 3 processors: s, and last for the last group;
 * returns whether there are more than two groups. */
int locality_partition(mpz_t s, mpz_t last, const mpz_t p);

/* A fact about p: a time, a bound, or a rival's time. */
struct locality_fact {
	const char *name;
	struct value value;
	int absent; /* it takes too much work */
	int is_count;
	const char *source; /* a word */
};

struct locality_list {
	struct locality_fact *fact;
	size_t count, capacity;
};

/* Appends a fact with the value 0. */
struct locality_fact *locality_list_add(
	struct locality_list *list, const char *name, const char *source);
void locality_list_clear(struct locality_list *list);

/*
 * facts: the times, and the next two.  bounds: a closed form and the bounds;
 * the upper bounds are for nondecreasing costs, and those named asymptotic hold
 * up to an unknown constant.  comparisons: the algorithms with which the paper
 * compares ROOT; O(log p) costs.
 */
enum status locality_facts(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;
enum status locality_bounds(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;
enum status locality_comparisons(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;

/*
 * bound = ceil(log p), before which no schedule in the strict accounting ends.
 * Every access occupies one processor and one cell for at least a unit of time,
 * and adds one processor that knows the item or one cell that holds it; so at
 * time t there are at most 2^t of each.  The paper's other lower bounds hold
 * only up to a constant.
 */
void locality_lower_bound(mpq_t bound, const mpz_t p);

/* A part of T(p): on the longest path through the recursion, that many groups
 * of that size one after another. */
struct locality_level {
	unsigned long level;
	mpz_t size, groups;
	struct value cost, total;
};

struct locality_levels {
	struct locality_level *level;
	size_t count, capacity;
};

/* The parts of T(p), by level, then from the largest size down; their totals
 * add up to T(p). */
enum status locality_levels(struct locality_levels *levels,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;
void locality_levels_clear(struct locality_levels *levels);

/*
 * Opens ROOT's schedule in the strict accounting, on the H-PRAM.  A tick is the
 * largest unit in which all its costs are whole.  The rows are streamed in
 * O(sqrt p) memory.
 * Errors: STATUS_USAGE for a cost that is not exact, those of cost_value;
 * STATUS_LIMIT if p or a time in ticks reaches 2^63, or if the memory would
 * exceed max_bits.
 */
problem_open locality_root_open;

/* The number of its transmissions: p - 1 reads, and the writes. */
problem_rows locality_root_rows;

/* -- The costs of a schedule of Algorithm ROOT as integers, in ticks. */

/* An upper bound on the number of group sizes for fewer than 2^63 processors:
 * level i has at most 2^i sizes, all below 2^(63/2^i) + 1. */
enum { LOCALITY_SIZES_MAX = 128 };

/* The cost of an access in a group of that size, in ticks. */
struct locality_access {
	uint64_t size, ticks;
};

struct locality_accesses {
	struct locality_access access[LOCALITY_SIZES_MAX];
	size_t count;
	uint64_t unit;	 /* ticks in one unit of time */
	uint64_t finish; /* F(p), in ticks */
};

/*
 * Finds the costs of accesses in groups of all sizes that p processors need.
 * Errors: STATUS_USAGE for a cost that is not exact, those of cost_value;
 * STATUS_LIMIT if p or a time reaches 2^63.
 */
enum status locality_accesses_find(struct locality_accesses *accesses,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;

/* The ticks of an access in a group of one of these sizes. */
uint64_t locality_ticks(
	const struct locality_accesses *accesses, uint64_t size);

/* s = ceil(sqrt n), n >= 1; the number of groups, ceil(n/s). */
uint64_t locality_group_size(uint64_t n);
uint64_t locality_group_count(uint64_t n, uint64_t s);

/*
 * -- Numberings of a network's nodes in which nodes with close numbers are near
 * each other, as the locality model assumes.
 *
 * Hypercube: number i is node i ^ (i >> 1), the Gray code.  Nodes whose numbers
 * differ by d are at most 1 + ceil(log d) apart.
 * Mesh of 2^k × 2^k: the Hilbert curve, from (0, 0) to (2^k - 1, 0); distances
 * in the mesh are below 3 sqrt(d).  That the paper's "Peano indexing" means
 * this curve is inferred from its Fig. 1. Juurlink, Kolman, Meyer auf der Heide
 * & Rieping 2003, Sections 1 and 2.1; their log d can hold only up to a
 * constant, as it is 0 for neighbours.
 */

enum numbering { NUMBERING_GRAY, NUMBERING_HILBERT };

/* Their names, in that order, then NULL. */
extern const char *const numbering_names[];

/* The most nodes for which distances are computed. */
enum { NUMBERING_DISTANCES_MAX = 1 << 16 };

/* Errors: STATUS_USAGE if no network has n nodes: a hypercube has 2^k, a mesh
 * 4^k. */
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
