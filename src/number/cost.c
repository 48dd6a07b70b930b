/*
 * The parser of cost expressions: Dijkstra's shunting-yard algorithm.  It reads
 * from left to right and emits a program in postfix order; operators wait on a
 * stack until their right operand is complete:
 *
 *   -2^k*3   waiting    program
 *   -        -
 *   2        -          2
 *   ^        - ^        2
 *   k        - ^        2 k
 *   *        *          2 k ^ negative
 *   3        *          2 k ^ negative 3
 *            (nothing)  2 k ^ negative 3 *
 *
 * There is no recursion, so deep nesting cannot exhaust the machine's stack.
 */
#include "number/cost.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"

/* The higher a rank, the tighter the operator binds. */
enum rank { RANK_OPEN, RANK_SUM, RANK_PRODUCT, RANK_SIGN, RANK_POWER };

/* An operator whose right operand is not complete, or an open parenthesis with
 * the function that is applied to its contents. */
struct pending {
	enum rank rank;
	value_unary *unary;
	value_binary *binary;
	size_t arguments; /* of a function, how many are complete */
};

struct parser {
	struct cost *cost;
	const char *at;
	struct pending *pending; /* a stack */
	size_t waiting;		 /* its height */
	size_t depth;		 /* of nested parentheses and exponents */
	size_t height;		 /* of the program's stack of values */
	int wants_operand;	 /* else an operator or an end comes next */
	uint64_t max_bits;
	struct err *err;
};

struct operator
{
	char symbol;
	enum rank rank;
	value_binary *binary;
};

static const struct operator operators[] = {
	{'+', RANK_SUM, value_sum},
	{'-', RANK_SUM, value_difference},
	{'*', RANK_PRODUCT, value_product},
	{'/', RANK_PRODUCT, value_quotient},
	{'^', RANK_POWER, value_power},
};

/* A function of one value, or one that combines several values in pairs. */
struct function {
	const char *name;
	value_unary *unary;
	value_binary *binary;
	int of_k; /* the name alone means f(k) */
};

/* lg and log2 are other names of log. */
static const struct function functions[] = {
	{"min", NULL, value_least, 0},
	{"max", NULL, value_greatest, 0},
	{"ceil", value_ceil, NULL, 0},
	{"floor", value_floor, NULL, 0},
	{"log", value_log, NULL, 1},
	{"lg", value_log, NULL, 1},
	{"log2", value_log, NULL, 1},
	{"loglog", value_loglog, NULL, 1},
	{"sqrt", value_sqrt, NULL, 1},
	{"clog", value_clog, NULL, 1},
	{"csqrt", value_csqrt, NULL, 1},
};

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
	char c = peek(parser);
	const char *advice = NULL;

	if (c == '\0' &&
		strspn(parser->cost->text, " ") == strlen(parser->cost->text))
		return err_usage(parser->err, "the expression is empty");
	if (c == '\0')
		return err_usage(parser->err, ERR_TEXT, parser->cost->text,
			" ends too early");
	if (c == '*' && parser->cost->steps > 0 && parser->at[-1] == '*')
		advice = ": a power is written with ^";
	else if (!parser->wants_operand && (number_is_letter(c) || c == '('))
		advice = ": an operator is missing, as * in 2*k";
	return err_usage(
		parser->err, "unexpected ", ERR_TEXT, parser->at, advice);
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

/* Only parentheses and exponents can nest without limit: on any other pending
 * operator only operators that bind tighter are stacked. */
static int nests(enum rank rank)
{
	return rank == RANK_OPEN || rank == RANK_POWER;
}

static enum status push(struct parser *parser, struct pending pending)
{
	if (nests(pending.rank) && parser->depth++ == COST_DEPTH_MAX)
		return err_limit(parser->err,
			"the expression is nested deeper than 200");
	parser->pending[parser->waiting++] = pending;
	return STATUS_OK;
}

static void pop(struct parser *parser)
{
	if (nests(parser->pending[--parser->waiting].rank))
		parser->depth--;
}

/* After an operand, applies the waiting operators that bind at least as tightly
 * as rank. */
static void reduce(struct parser *parser, enum rank rank)
{
	while (parser->waiting > 0) {
		struct pending *last = &parser->pending[parser->waiting - 1];

		if (last->rank < rank)
			break;
		if (last->rank == RANK_SIGN)
			emit_unary(parser, last->unary);
		else
			emit_binary(parser, last->binary);
		pop(parser);
	}
}

/* Powers group from the right, all other operators from the left. */
static enum status push_operator(
	struct parser *parser, const struct operator* operator)
{
	if (operator->rank != RANK_POWER)
		reduce(parser, operator->rank);
	parser->wants_operand = 1;
	return push(parser, (struct pending){.rank = operator->rank,
				    .binary = operator->binary});
}

static enum status open_parenthesis(
	struct parser *parser, value_unary *unary, value_binary *binary)
{
	parser->wants_operand = 1;
	return push(parser,
		(struct pending){
			.rank = RANK_OPEN, .unary = unary, .binary = binary});
}

static void parse_signs(struct parser *parser)
{
	int negative = 0;

	for (;;) {
		if (accept(parser, '-'))
			negative = !negative;
		else if (!accept(parser, '+'))
			break;
	}
	if (negative)
		parser->pending[parser->waiting++] = (struct pending){
			.rank = RANK_SIGN, .unary = value_negative};
}

static enum status parse_number(struct parser *parser)
{
	struct cost *cost = parser->cost;
	struct value *number = &cost->number[cost->numbers];

