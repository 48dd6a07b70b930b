/* One processor's place in a BCAST tree of any size. */
#ifndef FIBCAST_MODEL_POSTAL_RANK_H
#define FIBCAST_MODEL_POSTAL_RANK_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "fibonacci/fibonacci.h"

struct postal_child {
	mpz_t rank;
};

/*
 * One processor's part in BCAST: its parent begins to send to it at sent; it
 * begins the sends from first on, a unit apart; mirrored, a latency apart.
 * Processor 0 receives nothing: has_parent is then 0.
 */
struct postal_rank {
	int has_parent;
	mpz_t parent;
	mpq_t sent, first;
	mpz_t sends;

	/* The next send is to rank + F(x - 1).  F is a table, the place of
	 * x - 1 being index, or terms, those of F(x - 1). */
	mpz_t rank, kept, next;
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
