/*
 * Broadcasting on the circulant graph at any latency, by turns: with L =
 * ceil(lambda), messages c + 1, c + 1 + L, .. are sent as circulant.h says, in
 * the times c, c + L, .., for each c < L.  A round of theirs takes L units of
 * time, so that what was received in one can be sent on in the next; no two of
 * the L broadcasts ever send at the same time.
 *
 * All is done at m - 1 + (q - 1) L + lambda, q = ceil(log2 n): at lambda = 1
 * the optimum, else at most (q - 1) L - f(n) + lambda later, whatever m is. And
 * each processor knows its part without the others', in O(q).
 *   n = 5, lambda = 2: m + 5, where the lower bound is m + 4.
 */
#ifndef FIBCAST_MODEL_CIRCULANT_WEAVE_H
#define FIBCAST_MODEL_CIRCULANT_WEAVE_H

#include <gmp.h>

#include "base/err.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"

/* Its time, by that formula; 0 for n = 1. */
enum status weave_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* The times at which sends begin are 0 .. rounds - 1; 0 for n = 1. */
void weave_rounds(mpz_t rounds, const struct problem *problem);

/*
 * Opens the schedule, of the model postal: q bytes a processor; O(n q) to begin
 * with, then O(n) a unit of time.
 * Errors: STATUS_LIMIT, naming the size, if more than max_bits of memory were
 * needed; if n, m or the times are 2^63 or more.
 */
enum status weave_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * Opens the part of processor rank, 0 <= rank < n: O(q) numbers, then O(1) an
 * event.
 * Errors: STATUS_LIMIT, naming the size, if they need more than max_bits.
 */
enum status weave_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;

#endif
