/*
 * Reading of exact numbers: terms and expressions, and quotients of two.
 */
#include "number/number.h"

/* A term, or an expression in parentheses. */
static enum status scan_operand(
	mpq_t value, const char **text, uint64_t max_bits, struct err *err)
{
	if (**text == '(')
		return number_scan_expression(value, text, max_bits, err);
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
