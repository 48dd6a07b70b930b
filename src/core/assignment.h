/*
 * The assignment of greatest weight: rows and columns of a table are assigned
 * to each other, each at most once, so that the sum of the weights where they
 * meet is as great as possible.
 */
#ifndef FIBCAST_CORE_ASSIGNMENT_H
#define FIBCAST_CORE_ASSIGNMENT_H

#include <stdint.h>

struct assignment {
	int rows, columns; /* set by the caller for each table, up to those of
			    * assignment_init */
	int64_t *weight;   /* [row * columns + column], 0 .. 2^48; 0: they are
			    * not to be assigned to each other */
	/* -- The result. */
	int *row;      /* of each column, or -1 */
	uint64_t work; /* what it took, in a few nanoseconds */
	/* -- Private: the dual solution, and a search for a path. */
	int64_t *row_price, *column_price, *distance;
	int *column;  /* of each row, or -1 */
	int *edge;    /* [row * columns + ..]: the columns of weight above 0, */
	int *edges;   /* so many */
	int *before;  /* of a column: the row before it on the path */
	int *reached; /* the columns that the search has: first those that it */
	int met;      /* has met, so many, then those that it can meet next, */
	int reaches;  /* so many together */
};

void assignment_init(struct assignment *assignment, int rows, int columns);
void assignment_clear(struct assignment *assignment);

/* Finds the assignment.  Kuhn 1955, Munkres 1957, with potentials, as Jonker &
 * Volgenant 1987 augment it.  It is quick if there are few rows, or few weights
 * above 0.   O(rows^2 · columns). */
void assignment_solve(struct assignment *assignment);

#endif
