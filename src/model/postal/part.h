/*
 * One processor's part in a schedule along a tree, by formula: the processor
 * receives all messages from one parent, and sends each of them to each of its
 * children.
 *   Either the messages arrive a period apart, and each is sent to one child
 * after another, a unit apart; or they arrive as a train, a unit apart, and the
 * whole train is sent to one child after another.  In both cases the start of
 * the i-th receive or send is known, so a span of time can be entered without
 * visiting the events before it.
 */
#ifndef FIBCAST_MODEL_POSTAL_PART_H
#define FIBCAST_MODEL_POSTAL_PART_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/part.h"
#include "core/problem.h"
#include "fibonacci/fibonacci.h"

struct postal_part {
	struct part_beats beats;
	/* The opener fills in the following.  received: the start of the first
	 * receive; sent: the start of the first send. */
	mpz_t parent, messages, children, period;
	mpq_t received, sent;
	unsigned long ports, idle; /* of the sends */
	int has_parent, is_train;
	/* Child k, 0 <= k < children; clear frees the opener's own data, if not
	 * NULL. */
	void (*child)(mpz_t child, struct postal_part *part, const mpz_t k);
	void (*clear)(struct postal_part *part);

	mpz_t k, message;
};

/* Initialises a zeroed part, which part_close frees from then on; it has no
 * events. */
void postal_part_init(struct postal_part *part);

/* Starts a part that has been filled in, with the events of the span. */
struct part *postal_part_begin(
	struct postal_part *part, const struct part_span *span);

/* -- rank.c: one processor's place in a BCAST tree of any size. */

struct postal_child {
	mpz_t rank;
};

/*
 * One processor's part in BCAST.  Its parent begins to send to it at sent; it
 * begins its own sends from first on, a unit apart or, if mirrored, a latency
 * apart.  On several ports that many sends begin at a time, idle fewer the
 * first time.  has_parent is 0 for processor 0, which receives nothing.
 */
struct postal_rank {
	int has_parent;
	mpz_t parent;
	mpq_t sent, first;
	mpz_t sends;
	unsigned long idle;

	/* In unit number next the first port sends to rank + kept, where
	 * kept = F(x - 1), and each other port given ranks further.  F comes
	 * from the table, in which index is the place of x - 1, or else terms
	 * are those of F(x - 1). */
	mpz_t rank, kept, next, given, first_given; /* first: in unit 0 */
	mpq_t start, x, x_first;
	struct fibonacci_table table;
	int64_t index;
	struct fibonacci_terms terms;
	uint64_t work; /* on terms so far, in nanoseconds */
	struct problem problem;

	/* If mirrored, a list of all sends. */
	int is_mirrored;
	struct postal_child *child;
	size_t children;
};

/*
 * Finds the part of processor rank, 0 <= rank < n, without visiting the others.
 * is_mirrored: a sender keeps the ranks that BCAST's recipient would get, and
 * gives away the others; a latency passes from send to send, a unit from send
 * to receive.
 * Errors: STATUS_LIMIT if F at the points visited takes too much memory or
 * work for max_bits; part is then cleared.
 * O(f) splits.   Section 3.
 */
enum status postal_rank_init(struct postal_rank *part,
	const struct problem *problem, int is_mirrored, const mpz_t rank,
	struct err *err) WARN_UNUSED;
void postal_rank_clear(struct postal_rank *part);

/* kept = F(x - 1). */
void postal_rank_kept(mpz_t kept, const struct postal_rank *part);

/* Lowers x by 1, or by lambda. */
void postal_rank_unit(struct postal_rank *part);
void postal_rank_latency(struct postal_rank *part);

/* Makes index or terms, from which F(x - 1) comes, those of a new x.
 * Errors: STATUS_LIMIT. */
enum status postal_rank_point(
	struct postal_rank *part, struct err *err) WARN_UNUSED;

/* child = the receiver of send k, 0 <= k < sends; fastest in ascending order.
 */
void postal_rank_child(mpz_t child, struct postal_rank *part, const mpz_t k);

#endif
