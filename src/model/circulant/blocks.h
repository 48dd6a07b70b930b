/*
 * All-gather, reduce-scatter and all-reduce on the circulant graph: q rounds,
 * or 2q for an all-reduce, in which all processors do the same.  Each round
 * doubles what a processor has, or halves it.  Block b is that of processor b.
 *   all-gather, rounds k = 0 .. q - 1: r, which has blocks r .. r + s_k - 1,
 * sends the first s_(k+1) - s_k of them to r - s_k.
 *   reduce-scatter, the same backwards, k = q - 1 .. 0: r sends its sums for
 * blocks r + s_k .. r + s_(k+1) - 1 to r + s_k, which adds them to its own.
 *   all-reduce: a reduce-scatter, then an all-gather.
 *   Everybody sends n - 1 blocks, 2(n-1) in an all-reduce.  n = 5: the skips
 * are 1 2 3 5, so in an all-gather 1 block goes to r - 1, 1 to r - 2, 2 to r -
 * 3.
 *   J. L. Traeff, arXiv 2407.18004.
 */
#ifndef FIBCAST_MODEL_CIRCULANT_BLOCKS_H
#define FIBCAST_MODEL_CIRCULANT_BLOCKS_H

#include <stddef.h>

#include <gmp.h>

#include "core/machine.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"

/* What all processors do in a round: send to r - s_k, or to r + s_k. */
struct circulant_blocks_round {
	size_t k;
	int gathers;
};

/* Round i < circulant_blocks_rounds of the operation. */
struct circulant_blocks_round circulant_blocks_round(
	enum operation operation, size_t q, size_t i);

/* The rounds of the operation, q or 2q. */
size_t circulant_blocks_rounds(enum operation operation, size_t q);

/*
 * time = when all is done on a machine, in its unit, with blocks of that many
 * bytes, a rational number: a round of c blocks takes the larger of e and u for
 * their bytes, and the last one e; see core/machine.h.  O(q).
 */
void circulant_blocks_machine_time(mpq_t time, enum operation operation,
	const mpz_t n, const struct machine *machine, const mpq_t block);

/*
 * Opens the schedule of options->operation, one of those three.  O(1) memory,
 * and O(1) a row.
 * Errors: STATUS_LIMIT if n is 2^63 or more.
 */
enum status circulant_blocks_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * Opens the part of processor rank, 0 <= rank < n, in that schedule; rounds are
 * units of time.  O(q) numbers, then O(1) a round.
 * Errors: STATUS_LIMIT, naming the size, if they need more than max_bits.
 */
enum status circulant_blocks_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span,
	struct err *err) WARN_UNUSED;

#endif