	value_init(number);
	emit(parser, (struct cost_step){
			     .kind = COST_NUMBER, .number = cost->numbers++});
	return number_scan_term(number->q, &parser->at, NUMBER_OF_FUNCTION,
		limit_longest(parser->max_bits), parser->err);
}

static const struct function *find_function(const char *name, size_t size)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (strlen(functions[i].name) == size &&
			memcmp(functions[i].name, name, size) == 0)
			return &functions[i];
	return NULL;
}

/* Reports a name of size letters that is not known. */
static enum status report_name(
	struct parser *parser, const char *name, size_t size)
{
	char word[ERR_PART_MAX + 2] = "";
	const char *advice = NULL;

	memcpy(word, name, size < sizeof word ? size : sizeof word - 1);
	if (strcmp(word, "ln") == 0)
		advice = ": log is to base 2, and ln(k) is "
			 "log(k)/log(2.718281828)";
	if (strcmp(word, "log10") == 0)
		advice = ": log is to base 2, and log10(k) is log(k)/log(10)";
	if (size == 1)
		advice = ": the size of the group is k";
	return err_usage(parser->err, ERR_TEXT, word,
		" is none of k, min, max, ceil, floor, log, loglog, sqrt, "
		"clog, csqrt",
		advice);
}

static enum status parse_name(struct parser *parser)
{
	const char *name = parser->at;
	const struct function *function;
	size_t size = 0;

	while (number_is_letter(name[size]))
		size++;
	if (strncmp(name, "log2", 4) == 0 && !number_is_digit(name[4]))
		size = 4;
	if (strncmp(name, "log10", 5) == 0)
		return report_name(parser, name, 5);
	parser->at += size;
	if (size == 1 && name[0] == 'k') {
		emit(parser, (struct cost_step){.kind = COST_K});
		return STATUS_OK;
	}
	function = find_function(name, size);
	if (!function)
		return report_name(parser, name, size);
	if (accept(parser, '('))
		return open_parenthesis(
			parser, function->unary, function->binary);
	if (!function->of_k)
		return err_usage(parser->err, function->name,
			" needs its argument between parentheses");
	if (number_is_letter(peek(parser)) || number_is_digit(*parser->at))
		return err_usage(parser->err, "unexpected ", ERR_TEXT,
			parser->at, ": write ", function->name, "(...)");
	emit(parser, (struct cost_step){.kind = COST_K});
	emit_unary(parser, function->unary);
	return STATUS_OK;
}

/* Parses signs and the beginning of an operand. */
static enum status parse_operand(struct parser *parser)
{
	char c;

	parser->wants_operand = 0;
	parse_signs(parser);
	c = peek(parser);
	if (number_begins(parser->at) && c != '(')
		return parse_number(parser);
	if (number_is_letter(c))
		return parse_name(parser);
	if (accept(parser, '('))
		return open_parenthesis(parser, NULL, NULL);
	return unexpected(parser);
}

/* Parses c, which ends the innermost parenthesis, one of its arguments, or the
 * expression: ')', ',' or NUL. */
static enum status parse_end(struct parser *parser, char c)
{
	struct pending *open;

	reduce(parser, RANK_SUM);
	if (parser->waiting == 0 && c == ',')
		return err_usage(parser->err, "unexpected ", ERR_TEXT,
			parser->at, ": one function at a time");
	if (parser->waiting == 0)
		return c ? unexpected(parser) : STATUS_OK;
	open = &parser->pending[parser->waiting - 1];
	if (c == '\0')
		return err_usage(parser->err, ERR_TEXT, parser->cost->text,
			" lacks a ')'");
	if (c == ',' && !open->binary)
		return unexpected(parser);
	if (open->arguments++ > 0)
		emit_binary(parser, open->binary);
	parser->at++;
	parser->wants_operand = c == ',';
	if (c == ')') {
		if (open->unary)
			emit_unary(parser, open->unary);
		pop(parser);
	}
	return STATUS_OK;
}

/* Parses what follows an operand: an operator or an end. */
static enum status parse_operator(struct parser *parser)
{
	char c = peek(parser);

	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (c == operators[i].symbol) {
			parser->at++;
			return push_operator(parser, &operators[i]);
		}
	if (c == ')' || c == ',' || c == '\0')
		return parse_end(parser, c);
	return unexpected(parser);
}

static enum status parse(struct parser *parser)
{
	enum status status = STATUS_OK;

	parser->wants_operand = 1;
	while (status == STATUS_OK &&
		(parser->wants_operand || *parser->at != '\0'))
		status = parser->wants_operand ? parse_operand(parser)
					       : parse_operator(parser);
	return status == STATUS_OK ? parse_end(parser, '\0') : status;
}

/* There are at most as many steps as characters: a name without parentheses, of
 * two letters or more, makes two steps, any other character at most one. */
static struct cost *new_cost(const char *text, size_t size)
{
	struct cost *cost = mem_array(1, sizeof *cost);

	cost->text = mem_text(text, size);
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
		return err_limit(
			err, ERR_TEXT, text, " is longer than 4096 characters");
	parser.cost = new_cost(text, size);
	parser.pending = mem_array(size + 1, sizeof *parser.pending);
	status = parse(&parser);
	mem_free(parser.pending);
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

	while (*text == ' ')
		text++;
	size = strlen(text);
	while (text[size - 1] == ' ')
		size--;
	return mem_text(text, size);
}
