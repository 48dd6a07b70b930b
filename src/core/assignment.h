/*
 * The assignment of greatest weight: every row of a table gets a column of its
 * own, so that the sum of the weights where they meet is as great as possible.
 */
#ifndef FIBCAST_CORE_ASSIGNMENT_H
#define FIBCAST_CORE_ASSIGNMENT_H

#include <stdint.h>

struct assignment {
	int rows, columns; /* set by the caller for each table, rows <= columns,
			    * up to those of assignment_init */
	int64_t *weight;   /* [row * columns + column], 0 .. 2^48 */
	int *column;	   /* the result: of each row */
	/* -- Private: the dual solution, and a search for a path. */
	int64_t *row_price, *column_price, *distance;
	int *row;    /* of each column, or -1 */
	int *before; /* the column before it on the path, or -1 */
	int *order;  /* the columns: first those that the search has met, */
	int met;     /* so many */
};

void assignment_init(struct assignment *assignment, int rows, int columns);
void assignment_clear(struct assignment *assignment);

/* Finds the assignment.  Kuhn 1955, Munkres 1957, with potentials, as Jonker &
 * Volgenant 1987 augment it.   O(rows^2 · columns). */
void assignment_solve(struct assignment *assignment);

#endif
