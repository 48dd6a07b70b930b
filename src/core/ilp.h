/*
 * An integer program whose variables are 0 or 1.  Its rows are pulled one after
 * the other, and the terms of a row by their number, so that nothing of it is
 * in memory, however long it is.  A struct ilp is the first member of the
 * builders in model/.
 *
 * Variables and rows are the points of boxes: all combinations of an item, a
 * processor and a time out of three ranges.  So arithmetic finds the n-th
 * variable, and the number of a given one.  Builders order rows and blocks so
 * that variables first appear, from the objective on, in the order of their
 * numbers: readers of a program's text number them in that order.
 *   Example: items 1 .. 2, processors 0 .. 3 and times 0 .. 4, the time varying
 * fastest, are 40 variables; number 7 is item 1, processor 1, time 2.
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

/* An ILP_STEP has only a time; its item and processor are 0. */
struct ilp_variable {
	enum ilp_kind kind;
	uint64_t at[ILP_AXES];
};

struct ilp_range {
	uint64_t first, count;
};

/* An axis that is not used. */
extern const struct ilp_range ilp_none; /* {0, 1} */

/* All points whose coordinates are in the ranges of their axes. */
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

/* A constraint: what rows of one kind have in common. */
struct ilp_constraint {
	const char *name;
	unsigned axes;		    /* the set of those that its rows use */
	const char *const *comment; /* lines of plain ASCII, up to NULL */
	/* Sets the terms, sense and right-hand side of the row at row->at. */
	void (*row)(const struct ilp *program, struct ilp_row *row);
	/* Sets the term of that number, from 0; its sign is 1 before, and must
	 * be 1 in term 0. */
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

/* The rows of a constraint, or some of them: one for each point of a box. */
struct ilp_part {
	const struct ilp_constraint *constraint;
	struct ilp_box box;
};

struct ilp {
	/* The row whose sum is to be minimal; without sense or right-hand
	 * side. */
	const struct ilp_constraint *objective;
	/* The axes of the points of a box, from the slowest to the fastest. */
	enum ilp_axis order[ILP_AXES];
	size_t blocks, parts;
	struct ilp_block block[ILP_BLOCKS];
	struct ilp_part part[ILP_PARTS];
	uint64_t variables, rows; /* how many; below 2^63 */
};

/* -- For builders. */

void ilp_variable_set(struct ilp_variable *variable, enum ilp_kind kind,
	uint64_t item, uint64_t processor, uint64_t time);
void ilp_row_set(
	struct ilp_row *row, uint64_t terms, enum ilp_sense sense, int right);

/* Add the variables of a kind, or the rows of a constraint, in a box. */
void ilp_add_block(
	struct ilp *program, enum ilp_kind kind, const struct ilp_box *box);
void ilp_add_part(struct ilp *program, const struct ilp_constraint *constraint,
	const struct ilp_box *box);

/* -- For readers. */

/* The variable of that number, 0 .. variables-1. */
void ilp_variable(struct ilp_variable *variable, const struct ilp *program,
	uint64_t number);

/* Finds the number of a variable; 0 if the program does not have it. */
int ilp_find(uint64_t *number, const struct ilp *program,
	const struct ilp_variable *variable);

/* The objective as a row. */
void ilp_objective(struct ilp_row *row, const struct ilp *program);

/* A walk over the rows; to begin, all but the program is zero. */
struct ilp_cursor {
	const struct ilp *program;
	size_t part;
	uint64_t row; /* of that part */
};

/* Gives the next row; 0 after the last. */
int ilp_next(struct ilp_row *row, struct ilp_cursor *cursor);

void ilp_term(struct ilp_term *term, const struct ilp *program,
	const struct ilp_row *row, uint64_t number);

/* A value for each variable, by its number. */
enum ilp_value { PROGRAM_NOT_GIVEN, PROGRAM_ZERO, PROGRAM_ONE };

struct ilp_assignment {
	const struct ilp *program;
	unsigned char *value; /* enum ilp_value */
};

/* An assignment that gives no values. */
void ilp_assignment_init(
	struct ilp_assignment *assignment, const struct ilp *program);
void ilp_assignment_clear(struct ilp_assignment *assignment);

/* Whether the program has the variable, and it is 1. */
int ilp_is_one(const struct ilp_assignment *assignment,
	const struct ilp_variable *variable);

/* The objective's value. */
uint64_t ilp_value(const struct ilp_assignment *assignment);

/* Finds the first row that does not hold, where variables without a value count
 * as 0; 0 if all rows hold.  O(terms). */
int ilp_violated(struct ilp_row *row, const struct ilp_assignment *assignment);

#endif
