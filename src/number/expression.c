/*
 * Exact arithmetic in parentheses, "(2^20-1)", by operator precedence, with a
 * stack of values and one of operators that wait for their right operand.
 *   In "(1+2*3^2)" +, * and ^ wait until ")" comes; then 3^2, 2*9 and 1+18 are
 * computed in this order.  Before an operator is put on the stack, waiting ones
 * that bind as tightly or more tightly are applied; except that ^ groups from
 * the right.  There is no recursion, so only memory bounds the nesting.
 */
#include "number/number.h"

#include <assert.h>

#include "base/mem.h"

struct expression {
	mpq_t *value;
	size_t values, values_capacity;
	char *waiting; /* operators and open parentheses */
	size_t operators, operators_capacity;
	const char *text; /* the whole expression, for messages */
	uint64_t max_bits;
	uint64_t work; /* done so far, in bits of results */
};

static void expression_clear(struct expression *expression)
{
	while (expression->values > 0)
		mpq_clear(expression->value[--expression->values]);
	mem_free(expression->value);
	mem_free(expression->waiting);
}

/* Pushes the value 0. */
static mpq_ptr push_value(struct expression *expression)
{
	expression->value =
		mem_grow(expression->value, &expression->values_capacity,
			expression->values, sizeof *expression->value);
	mpq_init(expression->value[expression->values]);
	return expression->value[expression->values++];
}

static void push_operator(struct expression *expression, char symbol)
{
	expression->waiting = mem_grow(expression->waiting,
		&expression->operators_capacity, expression->operators, 1);
	expression->waiting[expression->operators++] = symbol;
}

static int binds(char symbol)
{
	switch (symbol) {
	case '+':
	case '-':
		return 1;
	case '*':
	case '/':
		return 2;
	case '^':
		return 3;
	default:
		return 0;
	}
}

static enum status refuse_expression(
	const struct expression *expression, const char *why, struct err *err)
{
	return err_usage(err, ERR_TEXT, expression->text, why);
}

/* a = a^b; b must be a whole number, at least 0. */
static enum status raise(mpq_t a, const mpq_t b,
	const struct expression *expression, struct err *err)
{
	uint64_t exponent;

	if (!number_is_whole(b) || mpq_sgn(b) < 0)
		return refuse_expression(expression,
			" has an exponent that is not a whole number", err);
	if (!number_read_u64(&exponent, mpq_numref(b), 63))
		/* Only 0, 1 and -1 have such a power. */
		exponent = UINT64_MAX - 1 + mpz_odd_p(mpq_numref(b));
	if (!number_power(mpq_numref(a), mpq_numref(a), exponent,
		    expression->max_bits) ||
		!number_power(mpq_denref(a), mpq_denref(a), exponent,
			expression->max_bits))
		return limit_too_long(expression->text, err);
	return STATUS_OK;
}

/* a = a (symbol) b. */
static enum status combine(mpq_t a, char symbol, const mpq_t b,
	struct expression *expression, struct err *err)
{
	if (symbol == '^')
		return raise(a, b, expression, err);
	if (symbol == '/' && mpq_sgn(b) == 0)
		return refuse_expression(expression, " divides by 0", err);
	expression->work += limit_reducing(a, b, symbol == '/');
	if (limit_check_work(expression->text, expression->work,
		    expression->max_bits, err) != STATUS_OK)
		return err->code;
	if (symbol == '+')
		mpq_add(a, a, b);
	else if (symbol == '-')
		mpq_sub(a, a, b);
	else if (symbol == '*')
		mpq_mul(a, a, b);
	else
		mpq_div(a, a, b);
	return STATUS_OK;
}

/* Checks the bits of a result, whose operands were within the limit, and the
 * work so far. */
static enum status check_result(
	struct expression *expression, const mpq_t value, struct err *err)
{
	uint64_t above = mpz_sizeinbase(mpq_numref(value), 2);
	uint64_t below = mpz_sizeinbase(mpq_denref(value), 2);

	if (above > expression->max_bits || below > expression->max_bits)
		return limit_too_long(expression->text, err);
	expression->work += above + below;
	return limit_check_work(
		expression->text, expression->work, expression->max_bits, err);
}

/* Applies the operator on top to the two values on top. */
static enum status apply_operator(
	struct expression *expression, struct err *err)
{
	char symbol = expression->waiting[--expression->operators];
	mpq_ptr a = expression->value[expression->values - 2];
	mpq_ptr b = expression->value[expression->values - 1];
	enum status status = combine(a, symbol, b, expression, err);

