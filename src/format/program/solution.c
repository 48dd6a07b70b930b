/* Looks at the first lines, and hands the file to the reader of that solver. */
#include "format/program/solution.h"

#include "format/program/lp.h"
#include "format/program/solution_lines.h"

/* By its first line. */
static solution_reader *reader_of(const struct solution *in)
{
	static const struct {
		const char *begins;
		solution_reader *read;
	} rows[] = {
		{"Problem:", solution_read_listing},
		{"c", solution_read_raw},
		{"s", solution_read_raw},
		{"Model status", solution_read_highs},
		{"solution status:", solution_read_scip},
	};
	uint64_t number;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (solution_begins(in, rows[i].begins))
			return rows[i].read;
	if (solution_has(in, " - objective value"))
		return solution_read_cbc;
	if (*in->word[0].text == '#' ||
		(in->words == 2 && lp_find(&number, in->assignment->program,
					   in->word[0].text, in->word[0].size)))
		return solution_read_plain;
	return NULL;
}

static enum status read_any(struct solution *in, struct err *err)
{
	solution_reader *read;

	if (solution_next(in, err) != STATUS_OK)
		return err->code;
	if (in->words == 0)
		return lines_error(&in->lines, err, "the file is empty", NULL);
	read = reader_of(in);
	if (!read)
		return lines_error(&in->lines, err,
			"not the beginning of a solution of this program by "
			"glpsol, cbc, HiGHS, SCIP or Gurobi",
			NULL);
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
	return err_set(err, STATUS_INPUT, "no solution of this program: ", name,
		" does not hold", NULL);
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
