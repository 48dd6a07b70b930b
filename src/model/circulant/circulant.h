/*
 * Broadcasting on a circulant graph, for any number n of processors: in round
 * i, counted from x, with k = i mod q, processor r sends to r + s_k and
 * receives from r - s_k, mod n.  The skips s_k are n halved again and again,
 * rounded up: s_q = n, s_k = ceil(s_(k+1)/2), s_0 = 1; so q = ceil(log2 n).
 * Each processor computes by itself the numbers of the messages, or blocks,
 * that it sends and receives in each of q rounds; in every later phase of q
 * rounds they are greater by q.
 *   n = 5: skips 1 2 3 5, q = 3.  Processor 4 = 3 + 1 receives blocks -1, -2
 * and 0 in rounds 0, 1, 2; then 2, 1, 3.  A negative number means that nothing
 * is sent. J. L. Traeff, arXiv 2205.10072, 2312.11236, 2407.18004.
 */
#ifndef FIBCAST_MODEL_CIRCULANT_CIRCULANT_H
#define FIBCAST_MODEL_CIRCULANT_CIRCULANT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "core/machine.h"

/*
 * The graph of n processors, with scratch memory for the search.  Numbers are
 * arrays of as many limbs as a sum of skips may need: a single one, as fast as
 * a machine word, unless n is large.
 */
struct circulant {
	size_t q, limbs;
	mp_limb_t *skip;    /* s_0 .. s_q */
	mp_limb_t *scratch; /* numbers of the search */
	uint32_t *list;	    /* of the search: next, previous and stack */
};

/*
 * n >= 1.  O(q) numbers of as many bits as n has.
 * Errors: STATUS_LIMIT, naming the size, if they need more than max_bits.
 */
enum status circulant_init(struct circulant *circulant, const mpz_t n,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void circulant_clear(struct circulant *circulant);

/* The most processors for which there are other skips, and the bits of that. */
enum { CIRCULANT_ROUNDED = 1024, CIRCULANT_ROUNDINGS = 10 };

/*
 * Takes other skips: those of n rounded up to a multiple of 2^j, but with n
 * itself as the last.  Returns 0 if they are the same as with j - 1, n is above
 * CIRCULANT_ROUNDED, or n is less than three quarters of the multiple: only for
 * the remaining skips do tests confirm what is said below.
 */
int circulant_round_skips(struct circulant *circulant, unsigned j);

/* skip = s_k, 0 <= k <= q. */
void circulant_skip(mpz_t skip, const struct circulant *circulant, size_t k);

/* The index of the last, smallest skip when r is written as a sum of skips,
 * each the largest possible; q for r = 0.  0 <= r < n.  O(q). */
size_t circulant_base(const struct circulant *circulant, const mpz_t r);

/*
 * block[k], k < count <= q, = the block that processor r receives in round k.
 * In q rounds these are all of -q .. -1 but base - q, and base, in some order.
 * For r = 0, which needs nothing, they are what it would get.  A search through
 * sums of skips, of at most about 3.5 q steps.
 */
void circulant_receives(int32_t block[], size_t count,
	const struct circulant *circulant, const mpz_t r);

/* block[k], k < q, = the block that processor r sends in round k.  O(q), as a
 * rule. */
void circulant_sends(
	int32_t block[], const struct circulant *circulant, const mpz_t r);

/* The time of a broadcast, m - 1 + q rounds.  For an operation by block this
 * and the following functions pass on what model/symmetric has. */
problem_time circulant_time;

/* The number of transmissions. */
problem_rows circulant_rows;

/*
 * Opens the schedule for n, m >= 1, which with latency 1 is also valid in the
 * models postal and logp: m - 1 + q rounds, the optimum, and m(n-1)
 * transmissions.  q bytes a processor; O(n q) to begin with, then O(n) a round.
 * Errors: STATUS_LIMIT, naming the size, if more than max_bits of memory were
 * needed; if m or the rounds are 2^63 or more.
 */
problem_open circulant_open;

/* Opens the schedule of a broadcast with skips rounded as above.  Errors: also
 * STATUS_LIMIT if there are no such skips. */
enum status circulant_rounded_open(struct schedule **schedule,
	const struct problem *problem, unsigned j, struct err *err) WARN_UNUSED;

/*
 * Opens the part of processor rank, 0 <= rank < n, in circulant_open's
 * schedule; rounds are units of time.  O(q) numbers, then O(1) a round. Errors:
 * STATUS_LIMIT, naming the size, if they need more than max_bits.
 */
problem_part circulant_part;

/* -- Weave: broadcasting on the circulant graph at any latency, by turns.
 *
 * With L = ceil(lambda), for each c < L messages c + 1, c + 1 + L, .. are a
 * broadcast as above, whose rounds are at times c, c + L, ..  Its rounds take L
 * units of time, so what was received in one can be sent on in the next; and no
 * two of the L broadcasts ever send at the same time.
 *
 * Everything ends at m - 1 + (q - 1) L + lambda, q = ceil(log2 n).  At lambda =
 * 1 that is the optimum, else it is at most (q - 1) L - f(n) + lambda later,
 * whatever m is.  Each processor can compute its part without the others', in
 * O(q). n = 5, lambda = 2: m + 5, where the lower bound is m + 4.
 */

/* The time, by that formula; 0 for n = 1. */
problem_time weave_time;

/*
 * Opens the schedule, of the model postal: q bytes a processor; O(n q) to begin
 * with, then O(n) a unit of time.
 * Errors: STATUS_LIMIT, naming the size, if more than max_bits of memory were
 * needed; if n, m or the times are 2^63 or more.
 */
problem_open weave_open;

/*
 * Opens the part of processor rank, 0 <= rank < n: O(q) numbers, then O(1) an
 * event.
 * Errors: STATUS_LIMIT, naming the size, if they need more than max_bits.
 */
problem_part weave_part;

#endif
