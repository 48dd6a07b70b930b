/*
 * The schedule format itself: header lines, the column line, and a line for
 * each transmission, separated by tabs; and the same rows as CSV, whose only
 * header is the column line.
 */
#include "format/schedule/schedule.h"

#include <string.h>

#include "base/mem.h"
#include "format/schedule/fast_rows.h"

static void write_header_number(
	FILE *out, const char *name, uint64_t tick, uint64_t unit)
{
	char text[SCHEDULE_TIME_MAX];
	size_t size = schedule_time_text(text, tick, unit);

	fprintf(out, "# %s %.*s\n", name, (int)size, text);
}

void schedule_write_header(const struct schedule_header *header, FILE *out)
{
	char *algorithm = schedule_algorithm_text(header);

	fprintf(out, "# fibcast schedule 1\n# model %s\n",
		schedule_models[header->model]);
	if (algorithm)
		fprintf(out, "# algorithm %s\n", algorithm);
	mem_free(algorithm);
	if (header->operation != OPERATION_BROADCAST)
		fprintf(out, "# operation %s\n",
			schedule_operations[header->operation]);
	write_header_number(out, "processors", header->processors, 1);
	write_header_number(out, "messages", header->messages, 1);
	if (header->machine)
		fprintf(out, "# machine %s\n", header->machine);
	if (header->model == MODEL_MACHINE && header->time_unit)
		fprintf(out, "# unit %s\n", header->time_unit);
	if (header->model != MODEL_MACHINE && header->send > 0)
		write_header_number(out, "send", header->send, header->unit);
	if (header->model != MODEL_MACHINE && header->latency > 0)
		write_header_number(
			out, "latency", header->latency, header->unit);
	if (header->cost)
		fprintf(out, "# cost %s\n", header->cost);
	if (header->has_finish)
		write_header_number(
			out, "finish", header->finish, header->unit);
	for (const char *note = header->notes; note && *note;) {
		size_t size = strcspn(note, "\n") + 1;

		fprintf(out, "# %.*s", (int)size, note);
		note += size;
	}
}

static void write_columns(
	const struct schedule_header *header, FILE *out, char separator)
{
	fprintf(out, "time%cfrom%cto%cmessage", separator, separator,
		separator);
	if (header->model == MODEL_LOCALITY)
		fprintf(out, "%csize%caccess", separator, separator);
	if (schedule_run_column(header->operation))
		fprintf(out, "%c%s", separator,
			schedule_run_column(header->operation));
	if (header->has_kind)
		fprintf(out, "%ckind", separator);
	if (header->has_taken)
		fprintf(out, "%ctaken", separator);
	fputc('\n', out);
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
