/*
 * Integer programs for solvers, and what the solvers answer.
 *
 * Words of this folder:
 *   row       an equation or inequality of the program
 *   solution  the values of all variables, as a solver printed them
 *   word      a part of a solution's line, between blanks
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
 * Integer programs as text, in that part of the CPLEX LP format which glpsol,
 * cbc, HiGHS, SCIP and Gurobi all read the same way; and the names of their
 * variables and rows, which solvers give back.
 *
 * A variable is s_3_2_5 (send), r_3_2_5 (receive), of item 3, processor 2,
 * time 5, or x_5 (step).  A row is its constraint's name and then its indices,
 * c4_3_2.
 */

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

/* What the readers of solutions share: lines as words, values set.  Those that
 * return an int return 0 after an error, which err then says. */

enum { SOLUTION_WORDS = 5 };

struct solution_word {
	char *text;
	size_t size;
};

struct solution {
	struct lines lines;
	struct err *err;
	struct ilp_assignment *assignment;
	uint64_t given; /* how many values */
	int is_optimal;
	int is_open; /* there is a line at lines.at */
	/* Of that line; words: how many, those past the last slot, too. */
	size_t words;
	struct solution_word word[SOLUTION_WORDS];
};

/* Sets the error, "line 7: " and the texts; 0. */
#define solution_error(in, ...)                                                \
	(lines_error(&(in)->lines, (in)->err, __VA_ARGS__) == STATUS_OK)

/* Goes to the next line that is not blank; 0 at the end, too, where in->words
 * is 0.  Errors: those of lines_fill. */
int solution_next(struct solution *in);

/* The same where there must be a line. */
int solution_need(struct solution *in);

/* Whether the line begins with these words, single blanks between them; whether
 * it has this text in it. */
int solution_begins(const struct solution *in, const char *text);
int solution_has(const struct solution *in, const char *text);

/*
 * Gives a variable the value in a word of the line, or finds it by the word
 * that is its name, or both.
 * Errors: STATUS_INPUT if there is no such word or variable, or it has a value
 * already, or that is neither 0 nor 1.
 */
int solution_set(struct solution *in, uint64_t number, size_t value);
int solution_find(uint64_t *number, struct solution *in, size_t name);
int solution_set_name(struct solution *in, size_t name, size_t value);

/* Reads a word as a whole number. */
int solution_number(uint64_t *number, struct solution *in, size_t word);

/* The word must be the number of what the program has count of.
 * Errors: STATUS_INPUT, if it is another program's. */
int solution_same(
	struct solution *in, size_t word, uint64_t count, const char *what);

/* The error that the solver found nothing. */
int solution_none(const struct solution *in);

/* Errors: STATUS_INPUT unless every variable has a value. */
int solution_complete(const struct solution *in);

#endif
