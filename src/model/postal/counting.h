/* The lower bound that counts sends, and the quantities that other bounds share
 * with it. */
#ifndef FIBCAST_MODEL_POSTAL_COUNTING_H
#define FIBCAST_MODEL_POSTAL_COUNTING_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"

/* t = f(n) at the problem's latency, from problem->jumps where possible. */
enum status postal_first_time(mpq_t t, const mpz_t n,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * How many messages can be broadcast by the sends that begin before all
 * processors are busy: with lambda = a/b, let S be the sum of F over the times
 * f(n-1)-1/b, f(n-1)-1/b-1, ... >= 0, at which fewer than n-1 processors know
 * anything; S = count (n-1) + rest.
 */
struct postal_start {
	mpq_t full; /* f(n-1): from here on n-1 receives a unit are possible */
	mpz_t count, rest;
};

void postal_start_init(struct postal_start *start);
void postal_start_clear(struct postal_start *start);

/* problem->n >= 2.  Two evaluations of F and f. */
enum status postal_start_set(struct postal_start *start,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * The least T by which there can be enough sends:
 *   sum of min(n-1, F(u)) over u = T-lambda, T-lambda-1, ... >= 0
 *   is at least m (n-1).
 * Never below Lemma 8; 0 for n = 1 or m = 0.  Three evaluations of F and f.
 */
problem_bound postal_counting_bound;

/* t += ceil(m/ports) - 1: before that time some message has not left the
 * source.
 */
void postal_add_last_message(mpq_t t, const struct problem *problem);

#endif
