/*
 * A schedule as one JSON object on one line: the header's fields, null where
 * absent, and the array transmissions.  Fractions, and numbers past 2^53, which
 * many readers round, are strings.
 */
#include "format/schedule/formats.h"

#include <inttypes.h>

#include "base/utf8.h"
#include "number/number.h"
#include "format/schedule/fast_rows.h"

static const uint64_t NUMBER_MAX = UINT64_C(1) << 53;

/* "name":tick/unit after a comma or whatever else comes first. */
static void write_json_number(FILE *out, const char *before, const char *name,
	uint64_t tick, uint64_t unit)
{
	char text[SCHEDULE_TIME_MAX];
	size_t size = schedule_time_text(text, tick, unit);
	const char *quote =
		tick % unit != 0 || tick / unit > NUMBER_MAX ? "\"" : "";

	fputs(before, out);
	fputc('"', out);
	fputs(name, out);
	fputs("\":", out);
	fputs(quote, out);
	fwrite(text, 1, size, out);
	fputs(quote, out);
}

/* What is no text, or a control character, is a question mark. */
static void write_string(FILE *out, const char *name, const char *text)
{
	fprintf(out, ",\"%s\":", name);
	if (!text) {
		fputs("null", out);
		return;
	}
	fputc('"', out);
	while (*text) {
		size_t size = utf8_size(text);

		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		fwrite(size > 0 ? text : "?", 1, size > 0 ? size : 1, out);
		text += size > 0 ? size : 1;
	}
	fputc('"', out);
}

static void write_header(const struct schedule_header *header, FILE *out)
{
	fprintf(out, "{\"model\":\"%s\"", schedule_models[header->model]);
	write_string(out, "algorithm", header->algorithm);
	if (header->operation != OPERATION_BROADCAST)
		write_string(out, "operation",
			schedule_operations[header->operation]);
	write_json_number(out, ",", "processors", header->processors, 1);
	write_json_number(out, ",", "messages", header->messages, 1);
	if (header->latency > 0)
		write_json_number(
			out, ",", "latency", header->latency, header->unit);
	if (header->cost)
		write_string(out, "cost", header->cost);
	if (header->has_finish)
		write_json_number(
			out, ",", "finish", header->finish, header->unit);
	else
		fputs(",\"finish\":null", out);
}

/* ,"blocks":"3+2": a string, as it is two numbers. */
static void write_run(
	FILE *out, const char *name, const struct transmission *row)
{
	fprintf(out, ",\"%s\":\"%" PRIu64 "+%" PRIu64 "\"", name, row->first,
		row->size);
}

static void write_row(FILE *out, const char *before,
	const struct transmission *row, const struct schedule_header *header)
{
	fputs(before, out);
	write_json_number(out, "{", "time", row->tick, header->unit);
	write_json_number(out, ",", "from", row->from, 1);
	write_json_number(out, ",", "to", row->to, 1);
	write_json_number(out, ",", "message", row->message, 1);
	if (row->access != ACCESS_NONE) {
		write_json_number(out, ",", "size", row->size, 1);
		write_string(out, "access",
			row->access == ACCESS_WRITE ? "write" : "read");
	}
	if (schedule_run_column(header->operation))
		write_run(out, schedule_run_column(header->operation), row);
	if (header->has_kind)
		write_string(out, "kind", schedule_kinds[row->kind]);
	fputc('}', out);
}

enum status schedule_write_json(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	const struct transmission *row;
	const char *before = "";
	size_t count;

	(void)style;
	write_header(&schedule->header, out);
	fputs(",\"transmissions\":[", out);
	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		for (size_t i = 0; i < count; i++) {
			write_row(out, before, &row[i], &schedule->header);
			before = ",";
		}
	} while (count > 0 && !ferror(out));
	fputs("]}\n", out);
	return STATUS_OK;
}
