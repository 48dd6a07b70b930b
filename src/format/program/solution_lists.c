/*
 * What other solvers write: lists of names and values under a line that says
 * what they are.
 */
#include "format/program/solution_lines.h"

/* "Optimal - objective value 2.0", then lines "NUMBER NAME VALUE COST"; two
 * stars before the values of what is no solution.  Rows may be in it. */
enum status solution_read_cbc(struct solution *in, struct err *err)
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
enum status solution_read_highs(struct solution *in, struct err *err)
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
enum status solution_read_scip(struct solution *in, struct err *err)
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

enum status solution_read_plain(struct solution *in, struct err *err)
{
	enum status status = STATUS_OK;

	in->is_optimal = 1;
	while (status == STATUS_OK && in->words > 0) {
		if (*in->word[0].text != '#') {
			status = solution_set_name(in, 0, 1, err);
			if (status == STATUS_OK && in->words > 2)
				status = lines_error(&in->lines, err,
					"too many columns", NULL);
		}
		if (status == STATUS_OK)
			status = solution_next(in, err);
	}
	return status;
}
