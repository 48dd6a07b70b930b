/*
 * The interface of a tree shape: its tree, its processors' places, and its
 * time.  trees.c makes schedules and parts from these, alike for all shapes.
 */
#ifndef FIBCAST_MODEL_TREES_SHAPE_H
#define FIBCAST_MODEL_TREES_SHAPE_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "model/postal/part.h"

struct trees_shape;

/* A tree of n < 2^63 processors, for schedules. */
struct trees_tree {
	const struct trees_shape *shape;
	uint64_t n, degree;
};

/*
 * The place of processor rank in a tree of any size.  The shape fills in the
 * part's parent, its number of children, and its period, which is processor 0's
 * number of children.  Message 1 reaches the processor after `latencies`
 * latencies; `sends` counts the earlier sends that its ancestors make on the
 * way.
 */
struct trees_place {
	struct postal_part part;
	mpz_t rank, degree, latencies, sends;
	/* Private to the shape, for child().  first: dtree's first child, or
	 * how many children knomial has on its highest level; level: that
	 * level, or the bit of the first child of binary and binomial. */
	mpz_t first;
	unsigned long level;
};

struct trees_shape {
	const char *name;
	int has_degree; /* the schedule's header gives the degree */
	/* The time is found from n's digits one by one, which is quadratic. */
	int by_digits;
	/* Sets the degree or radix, clipped to what n permits; NULL if the
	 * shape has none.  Errors: those of finding the best one. */
	enum status (*degree)(mpz_t degree, const struct problem *problem,
		const struct algorithm_options *options, struct err *err);
	/* Sets the exact time, which is 0 before; n >= 2. */
	void (*time)(
		mpq_t time, const struct problem *problem, const mpz_t degree);
	/* A processor's first child, and the child after a given one; n or
	 * more if there is none.  Children have higher numbers than parents. */
	uint64_t (*first)(const struct trees_tree *tree, uint64_t parent);
	uint64_t (*next)(
		const struct trees_tree *tree, uint64_t parent, uint64_t child);
	/* Fills in the place; n >= 2. */
	void (*place)(struct trees_place *place, const struct problem *problem);
	/* Sets child number k, 0 <= k < children, of part, which is the first
	 * member of a place. */
	void (*child)(mpz_t child, struct postal_part *part, const mpz_t k);
};

extern const struct trees_shape trees_dtree, trees_flat, trees_chain,
	trees_binary, trees_binomial, trees_knomial;

/* Errors: STATUS_LIMIT if the shape is by_digits and n has more than 2^16 bits.
 */
enum status trees_check_digits(const struct trees_shape *shape,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* time = units + latencies·lambda. */
void trees_set_time(mpq_t time, const mpz_t units, const mpz_t latencies,
	const struct problem *problem);

/* time += (m-1)·children. */
void trees_add_messages(
	mpq_t time, const mpz_t children, const struct problem *problem);

/* time = max(time, units + latencies·lambda). */
void trees_set_later(mpq_t time, const mpz_t units, const mpz_t latencies,
	const struct problem *problem);

/* The most ones that a binary number from 2^q to x has; q is x's highest bit.
 */
mp_bitcnt_t trees_most_ones(const mpz_t x, mp_bitcnt_t q);

/* child = rank + 2^(level + k), the child function of binary and binomial. */
void trees_level_child(mpz_t child, struct postal_part *part, const mpz_t k);

/* The largest power of two that is at most x >= 1. */
uint64_t trees_power_below(uint64_t x);

/* A link of two-tree: who sends on it, and its first slot. */
struct two_tree_link {
	uint64_t from, slot;
};

/* An upper bound on the depth of two-tree's trees. */
enum { TWO_TREE_DEPTH = 64 };

/* The links of both trees of a header's n and m; that of tree 0 or 1 to a
 * processor is number 2·processor + tree.  Free them with mem_free. */
struct two_tree_link *two_tree_links(const struct schedule_header *header);

#endif
