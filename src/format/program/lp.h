/*
 * Integer programs as text, in that part of the CPLEX LP format which glpsol,
 * cbc, HiGHS, SCIP and Gurobi all read the same way; and the names of their
 * variables and rows, which solvers give back.
 *
 * A variable is s_3_2_5 (send), r_3_2_5 (receive), of item 3, processor 2,
 * time 5, or x_5 (step).  A row is its constraint's name and then its indices,
 * c4_3_2.
 */
#ifndef FIBCAST_FORMAT_PROGRAM_LP_H
#define FIBCAST_FORMAT_PROGRAM_LP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/ilp.h"

/* The longest name, with its NUL. */
enum { LP_NAME_MAX = 80 };

void lp_variable_name(
	char name[LP_NAME_MAX], const struct ilp_variable *variable);
void lp_row_name(char name[LP_NAME_MAX], const struct ilp_row *row);

/* Reads a variable's name, of that many bytes: its number; 0 if the program
 * has no such variable. */
int lp_find(uint64_t *number, const struct ilp *program, const char *name,
	size_t size);

/*
 * Writes the program; head: lines of its comment, up to NULL.
 * A failed write only ends it early: the caller finds out by ferror.
 */
void lp_write(const struct ilp *program, const char *const *head, FILE *out);

#endif
