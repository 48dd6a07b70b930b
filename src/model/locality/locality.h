/*
 * Broadcasting where distance costs: Algorithm ROOT on the H-PRAM.
 *
 * p processors, p shared cells.  An access inside a group of k consecutive
 * processors costs c(k): the latency function l(k), or max{l(k), g(k)} on the
 * D-BSP with its bandwidth function g.  ROOT lets the first s = ceil(sqrt p)
 * processors broadcast among themselves, has each but the last of them write
 * into the first cell of another group of s, and goes on in all groups at once.
 *   Corrected: there are m = ceil(p/s) groups, not s (with which P2 writes to
 * cell 7 of 6); sizes 1 and 2 are the base.  In the strict accounting the first
 * processor of each group also reads the cell that was written, without which
 * it would not know the item; Algorithm 3.1 leaves this unsaid. Juurlink,
 * Kolman, Meyer auf der Heide & Rieping 2003, Sections 2 to 4.
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

/* 128 bits for what is not exact; max_bits units of work on long numbers in
 * all. */
void locality_init(struct locality *locality, const struct cost *latency,
	const struct cost *bandwidth, uint64_t max_bits);
void locality_clear(struct locality *locality);

/* Changes the precision, which drops the values kept. */
void locality_set_precision(
	struct locality *locality, const struct value_precision *precision);

/*
 * Of p >= 1 processors; all in O(loglog p) costs.  Errors: those of cost_value.
 * cost: c(k).
 * time: T(p), the running time as the paper counts it: T(1) = c(1),
 *   T(2) = c(2), T(p) = T(s) + c(p) + max T(z) over the groups but the first.
 * strict: F(p), when every processor has the item: F(1) = 0, F(2) = c(2),
 *   F(p) = F(s) + c(p) + r + max F(z), r the read of a cell of one's own: c(1),
 *   but 0 on the D-BSP, which delivers messages.
 * recurrence: 2 R(s) + c(p), R(2) = c(2), R(1) = c(1); an upper bound of T.
 */
typedef enum status locality_function(struct value *value,
	struct locality *locality, const mpz_t p, struct err *err);

locality_function locality_cost, locality_time, locality_strict,
	locality_recurrence;

/* sum += term, of costs, the last one at k; errors: those of cost_add. */
enum status locality_add(struct value *sum, const struct locality *locality,
	const struct value *term, const mpz_t k, struct err *err) WARN_UNUSED;

/* The sizes of the groups of p >= 3: all s, except the last; returns whether
 * there are more than two groups. */
int locality_partition(mpz_t s, mpz_t last, const mpz_t p);

/* One row of what is known for p. */
struct locality_fact {
	const char *name;
	struct value value;
	int absent; /* too long to find */
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
 * All of these, the bounds, and the algorithms that the paper compares with.
 * The upper bounds are for nondecreasing costs.  Those named asymptotic hold
 * up to an unknown constant.   O(log p) costs for the comparison.
 */
enum status locality_facts(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;
enum status locality_bounds(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;
enum status locality_comparisons(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;

/*
 * bound = ceil(log p): no schedule in the strict accounting ends before.  Every
 * access takes one processor and one cell for 1 or more, and adds one processor
 * that knows the item or one cell that holds it; so at time t there are at most
 * 2^t of each.  The paper's other lower bounds hold up to a constant only.
 */
void locality_lower_bound(mpq_t bound, const mpz_t p);

/* Where the time goes: on the path through the recursion that takes longest,
 * `groups` groups of that size, one after the other. */
struct locality_level {
	unsigned long level;
	mpz_t size, groups;
	struct value cost, total;
};

struct locality_levels {
	struct locality_level *level;
	size_t count, capacity;
};

/* The rows of T(p), by level, then from the largest size; their totals add up
 * to T(p). */
enum status locality_levels(struct locality_levels *levels,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;
void locality_levels_clear(struct locality_levels *levels);

/*
 * Opens ROOT's schedule in the strict accounting, on the H-PRAM: times are in
 * the least unit that all its costs share.  Streams in memory of the order of
 * the square root of p.
 * Errors: STATUS_USAGE for a cost that is not exact, those of cost_value;
 * STATUS_LIMIT if p or a time, in ticks, reaches 2^63.
 */
problem_open locality_root_open;

/* The number of its transmissions: p - 1 reads, and the writes. */
problem_rows locality_root_rows;

/* -- The costs of a schedule of Algorithm ROOT as integers, in ticks. */

/* An upper bound on the number of sizes of groups for fewer than 2^63
 * processors: level i has at most 2^i, and all are below 2^(63/2^i) + 1. */
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
 * Finds the costs of accesses in all sizes of group that p processors need.
 * Errors: STATUS_USAGE for a cost that is not exact, those of cost_value;
 * STATUS_LIMIT if p or a time reaches 2^63.
 */
enum status locality_accesses_find(struct locality_accesses *accesses,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;

/* The ticks of an access in a group of one of these sizes. */
uint64_t locality_ticks(
	const struct locality_accesses *accesses, uint64_t size);

/* s = ceil(sqrt n), n >= 1; the number of groups of that size. */
uint64_t locality_group_size(uint64_t n);
uint64_t locality_group_count(uint64_t n, uint64_t s);

/*
 * -- Numberings of a network's nodes that let it carry the locality model:
 * nodes whose numbers differ little are near each other.
 *
 * Hypercube: node i ^ (i >> 1), the Gray code.  Nodes whose numbers differ by d
 * are at most 1 + ceil(log d) apart.
 * Mesh of 2^k × 2^k: the Hilbert curve, from (0, 0) to (2^k - 1, 0); distances
 * along the mesh are below 3 sqrt(d).  That the paper's "Peano indexing" means
 * this curve is inferred from its Fig. 1.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Sections 1 and 2.1;
 * their log d must be up to a constant, as for neighbours it is 0.
 */

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
