/*
 * Scatter and gather of n blocks, one for each processor, where a message may
 * carry several.  A message of b blocks takes its sender's port for u(b), after
 * which the sender may send again, and is held by its receiver e(b) after its
 * start.  Neither u nor e falls as b grows.
 *
 *   T(1) = 0,   T(k) = min over b < k of max(T(k-b) + u(b), T(b) + e(b)),
 *
 * where T(1) + u(k-1) counts as 0, is the least time in which a processor can
 * give k blocks away, its own among them: it sends b of them first, where b(k)
 * is the best b, and continues with k - b, while the receiver continues with b.
 * Example: n = 4 with u = 1, e = 2: T = 0 2 3 4, b = 1 1 1.  If a byte takes 1
 * and each block has one, so that u = e - 1 = 1 2 3: T = 0 2 3 5.
 *   A gather is a scatter read backwards.  On a machine its receivers are busy,
 * and u(b) is the time from one receive to the next, max(o, g) + (s-1) G for s
 * bytes.  If a machine has other o and g for larger messages, or if o exceeds g
 * and the processor does not copy, that time depends on both messages: receives
 * are then paired, see paired.c.
 *   If at first no block is in two places, nobody knows k blocks before T(k).
 * So T(n) bounds all operations after which one processor knows a block of
 * each: allgather, alltoall and, backwards, reduce-scatter.  If bytes cost
 * nothing, T(n) is u f_(e/u)(n), the time of a broadcast.
 *
 * Words: a bundle is what one message carries.  A piece is a range of b in
 * which u and e both grow by the same amount for each block.
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
 * u and e for 1 .. n blocks, in ticks: whole numbers of `limbs` limbs each.
 * Neither falls: where a measured machine's would, the message is padded,
 * except where receives are paired.
 * stay: only where they are paired, how long before its end a message begins to
 * take its receiver.  unit: ticks in a unit of time.  first: the first b of
 * each piece, 1 for piece 0; n + 1 after the last piece.
 */
struct scatter_costs {
	size_t n, limbs;
	mpz_t unit;
	mp_limb_t *send, *end, *stay;
	size_t *first;
	size_t pieces;
	int is_steady; /* e - u does not fall as b grows */
	int is_paired;
	int is_mixed; /* all-to-all: messages may also carry blocks for others
		       */
};

/* Whether receives are paired: the time from one to the next depends on both.
 */
int scatter_is_paired(const struct algorithm_options *options);

/* time = from the end of the receive of `before` blocks to the end of the next
 * receive, of `count` blocks, in a gather. */
void scatter_pair(mpq_t time, const struct algorithm_options *options,
	const mpz_t count, const mpz_t before);

/* stay = how long before its end a message of so many blocks begins to take its
 * receiver. */
void scatter_stay(mpq_t stay, const struct block_cost *cost, const mpz_t count);

/* send = u, end = e of a bundle in the problem. */
void scatter_cost(mpq_t send, mpq_t end, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t bundle);

/*
 * The costs on the options' machine, for their operation; u = 1 and e = lambda
 * without a machine.
 * Errors: STATUS_LIMIT if n is too large for tables.   O(n) additions.
 */
