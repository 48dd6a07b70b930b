/*
 * Scatter and gather of n blocks, one for each processor: a message may carry
 * several.  A message of b blocks takes its sender's port u(b), which may send
 * again then, and is held e(b) after its start; both do not fall as b grows.
 *
 *   T(1) = 0,   T(k) = min over b < k of max(T(k-b) + u(b), T(b) + e(b)),
 *
 * where T(1) + u(k-1) counts as 0, is the least time in which processor 0 gives
 * k blocks away: it sends b of them first, with b(k) the best b, and goes on
 * with k - b, while their receiver goes on with b.  n = 4 with u = 1, e = 2:
 * T = 0 2 3 4, b = 1 1 1; with blocks of a byte each that takes 1, so that
 * u = e - 1 = 1 2 3: T = 0 2 3 5.
 *   A gather is a scatter read backwards.  On a machine its receivers are busy,
 * and u(b) is the time from one receive to the next, max(o, g) + (s-1) G.
 * Where a machine has other o and g for larger messages, or o exceeds g and the
 * processor does not copy, it depends on both: receives are paired, see
 * paired.c.
 *   When no block is anywhere twice at first, nobody knows k of them before
 * T(k); so T(n) bounds all operations after which one processor knows a block
 * of each: allgather, alltoall, and backwards reduce-scatter.  Where bytes cost
 * nothing it is u f_(e/u)(n), the time of a broadcast.
 *
 * Words: a piece is a range of b in which u and e both grow by the same for
 * each block.  A bundle is what one message carries.
 */
#ifndef FIBCAST_MODEL_SCATTER_SCATTER_H
#define FIBCAST_MODEL_SCATTER_SCATTER_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * u and e for 1 .. n blocks, in ticks: whole numbers of as many limbs each.
 * Neither falls: where a measured machine's would, a message is padded; not
 * where receives are paired.  stay: from when on the message takes its receiver
 * until its end; only if they are.
 * unit: the ticks in a unit of time.  first: where each piece begins, piece 0
 * at 1; after the last piece stands n + 1.
 */
struct scatter_costs {
	size_t n, limbs;
	mpz_t unit;
	mp_limb_t *send, *end, *stay;
	size_t *first;
	size_t pieces;
	int is_steady; /* e - u does not fall as b grows */
	int is_paired;
	int is_mixed; /* of an all-to-all, with blocks for others */
};

/* Whether u is the time between two receives: of an operation in which they
 * count. */
int scatter_gathers(const struct algorithm_options *options);

/* The latency without a machine; NULL in rounds, where it is 1. */
mpq_srcptr scatter_lambda(
	const struct problem *problem, const struct algorithm_options *options);

/* time = u of so many blocks. */
void scatter_spacing(mpq_t time, const struct block_cost *cost, int gathers,
	const mpz_t count);

/* Whether the time from one receive to the next depends on both messages. */
int scatter_is_paired(const struct algorithm_options *options);

/* time = from the end of the receive of `before` blocks to that of count, in a
 * gather. */
void scatter_pair(mpq_t time, const struct algorithm_options *options,
	const mpz_t count, const mpz_t before);

/* stay = from when on so many blocks take their receiver until their end. */
void scatter_stay(mpq_t stay, const struct block_cost *cost, const mpz_t count);

/* u and e of a bundle in the problem. */
void scatter_cost(mpq_t send, mpq_t end, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t bundle);

/*
 * Those of the machine that options have, for the operation; u = 1 and
 * e = lambda without one.
 * Errors: STATUS_LIMIT if n is too large for tables.
 * O(n) additions.
 */
