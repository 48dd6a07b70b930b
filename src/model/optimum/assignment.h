/* Assignments of greatest weight. */
#ifndef FIBCAST_MODEL_OPTIMUM_ASSIGNMENT_H
#define FIBCAST_MODEL_OPTIMUM_ASSIGNMENT_H

#include <stdint.h>

/* Assigns rows to columns; columns >= max(rows, 2). */
struct optimum_matching {
	uint32_t rows, columns;
	int64_t *weight;  /* [row · columns + column], 0 .. 2^61 */
	uint32_t *column; /* of each row: the result */
	/* scratch, indices from 1 */
	int64_t *row_price, *column_price, *slack;
	uint32_t *row_of, *from, *free, frees;
	uint8_t *done;
};

void optimum_matching_init(
	struct optimum_matching *assign, uint32_t rows, uint32_t columns);
void optimum_matching_clear(struct optimum_matching *assign);

/*
 * Gives every row a column of its own so that the sum of the weights is
 * greatest; a weight of 0 means that the row goes without.
 * Kuhn's Hungarian method with bids and shortest paths, O(rows^2 columns).
 */
void optimum_matching_solve(struct optimum_matching *assign);

#endif
