/*
 * Integer programs written for solvers, and the solvers' answers read.
 *
 * Words of this folder:
 *   row       an equation or inequality of the program
 *   solution  the values of all variables, as a solver printed them
 *   word      a part of a solution's line between blanks
 */
#ifndef FIBCAST_FORMAT_PROGRAM_PROGRAM_H
#define FIBCAST_FORMAT_PROGRAM_PROGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/ilp.h"
#include "format/lines.h"

/*
 * Integer programs as text, in the part of the CPLEX LP format that glpsol,
 * cbc, HiGHS, SCIP and Gurobi all read the same way; and the names of variables
 * and rows, which solvers repeat in their answers.
 *
 * A variable is named s_3_2_5 (send) or r_3_2_5 (receive), for item 3,
 * processor 2 and time 5, or x_5 (step).  A row is named by its constraint and
 * its indices, c4_3_2.
 */

/* The longest name, with its NUL. */
enum { LP_NAME_MAX = 80 };

void lp_variable_name(
	char name[LP_NAME_MAX], const struct ilp_variable *variable);
void lp_row_name(char name[LP_NAME_MAX], const struct ilp_row *row);

/* Finds the number of the variable with that name, of size bytes; 0 if the
 * program has no such variable. */
int lp_find(uint64_t *number, const struct ilp *program, const char *name,
	size_t size);

/*
 * Writes the program; head: the lines of a comment above it, ended by NULL.
 * Stops early if a write fails, which the caller sees by ferror.
 */
void lp_write(const struct ilp *program, const char *const *head, FILE *out);

/*
 * The answers of solvers, read as values of a program's variables.  The first
 * lines of a file tell which solver wrote it:
 *
 *   glpsol -w       columns by number, in the order of their first occurrence
 *   glpsol -o       a listing by names; long names have a line of their own
 *   cbc ... solu    number, name, value; variables that are 0 may be missing
 *   HiGHS           its raw style, the default
 *   SCIP            write solution; variables that are 0 are missing
 *   name value      a line each, as in Gurobi's .sol; # begins a comment;
 *                   missing variables are 0
 */

/*
 * Reads the values of all variables into an assignment that has none, and
 * checks that every row of the program holds.  A value may differ from 0 or 1
 * by 1/100000.  *is_optimal: whether the solver says that the solution is
 * optimal; 1 for a file of names and values, which does not say. Errors:
 * STATUS_INPUT, "line 7: ...", for anything but a complete solution of this
 * very program, and if reading fails.
 */
enum status solution_read(struct ilp_assignment *assignment, int *is_optimal,
	FILE *in, struct err *err) WARN_UNUSED;

/* What the readers of solutions share: they split lines into words and set
 * values.  Functions that return an int return 0 after an error, with err
 * set. */

enum { SOLUTION_WORDS = 5 };

struct solution_word {
	char *text;
	size_t size;
};

struct solution {
	struct lines lines;
	struct err *err;
	struct ilp_assignment *assignment;
	uint64_t given; /* how many variables have a value */
	int is_optimal;
	int is_open; /* there is a line at lines.at */
	/* How many words that line has, and the first of them. */
	size_t words;
	struct solution_word word[SOLUTION_WORDS];
};

/* Sets the error, "line 7: " and the texts, and returns 0. */
#define solution_error(in, ...)                                                \
	(lines_error(&(in)->lines, (in)->err, __VA_ARGS__) == STATUS_OK)

/* Goes to the next line that is not blank; returns 0 also at the end of the
 * file, where in->words is 0.  Errors: those of lines_fill. */
int solution_next(struct solution *in);

/* The same; the end of the file is an error. */
int solution_need(struct solution *in);

/* Whether the line begins with the words of text, which single blanks separate;
 * whether the text occurs in the line. */
int solution_begins(const struct solution *in, const char *text);
int solution_has(const struct solution *in, const char *text);

/*
 * Sets a variable, by its number, to the value in a word of the line; finds a
 * variable by the word that is its name; does both.
 * Errors: STATUS_INPUT if there is no such word or variable, if the variable
 * has a value already, or if the value is neither 0 nor 1.
 */
int solution_set(struct solution *in, uint64_t number, size_t value);
int solution_find(uint64_t *number, struct solution *in, size_t name);
int solution_set_name(struct solution *in, size_t name, size_t value);

/* Reads a word as a whole number. */
int solution_number(uint64_t *number, struct solution *in, size_t word);

/* Checks that a word is the number count, of the program's rows or columns,
 * which `what` names, " rows".  Errors: STATUS_INPUT, for another program. */
int solution_same(
	struct solution *in, size_t word, uint64_t count, const char *what);

/* Sets the error that the solver found no solution; returns 0. */
int solution_none(const struct solution *in);

/* Checks that every variable has a value.  Errors: STATUS_INPUT. */
int solution_complete(const struct solution *in);

#endif
