/*
 * Broadcasting m messages where in a round each processor may send one message
 * to one processor and receive one from another.
 */
#ifndef FIBCAST_MODEL_ROUNDS_SENDRECV_H
#define FIBCAST_MODEL_ROUNDS_SENDRECV_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "model/rounds/rounds.h"

/* The least number of rounds, m - 1 + ceil(log2 n), 0 for n = 1 or m = 0: the
 * lower bound and what is attained, so always known: returns 1.  BKS, Theorems
 * 5 and 6. */
int sendrecv_rounds(mpz_t rounds, const struct problem *problem);

/* Appends every lower bound; m >= 1. */
void sendrecv_bound_list(
	struct bound_list *list, const struct problem *problem);

/*
 * Opens the optimal schedule for n, m >= 1, streamed in O(n) memory; close it
 * with schedule_close.
 * Errors: STATUS_LIMIT, naming the size, if more than max_bits of memory were
 * needed; if n is 2^32 - 2 or more, or m or the rounds are 2^63 or more.
 */
enum status sendrecv_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* The same as a schedule of another model: for n = 1 and even n each send is
 * answered by one, or by none, which is a telephone call. */
enum status sendrecv_open_as(struct schedule **schedule, enum model model,
	const char *algorithm, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* The rounds alone, for other models: n >= 2 processors, with even's one more
 * if n is odd.  Round t is even's, to be read as telephone_even says. */
void sendrecv_init(struct telephone_even *even, uint32_t n);
void sendrecv_step(struct telephone_even *even, uint32_t n);

#endif
