/*
 * Bounds, without running an algorithm, on the time to send m messages to n
 * processors in the postal model, and on F and f, the functions for one
 * message.  lambda is a rational >= 1, n >= 1, m >= 0; times are in units of
 * one send.  Where a quantity is known to be a multiple of some fraction, lower
 * bounds are rounded up, and upper bounds down, to such a multiple.
 * Errors of all: STATUS_LIMIT beyond max_bits.
 * Bar-Noy & Kipnis 1994, Sections 3 and 4.1.
 */
#ifndef FIBCAST_MODEL_POSTAL_BOUNDS_H
#define FIBCAST_MODEL_POSTAL_BOUNDS_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * The least time for one message: f(n).  Where lambda < 1, that is, where a
 * sender's gap is longer than the latency: lambda f_(1/lambda)(n) + lambda - 1,
 * or 0 for n = 1 or lambda = 0.
 */
problem_bound postal_least_time;

/* The strongest lower bound known: counting, drift, or the optimum for three
 * processors; Lemma 8 where lambda < 1. */
problem_bound postal_lower_bound;

/* lambda log n / log(ceil(lambda)+1), at most f(n), rounded up to a multiple of
 * 1/b, as f(n) is one.  Theorem 7(2). */
void postal_log_bound(mpq_t bound, const mpz_t n, const mpq_t lambda);

/* Appends every lower bound, the strongest first.  m >= 1. */
enum status postal_bound_list(struct bound_list *list,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* Appends F(t) and the bounds of Theorem 7 on it.  t >= 0. */
enum status postal_reach_list(struct bound_list *list, const mpq_t lambda,
	const mpq_t t, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Appends f(n) and the bounds of Theorem 7 on it. */
enum status postal_time_list(struct bound_list *list,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* bound = a lower bound on the time at which everybody can know the operands of
 * all n processors, at least f(n); unchanged if none is known (exchange.c).
 * lambda > 0, n >= 1. */
void postal_exchange_bound(mpq_t bound, const mpq_t lambda, const mpz_t n);

/*
 * A lower bound for latencies that are not whole, n >= 4, where no receive may
 * be lost, because processors that are always busy drift apart (drift.c); else
 * 0.  Three evaluations of F and f.
 */
problem_bound postal_drift_bound;

/* late = min(1, phi count): the delay after drifting by phi `count' times, at
 * most a unit.  late and phi must be different variables. */
void postal_late(mpq_t late, const mpq_t phi, const mpz_t count);

/*
 * -- Three processors: the optimum, for any number of messages and latency
 * (three.c).
 *
 * The least time for m >= 1 messages.  It is above the counting bound only if
 * ceil(lambda) is odd and lambda not whole.  No errors.  O(1).
 */
problem_time postal_three_time;

/* Whether a schedule that drifts takes less time than the schedule for latency
 * ceil(lambda) with its receives moved earlier. */
int postal_three_drifts(const struct problem *problem);

/*
 * Opens a schedule that takes that time, m >= 1.  Rows are streamed in O(1)
 * memory.
 * Errors: STATUS_LIMIT if the finish is 2^63 ticks or more.
 */
problem_open postal_three_open;

#endif
