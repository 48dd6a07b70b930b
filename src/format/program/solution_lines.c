/*
 * What the readers of solutions share: splits lines into words, and sets the
 * values of variables, each only once.
 */
#include "format/program/program.h"

#include <string.h>

#include "number/number.h"
#include "format/schedule/scan.h"

/* The longest text of a value, and the bits it may take with its exponent. */
enum { VALUE_MAX = 60, VALUE_BITS = 8192 };

static void split(struct solution *in)
{
	char *at = skip_blanks(in->lines.at);

	for (in->words = 0; *at != '\n' && *at != '\r'; in->words++) {
		char *start = at;

		while (!is_cell_end(*at))
			at++;
		if (in->words < SOLUTION_WORDS)
			in->word[in->words] = (struct solution_word){
				start, (size_t)(at - start)};
		at = skip_blanks(at);
	}
}

int solution_next(struct solution *in)
{
	do {
		if (in->is_open)
			lines_next(&in->lines, in->lines.at);
		in->words = 0;
		if (lines_fill(&in->lines, in->err) != STATUS_OK)
			return 0;
		in->is_open = in->lines.at < in->lines.limit;
		if (in->is_open)
			split(in);
	} while (in->is_open && in->words == 0);
	return in->words > 0;
}

int solution_need(struct solution *in)
{
	return solution_next(in) ||
	       (in->err->code == STATUS_OK &&
		       solution_error(in, "the file ends too soon"));
}

int solution_begins(const struct solution *in, const char *text)
{
	for (size_t i = 0; *text; i++) {
		size_t size = strcspn(text, " ");

		if (i >= in->words || i >= SOLUTION_WORDS ||
			in->word[i].size != size ||
			memcmp(in->word[i].text, text, size) != 0)
			return 0;
		text += size + (text[size] == ' ');
	}
	return 1;
}

int solution_has(const struct solution *in, const char *text)
{
	size_t size = strlen(text);

	for (const char *at = in->lines.at; *at != '\n' && *at != '\r'; at++)
		if (strncmp(at, text, size) == 0)
			return 1;
	return 0;
}

/* Whether the word is a number within 1/100000 of 0 or 1; then *value is which
 * of them. */
static int scan_value(int *value, const struct solution_word *word)
{
	char text[VALUE_MAX + 1];
	const char *at = text;
	struct err err;
	mpq_t number, near;
	int scanned;

	if (word->size == 0 || word->size > VALUE_MAX)
		return 0;
	memcpy(text, word->text, word->size);
	text[word->size] = '\0';
	if (text[strspn(text, "+-.0123456789Ee")] != '\0')
		return 0;
	if (*at == '-' || *at == '+')
		at++;
	mpq_inits(number, near, NULL);
	scanned = number_parse(number, at, VALUE_BITS, &err) == STATUS_OK;
	if (*text == '-')
		mpq_neg(number, number);
	mpq_set_ui(near, 1, 2);
	*value = mpq_cmp(number, near) > 0;
	mpq_set_si(near, -*value, 1);
	mpq_add(number, number, near);
	mpq_abs(number, number);
	mpq_set_ui(near, 1, 100000);
	scanned = scanned && mpq_cmp(number, near) <= 0;
	mpq_clears(number, near, NULL);
	return scanned;
}

int solution_set(struct solution *in, uint64_t number, size_t value)
{
	struct ilp_variable variable;
	char name[LP_NAME_MAX], word[LINES_WORD];
	unsigned char *to = &in->assignment->value[number];
	int one;

	ilp_variable(&variable, in->assignment->program, number);
	lp_variable_name(name, &variable);
	if (value >= in->words)
		return solution_error(in, name, " has no value");
	if (!scan_value(&one, &in->word[value]))
		return solution_error(in, name, " is ", ERR_TEXT,
			lines_text(word, in->word[value].text),
			", neither 0 nor 1");
	if (*to != PROGRAM_NOT_GIVEN)
		return solution_error(in, name, " has a second value");
	*to = one ? PROGRAM_ONE : PROGRAM_ZERO;
	in->given++;
	return 1;
}

int solution_find(uint64_t *number, struct solution *in, size_t name)
{
	const struct solution_word *word = &in->word[name];

	*number = 0;
	if (name >= in->words)
		return solution_error(in, "too few columns");
	return lp_find(number, in->assignment->program, word->text,
		       word->size) ||
	       scan_error(word->text, " is not a variable of this program",
		       &in->lines, in->err) == STATUS_OK;
}

int solution_set_name(struct solution *in, size_t name, size_t value)
{
	uint64_t number;

	return solution_find(&number, in, name) &&
	       solution_set(in, number, value);
}

int solution_number(uint64_t *number, struct solution *in, size_t word)
{
	char *text = in->word[word].text;

	*number = 0;
	if (word >= in->words)
		return solution_error(in, "too few columns");
	return scan_number(number, &text, &in->lines, in->err) == STATUS_OK;
}

int solution_same(
	struct solution *in, size_t word, uint64_t count, const char *what)
{
	uint64_t number;

	if (!solution_number(&number, in, word))
		return 0;
	return number == count ||
	       solution_error(in, "a solution of another program: ", ERR_OWN,
		       number_u64_text(number), what, ", not ", ERR_OWN,
		       number_u64_text(count));
}

int solution_none(const struct solution *in)
{
	return solution_error(in, "the solver found no solution");
}

int solution_complete(const struct solution *in)
{
	const struct ilp *program = in->assignment->program;
	struct ilp_variable variable;
	char name[LP_NAME_MAX];
	uint64_t missing = 0;

	if (in->given == program->variables)
		return 1;
	while (in->assignment->value[missing] != PROGRAM_NOT_GIVEN)
		missing++;
	ilp_variable(&variable, program, missing);
	lp_variable_name(name, &variable);
	return solution_error(in, name, " has no value");
}
