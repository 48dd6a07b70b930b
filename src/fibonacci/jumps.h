/* f(n) for many n at one latency: where F jumps, kept as it is found. */
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
 * f(n), if lambda and n are small enough to be answered from jumps that fit a
 * few pages; else 0 is returned and t unchanged.  lambda, n >= 1; another
 * lambda than the last one starts anew. O(log count) once a larger n has been
 * asked for, else O(index) additions.
 */
int fibonacci_jumps_time(struct fibonacci_jumps *jumps, mpq_t t,
	const mpq_t lambda, const mpz_t n);

#endif