	mpq_clear(b);
	expression->values--;
	return status == STATUS_OK ? check_result(expression, a, err) : status;
}

/* Applies the waiting operators that bind at least as tightly as level. */
static enum status apply_down_to(
	struct expression *expression, int level, struct err *err)
{
	enum status status = STATUS_OK;

	while (status == STATUS_OK &&
		binds(expression->waiting[expression->operators - 1]) >= level)
		status = apply_operator(expression, err);
	return status;
}

/* Reads opening parentheses, then a term. */
static enum status scan_left(
	struct expression *expression, const char **at, struct err *err)
{
	for (; **at == '(' || **at == ' '; ++*at)
		if (**at == '(')
			push_operator(expression, '(');
	if (!number_begins(*at))
		return refuse_expression(expression, " is not a number", err);
	return number_scan_term(push_value(expression), at,
		NUMBER_IN_EXPRESSION, expression->max_bits, err);
}

/* Reads closing parentheses, then an operator, unless the expression's first
 * parenthesis is closed. */
static enum status scan_right(
	struct expression *expression, const char **at, struct err *err)
{
	enum status status = STATUS_OK;

	for (; **at == ')' || **at == ' '; ++*at) {
		if (**at == ' ')
			continue;
		status = apply_down_to(expression, 1, err);
		if (status != STATUS_OK)
			return status;
		if (--expression->operators == 0) {
			++*at;
			return STATUS_OK;
		}
	}
	if (binds(**at) == 0)
		return refuse_expression(expression, " is not a number", err);
	status = apply_down_to(expression, **at == '^' ? 4 : binds(**at), err);
	if (status == STATUS_OK)
		push_operator(expression, *(*at)++);
	return status;
}

/* Reads an expression that begins with the "(" at *text. */
static enum status scan_expression(
	mpq_t value, const char **text, uint64_t max_bits, struct err *err)
{
	struct expression expression = {.text = *text, .max_bits = max_bits};
	const char *at = *text + 1;
	enum status status;

	push_operator(&expression, '(');
	do {
		status = scan_left(&expression, &at, err);
		if (status == STATUS_OK)
			status = scan_right(&expression, &at, err);
	} while (status == STATUS_OK && expression.operators > 0);
	assert(status != STATUS_OK || expression.values == 1);
	if (status == STATUS_OK && mpq_sgn(expression.value[0]) < 0)
		status = refuse_expression(&expression, " is below 0", err);
	if (status == STATUS_OK) {
		mpq_swap(value, expression.value[0]);
		*text = at;
	}
	expression_clear(&expression);
	return status;
}

/* -- numbers: terms, expressions, and quotients of two */

/* Reads a term, or an expression in parentheses. */
static enum status scan_operand(
	mpq_t value, const char **text, uint64_t max_bits, struct err *err)
{
	if (**text == '(')
		return scan_expression(value, text, max_bits, err);
	return number_scan_term(value, text, NUMBER_ALONE, max_bits, err);
}

enum status number_scan(
	mpq_t value, const char **text, uint64_t max_bits, struct err *err)
{
	const char *start = *text, *at = start;
	mpq_t divisor;
	enum status status;

	max_bits = limit_longest(max_bits);
	status = scan_operand(value, &at, max_bits, err);
	if (status == STATUS_OK && *at == '/' && number_begins(at + 1)) {
		at++;
		mpq_init(divisor);
		status = scan_operand(divisor, &at, max_bits, err);
		if (status == STATUS_OK && mpq_sgn(divisor) == 0)
			status = err_usage(
				err, ERR_TEXT, start, " has the denominator 0");
		if (status == STATUS_OK)
			status = limit_check_work(start,
				limit_reducing(value, divisor, 1), max_bits,
				err);
		if (status == STATUS_OK)
			mpq_div(value, value, divisor);
		mpq_clear(divisor);
	}
	if (status == STATUS_OK)
		*text = at;
	return status;
}

enum status number_parse(
	mpq_t value, const char *text, uint64_t max_bits, struct err *err)
{
	const char *end = text;
	enum status status = number_scan(value, &end, max_bits, err);

	if (status == STATUS_OK && *end != '\0')
		status = err_usage(err, ERR_TEXT, text, " is not a number");
	return status;
}
