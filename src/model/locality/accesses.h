/*
 * The costs of a schedule of Algorithm ROOT as integers, in ticks.
 */
#ifndef FIBCAST_MODEL_LOCALITY_ACCESSES_H
#define FIBCAST_MODEL_LOCALITY_ACCESSES_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "model/locality/locality.h"

/* An upper bound on the number of sizes of groups for fewer than 2^63
 * processors: level i has at most 2^i, and all are below 2^(63/2^i) + 1. */
enum { LOCALITY_SIZES_MAX = 128 };

/* The cost of an access in a group of that size, in ticks. */
struct locality_access {
	uint64_t size, ticks;
};

struct locality_accesses {
	struct locality_access access[LOCALITY_SIZES_MAX];
	size_t count;
	uint64_t unit;	 /* ticks in one unit of time */
	uint64_t finish; /* F(p), in ticks */
};

/*
 * Finds the costs of accesses in all sizes of group that p processors need.
 * Errors: STATUS_USAGE for a cost that is not exact, those of cost_value;
 * STATUS_LIMIT if p or a time reaches 2^63.
 */
enum status locality_accesses_find(struct locality_accesses *accesses,
	struct locality *locality, const mpz_t p, struct err *err) WARN_UNUSED;

/* The ticks of an access in a group of one of these sizes. */
uint64_t locality_ticks(
	const struct locality_accesses *accesses, uint64_t size);

/* s = ceil(sqrt n), n >= 1; the number of groups of that size. */
uint64_t locality_group_size(uint64_t n);
uint64_t locality_group_count(uint64_t n, uint64_t s);

#endif
