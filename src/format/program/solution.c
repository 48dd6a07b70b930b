/*
 * The readers of solutions, a solver each, and which of them a file's first
 * lines ask for.  glpsol writes a format of its own (-w) and a listing for
 * people
 * (-o), both with a value for every variable and an end that can be missed;
 * others write lists of names and values under a line that says what they are.
 */
#include "format/program/program.h"

#include <string.h>

/* Reads the rest of a file, from its first line on, which is there. */
typedef enum status solution_reader(struct solution *in, struct err *err);

static enum status relaxation(const struct solution *in, struct err *err)
{
	return lines_error(&in->lines, err,
		"a solution of the program without whole numbers");
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
		return lines_error(&in->lines, err, "there is no such column");
	return solution_set(in, column - 1, 2, err);
}

static enum status read_end(struct solution *in, struct err *err)
{
	enum status status = solution_complete(in, err);

	if (status == STATUS_OK)
		status = solution_next(in, err);
	if (status == STATUS_OK && in->words > 0)
		status = lines_error(
			&in->lines, err, "there is more after the end");
	return status;
}

static enum status read_raw(struct solution *in, struct err *err)
{
	enum status status = STATUS_OK;
	int has_status = 0;

	for (; status == STATUS_OK; status = solution_need(in, err)) {
		char kind = *in->word[0].text;

		if (in->word[0].size != 1 || kind == '\0' ||
			!strchr("csije", kind) || (kind == 's' && has_status) ||
			(kind != 's' && kind != 'c' && !has_status))
			return lines_error(
				&in->lines, err, "not as glpsol writes it");
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

static enum status read_listing(struct solution *in, struct err *err)
{
	enum status status = STATUS_OK;
	int has_status = 0;

	while (status == STATUS_OK && !solution_begins(in, "No. Column name")) {
		status = read_head(in, &has_status, err);
		if (status == STATUS_OK)
			status = solution_need(in, err);
	}
	if (status == STATUS_OK && !has_status)
		status = lines_error(&in->lines, err, "no line 'Status:'");
	if (status == STATUS_OK)
		status = read_columns(in, err);
	return status;
}

/* "Optimal - objective value 2.0", then lines "NUMBER NAME VALUE COST"; two
 * stars before the values of what is no solution.  Rows may be in it. */
static enum status read_cbc(struct solution *in, struct err *err)
{
	enum status status;

	/* "Optimal (within gap tolerance)" is not proved. */
	in->is_optimal = solution_begins(in, "Optimal -");
	if (solution_has(in, "no integer solution") ||
		(!solution_begins(in, "Optimal") &&
			!solution_begins(in, "Stopped")))
		return solution_none(in, err);
	for (status = solution_next(in, err);
		status == STATUS_OK && in->words > 0;
		status = solution_next(in, err)) {
		if (solution_begins(in, "**"))
			return solution_none(in, err);
		if (in->words > 1 && *in->word[1].text == 'c')
			continue;
		status = solution_set_name(in, 1, 2, err);
		if (status != STATUS_OK)
			break;
	}
	return status;
}

/* The lines after "# Columns NUMBER", up to another that begins with #. */
static enum status read_highs_columns(struct solution *in, struct err *err)
{
	enum status status = solution_same(
		in, 2, in->assignment->program->variables, " columns", err);

	while (status == STATUS_OK) {
		status = solution_need(in, err);
		if (status == STATUS_OK && *in->word[0].text == '#')
			return solution_complete(in, err);
		if (status == STATUS_OK)
			status = solution_set_name(in, 0, 1, err);
	}
	return status;
}

/* "Model status", that, "# Primal solution values", "Feasible", and the columns
 * before the rows. */
static enum status read_highs(struct solution *in, struct err *err)
{
	enum status status = solution_need(in, err);

	in->is_optimal = status == STATUS_OK && solution_begins(in, "Optimal");
	while (status == STATUS_OK &&
		!solution_begins(in, "# Primal solution values"))
		status = solution_need(in, err);
	if (status == STATUS_OK)
		status = solution_need(in, err);
	if (status == STATUS_OK && !solution_begins(in, "Feasible"))
		return solution_none(in, err);
	while (status == STATUS_OK && !solution_begins(in, "# Columns"))
		status = solution_need(in, err);
	return status == STATUS_OK ? read_highs_columns(in, err) : status;
}

/* "solution status: optimal solution found", "objective value: 2", then lines
 * "NAME VALUE (obj:1)". */
static enum status read_scip(struct solution *in, struct err *err)
{
	enum status status;

	in->is_optimal = solution_begins(in, "solution status: optimal");
	status = solution_need(in, err);
	if (status == STATUS_OK && !solution_begins(in, "objective value:"))
		return solution_none(in, err);
	while (status == STATUS_OK) {
		status = solution_next(in, err);
		if (status != STATUS_OK || in->words == 0)
			break;
		status = solution_set_name(in, 0, 1, err);
	}
	return status;
}

static enum status read_plain(struct solution *in, struct err *err)
{
	enum status status = STATUS_OK;

	in->is_optimal = 1;
	while (status == STATUS_OK && in->words > 0) {
		if (*in->word[0].text != '#') {
			status = solution_set_name(in, 0, 1, err);
			if (status == STATUS_OK && in->words > 2)
				status = lines_error(
					&in->lines, err, "too many columns");
		}
		if (status == STATUS_OK)
			status = solution_next(in, err);
	}
	return status;
}

/* By its first line. */
static solution_reader *reader_of(const struct solution *in)
{
	static const struct {
		const char *begins;
		solution_reader *read;
	} rows[] = {
		{"Problem:", read_listing},
		{"c", read_raw},
		{"s", read_raw},
		{"Model status", read_highs},
		{"solution status:", read_scip},
	};
	uint64_t number;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (solution_begins(in, rows[i].begins))
			return rows[i].read;
	if (solution_has(in, " - objective value"))
		return read_cbc;
	if (*in->word[0].text == '#' ||
		(in->words == 2 && lp_find(&number, in->assignment->program,
					   in->word[0].text, in->word[0].size)))
		return read_plain;
	return NULL;
}

static enum status read_any(struct solution *in, struct err *err)
{
	solution_reader *read;

	if (solution_next(in, err) != STATUS_OK)
		return err->code;
	if (in->words == 0)
		return lines_error(&in->lines, err, "the file is empty");
	read = reader_of(in);
	if (!read)
		return lines_error(&in->lines, err,
			"not the beginning of a solution of this program by "
			"glpsol, cbc, HiGHS, SCIP or Gurobi");
	return read(in, err);
}

static enum status check_solution_rows(
	const struct ilp_assignment *assignment, struct err *err)
{
	char name[LP_NAME_MAX];
	struct ilp_row row;

	if (!ilp_violated(&row, assignment))
		return STATUS_OK;
	lp_row_name(name, &row);
	return err_input(
		err, "no solution of this program: ", name, " does not hold");
}

enum status solution_read(struct ilp_assignment *assignment, int *is_optimal,
	FILE *file, struct err *err)
{
	struct solution in = {.assignment = assignment};
	enum status status;

	lines_init(&in.lines, file);
	status = read_any(&in, err);
	lines_clear(&in.lines);
	*is_optimal = in.is_optimal;
	if (status == STATUS_OK)
		status = check_solution_rows(assignment, err);
	return status;
}
