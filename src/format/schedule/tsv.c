/*
 * The schedule format itself: header lines, the column line, and a line for
 * each transmission, separated by tabs; and the same rows as CSV, whose only
 * header is the column line.
 */
#include "format/schedule/fields.h"
#include "format/schedule/schedule.h"

static void write_columns(
	const struct schedule_header *header, FILE *out, char separator)
{
	const struct schedule_column *column[SCHEDULE_COLUMNS];
	size_t columns = schedule_columns_of(column, header);

	for (size_t i = 0; i < columns; i++)
		fprintf(out, "%s%c", column_name(column[i], header),
			i + 1 < columns ? separator : '\n');
}

enum status schedule_write_tsv(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	if (!style->no_header) {
		schedule_write_header(&schedule->header, out);
		write_columns(&schedule->header, out, '\t');
	}
	return schedule_write_rows(schedule, out, '\t', err);
}

enum status schedule_write_csv(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	if (!style->no_header)
		write_columns(&schedule->header, out, ',');
	return schedule_write_rows(schedule, out, ',', err);
}
