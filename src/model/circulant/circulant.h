/*
 * Broadcasting on a circulant graph, for any number n of processors: in round
 * i, from x on, with k = i mod q, processor r sends to r + s_k and receives
 * from r - s_k, mod n.  The skips s_k are n halved again and again, rounded up:
 * s_q = n, s_k = ceil(s_(k+1)/2), s_0 = 1; so q = ceil(log2 n).  Each processor
 * computes by itself which message it sends or receives in each of q rounds; q
 * rounds later its number is greater by q.
 *   n = 5: skips 1 2 3 5, q = 3.  Processor 4 = 3 + 1 receives blocks -1, -2
 * and 0 in rounds 0, 1, 2; then 2, 1, 3.  Negative numbers mean nothing is
 * sent.
 *   J. L. Traeff, arXiv 2205.10072, 2312.11236, 2407.18004.
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
 * arrays of as many limbs as a sum of skips may take: a single one for most n,
 * as fast as machine words.
 */
struct circulant {
	size_t q, limbs;
	mp_limb_t *skip;    /* s_0 .. s_q */
	mp_limb_t *scratch; /* numbers of the search */
	uint32_t *list;	    /* next, previous and stack */
};

/*
 * n >= 1.  O(q) numbers of as many bits as n has.
 * Errors: STATUS_LIMIT, naming the size, if they need more than max_bits.
 */
enum status circulant_init(struct circulant *circulant, const mpz_t n,
	uint64_t max_bits, struct err *err) WARN_UNUSED;
void circulant_clear(struct circulant *circulant);

/* The most processors, and the bits of those, of which other skips are known.
 */
enum { CIRCULANT_ROUNDED = 1024, CIRCULANT_ROUNDINGS = 10 };

/*
 * Takes other skips: those of n rounded up to a multiple of 2^j, but n as the
 * last.  Returns 0 if they are no others than with j - 1, or n is above
 * CIRCULANT_ROUNDED, or less than three quarters of the multiple: for these
 * skips, and not for all others, tests hold what stands below.
 */
int circulant_round_skips(struct circulant *circulant, unsigned j);

/* skip = s_k, 0 <= k <= q. */
void circulant_skip(mpz_t skip, const struct circulant *circulant, size_t k);

/* The index of the last skip when r is written as a sum of skips, each the
 * largest possible; q for r = 0.  0 <= r < n.  O(q). */
size_t circulant_base(const struct circulant *circulant, const mpz_t r);

/*
 * block[k] for k < count is what processor r receives in round k, -q to q-1:
 * all of -q .. -1 but base - q, and base, in some order.  For r = 0, which
 * needs nothing, what it would get. A search through sums of skips, at most
 * some 3.5 q steps.
 */
void circulant_receives(int32_t block[], size_t count,
	const struct circulant *circulant, const mpz_t r);

/* block[k] for k < q is what processor r sends in round k.  O(q), as a rule. */
void circulant_sends(
	int32_t block[], const struct circulant *circulant, const mpz_t r);

/* To broadcast m - 1 + q rounds; of options' operations by block, here and in
 * all that follows, what model/symmetric has. */
problem_time circulant_time;

/* The transmissions of it. */
problem_rows circulant_rows;

/*
 * Opens the schedule for n, m >= 1, which with latency 1 is also valid in the
 * models postal and logp: m - 1 + q rounds, the optimum, and m(n-1)
 * transmissions. q bytes a processor; O(n q) to begin with, then O(n) a round.
 * Errors: STATUS_LIMIT, naming the size, if more than max_bits of memory were
 * needed; if m or the rounds are 2^63 or more.
 */
problem_open circulant_open;

/* The same, a broadcast, with skips rounded as above; STATUS_LIMIT, too, if
 * there are none. */
enum status circulant_rounded_open(struct schedule **schedule,
	const struct problem *problem, unsigned j, struct err *err) WARN_UNUSED;

/*
 * Opens the part of processor rank, 0 <= rank < n, in that schedule; rounds are
 * units of time.  O(q) numbers, then O(1) a round.
 * Errors: STATUS_LIMIT, naming the size, if they need more than max_bits.
 */
problem_part circulant_part;

/* -- weave.c
 *
 * Broadcasting on the circulant graph at any latency, by turns: with L =
 * ceil(lambda), messages c + 1, c + 1 + L, .. are sent as above, in
 * the times c, c + L, .., for each c < L.  A round of theirs takes L units of
 * time, so that what was received in one can be sent on in the next; no two of
 * the L broadcasts ever send at the same time.
 *
 * All is done at m - 1 + (q - 1) L + lambda, q = ceil(log2 n): at lambda = 1
 * the optimum, else at most (q - 1) L - f(n) + lambda later, whatever m is. And
 * each processor knows its part without the others', in O(q).
 *   n = 5, lambda = 2: m + 5, where the lower bound is m + 4.
 */

/* Its time, by that formula; 0 for n = 1. */
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

/*
 * -- The rows of a broadcast on the circulant graph, round after round: what
 * schedule.c shares with weave.c.
 */

enum { CIRCULANT_ROWS = 256, CIRCULANT_Q_MAX = 63 };

struct circulant_stream;

/*
 * Appends rows of that round, of the senders from stream->from on, until the
 * round ends or the buffer is full; returns how many rows there are then.
 * stream->from is left at the next sender, and at n once the round has ended.
 */
typedef size_t circulant_fill(
	struct circulant_stream *stream, uint64_t round, size_t filled);

/* The first member of what it streams. */
struct circulant_stream {
	struct schedule schedule;
	circulant_fill *fill;
	int is_reversed;	/* the last round comes first */
	uint64_t n, from, done; /* done: rounds */
	uint64_t rounds;	/* of the schedule */
	size_t q;
	uint64_t skip[CIRCULANT_Q_MAX + 1]; /* s_0 .. s_q */
	struct transmission row[CIRCULANT_ROWS];
};

/* Before the first round; n < 2^63; as many rounds as the header's finish. */
void circulant_stream_init(struct circulant_stream *stream,
	const struct circulant *graph, const struct schedule_header *header,
	circulant_fill *fill);

/* table[k n + r] = q + what processor r sends in round k < q. */
void circulant_fill_table(
	uint8_t *table, const struct circulant *graph, uint64_t n);

/* Whether that table fits. Errors: STATUS_LIMIT, naming its size, if not. */
enum status circulant_check_table(
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* For struct schedule_ops. */
enum status circulant_stream_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count,
	struct err *err) WARN_UNUSED;

#endif
