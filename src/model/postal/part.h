/*
 * Parts along a tree, by formula: a processor gets all messages from one
 * parent, and sends each of them to each of its children.
 *   Either messages come a period apart, and each goes to one child after the
 * other, a unit apart; or they come as a train, a unit apart, and go on as one
 * to each child.  So the start of the i-th event of either kind is known, and a
 * span of time can be entered without going through what is before it.
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
	/* What the opener fills in.  received: the start of the first receive;
	 * sent: of the first send. */
	mpz_t parent, messages, children, period;
	mpq_t received, sent;
	unsigned long ports, idle; /* of the sends */
	int has_parent, is_train;
	/* Child 0 <= k < children; and what the opener has to clear, or NULL.
	 */
	void (*child)(mpz_t child, struct postal_part *part, const mpz_t k);
	void (*clear)(struct postal_part *part);

	mpz_t k, message;
};

/* A zeroed part becomes one of no events. */
void postal_part_init(struct postal_part *part);

/* The part, filled in, begins with the span. */
struct part *postal_part_begin(
	struct postal_part *part, const struct part_span *span);

/* Frees it, filled in or not; for an opener that fails. */
void postal_part_free(struct postal_part *part);

/* -- rank.c: one processor's place in a BCAST tree of any size. */

struct postal_child {
	mpz_t rank;
};

/*
 * One processor's part in BCAST: its parent begins to send to it at sent; it
 * begins the sends from first on, a unit apart; mirrored, a latency apart.
 * On several ports as many begin at a time, idle fewer the first time.
 * Processor 0 receives nothing: has_parent is then 0.
 */
struct postal_rank {
	int has_parent;
	mpz_t parent;
	mpq_t sent, first;
	mpz_t sends;
	unsigned long idle;

	/* The sends of unit number next are to rank + kept = F(x - 1), and
	 * given further for each port more.  F is a table, the place of x - 1
	 * being index, or terms, those of F(x - 1). */
	mpz_t rank, kept, next, given, first_given; /* first: of unit 0 */
	mpq_t start, x, x_first;
	struct fibonacci_table table;
	int64_t index;
	struct fibonacci_terms terms;
	struct problem problem;

	/* Mirrored: all sends. */
	int is_mirrored;
	struct postal_child *child;
	size_t children;
};

/*
 * Finds the part of processor rank, 0 <= rank < n, without the others'.
 * mirrored: who sends keeps the part that BCAST's recipient would have, and
 * gives away the other; a latency is from send to send, a unit from send to
 * receive.
 * Errors: STATUS_LIMIT if F at the points visited takes too much memory or
 * work for max_bits; part is then cleared.
 * O(f) splits.   Section 3.
 */
enum status postal_rank_init(struct postal_rank *part,
	const struct problem *problem, int is_mirrored, const mpz_t rank,
	struct err *err) WARN_UNUSED;
void postal_rank_clear(struct postal_rank *part);

/* Whom send k, 0 <= k < sends, is to; quickest in order. */
void postal_rank_child(mpz_t child, struct postal_rank *part, const mpz_t k);

#endif
