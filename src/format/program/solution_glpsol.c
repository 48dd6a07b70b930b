/*
 * What glpsol writes: its own format (-w) and a listing for people (-o).  Both
 * have a value for every variable, and an end that can be missed.
 */
#include "format/program/solution_lines.h"

#include <string.h>

static enum status relaxation(const struct solution *in, struct err *err)
{
	return lines_error(&in->lines, err,
		"a solution of the program without whole numbers", NULL);
}

/* "s mip ROWS COLUMNS STATUS VALUE"; the status is o, f, n or u. */
static enum status read_raw_status(struct solution *in, struct err *err)
{
	const struct ilp *program = in->assignment->program;

	if (!solution_begins(in, "s mip"))
		return relaxation(in, err);
	if (solution_same(in, 2, program->rows, " rows", err) != STATUS_OK ||
		solution_same(in, 3, program->variables, " columns", err) !=
			STATUS_OK)
		return err->code;
	in->is_optimal = in->words > 4 && *in->word[4].text == 'o';
	if (in->words < 5 || in->word[4].size != 1 ||
		(!in->is_optimal && *in->word[4].text != 'f'))
		return solution_none(in, err);
	return STATUS_OK;
}

/* "j COLUMN VALUE" */
static enum status read_raw_column(struct solution *in, struct err *err)
{
	uint64_t column;

	if (solution_number(&column, in, 1, err) != STATUS_OK)
		return err->code;
	if (column < 1 || column > in->assignment->program->variables)
		return lines_error(
			&in->lines, err, "there is no such column", NULL);
	return solution_set(in, column - 1, 2, err);
}

static enum status read_end(struct solution *in, struct err *err)
{
	enum status status = solution_complete(in, err);

	if (status == STATUS_OK)
		status = solution_next(in, err);
	if (status == STATUS_OK && in->words > 0)
		status = lines_error(
			&in->lines, err, "there is more after the end", NULL);
	return status;
}

enum status solution_read_raw(struct solution *in, struct err *err)
{
	enum status status = STATUS_OK;
	int has_status = 0;

	for (; status == STATUS_OK; status = solution_need(in, err)) {
		char kind = *in->word[0].text;

		if (in->word[0].size != 1 || kind == '\0' ||
			!strchr("csije", kind) || (kind == 's' && has_status) ||
			(kind != 's' && kind != 'c' && !has_status))
			return lines_error(&in->lines, err,
				"not as glpsol writes it", NULL);
		if (kind == 'e')
			return read_end(in, err);
		if (kind == 's')
			status = read_raw_status(in, err);
		if (kind == 'j')
			status = read_raw_column(in, err);
		has_status |= kind == 's';
		if (status != STATUS_OK)
			break;
	}
	return status;
}

/* A line of the head. */
static enum status read_head(
	struct solution *in, int *has_status, struct err *err)
{
	const struct ilp *program = in->assignment->program;

	if (solution_begins(in, "Rows:"))
		return solution_same(in, 1, program->rows, " rows", err);
	if (solution_begins(in, "Columns:"))
		return solution_same(
			in, 1, program->variables, " columns", err);
	if (!solution_begins(in, "Status:"))
		return STATUS_OK;
	*has_status = 1;
	in->is_optimal = solution_begins(in, "Status: INTEGER OPTIMAL");
	if (in->is_optimal ||
		solution_begins(in, "Status: INTEGER NON-OPTIMAL"))
		return STATUS_OK;
	if (solution_begins(in, "Status: INTEGER"))
		return solution_none(in, err);
	return relaxation(in, err);
}

/* "NUMBER NAME * VALUE ...", where what comes after a long name is on the next
 * line; the star may be missing. */
static enum status read_column(struct solution *in, struct err *err)
{
	uint64_t column, number;
	size_t value = 2;

	if (solution_number(&column, in, 0, err) != STATUS_OK ||
		solution_find(&number, in, 1, err) != STATUS_OK)
		return err->code;
	if (in->words == 2) {
		if (solution_need(in, err) != STATUS_OK)
			return err->code;
		value = 0;
	}
	if (value < in->words && in->word[value].size == 1 &&
		*in->word[value].text == '*')
		value++;
	return solution_set(in, number, value, err);
}

/* From the line above the columns on. */
static enum status read_columns(struct solution *in, struct err *err)
{
	uint64_t variables = in->assignment->program->variables;
	enum status status = solution_need(in, err);

	while (status == STATUS_OK && in->given < variables) {
		status = solution_need(in, err);
		if (status == STATUS_OK)
			status = read_column(in, err);
	}
	while (status == STATUS_OK && !solution_begins(in, "End of output"))
		status = solution_need(in, err);
	return status;
}

enum status solution_read_listing(struct solution *in, struct err *err)
{
	enum status status = STATUS_OK;
	int has_status = 0;

	while (status == STATUS_OK && !solution_begins(in, "No. Column name")) {
		status = read_head(in, &has_status, err);
		if (status == STATUS_OK)
			status = solution_need(in, err);
	}
	if (status == STATUS_OK && !has_status)
		status =
			lines_error(&in->lines, err, "no line 'Status:'", NULL);
	if (status == STATUS_OK)
		status = read_columns(in, err);
	return status;
}
