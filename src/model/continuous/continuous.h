/*
 * Continuous broadcast in the LogP model with o = 0, g = 1 and an integer
 * latency L >= 1: the source, processor 0, sends item i in step i to one
 * processor, and the others inform each other.  The delay of an item is
 * (label of its completion) - i + 1.  It is at least L + B(P-1,L) (Theorem
 * 3.1); P the processors, the source included, here n; m items.
 *   Subramonian & Venkatasubramanian 1993, Sections 3, 5 and 6.  The proof of
 * Theorem 6.1 has every item arrive a step early, but the root's does not, as
 * the source sends with latency L, not L + 1 (P = 4, L = 1, leaf label 3 in the
 * root's group: two items collide); a suitable choice of leaves avoids that.
 * Section 6 leaves open who receives what, and not every choice keeps the
 * delay; a fixed allocation by M. Hall's theorem does.
 *
 * Words; model/periodic/periodic.h has more.  Exact: with the tree of latency
 * L, in which no message can come a step early.  Slack: how many steps before
 * the tree's time a message arrives.  Owner of a leaf: the group whose members
 * get the leaf's items in turn.  Attempt: one method, one tree or one search.
 * Refuted: of a delay, proved impossible.  Cycle: a schedule that repeats after
 * a period, found by search and not made of groups.
 */
#ifndef FIBCAST_MODEL_CONTINUOUS_CONTINUOUS_H
#define FIBCAST_MODEL_CONTINUOUS_CONTINUOUS_H

#include "base/err.h"
#include "core/problem.h"
#include "core/search.h"
#include "model/continuous/tree.h"

/*
 * Opens the schedule of m items for n processors by the given method.  Rows are
 * made as they are pulled, O(1) each; memory depends on n alone.
 * n, m, L >= 1.
 * Errors: STATUS_LIMIT if n, m or a time is too large, or if no such schedule
 * was found.
 */
enum status continuous_open_by(struct schedule **schedule,
	enum continuous_method way, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* The same, by the method that the options select: least delay, queue-free, or
 * else the first one that succeeds. */
problem_open continuous_open;

/*
 * Begins the search that continuous_open runs to its end, but for queue-free
 * schedules, where that tries EXACT first.  Opened before something is found,
 * the search gives LATE's schedule, if LATE is among its methods.
 * Errors: as continuous_open_by.
 */
search_begin continuous_begin;

#endif
