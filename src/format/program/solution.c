/*
 * The readers of solutions, one for each format, and the choice between them by
 * a file's first line.  glpsol writes a format of its own (-w) and a listing
 * for people (-o); both have a value for every variable and a last line that
 * shows whether the file is complete.  Other solvers write lists of names and
 * values below a line of status.
 */
#include "format/program/program.h"

#include <string.h>

/* Reads a file, whose first line has been read; returns 0 after an error. */
typedef int solution_reader(struct solution *in);

static int relaxation(const struct solution *in)
{
	return solution_error(in,
		"a solution in which the variables need not be whole: solve it "
		"as an integer program");
}

/* "s mip ROWS COLUMNS STATUS VALUE"; the status is o, f, n or u. */
static int read_raw_status(struct solution *in)
{
	const struct ilp *program = in->assignment->program;

	if (!solution_begins(in, "s mip"))
		return relaxation(in);
	if (!solution_same(in, 2, program->rows, " rows") ||
		!solution_same(in, 3, program->variables, " columns"))
		return 0;
	in->is_optimal = in->words > 4 && *in->word[4].text == 'o';
	return (in->words > 4 && in->word[4].size == 1 &&
		       (in->is_optimal || *in->word[4].text == 'f')) ||
	       solution_none(in);
}

/* "j COLUMN VALUE" */
static int read_raw_column(struct solution *in)
{
	uint64_t column;

	if (!solution_number(&column, in, 1))
		return 0;
	if (column < 1 || column > in->assignment->program->variables)
		return solution_error(in, "there is no such column");
	return solution_set(in, column - 1, 2);
}

static int read_end(struct solution *in)
{
	return solution_complete(in) &&
	       (!solution_next(in) ||
		       solution_error(in, "there is more after the end"));
}

static int read_raw(struct solution *in)
{
	int has_status = 0;

	do {
		char kind = *in->word[0].text;

		if (in->word[0].size != 1 || kind == '\0' ||
			!strchr("csije", kind) || (kind == 's' && has_status) ||
			(kind != 's' && kind != 'c' && !has_status))
			return solution_error(in, "not as glpsol writes it");
		if (kind == 'e')
			return read_end(in);
		if ((kind == 's' && !read_raw_status(in)) ||
			(kind == 'j' && !read_raw_column(in)))
			return 0;
		has_status |= kind == 's';
	} while (solution_need(in));
	return 0;
}

/* Reads a line above the columns. */
static int read_head(struct solution *in, int *has_status)
{
	const struct ilp *program = in->assignment->program;

	if (solution_begins(in, "Rows:"))
		return solution_same(in, 1, program->rows, " rows");
	if (solution_begins(in, "Columns:"))
		return solution_same(in, 1, program->variables, " columns");
	if (!solution_begins(in, "Status:"))
		return 1;
	*has_status = 1;
	in->is_optimal = solution_begins(in, "Status: INTEGER OPTIMAL");
	if (in->is_optimal ||
		solution_begins(in, "Status: INTEGER NON-OPTIMAL"))
		return 1;
	return solution_begins(in, "Status: INTEGER") ? solution_none(in)
						      : relaxation(in);
}

/* "NUMBER NAME * VALUE ...": after a long name the rest is on the next line;
 * the star may be missing. */
static int read_column(struct solution *in)
{
	uint64_t column, number;
	size_t value = 2;

	if (!solution_number(&column, in, 0) || !solution_find(&number, in, 1))
		return 0;
	if (in->words == 2) {
		if (!solution_need(in))
			return 0;
		value = 0;
	}
	if (value < in->words && in->word[value].size == 1 &&
		*in->word[value].text == '*')
		value++;
	return solution_set(in, number, value);
}

/* Goes on to the line that begins with these words. */
static int find_line(struct solution *in, const char *text)
{
	while (!solution_begins(in, text))
		if (!solution_need(in))
			return 0;
	return 1;
}

