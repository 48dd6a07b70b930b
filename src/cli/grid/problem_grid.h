/*
 * A table of answers, with a row for every problem given by -n, -m, -l and -t:
 * holds the latency, the table, and the problem of the present row.
 *
 * 	struct problem_grid ask = {
 * 		.processors = ..., .columns = ..., .answer = answer_time};
 * 	return problem_grid_print(&ask, &args->latency, out, err);
 */
#ifndef FIBCAST_CLI_GRID_PROBLEM_GRID_H
#define FIBCAST_CLI_GRID_PROBLEM_GRID_H

#include <stdio.h>

#include <gmp.h>

#include "cli/grid/grid.h"
#include "cli/problem/latency.h"
#include "core/problem.h"
#include "fibonacci/fibonacci.h"

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
	/* Asked once the latency and the axes are known: refuses a table that
	 * would have too many rows, or too long numbers.  NULL: none has. */
	enum status (*check)(struct problem_grid *ask, struct err *err);
	/* Prints the present row's answer, or rows, or refuses it. */
	enum status (*answer)(struct problem_grid *ask, struct err *err);
	const void *args; /* of the command, for these two */
	void *state;	  /* that answer keeps from row to row, or NULL */
	enum model model; /* where the command has several */

	struct latency latency;
	struct grid grid;
	struct problem problem;	      /* of this row */
	struct fibonacci_jumps jumps; /* that all rows share */
	const __mpq_struct *at;	      /* its time, if times are swept */
	struct sweep one;
	const char *named[PROBLEM_COLUMNS]; /* the columns, with the unit */
};

/*
 * Prints the table.  Before the first row is answered, all have been looked at:
 * one without a problem, such as a latency below 1, refuses the table.  What
 * answer refuses does so, too, unless grid_close says otherwise.  At the end
 * says what the latency has to warn of.
 * Errors: those of latency_init, check, answer and the grid; STATUS_USAGE for
 * what a row's latency or messages may not be.
 */
enum status problem_grid_print(struct problem_grid *ask,
	const struct latency_args *latency, FILE *out,
	struct err *err) WARN_UNUSED;

#endif
