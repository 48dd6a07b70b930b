/*
 * What a shape of trees has to say of itself: the rest, the times of all
 * messages, the schedule and one processor's part, is the same for all.
 */
#ifndef FIBCAST_MODEL_TREES_SHAPE_H
#define FIBCAST_MODEL_TREES_SHAPE_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "model/postal/part.h"

struct trees_shape;

/* A tree of n < 2^63 processors, in words. */
struct trees_tree {
	const struct trees_shape *shape;
	uint64_t n, degree;
};

/*
 * Processor rank's place in a tree of any size.  The shape fills in the part's
 * parent, children and period, which is processor 0's number of children, the
 * most, and how many latencies and sends of ancestors pass before it has
 * message 1.
 */
struct trees_place {
	struct postal_part part;
	mpz_t rank, degree, latencies, sends;
	/* For child() alone: dtree's first child, knomial's children on the
	 * highest level; that level. */
	mpz_t first;
	unsigned long level;
};

struct trees_shape {
	const char *name;
	int has_degree; /* it is in the schedule's header */
	/* Numbers are taken apart digit by digit, in quadratic time. */
	int by_digits;
	/* Sets the degree or radix, which n permits; NULL: it has none.
	 * Errors: those of finding the best one. */
	enum status (*degree)(mpz_t degree, const struct problem *problem,
		const struct algorithm_options *options, struct err *err);
	/* The exact time; n >= 2. */
	void (*time)(
		mpq_t time, const struct problem *problem, const mpz_t degree);
	/* The first child of a processor; the child after that one; n or more:
	 * none.  Children have greater numbers than their parents. */
	uint64_t (*first)(const struct trees_tree *tree, uint64_t parent);
	uint64_t (*next)(
		const struct trees_tree *tree, uint64_t parent, uint64_t child);
	/* n >= 2. */
	void (*place)(struct trees_place *place, const struct problem *problem);
	/* Child 0 <= k < children of place->part. */
	void (*child)(mpz_t child, struct postal_part *part, const mpz_t k);
};

extern const struct trees_shape trees_dtree, trees_flat, trees_chain,
	trees_binary, trees_binomial, trees_knomial;

/* Errors: STATUS_LIMIT if the shape goes by digits and n is too long. */
enum status trees_check_digits(const struct trees_shape *shape,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* time += (m-1)·children. */
void trees_add_messages(
	mpq_t time, const mpz_t children, const struct problem *problem);

/* time = max(time, units + latencies·lambda). */
void trees_set_later(mpq_t time, const mpz_t units, const mpz_t latencies,
	const struct problem *problem);

/* The most ones in a number from 2^q to x, where q is the highest bit of x. */
mp_bitcnt_t trees_most_ones(const mpz_t x, mp_bitcnt_t q);

/* Child k of a processor is 2^(level + k) farther: of binary and binomial. */
void trees_level_child(mpz_t child, struct postal_part *part, const mpz_t k);

/* The largest power of two that is at most x >= 1. */
uint64_t trees_power_below(uint64_t x);

#endif
