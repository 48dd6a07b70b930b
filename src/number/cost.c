/*
 * The parser of cost expressions: by recursive descent, its depth counted, into
 * a program in postfix order.
 */
#include "number/cost.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "number/cost_program.h"

struct parser {
	struct cost *cost;
	const char *at;
	size_t depth;  /* of nesting */
	size_t height; /* of the stack */
	uint64_t max_bits;
	struct err *err;
};

/* A name and what it does to one value, or to each further one of several. */
struct function {
	const char *name;
	value_unary *unary;
	value_binary *binary;
	int of_k; /* means f(k) when it stands alone */
};

static const struct function functions[] = {
	{"min", NULL, value_least, 0},
	{"max", NULL, value_greatest, 0},
	{"ceil", value_ceil, NULL, 0},
	{"floor", value_floor, NULL, 0},
	{"log", value_log, NULL, 1},
	{"loglog", value_loglog, NULL, 1},
	{"sqrt", value_sqrt, NULL, 1},
	{"clog", value_clog, NULL, 1},
	{"csqrt", value_csqrt, NULL, 1},
};

static enum status parse_sum(struct parser *parser);
static enum status parse_sign(struct parser *parser);

static int is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The next character that is not a blank. */
static char peek(struct parser *parser)
{
	while (*parser->at == ' ')
		parser->at++;
	return *parser->at;
}

static int accept(struct parser *parser, char c)
{
	if (peek(parser) != c)
		return 0;
	parser->at++;
	return 1;
}

static enum status unexpected(struct parser *parser)
{
	if (peek(parser) == '\0')
		return err_set(parser->err, STATUS_USAGE,
			"the expression ends too early", NULL);
	return err_set(parser->err, STATUS_USAGE, "unexpected ", ERR_TEXT,
		parser->at, NULL);
}

/* Goes one level deeper, or does not. */
static enum status descend(struct parser *parser)
{
	if (parser->depth++ < COST_DEPTH_MAX)
		return STATUS_OK;
	return err_set(parser->err, STATUS_LIMIT,
		"the expression is nested deeper than 200", NULL);
}

static void emit(struct parser *parser, struct cost_step step)
{
	struct cost *cost = parser->cost;

	cost->step[cost->steps++] = step;
	if (step.kind == COST_NUMBER || step.kind == COST_K)
		parser->height++;
	else if (step.kind == COST_BINARY)
		parser->height--;
	if (parser->height > cost->depth)
		cost->depth = parser->height;
}

static void emit_unary(struct parser *parser, value_unary *unary)
{
	emit(parser, (struct cost_step){.kind = COST_UNARY, .unary = unary});
}

static void emit_binary(struct parser *parser, value_binary *binary)
{
	emit(parser, (struct cost_step){.kind = COST_BINARY, .binary = binary});
}

static const char *skip_digits(const char *text)
{
	while (number_is_digit(*text) || *text == '_')
		text++;
	return text;
}

/* The end of the number at text: digits, a fraction, an exponent. */
static const char *number_end(const char *text)
{
	const char *end = skip_digits(text);

	if (*end == '.' && number_is_digit(end[1]))
		end = skip_digits(end + 1);
	if (*end == 'e' || *end == 'E') {
		int sign = end[1] == '+' || end[1] == '-';

		if (number_is_digit(end[1 + sign]))
			end = skip_digits(end + 1 + sign);
	}
	return end;
}

static enum status parse_number(struct parser *parser)
{
	struct cost *cost = parser->cost;
	struct value *number = &cost->number[cost->numbers];
	const char *end = number_end(parser->at);
	size_t size = (size_t)(end - parser->at);
	char *text = mem_array(size + 1, 1);
	enum status status;

	memcpy(text, parser->at, size);
	value_init(number);
	emit(parser, (struct cost_step){
			     .kind = COST_NUMBER, .number = cost->numbers++});
	status = number_parse(number->q, text, parser->max_bits, parser->err);
	parser->at = end;
	mem_free(text);
	return status;
}

static const struct function *find_function(const char *name, size_t size)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (strlen(functions[i].name) == size &&
			memcmp(functions[i].name, name, size) == 0)
			return &functions[i];
	return NULL;
}

/* The arguments between parentheses, the first of which is open. */
static enum status parse_arguments(
	struct parser *parser, const struct function *function)
{
	enum status status = descend(parser);

	if (status == STATUS_OK)
		status = parse_sum(parser);
	while (status == STATUS_OK && function && function->binary &&
		accept(parser, ',')) {
		status = parse_sum(parser);
		emit_binary(parser, function->binary);
	}
	if (status != STATUS_OK)
		return status;
	parser->depth--;
	if (!accept(parser, ')'))
		return peek(parser) ? unexpected(parser)
				    : err_set(parser->err, STATUS_USAGE,
					      "a ')' is missing", NULL);
	if (function && function->unary)
		emit_unary(parser, function->unary);
	return STATUS_OK;
}

