/*
 * Writes integer programs in what all solvers accept: in a row all variables
 * are on the left, each once, and one whole number on the right; the objective
 * is not empty; every variable is in the section Binary; names consist of
 * letters, digits and underscores and do not begin with e, which would be read
 * as an exponent; lines have less than 510 bytes.
 */
#include "format/program/program.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "number/number.h"
#include "format/out.h"

enum { LINE_USUAL = 72 };

static const char letters[] = {
	[ILP_SEND] = 's', [ILP_RECEIVE] = 'r', [ILP_STEP] = 'x'};

static unsigned axes_of(enum ilp_kind kind)
{
	return kind == ILP_STEP ? ILP_TIMES
				: ILP_ITEMS | ILP_PROCESSORS | ILP_TIMES;
}

/* Appends the indices along these axes, "_3_2_5", to the name. */
static void add_indices(char *name, unsigned axes, const uint64_t *at)
{
	name += strlen(name);
	for (int axis = 0; axis < ILP_AXES; axis++)
		if (axes & 1U << axis) {
			*name++ = '_';
			name += number_u64(name, at[axis]);
		}
	*name = '\0';
}

void lp_variable_name(
	char name[LP_NAME_MAX], const struct ilp_variable *variable)
{
	name[0] = letters[variable->kind];
	name[1] = '\0';
	add_indices(name, axes_of(variable->kind), variable->at);
}

void lp_row_name(char name[LP_NAME_MAX], const struct ilp_row *row)
{
	strcpy(name, row->constraint->name);
	add_indices(name, row->constraint->axes, row->at);
}

/* Reads "_" and a number without leading zeros; returns the place after it, or
 * NULL if there is none. */
static const char *scan_index(uint64_t *index, const char *at, const char *end)
{
	const char *start = at + 1;

	if (at == end || *at != '_')
		return NULL;
	*index = 0;
	for (at = start; at < end && number_is_digit(*at); at++) {
		if (at - start >= 19 || (at > start && *start == '0'))
			return NULL;
		*index = 10 * *index + (uint64_t)(*at - '0');
	}
	return at > start ? at : NULL;
}

int lp_find(uint64_t *number, const struct ilp *program, const char *name,
	size_t size)
{
	const char *end = name + size, *at = name + 1;
	struct ilp_variable variable = {.kind = ILP_SEND};
	unsigned axes;

	while (variable.kind <= ILP_STEP && size > 0 &&
		letters[variable.kind] != *name)
		variable.kind++;
	if (size == 0 || variable.kind > ILP_STEP)
		return 0;
	axes = axes_of(variable.kind);
	for (int axis = 0; axis < ILP_AXES && at; axis++)
		if (axes & 1U << axis)
			at = scan_index(&variable.at[axis], at, end);
	return at == end && ilp_find(number, program, &variable);
}

static void write_comment(struct out *out, const char *const *line)
{
	for (; *line; line++)
		out_print(out, "\\ %s\n", *line);
}

/* Writes a blank, the sign `before` and a word, on a new line if this one is
 * full. */
static void write_word(
	struct out *out, size_t *column, const char *before, const char *word)
{
	size_t size = 1 + strlen(before) + strlen(word);

	if (*column + size > LINE_USUAL) {
		out_text(out, "\n ");
		*column = 1;
	}
	*column += size;
	out_print(out, " %s%s", before, word);
}

static void write_terms(struct out *out, const struct ilp *program,
	const struct ilp_row *row, const char *row_name)
{
	char name[LP_NAME_MAX];
	struct ilp_term term;
	size_t column = 2 + strlen(row_name);

	out_print(out, " %s:", row_name);
	for (uint64_t i = 0; i < row->terms; i++) {
		ilp_term(&term, program, row, i);
		lp_variable_name(name, &term.variable);
		write_word(out, &column,
			term.sign < 0 ? "- "
			: i > 0	      ? "+ "
				      : "",
			name);
	}
}

static void write_lp_row(
	struct out *out, const struct ilp *program, const struct ilp_row *row)
{
	static const char *const senses[] = {[ILP_AT_MOST] = " <= ",
		[ILP_EQUAL] = " = ",
		[ILP_AT_LEAST] = " >= "};
	char name[LP_NAME_MAX];

	lp_row_name(name, row);
	write_terms(out, program, row, name);
	out_print(out, "%s%" PRIu64 "\n", senses[row->sense],
		(uint64_t)row->right);
}

static void write_rows(struct out *out, const struct ilp *program)
{
	struct ilp_cursor cursor = {.program = program};
	const struct ilp_constraint *last = NULL;
	struct ilp_row row;

	while (!ferror(out->file) && ilp_next(&row, &cursor)) {
		assert(row.constraint);
		if (row.constraint != last)
			write_comment(out, row.constraint->comment);
		last = row.constraint;
		write_lp_row(out, program, &row);
	}
}

static void write_binary(struct out *out, const struct ilp *program)
{
	char name[LP_NAME_MAX];
	struct ilp_variable variable;
	size_t column = 0;

	for (uint64_t i = 0; i < program->variables && !ferror(out->file);
		i++) {
		ilp_variable(&variable, program, i);
		lp_variable_name(name, &variable);
		write_word(out, &column, "", name);
	}
}

void lp_write(const struct ilp *program, const char *const *head, FILE *file)
{
	struct ilp_row row;
	struct out out;

	out_init(&out, file);
	write_comment(&out, head);
	out_text(&out, "Minimize\n");
	ilp_objective(&row, program);
	write_comment(&out, row.constraint->comment);
	write_terms(&out, program, &row, row.constraint->name);
	out_text(&out, "\nSubject To\n");
	write_rows(&out, program);
	out_text(&out, "Bounds\nBinary\n");
	write_binary(&out, program);
	out_text(&out, "\nEnd\n");
	out_finish(&out);
}
