/* f(n) for many n at one latency: the jumps of F are kept as they are found. */
#ifndef FIBCAST_FIBONACCI_JUMPS_H
#define FIBCAST_FIBONACCI_JUMPS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/* F is reach from index on, until the next jump. */
struct fibonacci_jump {
	uint64_t reach, index;
};

/* Zeroed: none yet. */
struct fibonacci_jumps {
	uint64_t a, b;
	uint64_t *ring; /* the last a values */
	size_t at, back;
	uint64_t next; /* the index after them */
	struct fibonacci_jump *jump;
	size_t count, capacity;
};

void fibonacci_jumps_clear(struct fibonacci_jumps *jumps);

/*
 * t = f(n), if lambda and n are so small that the jumps fit a few pages; else
 * returns 0 and leaves t unchanged.  lambda, n >= 1; a new lambda starts
 * afresh.  O(log count) once a larger n has been asked for, else O(index)
 * additions.
 */
int fibonacci_jumps_time(struct fibonacci_jumps *jumps, mpq_t t,
	const mpq_t lambda, const mpz_t n);

#endif
