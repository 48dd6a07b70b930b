/*
 * --cost and --bandwidth: functions of k as options.
 */
#ifndef FIBCAST_CLI_PROBLEM_COST_H
#define FIBCAST_CLI_PROBLEM_COST_H

#include <stdint.h>

#include "number/cost.h"
#include "format/table.h"

/* Reads the expression; text NULL: none, and *cost is then NULL.
 * Errors: those of cost_parse, with the option's name before them. */
enum status cost_option(struct cost **cost, const char *name, const char *text,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * Whether the value's digits are known; if not, *again is set.
 * Errors: STATUS_LIMIT if more bits are of no use.
 */
enum status cost_settle(int *again, const struct value *value, int64_t decimals,
	const struct value_precision *precision, struct err *err) WARN_UNUSED;

/* Adds the bits that decimals take, and the work. */
void cost_first_bits(struct value_precision *precision, int64_t decimals);

/* Doubles the bits; the last time is when they are enough for so many decimals
 * of any number. */
void cost_refine(struct value_precision *precision, int64_t decimals);

/* The next cell of the table, of a value whose digits are known. */
void cost_cell(struct table *table, const struct value *value,
	const struct value_precision *precision);

#endif
