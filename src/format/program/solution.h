/*
 * The answers of solvers, read back as values of a program's variables.  The
 * beginning of a file tells which solver wrote it:
 *
 *   glpsol -w       columns by number, in the order in which they appear first
 *   glpsol -o       a listing by names; long names have a line of their own
 *   cbc ... solu    number, name, value; what is 0 may be left out
 *   HiGHS           its raw style, the default
 *   SCIP            write solution; what is 0 is left out
 *   name value      a line each, as Gurobi's .sol; # begins a comment; what is
 *                   not there is 0
 */
#ifndef FIBCAST_FORMAT_PROGRAM_SOLUTION_H
#define FIBCAST_FORMAT_PROGRAM_SOLUTION_H

#include <stdio.h>

#include "base/err.h"
#include "core/ilp.h"

/*
 * Reads the values of all variables into an assignment that has none; every row
 * of the program then holds.  A value may differ from 0 or 1 by 1/100000.
 * is_optimal: whether the solver says so; a file of names and values says
 * nothing, which counts, too.
 * Errors: STATUS_INPUT, "line 7: ...", for anything but a complete solution of
 * this very program; STATUS_LIMIT if reading fails.
 */
enum status solution_read(struct ilp_assignment *assignment, int *is_optimal,
	FILE *in, struct err *err) WARN_UNUSED;

#endif
