/*
 * Trees of a given shape: Bar-Noy & Kipnis's DTREE, and the trees along which
 * message-passing libraries broadcast.  A processor sends message after
 * message, each to all its children in order, as soon as it has the message and
 * its port is free. dtree, of degree d: p sends to dp + 1 .. dp + d. flat:
 * processor 0 sends to all others; chain: p to p + 1. binary: levels have 1, 2,
 * 4, .. processors, and the x-th of a level of w sends to the x-th and the
 * (x+w)-th of the next, as in Open MPI: for n = 8, 0 sends to 1 and 2, 1 to 3
 * and 5, 2 to 4 and 6, 3 to 7.  It takes as long as DTREE with degree 2, which
 * numbers the processors differently.
 *   binomial: the parent of p is p without its highest bit; the nearest
 * children, which have the largest subtrees, come first.
 *   knomial, of radix k: the parent of p is p with its lowest nonzero base-k
 * digit set to 0.  Children that differ in a higher digit come first, and among
 * those that differ in the same digit the nearest. two-tree: two binary trees
 * at once, each carrying half of the messages; see two_tree.c. In all but
 * two-tree no processor has more children than processor 0, which has c.  So
 * messages reach everybody c units apart, nobody but processor 0 ever waits to
 * send, and m messages take (m-1)c longer than one.
 *   To add a shape, write a file with its struct trees_shape (shape.h), and a
 * line in find_shape of trees.c.
 */
#ifndef FIBCAST_MODEL_TREES_TREES_H
#define FIBCAST_MODEL_TREES_TREES_H

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"

/* The default radix of a k-nomial tree, as in Open MPI. */
enum { TREES_RADIX = 4 };

/*
 * The exact elapsed time; 0 for n = 1.  Of the options, name selects the shape.
 * dtree takes degree as its degree, clipped to 1 .. n-1, or the best degree if
 * it is NULL; knomial takes it as its radix, clipped to 2 .. n, or TREES_RADIX.
 * Errors: STATUS_LIMIT if n has more than 2^16 bits, but for binary and
 * binomial; those of trees_best_degree.  O(log n) operations on numbers of n's
 * length.
 */
problem_time trees_time;

/*
 * The degree of the fastest DTREE, the smallest one if several are, and its
 * time.  Errors: STATUS_LIMIT if n has more than 2^16 bits, or too many degrees
 * would have to be tried.   O(time / m) evaluations of the formula.
 */
enum status trees_best_degree(mpz_t degree, mpq_t time,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * The radix, 2 to n-1, of the fastest k-nomial tree, the smallest one if
 * several are, and its time; the radix is 0 for n <= 2, where there is no
 * choice.  Errors: STATUS_LIMIT if n has more than 2^16 bits, or too many
 * radices would have to be tried.
 */
enum status trees_best_radix(mpz_t radix, mpq_t time,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * Opens the schedule, of a reduction if the options say so; close it with
 * schedule_close.  Memory: a record for each processor that is sending, or, in
 * a reduction, for every processor.
 * Errors: STATUS_LIMIT if n, m or a time, in ticks of the latency's
 * denominator, reaches 2^63, or a reduction's memory max_bits; those of the
 * time.
 */
problem_open trees_open;

/* The same for two-tree, whose time has no formula.  Memory: about 400 bytes a
 * processor, and up to 2^20 times of 8 bytes.  Errors: also STATUS_LIMIT if
 * that is more than max_bits. */
problem_open trees_two_tree_open;

/*
 * Opens the part of one processor, 0 <= rank < n, without making the others';
 * close it with part_close.  Errors: those of trees_time.   O(log n) operations
 * on numbers of n's length; chain: O(1).
 */
problem_part trees_part;

#endif
