/*
 * The generalised Fibonacci numbers, one row after another: row i = 1, 2, ...
 * has the time (i-1)/b, the reach F at that time, and the sum of the reaches
 * of rows 1 .. i.  lambda = a/b >= 1 in lowest terms.  For integer lambda the
 * reach is f_i of Subramonian & Venkatasubramanian 1993, Definition 3.3.
 */
#ifndef FIBCAST_FIBONACCI_SEQUENCE_H
#define FIBCAST_FIBONACCI_SEQUENCE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

struct sequence {
	/* The row that sequence_next gave. */
	mpz_t index;
	mpq_t time;
	mpz_t reach, sum;
	/* What it goes on from. */
	mpq_t lambda;
	uint64_t max_bits;
	mpz_t last;
	mpz_t *ring; /* the values before the row, or NULL: each is evaluated */
	size_t a, b, slot;
};

/* Whether rows first .. last can be had.
 * Errors: STATUS_LIMIT if the last sum could pass max_bits bits, or what comes
 * before the first row takes seconds that the rows' length does not explain. */
enum status sequence_check(const mpq_t lambda, const mpz_t first,
	const mpz_t last, uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * Prepares rows first .. last, first >= 1.  Starting far out costs a few
 * evaluations of F if there are few rows, at most a + b if there are many.
 * Errors: those of sequence_check.
 * sequence is to be cleared whatever comes back.
 */
enum status sequence_init(struct sequence *sequence, const mpq_t lambda,
	const mpz_t first, const mpz_t last, uint64_t max_bits,
	struct err *err) WARN_UNUSED;
void sequence_clear(struct sequence *sequence);

/* Goes to the next row; *more is 0 after the last.  Two additions, or an
 * evaluation of F. */
enum status sequence_next(
	struct sequence *sequence, int *more, struct err *err) WARN_UNUSED;

#endif
