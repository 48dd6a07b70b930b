/*
 * A table of answers, with a row for every problem given by -n, -m, -l and -t:
 * holds the latency, the table, and the problem of the present row.
 *
 * 	struct problem_grid ask = {.processors = ..., .columns = ...};
 * 	status = problem_grid_open(&ask, &args->latency, out, err);
 * 	while (problem_grid_next(&ask, &status, err))
 * 		status = ...
 * 	problem_grid_close(&ask);
 */
#ifndef FIBCAST_CLI_GRID_PROBLEM_GRID_H
#define FIBCAST_CLI_GRID_PROBLEM_GRID_H

#include <stdio.h>

#include <gmp.h>

#include "cli/grid/grid.h"
#include "cli/problem/latency.h"
#include "core/problem.h"

enum { PROBLEM_COLUMNS = 8 };

struct problem_grid {
	/* Set before opening. The sweeps become columns in this order, the
	 * latency before the time; NULL for those that the command does not
	 * have; messages are 1 by default. */
	const struct sweep *processors, *messages, *time;
	const struct output *output;
	const char *const *columns; /* of the answer, NULL-terminated */
	int operation;		    /* which limits the number of messages */
	int below_one;		    /* latencies may be below 1 */
	/* A check made once the latency is known, or NULL. */
	enum status (*check)(const struct problem_grid *ask, struct err *err);

	struct latency latency;
	struct grid grid;
	struct problem problem; /* of this row */
	const __mpq_struct *at; /* its time, if times are swept */
	struct sweep one;
	const char *named[PROBLEM_COLUMNS]; /* the columns, with the unit */
};

/* Errors: those of latency_init, of the check, and of grid_open. */
enum status problem_grid_open(struct problem_grid *ask,
	const struct latency_args *latency, FILE *out,
	struct err *err) WARN_UNUSED;

/* Moves on to the next problem, as grid_next does; after the last one that was
 * answered says what the latency has to warn of. */
int problem_grid_next(
	struct problem_grid *ask, enum status *status, struct err *err);

/* To be called after problem_grid_open, whether it failed or not. */
void problem_grid_close(struct problem_grid *ask);

#endif
