/*
 * Writes a schedule as one JSON object on one line: the header's fields, some
 * of them null where absent, and the array transmissions.  Fractions are
 * strings, and so are numbers from 2^53 on, which many readers would round.
 * Each time has a twin, "time_approx", the nearest double.
 */

#include "base/mem.h"
#include "number/number.h"
#include "format/out.h"
#include "format/schedule/fields.h"
#include "format/schedule/schedule.h"

/* The double nearest to tick/unit. */
static double time_double(uint64_t tick, uint64_t unit)
{
	double twin;
	mpq_t time;

	mpq_init(time);
	number_set_ratio(time, tick, unit);
	twin = number_double(time);
	mpq_clear(time);
	return twin;
}

/* Writes tick/unit and its twin. */
static void write_json_time(struct out *out, char before, const char *name,
	uint64_t tick, uint64_t unit)
{
	char text[SCHEDULE_TIME_MAX];
	double twin = time_double(tick, unit);

	json_name(out, before, name);
	json_number(out, text, schedule_time_text(text, tick, unit));
	json_approx(out, name, &twin);
}

/* Writes a time, or a whole number: with a twin if it is large. */
static void write_number(struct out *out, char before, const char *name,
	enum value_kind kind, uint64_t value, uint64_t unit)
{
	if (kind != VALUE_TIME && value < JSON_INTEGERS) {
		json_name(out, before, name);
		out_u64(out, value);
	} else {
		write_json_time(out, before, name, value,
			kind == VALUE_TIME ? unit : 1);
	}
}

/* Writes "notes", an array with each line x-... as a string. */
static void write_notes(struct out *out, const char *notes)
{
	const char *before = "";

	json_name(out, ',', "notes");
	out_char(out, '[');
	while (notes && *notes) {
		size_t size = strcspn(notes, "\n");
		char *note = mem_text(notes, size);

		out_text(out, before);
		json_string(out, note);
		mem_free(note);
		before = ",";
		notes += size + 1;
	}
	out_char(out, ']');
}

static void write_field(struct out *out, const struct schedule_field *field,
	const struct schedule_header *header, char before)
{
	char *text;

	if (!field_in_json(field, header)) {
		if (field->is_null)
			json_text(out, before, field->name, NULL);
		if (field->is_null && field->kind == VALUE_TIME)
			json_approx(out, field->name, NULL);
	} else if (field->kind <= VALUE_COUNT) {
		write_number(out, before, field->name, field->kind,
			field_number(field, header), header->unit);
	} else {
		text = field_text(field, header);
		json_text(out, before, field->name, text);
		mem_free(text);
	}
}

static void write_header(struct out *out, const struct schedule_header *header)
{
	for (size_t i = 0; i < FIELDS; i++)
		write_field(
			out, &schedule_fields[i], header, i > 0 ? ',' : '{');
	write_notes(out, header->notes);
}

/* Writes a row's value; a run such as "3+2" is a string. */
static void write_value(struct out *out, const struct schedule_column *column,
	const struct schedule_header *header, const struct transmission *row,
	char before)
{
	const char *name = column_name(column, header);
	char text[SCHEDULE_TIME_MAX], *parts;

	if (column->kind <= VALUE_COUNT) {
		write_number(out, before, name, column->kind,
			column_number(column, row), header->unit);
		return;
	}
	parts = column_parts_text(column, header, row);
	column_text(text, column, header, row);
	json_text(out, before, name, parts ? parts : text);
	mem_free(parts);
}

static enum status write_all(
	struct schedule *schedule, struct out *out, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	const struct schedule_column *column[SCHEDULE_COLUMNS];
	const struct transmission *row;
	const char *before = "";
	size_t count, columns = schedule_columns_of(column, header);

	write_header(out, header);
	out_text(out, ",\"transmissions\":[");
	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		for (size_t i = 0; i < count; i++) {
			out_text(out, before);
			for (size_t k = 0; k < columns; k++)
				write_value(out, column[k], header, &row[i],
					k > 0 ? ',' : '{');
			out_char(out, '}');
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
