/* f(n) for many n at one latency: the jumps of F are kept as they are found. */
#ifndef FIBCAST_FIBONACCI_JUMPS_H
#define FIBCAST_FIBONACCI_JUMPS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/* How many sends begin at index/b, and what F is once they have arrived, at
 * index/b + lambda, until the next ones do. */
struct fibonacci_jump {
	uint64_t index, sends, reach;
};

/* Zeroed: none yet. */
struct fibonacci_jumps {
	uint64_t a, b; /* lambda = a/b */
	struct fibonacci_jump *jump;
	size_t count, capacity;
	size_t late, early; /* in jump */
};

void fibonacci_jumps_clear(struct fibonacci_jumps *jumps);

/*
 * t = f(n), if lambda and n are so small that the jumps fit a few pages; else
 * returns 0 and leaves t unchanged.  lambda, n >= 1; a new lambda starts
 * afresh.  O(log count) once a larger n has been asked for, else O(1) a jump.
 */
int fibonacci_jumps_time(struct fibonacci_jumps *jumps, mpq_t t,
	const mpq_t lambda, const mpz_t n);

/* reach = F just before t + lambda, t >= 0, where the jumps fit; else returns 0
 * and leaves reach unchanged. */
int fibonacci_jumps_before(struct fibonacci_jumps *jumps, mpz_t reach,
	const mpq_t lambda, const mpq_t t);

#endif
