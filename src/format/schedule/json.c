/*
 * A schedule as one JSON object on one line: the header's fields, null where
 * absent, and the array transmissions.  Fractions, and numbers from 2^53 on,
 * which many readers round, are strings; each time has the nearest double as
 * its twin.
 */
#include "format/schedule/schedule.h"

#include "base/mem.h"
#include "number/double.h"
#include "number/number.h"
#include "format/out.h"

static void write_string(struct out *out, const char *name, const char *text)
{
	json_name(out, ',', name);
	if (text)
		json_string(out, text);
	else
		out_text(out, "null");
}

/* tick/unit as a double. */
static double time_double(uint64_t tick, uint64_t unit)
{
	double twin;
	mpq_t time;

	mpq_init(time);
	number_set_u64(mpq_numref(time), tick);
	number_set_u64(mpq_denref(time), unit);
	twin = number_double(time);
	mpq_clear(time);
	return twin;
}

/* tick/unit and its twin. */
static void write_json_time(struct out *out, char before, const char *name,
	uint64_t tick, uint64_t unit)
{
	char text[SCHEDULE_TIME_MAX];
	double twin = time_double(tick, unit);

	json_name(out, before, name);
	json_number(out, text, schedule_time_text(text, tick, unit));
	json_approx(out, name, &twin);
}

static void write_number(
	struct out *out, char before, const char *name, uint64_t value)
{
	if (value < JSON_INTEGERS) {
		json_name(out, before, name);
		out_u64(out, value);
	} else {
		write_json_time(out, before, name, value, 1);
	}
}

static void write_no_time(struct out *out, const char *name)
{
	write_string(out, name, NULL);
	json_approx(out, name, NULL);
}

/* "notes": each line x-... as a string. */
static void write_notes(struct out *out, const char *notes)
{
	const char *before = "";

	json_name(out, ',', "notes");
	out_char(out, '[');
	while (notes && *notes) {
		size_t size = strcspn(notes, "\n");
		char *note = mem_array(size + 1, 1);

		memcpy(note, notes, size);
		out_text(out, before);
		json_string(out, note);
		mem_free(note);
		before = ",";
		notes += size + 1;
	}
	out_char(out, ']');
}

static void write_header(struct out *out, const struct schedule_header *header)
{
	char *algorithm = schedule_algorithm_text(header);

	json_name(out, '{', "model");
	json_string(out, schedule_models[header->model]);
	write_string(out, "algorithm", algorithm);
	mem_free(algorithm);
	write_string(out, "operation", schedule_operations[header->operation]);
	write_number(out, ',', "processors", header->processors);
	write_number(out, ',', "messages", header->messages);
	if (header->machine)
		write_string(out, "machine", header->machine);
	if (header->model == MODEL_MACHINE && header->time_unit)
		write_string(out, "unit", header->time_unit);
	if (header->send > 0)
		write_json_time(out, ',', "send", header->send, header->unit);
	if (header->latency > 0)
		write_json_time(
			out, ',', "latency", header->latency, header->unit);
	else
		write_no_time(out, "latency");
	write_string(out, "cost", header->cost);
	if (header->has_finish)
		write_json_time(
			out, ',', "finish", header->finish, header->unit);
	else
		write_no_time(out, "finish");
	write_notes(out, header->notes);
}

/* ,"blocks":"3+2": a string, as it is two numbers. */
static void write_run(
	struct out *out, const char *name, const struct transmission *row)
{
	json_name(out, ',', name);
	out_char(out, '"');
	out_u64(out, row->first);
	out_char(out, '+');
	out_u64(out, row->size);
	out_char(out, '"');
}

static void write_row(struct out *out, const struct transmission *row,
	const struct schedule_header *header)
{
	write_json_time(out, '{', "time", row->tick, header->unit);
	write_number(out, ',', "from", row->from);
	write_number(out, ',', "to", row->to);
	write_number(out, ',', "message", row->message);
	if (row->access != ACCESS_NONE) {
		write_number(out, ',', "size", row->size);
		write_string(out, "access",
			row->access == ACCESS_WRITE ? "write" : "read");
	}
	if (schedule_run_column(header->operation))
		write_run(out, schedule_run_column(header->operation), row);
	if (header->has_kind)
		write_string(out, "kind", schedule_kinds[row->kind]);
	if (header->has_taken)
		write_json_time(out, ',', "taken", schedule_taken(header, row),
			header->unit);
	out_char(out, '}');
}

static enum status write_all(
	struct schedule *schedule, struct out *out, struct err *err)
{
	const struct transmission *row;
	const char *before = "";
	size_t count;

	write_header(out, &schedule->header);
	out_text(out, ",\"transmissions\":[");
	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		for (size_t i = 0; i < count; i++) {
			out_text(out, before);
			write_row(out, &row[i], &schedule->header);
			before = ",";
		}
	} while (count > 0 && !ferror(out->file));
	out_text(out, "]}\n");
	return STATUS_OK;
}

enum status schedule_write_json(struct schedule *schedule, FILE *file,
	const struct schedule_look *style, struct err *err)
{
	struct out out;
	enum status status;

	(void)style;
	out_init(&out, file);
	status = write_all(schedule, &out, err);
	out_finish(&out);
	return status;
}
