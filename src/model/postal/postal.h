/*
 * Broadcasting in the postal model: the algorithms of Bar-Noy & Kipnis 1994,
 * their exact times, and their schedules; DTREE is in model/trees.
 *
 * A send started at t occupies its sender during [t, t+1] and its receiver
 * during [t+lambda-1, t+lambda]; a processor does one send and one receive at a
 * time.  All m messages are at processor 0 at time 0.
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
 * The exact times of the algorithms, in units of one send; 0 for n = 1.  BCAST
 * ignores the number of messages.
 * Errors: STATUS_LIMIT if a number would exceed max_bits.
 * Lemmas 12, 14 and 16; for REPEAT Lemma 10 is exact only if f(n) - lambda is
 * whole, as an iteration starts as soon as the root has ended its sends of the
 * one before.
 */
problem_time postal_bcast_time, postal_repeat_time;
problem_time postal_pack_time, postal_pipeline_time;

/*
 * Open their schedules; close them with schedule_close.
 * BCAST and REPEAT on one port are streamed in memory proportional to the
 * tree's depth and the number of different times; the others keep a record for
 * each processor that has begun and not ended its sends.
 * Errors: STATUS_LIMIT if n, m or a time, in ticks of 1/b where
 * lambda = a/b, reaches 2^63, or if there are too many different times.
 */
problem_open postal_bcast_open, postal_repeat_open;
problem_open postal_pack_open, postal_pipeline_open;

/*
 * Open the part of one processor, 0 <= rank < n, in these schedules, without
 * visiting the others; close it with part_close.
 * Errors: STATUS_LIMIT if F at the points visited takes too much memory or
 * work for max_bits.   O(f) splits, for large latencies O(log n).
 */
problem_part postal_repeat_part; /* also of BCAST, with m = 1 */
problem_part postal_pack_part, postal_pipeline_part;

/* -- The optimal broadcast trees of the postal model, as whole trees. */

/*
 * d(n), the least depth of a tree that informs n processors in the least time
 * t = f(n) on k ports:
 *   min { d : sum over j <= d of k^j C(floor(t - j lambda) + j, j) >= n }.
 * within, if not NULL, is set to that sum over j < d, the nodes of depth below
 * d.  Correct also where Lemma 3.1 of Subramonian & Venkatasubramanian 1993 is
 * not.
 */
void postal_tree_depth(mpz_t depth, mpz_t within, const mpq_t lambda,
	unsigned long ports, const mpz_t n, const mpq_t t);

/*
 * Builds an optimal tree of least depth d: every possible node at smaller
 * depths, and at depth d the earliest ones, of earlier parents first.  Nodes
 * are numbered by time, then by parent.
 * tree: from tree_init, with lambda, ports and room for n >= 1 nodes.
 * O(n) time where many nodes have the same time, O(n log n) at worst.
 */
enum status postal_tree_least_depth(
	struct tree *tree, uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * -- One message among processors that are not all ready at the same time: a
 * reduction whose operands arrive late, and, the same backwards, a broadcast
 * with a deadline for each processor.
 */

/* A time >= 0 for each of the problem's n processors. */
struct postal_late {
	mpq_t *time;
	size_t count;
};

/*
 * Opens an optimal reduction to processor 0, in which no processor sends before
 * its own late->time.  time: when the last message arrives, or processor 0's
 * own time if that is later.
 * If is_due, opens an optimal broadcast from processor 0 in which processors
 * are informed in the order of their deadlines; processor 0's own deadline is
 * ignored.  time: the least amount by which all deadlines must be extended so
 * that none is missed, 0 if the schedule meets them all.
 * Errors: STATUS_LIMIT if n rows take more than max_bits of memory, or if
 * times, in ticks of their common denominator, reach 2^63.   O(n log n).
 */
enum status postal_late_open(struct schedule **schedule, mpq_t time,
	const struct problem *problem, const struct postal_late *late,
	int is_due, struct err *err) WARN_UNUSED;

/*
 * The tree of that broadcast or, if !is_due, of that reduction backwards, with
 * nodes numbered as processors.  time: the same.  The tree must be zeroed
 * before, and cleared after, also after an error. Errors: the same, and those
 * of tree_init.
 */
enum status postal_late_tree(struct tree *tree, mpq_t time,
	const struct problem *problem, const struct postal_late *late,
	int is_due, struct err *err) WARN_UNUSED;

#endif
