/*
 * Census: every processor has an operand, and all get the sum, by any
 * associative and commutative operation, as fast as one message can be
 * broadcast.
 *   Whole latency L, F(j) = F_L(j), T = f_L(n).  After time t processor i knows
 * the sum of its window, the w(t) operands i-w(t)+1 .. i mod n, and also that
 * of the window without its own operand; w(t) = 1 for t < L.  Write
 *   n - 1 = sum of e(j) F(j), j = 0 .. T-L, each e(j) 0 or 1,
 * greedily from the largest j.  For t = L .. T, with e = e(T-t), processor i
 * sends at t - L the sum of its window, if e = 1, or that without its own, to
 *   i + w(t-1) - (1 - e);
 * so w(t) = w(t-1) + w(t-L) - (1 - e), and w(T) = n.  All processors do the
 * same.
 *   n = 5, L = 2: F = 1 1 2 3 5, T = 4, 4 = F(2) + F(1) + F(0).  At 0 and 1
 * i sends its operand, to i + 1 and i + 2, and so has 2 and then 3 operands; at
 * 2 it sends the sum of the 2 that it has by then, to i + 3.
 *   A latency that is not whole is rounded up: the finish is f_L(n) less what
 * that adds, L - lambda.  No census is faster than a broadcast, f_lambda(n).
 * Bar-Noy, Kipnis & Schieber 1995, Optimal computation of census functions in
 * the postal model, prove the bound attained; the construction is our own.
 */
#ifndef FIBCAST_MODEL_CENSUS_CENSUS_H
#define FIBCAST_MODEL_CENSUS_CENSUS_H

#include <stddef.h>

#include <gmp.h>

#include "base/err.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"

/* What every processor does at a whole time: sends the sum of its last count
 * operands, with or without its own, to the processor that far ahead. */
struct census_step {
	unsigned long start;
	int has_own;
	mpz_t ahead, count;
};

/* The steps in which anything is sent, in order. */
struct census {
	struct census_step *step;
	size_t steps;
};

/*
 * Finds the steps; a zeroed census may be cleared.
 * Errors: STATUS_LIMIT, naming the size, if they take more than max_bits of
 * memory.   O(T - L) operations on numbers like n.
 */
enum status census_init(struct census *census, const struct problem *problem,
	struct err *err) WARN_UNUSED;
void census_clear(struct census *census);

/* The first of the operands whose sum processor rank sends in a step. */
void census_first(mpz_t first, const struct census_step *step, const mpz_t rank,
	const mpz_t n);

/* The exact time, elapsed.  Errors: those of fibonacci_time. */
enum status census_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* The number of transmissions, n in every step; a lower bound, n, if the steps
 * cannot be found. */
void census_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options);

/*
 * Opens the schedule, streamed; close it with schedule_close.
 * Errors: STATUS_LIMIT if n or a time, in ticks of the latency's denominator,
 * reach 2^63; those of census_init.
 */
enum status census_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* Opens one processor's part, rank 0 <= r < n; close it with part_close.
 * Errors: those of census_init. */
enum status census_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;

#endif
