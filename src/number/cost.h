/*
 * Cost expressions l(k), the latency functions of locality models.
 *
 *   sum     = product { ("+" | "-") product }
 *   product = sign { ("*" | "/") sign }
 *   sign    = { "+" | "-" } power
 *   power   = atom [ "^" sign ]
 *   atom    = number | "k" | name [ "(" sum { "," sum } ")" ] | "(" sum ")"
 *
 * Numbers are the terms of number/number without "^", which is an operator
 * here, and without sizes.  Names: min and max, of one value or more; ceil,
 * floor; log, to the base 2, loglog, sqrt, clog x = ceil(log x), csqrt x =
 * ceil(sqrt x). log, loglog, sqrt, clog and csqrt without parentheses are
 * functions of k.
 */
#ifndef FIBCAST_NUMBER_COST_H
#define FIBCAST_NUMBER_COST_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "number/value.h"

enum { COST_LENGTH_MAX = 4096, COST_DEPTH_MAX = 200 };

struct cost;

/*
 * Reads text as a cost expression; free it with cost_free, which accepts NULL.
 * Errors: STATUS_USAGE, naming the offending text; STATUS_LIMIT for more than
 * COST_LENGTH_MAX characters, for parentheses or exponents nested deeper than
 * COST_DEPTH_MAX, for a number past max_bits.   O(length).
 */
enum status cost_parse(struct cost **cost, const char *text, uint64_t max_bits,
	struct err *err) WARN_UNUSED;
void cost_free(struct cost *cost);

/* The text of the expression without blanks around it.  Free it with
 * mem_free. */
char *cost_copy_text(const struct cost *cost);

/*
 * value = max(1, l(k)) for k >= 1.  If precision->bits do not decide a
 * comparison or a rounding, more bits are used.
 * Errors: STATUS_USAGE, naming k, if the expression has no value there;
 * STATUS_LIMIT, naming k, for numbers past max_bits, and if no precision up to
 * 2^16 bits decides.
 */
enum status cost_value(struct value *value, const struct cost *cost,
	const mpz_t k, const struct value_precision *precision,
	struct err *err) WARN_UNUSED;

/*
 * sum += term, where term is the cost at k.
 * Errors: STATUS_LIMIT, naming k, for more work than precision->work allows.
 */
enum status cost_add(struct value *sum, const struct value *term, const mpz_t k,
	const struct value_precision *precision, struct err *err) WARN_UNUSED;

/* A cost expression, compiled into operations on a stack. */

enum cost_kind { COST_NUMBER, COST_K, COST_UNARY, COST_BINARY };

/* Pushes a number or k, or replaces operands by the result. */
struct cost_step {
	enum cost_kind kind;
	size_t number; /* the index of a COST_NUMBER */
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
