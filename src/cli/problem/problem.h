/*
 * A broadcasting problem as the options give it: one value each.
 */
#ifndef FIBCAST_CLI_PROBLEM_PROBLEM_H
#define FIBCAST_CLI_PROBLEM_PROBLEM_H

#include <gmp.h>

#include "cli/output/output.h"
#include "cli/problem/latency.h"
#include "core/problem.h"
#include "model/algorithm.h"

/* Initialises problem with n, m (1 unless given) and lambda; all sweeps of one
 * value. */
void problem_read(struct problem *problem, const struct sweep *processors,
	const struct sweep *messages, const mpq_t lambda,
	const struct output *output);

/* Whether -m asks for more than the one message that there always is. */
int problem_has_messages(const struct sweep *messages);

/*
 * The degree of the algorithm: a number from 1 to max(1, n-1), or from 2 if it
 * is a radix; 0 for NULL and, unless it is a radix, "best".
 * Errors: STATUS_USAGE; STATUS_LIMIT if the best radix takes long to find.
 */
enum status problem_degree(mpz_t degree, const struct problem *problem,
	const struct algorithm *algorithm, const char *text,
	struct err *err) WARN_UNUSED;

/* Whether the algorithm's schedule for this latency is one of the model.
 * Errors: STATUS_USAGE. */
enum status problem_check_latency(const struct problem *problem,
	const struct algorithm *algorithm, enum model model,
	struct err *err) WARN_UNUSED;

#endif