static int read_listing(struct solution *in)
{
	uint64_t variables = in->assignment->program->variables;
	int has_status = 0;

	while (!solution_begins(in, "No. Column name"))
		if (!read_head(in, &has_status) || !solution_need(in))
			return 0;
	if (!has_status)
		return solution_error(in, "no line 'Status:'");
	if (!solution_need(in))
		return 0;
	while (in->given < variables)
		if (!solution_need(in) || !read_column(in))
			return 0;
	return find_line(in, "End of output");
}

/* "Optimal - objective value 2.0", then lines "NUMBER NAME VALUE COST", rows
 * perhaps among them; two stars before a line show that the values are not a
 * solution. */
static int read_cbc(struct solution *in)
{
	/* "Optimal (within gap tolerance)" is not a proof. */
	in->is_optimal = solution_begins(in, "Optimal -");
	if (solution_has(in, "no integer solution") ||
		(!solution_begins(in, "Optimal") &&
			!solution_begins(in, "Stopped")))
		return solution_none(in);
	while (solution_next(in)) {
		if (solution_begins(in, "**"))
			return solution_none(in);
		if (in->words > 1 && *in->word[1].text == 'c')
			continue;
		if (!solution_set_name(in, 1, 2))
			return 0;
	}
	return 1;
}

/* The lines after "# Columns NUMBER", up to another that begins with #. */
static int read_highs_columns(struct solution *in)
{
	if (!solution_same(
		    in, 2, in->assignment->program->variables, " columns"))
		return 0;
	while (solution_need(in)) {
		if (*in->word[0].text == '#')
			return solution_complete(in);
		if (!solution_set_name(in, 0, 1))
			return 0;
	}
	return 0;
}

/* "Model status", the status itself, "# Primal solution values", "Feasible",
 * and the columns before the rows. */
static int read_highs(struct solution *in)
{
	if (!solution_need(in))
		return 0;
	in->is_optimal = solution_begins(in, "Optimal");
	if (!find_line(in, "# Primal solution values") || !solution_need(in))
		return 0;
	if (!solution_begins(in, "Feasible"))
		return solution_none(in);
	return find_line(in, "# Columns") && read_highs_columns(in);
}

/* Lines that begin with "NAME VALUE", to the end of the file. */
static int read_names(struct solution *in)
{
	while (solution_next(in))
		if (!solution_set_name(in, 0, 1))
			return 0;
	return 1;
}

/* "solution status: optimal solution found", "objective value: 2", then lines
 * "NAME VALUE (obj:1)". */
static int read_scip(struct solution *in)
{
	in->is_optimal = solution_begins(in, "solution status: optimal");
	if (!solution_need(in))
		return 0;
	return solution_begins(in, "objective value:") ? read_names(in)
						       : solution_none(in);
}

static int read_plain(struct solution *in)
{
	in->is_optimal = 1;
	do {
		if (*in->word[0].text == '#')
			continue;
		if (!solution_set_name(in, 0, 1))
			return 0;
		if (in->words > 2)
			return solution_error(in, "too many columns");
	} while (solution_next(in));
	return 1;
}

/* The reader that the first line asks for, or NULL. */
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

static int read_any(struct solution *in)
{
	solution_reader *read;

	if (!solution_next(in))
		return in->err->code == STATUS_OK &&
		       solution_error(in, "the file is empty");
	read = reader_of(in);
	return read ? read(in)
		    : solution_error(in,
			      "not the beginning of a solution of this program "
			      "by glpsol, cbc, HiGHS, SCIP or Gurobi");
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
	struct solution in = {.assignment = assignment, .err = err};

	err->code = STATUS_OK;
	lines_init(&in.lines, file);
	(void)read_any(&in);
	lines_clear(&in.lines);
	*is_optimal = in.is_optimal;
	return err->code == STATUS_OK ? check_solution_rows(assignment, err)
				      : err->code;
}