static enum status parse_name(struct parser *parser)
{
	const char *name = parser->at;
	const struct function *function;
	char word[ERR_PART_MAX + 2] = "";
	size_t size = 0;

	while (is_letter(name[size]))
		size++;
	parser->at += size;
	if (size == 1 && name[0] == 'k') {
		emit(parser, (struct cost_step){.kind = COST_K});
		return STATUS_OK;
	}
	function = find_function(name, size);
	if (!function) {
		memcpy(word, name, size < sizeof word ? size : sizeof word - 1);
		return err_set(parser->err, STATUS_USAGE, ERR_TEXT, word,
			" is none of k, min, max, ceil, floor, log, loglog, "
			"sqrt, clog, csqrt",
			NULL);
	}
	if (accept(parser, '('))
		return parse_arguments(parser, function);
	if (!function->of_k)
		return err_set(parser->err, STATUS_USAGE, function->name,
			" needs its argument between parentheses", NULL);
	emit(parser, (struct cost_step){.kind = COST_K});
	emit_unary(parser, function->unary);
	return STATUS_OK;
}

static enum status parse_atom(struct parser *parser)
{
	char c = peek(parser);

	if (number_is_digit(c))
		return parse_number(parser);
	if (is_letter(c))
		return parse_name(parser);
	if (accept(parser, '('))
		return parse_arguments(parser, NULL);
	return unexpected(parser);
}

static enum status parse_power(struct parser *parser)
{
	enum status status = parse_atom(parser);

	if (status != STATUS_OK || !accept(parser, '^'))
		return status;
	status = descend(parser);
	if (status == STATUS_OK)
		status = parse_sign(parser);
	if (status != STATUS_OK)
		return status;
	parser->depth--;
	emit_binary(parser, value_power);
	return STATUS_OK;
}

static enum status parse_sign(struct parser *parser)
{
	enum status status;
	int negative = 0;

	for (;;) {
		if (accept(parser, '-'))
			negative = !negative;
		else if (!accept(parser, '+'))
			break;
	}
	status = parse_power(parser);
	if (status == STATUS_OK && negative)
		emit_unary(parser, value_negative);
	return status;
}

static enum status parse_product(struct parser *parser)
{
	enum status status = parse_sign(parser);

	while (status == STATUS_OK) {
		value_binary *binary = accept(parser, '*')   ? value_product
				       : accept(parser, '/') ? value_quotient
							     : NULL;

		if (!binary)
			break;
		status = parse_sign(parser);
		emit_binary(parser, binary);
	}
	return status;
}

static enum status parse_sum(struct parser *parser)
{
	enum status status = parse_product(parser);

	while (status == STATUS_OK) {
		value_binary *binary = accept(parser, '+')   ? value_sum
				       : accept(parser, '-') ? value_difference
							     : NULL;

		if (!binary)
			break;
		status = parse_product(parser);
		emit_binary(parser, binary);
	}
	return status;
}

/* A name without parentheses is two steps; a character else at most one. */
static struct cost *new_cost(const char *text, size_t size)
{
	struct cost *cost = mem_array(1, sizeof *cost);

	cost->text = mem_array(size + 1, 1);
	memcpy(cost->text, text, size);
	cost->step = mem_array(size + 1, sizeof *cost->step);
	cost->number = mem_array(size + 1, sizeof *cost->number);
	return cost;
}

enum status cost_parse(struct cost **cost, const char *text, uint64_t max_bits,
	struct err *err)
{
	struct parser parser = {.at = text, .max_bits = max_bits, .err = err};
	size_t size = strnlen(text, COST_LENGTH_MAX + 1);
	enum status status;

	*cost = NULL;
	if (size > COST_LENGTH_MAX)
		return err_set(err, STATUS_LIMIT, ERR_TEXT, text,
			" is longer than 4096 characters", NULL);
	parser.cost = new_cost(text, size);
	status = parse_sum(&parser);
	if (status == STATUS_OK && peek(&parser) != '\0')
		status = unexpected(&parser);
	if (status == STATUS_OK)
		*cost = parser.cost;
	else
		cost_free(parser.cost);
	return status;
}

void cost_free(struct cost *cost)
{
	if (!cost)
		return;
	for (size_t i = 0; i < cost->numbers; i++)
		value_clear(&cost->number[i]);
	mem_free(cost->text);
	mem_free(cost->step);
	mem_free(cost->number);
	mem_free(cost);
}

char *cost_copy_text(const struct cost *cost)
{
	const char *text = cost->text;
	size_t size;
	char *copy;

	while (*text == ' ')
		text++;
	size = strlen(text);
	while (text[size - 1] == ' ')
		size--;
	copy = mem_array(size + 1, 1);
	memcpy(copy, text, size);
	return copy;
}
