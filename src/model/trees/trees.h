/*
 * Trees of a given shape, Bar-Noy & Kipnis's DTREE and those that
 * message-passing libraries broadcast along: a processor sends each message to
 * its children in order, message by message, as soon as it has it and is free.
 *   dtree, of degree d: p sends to dp + 1 .. dp + d.
 *   flat: processor 0 sends to all others; chain: p to p + 1.
 *   binary: levels have 1, 2, 4, .. processors, and the x-th of a level of w
 * sends to the x-th and the (x+w)-th of the next, as in Open MPI: for n = 8, 0
 * sends to 1 and 2, 1 to 3 and 5, 2 to 4 and 6, 3 to 7.  It takes as long as
 * DTREE with degree 2, whose processors have other places.
 *   binomial: the parent of p is p without its highest bit; nearest children
 * first, as they have the largest subtrees.
 *   knomial, of radix k: the parent of p is p without its lowest digit that is
 * not 0, to base k; children of the highest level, that digit's place, first,
 * and of one level the nearest.
 *   two-tree: two binary trees at once, half of the messages along each; see
 * two_tree.c.
 *   In all but the last processor 0 has the most children, c, so messages reach
 * everybody c units apart and nobody but processor 0 ever waits to send: m
 * messages take (m-1)c longer than one.
 *   To add a shape, write its file, with a struct trees_shape (shape.h), and
 * its line in find_shape of trees.c.
 */
#ifndef FIBCAST_MODEL_TREES_TREES_H
#define FIBCAST_MODEL_TREES_TREES_H

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"

/* The radix of a k-nomial tree unless it is given, as in Open MPI. */
enum { TREES_RADIX = 4 };

/*
 * The exact elapsed time; 0 for n = 1.  Of the options the shape's name is read
 * and degree, by dtree, whose best one NULL is, and knomial, whose radix it is:
 * a degree of n-1 or more acts as n-1, and one that is too small as 1, or 2.
 * Errors: STATUS_LIMIT if n has more than 2^16 bits, but for binary and
 * binomial; those of trees_best_degree. O(log n) operations on numbers like n.
 */
problem_time trees_time;

/*
 * The smallest degree of least DTREE time, and that time.
 * Errors: STATUS_LIMIT if n is too long, or too many degrees would have to be
 * tried.   O(time / m) evaluations of the formula.
 */
enum status trees_best_degree(mpz_t degree, mpq_t time,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * The radix, 2 to n-1, of the fastest k-nomial tree, and its time; the smallest
 * such radix, or 0 for n <= 2, where there is no choice.
 * Errors: STATUS_LIMIT if n is too long, or too many must be tried.
 */
enum status trees_best_radix(mpz_t radix, mpq_t time,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * Opens the schedule, of a reduction if the options say so; close it with
 * schedule_close.  Memory: a record for each processor that is sending, in a
 * reduction for each.
 * Errors: STATUS_LIMIT if n, m or a time, in ticks of the latency's
 * denominator, reaches 2^63, or a reduction's memory max_bits; those of the
 * time.
 */
problem_open trees_open;

/* The same for two-tree, which takes some 400 bytes a processor and up to 2^20
 * times of 8 bytes; there is no formula for its time.  Errors: also
 * STATUS_LIMIT past max_bits. */
problem_open trees_two_tree_open;

/*
 * One processor's part, rank 0 <= r < n, without the others'; close it with
 * part_close.
 * Errors: those of the time.   O(log n) operations on numbers like n; chain:
 * O(1).
 */
problem_part trees_part;

#endif
