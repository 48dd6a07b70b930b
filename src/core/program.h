/*
 * An integer program whose variables are 0 or 1, pulled: its rows one after
 * the other, the terms of a row by their number.  Nothing of it is held in
 * memory, however long it is.  Builders in model/ have a struct program as
 * their first member.
 *
 * Variables and rows stand in boxes: all combinations of an item, a processor
 * and a time out of three ranges.  So the n-th variable, and the number of a
 * given one, are found by arithmetic.  Builders order rows and blocks so that
 * the variables, from the objective on, appear first in the order of their
 * numbers: readers of a program's text number them so.
 */
#ifndef FIBCAST_CORE_PROGRAM_H
#define FIBCAST_CORE_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

enum program_kind { PROGRAM_SEND, PROGRAM_RECEIVE, PROGRAM_STEP };

enum program_axis {
	PROGRAM_ITEM,
	PROGRAM_PROCESSOR,
	PROGRAM_TIME,
	PROGRAM_AXES
};

/* A set of axes. */
enum {
	PROGRAM_ITEMS = 1 << PROGRAM_ITEM,
	PROGRAM_PROCESSORS = 1 << PROGRAM_PROCESSOR,
	PROGRAM_TIMES = 1 << PROGRAM_TIME
};

enum { PROGRAM_BLOCKS = 4, PROGRAM_PARTS = 8 };

/* A PROGRAM_STEP has a time only; what is not used is 0. */
struct program_variable {
	enum program_kind kind;
	uint64_t at[PROGRAM_AXES];
};

struct program_range {
	uint64_t first, count;
};

/* An axis that is not used. */
extern const struct program_range program_none; /* {0, 1} */

/* All points with an index out of each range. */
struct program_box {
	struct program_range range[PROGRAM_AXES];
};

struct program_block {
	enum program_kind kind;
	struct program_box box;
};

struct program_term {
	int sign; /* 1 or -1 */
	struct program_variable variable;
};

enum program_sense { PROGRAM_AT_MOST, PROGRAM_EQUAL, PROGRAM_AT_LEAST };

struct program;
struct program_row;

/* A constraint: what rows have in common. */
struct program_constraint {
	const char *name;
	unsigned axes;		    /* those that its rows have */
	const char *const *comment; /* lines of plain ASCII, up to NULL */
	/* Given at, sets terms, sense and right. */
	void (*row)(const struct program *program, struct program_row *row);
	/* The term of that number, from 0; the first has the sign 1. */
	void (*term)(const struct program *program,
		const struct program_row *row, uint64_t number,
		struct program_term *term);
};

struct program_row {
	const struct program_constraint *constraint;
	uint64_t at[PROGRAM_AXES];
	uint64_t terms;
	enum program_sense sense;
	int right;
};

/* The rows of one constraint, or of a part of it. */
struct program_part {
	const struct program_constraint *constraint;
	struct program_box box;
};

/* Minimise the terms of the objective, a row without sense and right. */
struct program {
	const struct program_constraint *objective;
	/* Of the points of a box, from the axis that varies slowest. */
	enum program_axis order[PROGRAM_AXES];
	size_t blocks, parts;
	struct program_block block[PROGRAM_BLOCKS];
	struct program_part part[PROGRAM_PARTS];
	uint64_t variables, rows; /* how many; below 2^63 */
};

/* For builders. */
void program_variable_set(struct program_variable *variable,
	enum program_kind kind, uint64_t item, uint64_t processor,
	uint64_t time);
void program_row_set(struct program_row *row, uint64_t terms,
	enum program_sense sense, int right);

/* Adds the variables of this kind in a box, or a constraint's rows. */
void program_add_block(struct program *program, enum program_kind kind,
	const struct program_box *box);
void program_add_part(struct program *program,
	const struct program_constraint *constraint,
	const struct program_box *box);

/* The variable of that number, 0 .. variables-1. */
void program_variable(struct program_variable *variable,
	const struct program *program, uint64_t number);

/* The number of a variable; 0 if the program has none like it. */
int program_find(uint64_t *number, const struct program *program,
	const struct program_variable *variable);

/* The objective as a row. */
void program_objective(struct program_row *row, const struct program *program);

/* A walk over the rows; all zeros but for the program: before the first. */
struct program_cursor {
	const struct program *program;
	size_t part;
	uint64_t row; /* of that part */
};

/* The next row; 0 after the last. */
int program_next(struct program_row *row, struct program_cursor *cursor);

void program_term(struct program_term *term, const struct program *program,
	const struct program_row *row, uint64_t number);

/* A value for each variable, by its number; a byte each. */
enum program_value { PROGRAM_NOT_GIVEN, PROGRAM_ZERO, PROGRAM_ONE };

struct program_assignment {
	const struct program *program;
	unsigned char *value; /* enum program_value */
};

/* No value is given. */
void program_assignment_init(
	struct program_assignment *assignment, const struct program *program);
void program_assignment_clear(struct program_assignment *assignment);

/* Whether the variable is there, and 1. */
int program_is_one(const struct program_assignment *assignment,
	const struct program_variable *variable);

/* The objective's value. */
uint64_t program_value(const struct program_assignment *assignment);

/* Finds the first row that does not hold, what is not given being 0; 0 if all
 * hold.  O(terms). */
int program_violated(
	struct program_row *row, const struct program_assignment *assignment);

#endif