enum status scatter_costs_init(struct scatter_costs *costs,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
void scatter_costs_clear(struct scatter_costs *costs);

/* The ticks for b blocks in one of the arrays, 1 <= b <= n. */
static inline mp_limb_t *scatter_at(
	const struct scatter_costs *costs, mp_limb_t *ticks, size_t b)
{
	return ticks + (b - 1) * costs->limbs;
}

static inline const mp_limb_t *scatter_send(
	const struct scatter_costs *costs, size_t b)
{
	return scatter_at(costs, costs->send, b);
}

static inline const mp_limb_t *scatter_cost_stay(
	const struct scatter_costs *costs, size_t b)
{
	return scatter_at(costs, costs->stay, b);
}

static inline const mp_limb_t *scatter_end(
	const struct scatter_costs *costs, size_t b)
{
	return scatter_at(costs, costs->end, b);
}

/* Lowers each of the ticks to the least of those for as many blocks or more;
 * returns whether any was higher. */
int scatter_lower(const struct scatter_costs *costs, mp_limb_t *ticks);

/* T(1) .. T(n), in ticks, and b(2) .. b(n).  Where receives are paired the
 * times are those of trees that need not be the best; in a bound's table they
 * are lower bounds. */
struct scatter_table {
	struct scatter_costs costs;
	mp_limb_t *time;
	uint32_t *bundle;
};

/*
 * Errors: those of scatter_costs_init; STATUS_LIMIT if n is above
 * SCATTER_PAIRED and receives are paired, or above SCATTER_SQUARE and e - u
 * falls somewhere.
 * O(n pieces) if e - u does not fall, else O(n^2).
 */
enum { SCATTER_SQUARE = 1 << 14, SCATTER_PAIRED = 1 << 12 };
enum status scatter_table_init(struct scatter_table *table,
	const struct problem *problem, const struct algorithm_options *options,
	int is_bound, struct err *err) WARN_UNUSED;
void scatter_table_clear(struct scatter_table *table);

/* paired.c: fills the table, whose times are 0 before.   O(n^2). */
void scatter_fill_paired(struct scatter_table *table, int is_bound);

/* time = T(k), 1 <= k <= n; send = u(b), end = e(b); the bundle b(k), k >= 2.
 */
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
 * T(n) for the operation that options name, for any n where bytes cost nothing;
 * where receives are paired the time of the best tree that is found.
 * Errors: those of scatter_table_init.
 */
problem_time scatter_time;

/*
 * T(n) or, where receives are paired, a lower bound: no schedule is faster.
 * Errors: those of scatter_table_init.
 */
problem_time scatter_bound;

/* time = u f_(e/u)(n), that of a broadcast of one message, even if e < u. */
enum status scatter_broadcast_time(mpq_t time, const mpq_t send,
	const mpq_t end, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* Whether bytes cost nothing and e >= u.  T is then a broadcast's time, and
 * b(k) = k - F(f(k) - 1). */
int scatter_is_broadcast(
	const struct problem *problem, const struct algorithm_options *options);

/*
 * A rule for giving blocks away.  bundle: b(k) for k >= 2, taken from the table
 * if the shape has one.  is_long: one processor may send to all others.
 */
struct scatter_shape {
	const char *name;
	int has_table, is_long;
	void (*bundle)(
		mpz_t bundle, const struct scatter_table *table, const mpz_t k);
	enum status (*time)(mpq_t time, const struct problem *problem,
		const struct algorithm_options *options, struct err *err);
};

/* The shape of the name in options; "bundle" if none has that name. */
const struct scatter_shape *scatter_shape(
	const struct algorithm_options *options);

/* The time of the options' shape.   Errors: those of the shape's time. */
problem_time scatter_shape_time;

/*
 * Opens the schedule of the shape and operation that options name, on their
 * machine if they have one.
 * Errors: those of the shape's time; STATUS_LIMIT if the rows take more than
 * max_bits of memory, or numbers reach 2^63; STATUS_USAGE if messages would
 * have to be padded.
 */
problem_open scatter_open;

/*
 * Opens one processor's part.
 * Errors: those of the shape's time; STATUS_LIMIT if its messages, or those
 * before it gets its blocks, are too many for max_bits.
 */
problem_part scatter_part;

/*
 * The time by halves, as in MPICH and Open MPI: of k blocks, 2^j < k <=
 * 2^(j+1), the processor keeps 2^j.  O(log n) for any n.
 */
problem_time scatter_binomial_time;

/* The time if each processor gets its block from processor 0: (n-2) u(1) +
 * e(1). */
problem_time scatter_flat_time;

#endif
