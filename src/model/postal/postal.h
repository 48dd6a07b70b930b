/*
 * Broadcasting in the postal model: the algorithms of Bar-Noy & Kipnis 1994,
 * their exact times, and their schedules; DTREE is in model/trees.
 *
 * A send started at t takes [t, t+1] of its sender and [t+lambda-1, t+lambda]
 * of its receiver; a processor does one send and one receive at a time.  All m
 * messages are at processor 0 at time 0.
 */
#ifndef FIBCAST_MODEL_POSTAL_POSTAL_H
#define FIBCAST_MODEL_POSTAL_POSTAL_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "core/tree.h"

/*
 * The exact times of the algorithms, in units of one send; 0 for n = 1.  The
 * number of messages does not matter to BCAST.
 * Errors: STATUS_LIMIT if a number would pass max_bits.
 * Lemmas 12, 14 and 16; Lemma 10 is exact only if f(n) - lambda is whole:
 * REPEAT starts an iteration as soon as the root has ended its last sends.
 */
problem_time postal_bcast_time, postal_repeat_time;
problem_time postal_pack_time, postal_pipeline_time;

/*
 * Open their schedules; close them with schedule_close.
 * BCAST and REPEAT stream in memory of the order of the tree's depth and the
 * number of different times; the others keep a record for each processor that
 * has begun and not ended its sends.
 * Errors: STATUS_LIMIT if n, m or a time, in ticks of the latency's
 * denominator, reach 2^63, or the times are too many.
 */
problem_open postal_bcast_open, postal_repeat_open;
problem_open postal_pack_open, postal_pipeline_open;

/*
 * Open one processor's part in them, rank 0 <= r < n, without the others';
 * close it with part_close.
 * Errors: STATUS_LIMIT if F at the points visited takes too much memory or
 * work for max_bits.   O(f) splits, for large latencies O(log n).
 */
problem_part postal_bcast_part, postal_repeat_part;
problem_part postal_pack_part, postal_pipeline_part;

/* -- The optimal broadcast trees of the postal model, as whole trees. */

/*
 * d(n): the least depth of a tree that informs n processors in the least time
 * t = f(n):  min { d : sum over j <= d of k^j C(floor(t - j lambda) + j, j) >=
 * n }, on k ports. within: if not NULL, the nodes of depth below d. Correct
 * where Lemma 3.1 of Subramonian & Venkatasubramanian 1993 is not.
 */
void postal_tree_depth(mpz_t depth, mpz_t within, const mpq_t lambda,
	unsigned long ports, const mpz_t n, const mpq_t t);

/*
 * Of all optimal trees, one of least depth: every node of depth < d and of
 * depth d the earliest, earlier parents first.  Nodes are numbered by time,
 * then by parent.  O(n) time where times coincide, O(n log n) at worst.
 * tree: made by tree_init with lambda and room for n >= 1 nodes; its ports.
 */
enum status postal_tree_least_depth(
	struct tree *tree, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* The tree of a schedule of one message, nodes numbered as its processors;
 * every message is sent whole units after its sender had it.  tree: room for
 * all processors. */
enum status postal_tree_of_schedule(struct tree *tree,
	struct schedule *schedule, struct err *err) WARN_UNUSED;

/*
 * -- One message and processors that are not all ready at the same time: a
 * reduction whose operands come late, and, backwards, a broadcast that is due
 * at different times.
 */

/* A time >= 0 for each of the problem's n processors. */
struct postal_late {
	mpq_t *time;
	size_t count;
};

/*
 * Opens a reduction to processor 0 in which none sends before its time, when
 * it has its operand, one message, of the least time there is: time, when the
 * last message arrives, or what processor 0 has itself.
 * Errors: STATUS_LIMIT if n rows take more than max_bits of memory, or times,
 * in ticks of the common denominator, reach 2^63.   O(n log n).
 */
enum status postal_late_reduce_open(struct schedule **schedule, mpq_t time,
	const struct problem *problem, const struct postal_late *late,
	struct err *err) WARN_UNUSED;

/*
 * Opens an optimal broadcast from processor 0 in which those that are due first
 * are informed first; processor 0's own time does not matter.  behind = the
 * least by which all times must be put off so that none is missed: 0 if the
 * schedule meets them.
 * Errors: the same.
 */
enum status postal_late_broadcast_open(struct schedule **schedule, mpq_t behind,
	const struct problem *problem, const struct postal_late *due,
	struct err *err) WARN_UNUSED;

/*
 * The tree of that broadcast, or of the reduction backwards, nodes numbered as
 * processors; clear it, which was zeroed, whatever comes back.  time: behind,
 * or the reduction's.   Errors: the same, and those of tree_init.
 */
enum status postal_late_tree(struct tree *tree, mpq_t time,
	const struct problem *problem, const struct postal_late *late,
	int is_due, struct err *err) WARN_UNUSED;

#endif
