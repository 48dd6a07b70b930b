/*
 * Formats, limits and schedules.  Rows are counted before the first one is
 * printed; an error message gives a very large count only roughly.
 */
#include "cli/output/output.h"

#include <string.h>

#include "base/mem.h"
#include "core/machine.h"
#include "format/formats.h"
#include "number/number.h"

/* has: " would have ", or " would have up to ". */
static enum status check_output_rows(const char *what, const char *has,
	const mpz_t count, int64_t max_rows, struct err *err)
{
	uint64_t rows;

	if (number_read_u64(&rows, count, 63) && rows <= (uint64_t)max_rows)
		return STATUS_OK;
	return err_limit(err, what, has, ERR_OWN, number_size_text(count),
		" rows, more than --max-rows allows");
}

int output_has_head(const struct output *output, int is_table)
{
	return !output->no_header &&
	       (is_table || output->format->rows->always_has_head);
}

const char *unit_column(const char *name, const char *unit)
{
	static const char *const names[][UNIT_S + 1] = {
		OUTPUT_UNITS("time"),
		OUTPUT_UNITS("bound"),
		OUTPUT_UNITS("finish"),
		OUTPUT_UNITS("least"),
		OUTPUT_UNITS("extra"),
		OUTPUT_UNITS("claim"),
		OUTPUT_UNITS("optimum"),
		OUTPUT_UNITS("start"),
		OUTPUT_UNITS("end"),
	};
	size_t known = UNIT_NONE;

	for (size_t i = UNIT_NS; unit && machine_units[i]; i++)
		if (strcmp(machine_units[i], unit) == 0)
			known = i;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i][0], name) == 0)
			return names[i][known];
	return name;
}

void output_table(struct table *table, const struct output *output,
	const char *const *columns, const char *unit, FILE *out)
{
	table_init(table, out, output->format->rows, !output->no_header,
		output->decimals);
	for (; *columns; columns++)
		table_column(table, unit_column(*columns, unit));
}

enum status output_tree(const struct tree *tree, struct tree_times *times,
	const struct output *output, FILE *out, struct err *err)
{
	enum status status = STATUS_OK;
	struct table table;

	times->decimals = output->decimals;
	if (output->format->rows) {
		table_init(&table, out, output->format->rows,
			!output->no_header, output->decimals);
		tree_write_rows(tree, times, &table);
		table_finish(&table);
	} else if (output->format->kind == FORMAT_OUTLINE) {
		tree_write_outline(tree, times, output->ascii, out);
	} else if (output->format->kind == FORMAT_GRAPH) {
		tree_write_dot(tree, times, out);
	} else {
		status = tree_write_svg(tree, times, out, err);
	}
	tree_times_clear(times);
	return status;
}

enum status output_check_format(const struct output *output, struct err *err)
{
	unsigned uses = output->format->uses;
	const struct option_use rows[OPTION_USES] = {
		{"--max-lanes", output->max_lanes > 0, !!(uses & FORMAT_LANES)},
		{"--log", output->log != 0, !!(uses & FORMAT_LOG)},
		{"--title", output->title != NULL, !!(uses & FORMAT_DRAWN)},
		{"--ascii", output->ascii, !!(uses & FORMAT_ASCII)},
		{"--no-header", output->no_header, !!(uses & FORMAT_HEADER)},
	};

	return option_check_uses(
		rows, "by the format ", output->format->name, err);
}

enum status output_check_rows(
	const char *what, const mpz_t count, int64_t max_rows, struct err *err)
{
	return check_output_rows(what, " would have ", count, max_rows, err);
}

enum status output_check_table(
	uint64_t count, int64_t max_rows, struct err *err)
{
	enum status status;
	mpz_t rows;

	mpz_init(rows);
	number_set_u64(rows, count);
	status = output_check_rows("the table", rows, max_rows, err);
	mpz_clear(rows);
	return status;
}

enum status output_check_rows_at_most(
	const char *what, const mpz_t count, int64_t max_rows, struct err *err)
{
	return check_output_rows(
		what, " would have up to ", count, max_rows, err);
}

/* -- schedules */

enum { LANES_USUAL = 64 };

enum status schedule_output_check(const struct output *output, struct err *err)
{
	if (output->decimals >= 0 && !(output->format->uses & FORMAT_DECIMALS))
		return err_usage(err, "--decimals: not in the format ",
			output->format->name,
			": with rounded times it would be another schedule");
	if (output->decimals > SCHEDULE_DECIMALS_MAX &&
		output->format->write != schedule_write_text)
		return err_usage(err, "--decimals: pictures have at most 18");
	return output_check_format(output, err);
}

enum status schedule_output_write(struct schedule *schedule, FILE *out,
	const struct output *output, struct err *err)
{
	struct schedule_look all = {
		.no_header = output->no_header,
		.has_decimals = output->decimals >= 0,
		.decimals = output->decimals < 0 ? 0 : (size_t)output->decimals,
		.ascii = output->ascii,
		.colour = terminal_colour(out),
		.columns = terminal_columns(out),
		.max_lanes = output->max_lanes > 0 ? (uint64_t)output->max_lanes
						   : LANES_USUAL,
		.max_bits = (uint64_t)output->max_bits,
	};

	return format_write(output->format, schedule, out, &all, err);
}

enum status schedule_output_close(struct schedule *schedule, uint64_t rows,
	FILE *out, const struct output *output, struct err *err)
{
	struct schedule *watched = progress_watch(schedule, rows);
	enum status status = schedule_output_write(watched, out, output, err);

	schedule_close(watched);
	return status;
}
