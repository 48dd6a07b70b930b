/* A cost expression, compiled: operations on a stack. */
#ifndef FIBCAST_NUMBER_COST_PROGRAM_H
#define FIBCAST_NUMBER_COST_PROGRAM_H

#include <stddef.h>

#include "number/value.h"

enum cost_kind { COST_NUMBER, COST_K, COST_UNARY, COST_BINARY };

/* Pushes a number or k, or puts the result in place of its operands. */
struct cost_step {
	enum cost_kind kind;
	size_t number; /* its index */
	value_unary *unary;
	value_binary *binary;
};

struct cost {
	char *text;
	struct cost_step *step;
	struct value *number;
	size_t steps, numbers;
	size_t depth; /* the most values on the stack */
};

#endif
