/*
 * An integer program whose variables are 0 or 1, pulled: its rows one after
 * the other, the terms of a row by their number.  Nothing of it is held in
 * memory, however long it is.  Builders in model/ have a struct ilp as
 * their first member.
 *
 * Variables and rows stand in boxes: all combinations of an item, a processor
 * and a time out of three ranges.  So the n-th variable, and the number of a
 * given one, are found by arithmetic.  Builders order rows and blocks so that
 * the variables, from the objective on, appear first in the order of their
 * numbers: readers of a program's text number them so.
 */
#ifndef FIBCAST_CORE_ILP_H
#define FIBCAST_CORE_ILP_H

#include <stddef.h>
#include <stdint.h>

enum ilp_kind { ILP_SEND, ILP_RECEIVE, ILP_STEP };

enum ilp_axis { ILP_ITEM, ILP_PROCESSOR, ILP_TIME, ILP_AXES };

/* A set of axes. */
enum {
	ILP_ITEMS = 1 << ILP_ITEM,
	ILP_PROCESSORS = 1 << ILP_PROCESSOR,
	ILP_TIMES = 1 << ILP_TIME
};

enum { ILP_BLOCKS = 4, ILP_PARTS = 8 };

/* An ILP_STEP has only a time; the others are then 0. */
struct ilp_variable {
	enum ilp_kind kind;
	uint64_t at[ILP_AXES];
};

struct ilp_range {
	uint64_t first, count;
};

/* An axis that is not used. */
extern const struct ilp_range ilp_none; /* {0, 1} */

/* All points with an index out of each range. */
struct ilp_box {
	struct ilp_range range[ILP_AXES];
};

struct ilp_block {
	enum ilp_kind kind;
	struct ilp_box box;
};

struct ilp_term {
	int sign; /* 1 or -1 */
	struct ilp_variable variable;
};

enum ilp_sense { ILP_AT_MOST, ILP_EQUAL, ILP_AT_LEAST };

struct ilp;
struct ilp_row;

/* A constraint: what rows have in common. */
struct ilp_constraint {
	const char *name;
	unsigned axes;		    /* those that its rows have */
	const char *const *comment; /* lines of plain ASCII, up to NULL */
	/* Given at, sets terms, sense and right-hand side. */
	void (*row)(const struct ilp *program, struct ilp_row *row);
	/* The term of that number, from 0; the first has the sign 1. */
	void (*term)(const struct ilp *program, const struct ilp_row *row,
		uint64_t number, struct ilp_term *term);
};

struct ilp_row {
	const struct ilp_constraint *constraint;
	uint64_t at[ILP_AXES];
	uint64_t terms;
	enum ilp_sense sense;
	int right;
};

/* The rows of one constraint, or some of them. */
struct ilp_part {
	const struct ilp_constraint *constraint;
	struct ilp_box box;
};

/* Minimise the terms of the objective, a row without a sense or a right-hand
 * side. */
struct ilp {
	const struct ilp_constraint *objective;
	/* Of the points of a box, from the axis that varies slowest. */
	enum ilp_axis order[ILP_AXES];
	size_t blocks, parts;
	struct ilp_block block[ILP_BLOCKS];
	struct ilp_part part[ILP_PARTS];
	uint64_t variables, rows; /* how many; below 2^63 */
};

/* For builders. */
void ilp_variable_set(struct ilp_variable *variable, enum ilp_kind kind,
	uint64_t item, uint64_t processor, uint64_t time);
void ilp_row_set(
	struct ilp_row *row, uint64_t terms, enum ilp_sense sense, int right);

/* Adds the variables of this kind in a box, or a constraint's rows. */
void ilp_add_block(
	struct ilp *program, enum ilp_kind kind, const struct ilp_box *box);
void ilp_add_part(struct ilp *program, const struct ilp_constraint *constraint,
	const struct ilp_box *box);

/* The variable of that number, 0 .. variables-1. */
void ilp_variable(struct ilp_variable *variable, const struct ilp *program,
	uint64_t number);

/* The number of a variable; 0 if the program has none like it. */
int ilp_find(uint64_t *number, const struct ilp *program,
	const struct ilp_variable *variable);

/* The objective as a row. */
void ilp_objective(struct ilp_row *row, const struct ilp *program);

/* A walk over the rows; all zeros but for the program: before the first. */
struct ilp_cursor {
	const struct ilp *program;
	size_t part;
	uint64_t row; /* of that part */
};

/* The next row; 0 after the last. */
int ilp_next(struct ilp_row *row, struct ilp_cursor *cursor);

void ilp_term(struct ilp_term *term, const struct ilp *program,
	const struct ilp_row *row, uint64_t number);

/* A value for each variable, by its number; a byte each. */
enum ilp_value { PROGRAM_NOT_GIVEN, PROGRAM_ZERO, PROGRAM_ONE };

struct ilp_assignment {
	const struct ilp *program;
	unsigned char *value; /* enum ilp_value */
};

/* No value is given. */
void ilp_assignment_init(
	struct ilp_assignment *assignment, const struct ilp *program);
void ilp_assignment_clear(struct ilp_assignment *assignment);

/* Whether the variable is there, and 1. */
int ilp_is_one(const struct ilp_assignment *assignment,
	const struct ilp_variable *variable);

/* The objective's value. */
uint64_t ilp_value(const struct ilp_assignment *assignment);

/* Finds the first row that does not hold, with variables that have no value
 * taken as 0; returns 0 if all hold.  O(terms). */
int ilp_violated(struct ilp_row *row, const struct ilp_assignment *assignment);

#endif
