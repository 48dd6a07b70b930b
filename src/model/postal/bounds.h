/*
 * What is known, without running an algorithm, about the time to send m
 * messages to n processors in the postal model, and about F and f, the
 * functions for one message.  lambda is a rational >= 1, n >= 1, m >= 0; times
 * are in units of one send.  A bound on a real quantity that is known to lie on
 * a grid is rounded to that grid, never past the quantity.
 * Errors of all: STATUS_LIMIT past max_bits.
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
 * The least time for one message: f(n); where lambda < 1, that is, where a
 * sender's gap is longer than the latency, lambda f_(1/lambda)(n) + lambda - 1,
 * or 0 for n = 1 or lambda = 0.
 */
problem_bound postal_least_time;

/* The strongest bound known: counting, drift, or what three processors need;
 * Lemma 8 where lambda < 1. */
problem_bound postal_lower_bound;

/* lambda log n / log(ceil(lambda)+1), rounded up to a multiple of 1/b, as f(n)
 * is one: at most f(n).  Theorem 7(2). */
void postal_log_bound(mpq_t bound, const mpz_t n, const mpq_t lambda);

/* Appends every lower bound, m >= 1, the strongest first. */
enum status postal_bound_list(struct bound_list *list,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* Appends F(t) and the bounds of Theorem 7 on it.  t >= 0. */
enum status postal_reach_list(struct bound_list *list, const mpq_t lambda,
	const mpq_t t, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Appends f(n) and the bounds of Theorem 7 on it. */
enum status postal_time_list(struct bound_list *list,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* bound = the least time at which everybody can know of all n, a lower bound,
 * if that is known to be later than f(n); else it is unchanged, or f(n).
 * lambda > 0, n >= 1. */
void postal_exchange_bound(mpq_t bound, const mpq_t lambda, const mpz_t n);

/*
 * The time before which processors that are always busy drift apart too far,
 * where the latency is not whole, n >= 4, and no receive may be lost; else 0
 * (drift.c).  Three evaluations.
 */
problem_bound postal_drift_bound;

/* late = min(1, phi count): how much later those are who drift by phi so many
 * times, which is a unit at most.  late is not phi. */
void postal_late(mpq_t late, const mpq_t phi, const mpz_t count);

/*
 * -- Three processors: the optimum, for any number of messages and latency
 * (three.c).
 *
 * The least time in which m >= 1 messages reach them.  Above the counting bound
 * only if ceil(lambda) is odd and lambda not whole.  No errors.  O(1).
 */
problem_time postal_three_time;

/* Whether a schedule that drifts, and not that of latency ceil(lambda) with all
 * receives earlier, attains it: where it takes less. */
int postal_three_drifts(const struct problem *problem);

/*
 * Opens a schedule that takes that time, m >= 1.  Rows are streamed in O(1)
 * memory.
 * Errors: STATUS_LIMIT if the finish is 2^63 ticks or more.
 */
problem_open postal_three_open;

#endif
