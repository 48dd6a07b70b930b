/*
 * Gossip: a census by calls.  Everybody has an operand, and all get the sum of
 * all, each operand once; in a round a processor talks to one other at most,
 * both ways by telephone, one way by telegraph.
 */
#ifndef FIBCAST_MODEL_ROUNDS_GOSSIP_H
#define FIBCAST_MODEL_ROUNDS_GOSSIP_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

/* The rounds of the schedule whose name options have, gossip or
 * telegraph-gossip: by telephone ceil(log2 n), one more for odd n
 * above 1, which is the least; by telegraph as gossip.c has it. */
enum status gossip_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* No gossip takes fewer rounds: by telephone the same, by telegraph the least r
 * with phi^r >= n, phi the golden ratio. */
void gossip_telephone_bound(mpz_t rounds, const mpz_t n);
void gossip_telegraph_bound(mpz_t rounds, const mpz_t n);

/* How many rows the schedule has. */
void gossip_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options);

/* Opens the schedule, streamed in memory that does not grow with n.
 * Errors: STATUS_LIMIT if n is 2^62 or more. */
enum status gossip_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

#endif