enum status scatter_costs_init(struct scatter_costs *costs,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
void scatter_costs_clear(struct scatter_costs *costs);

/* u(b), e(b), 1 <= b <= n. */
static inline const mp_limb_t *scatter_send(
	const struct scatter_costs *costs, size_t b)
{
	return costs->send + (b - 1) * costs->limbs;
}

static inline const mp_limb_t *scatter_cost_stay(
	const struct scatter_costs *costs, size_t b)
{
	return costs->stay + (b - 1) * costs->limbs;
}

static inline const mp_limb_t *scatter_end(
	const struct scatter_costs *costs, size_t b)
{
	return costs->end + (b - 1) * costs->limbs;
}

/* T(1) .. T(n), in ticks, and b(2) .. b(n); where receives are paired the times
 * of trees that need not be the best, or, of a bound, less. */
struct scatter_table {
	struct scatter_costs costs;
	mp_limb_t *time;
	uint32_t *bundle;
};

/*
 * Errors: those of scatter_costs_init; STATUS_LIMIT if e - u falls somewhere
 * and n is above SCATTER_SQUARE, or receives are paired and it is above
 * SCATTER_PAIRED.
 * O(n pieces) where e - u does not fall, else O(n^2).
 */
enum { SCATTER_SQUARE = 1 << 14, SCATTER_PAIRED = 1 << 12 };
enum status scatter_table_init(struct scatter_table *table,
	const struct problem *problem, const struct algorithm_options *options,
	int is_bound, struct err *err) WARN_UNUSED;
void scatter_table_clear(struct scatter_table *table);

/* paired.c: fills the table, whose times are 0.   O(n^2). */
void scatter_fill_paired(struct scatter_table *table, int is_bound);

/* time = T(k), 1 <= k <= n; u(b), e(b); b(k), k >= 2. */
void scatter_table_time(
	mpq_t time, const struct scatter_table *table, size_t k);
void scatter_table_cost(
	mpq_t send, mpq_t end, const struct scatter_table *table, size_t b);
static inline uint64_t scatter_table_bundle(
	const struct scatter_table *table, uint64_t k)
{
	return table->bundle[k - 1];
}

/*
 * T(n) for the operation that options name, or where receives are paired the
 * time of the best tree that is found; any n where bytes cost nothing.
 * Errors: as above.
 */
problem_time scatter_time;

/* T(n), or where receives are paired less: no schedule is faster.
 * Errors: as above. */
problem_time scatter_bound;

/* time = u f_(e/u)(n), also where e < u: that of a broadcast of one message. */
enum status scatter_broadcast_time(mpq_t time, const mpq_t send,
	const mpq_t end, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* Whether bytes cost nothing and e >= u, so that T is a broadcast's time and
 * b(k) = k - F(f(k) - 1). */
int scatter_is_broadcast(
	const struct problem *problem, const struct algorithm_options *options);

/*
 * A way to give blocks away.  bundle: b(k) for k >= 2; of a shape that has a
 * table, from that.  is_long: one processor may send to all others.
 */
struct scatter_shape {
	const char *name;
	int has_table, is_long;
	void (*bundle)(
		mpz_t bundle, const struct scatter_table *table, const mpz_t k);
	enum status (*time)(mpq_t time, const struct problem *problem,
		const struct algorithm_options *options, struct err *err);
};

/* That of the name in options, "bundle" unless it is another's. */
const struct scatter_shape *scatter_shape(
	const struct algorithm_options *options);

/* Its time.   Errors: those of its time. */
problem_time scatter_shape_time;

/* The transmissions of every algorithm here, n - 1. */
problem_rows scatter_rows;

/* Opens its schedule, of the shape and operation that options name, on their
 * machine, if they have one.
 * Errors: as above; STATUS_LIMIT if the rows take more than max_bits of memory,
 * or numbers reach 2^63; STATUS_USAGE where messages would have to be padded.
 */
problem_open scatter_open;

/* Opens one processor's part. Errors: those of scatter_time. */
problem_part scatter_part;

/*
 * The time by halves, as MPICH and Open MPI do it: with 2^j < k <= 2^(j+1) the
 * processor keeps 2^j blocks.  O(log n) for the time, for any n.
 */
problem_time scatter_binomial_time;

/* The time with a message for each processor: (n-2) u(1) + e(1). */
problem_time scatter_flat_time;

#endif
