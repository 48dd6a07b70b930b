/*
 * Writes the schedule format in aligned columns: the header's lines, then rows
 * whose cells are padded on the left.  Column widths come from the header, as
 * rows are written before later ones are known; a time longer than the claimed
 * finish shifts the rest of its own line only.
 */

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/out.h"
#include "format/schedule/fields.h"
#include "format/schedule/schedule.h"

struct text_columns {
	struct out out;
	const struct schedule_look *style;
	const struct schedule_header *header;
	const struct schedule_column *column[SCHEDULE_COLUMNS];
	size_t columns, width[SCHEDULE_COLUMNS];
};

/* tick/unit with as many decimals as the style has; free it with mem_free. */
static char *decimal_text(
	const struct schedule_look *style, uint64_t tick, uint64_t unit)
{
	mpq_t time;
	char *text;

	mpq_init(time);
	number_set_ratio(time, tick, unit);
	text = number_decimal_text(time, style->decimals);
	mpq_clear(time);
	return text;
}

/* How many digits the number has. */
static size_t number_width(uint64_t number)
{
	char text[NUMBER_U64_MAX];

	return number_u64(text, number);
}

/* A width that is enough for any time up to the finish. */
static size_t time_width(
	const struct schedule_header *header, const struct schedule_look *style)
{
	size_t size = number_width(header->finish);
	char *decimal;

	if (style->has_decimals) {
		decimal = decimal_text(style, header->finish, header->unit);
		size = strlen(decimal);
		mem_free(decimal);
	} else if (header->unit > 1) {
		size += 1 + number_width(header->unit);
	}
	return size;
}

/* A width that is enough for any value of a column, lists excepted; 0 for
 * words, which are not padded. */
static size_t value_width(const struct text_columns *text, size_t i)
{
	const struct schedule_header *header = text->header;
	const struct schedule_column *column = text->column[i];
	size_t size;

	switch (column->kind) {
	case VALUE_TIME:
		return time_width(header, text->style);
	case VALUE_RUN:
		size = number_width(header->processors - 1) + 1 +
		       number_width(header->processors);
		return header->operation == OPERATION_ALLTOALL
			       ? size + 1 + number_width(header->processors - 1)
			       : size;
	case VALUE_PROCESSOR:
	case VALUE_COUNT:
		return number_width(column_most(column, header));
	case VALUE_WORD:
	case VALUE_TEXT:
		break;
	}
	return 0;
}

/* Sets the widths of columns, of which all of times are equally wide, and all
 * of processors: as wide as the widest value or name. */
static void set_widths(struct text_columns *text)
{
	for (size_t i = 0; i < text->columns; i++)
		text->width[i] = value_width(text, i);
	for (size_t i = 0; i < text->columns; i++)
		for (size_t j = 0; j < text->columns; j++) {
			enum value_kind kind = text->column[i]->kind;
			size_t size = strlen(
				column_name(text->column[j], text->header));

			if (text->width[i] < size && kind != VALUE_WORD &&
				(i == j ||
					(kind <= VALUE_PROCESSOR &&
						kind == text->column[j]->kind)))
				text->width[i] = size;
		}
}

static void write_cell(
	struct text_columns *text, size_t i, const char *cell, size_t size)
{
	struct out *out = &text->out;

	if (i > 0)
		out_bytes(out, "  ", 2);
	for (size_t pad = size; pad < text->width[i]; pad++)
		out_char(out, ' ');
	out_bytes(out, cell, size);
	if (i + 1 == text->columns)
		out_char(out, '\n');
}

static void write_names(struct text_columns *text)
{
	for (size_t i = 0; i < text->columns; i++) {
		const char *name = column_name(text->column[i], text->header);

		write_cell(text, i, name, strlen(name));
	}
}

static void write_value(
	struct text_columns *text, size_t i, const struct transmission *row)
{
	const struct schedule_column *column = text->column[i];
	char cell[SCHEDULE_TIME_MAX], *decimal;
	char *parts = column_parts_text(column, text->header, row);

	if (parts) {
		write_cell(text, i, parts, strlen(parts));
		mem_free(parts);
		return;
	}
	if (column->kind != VALUE_TIME || !text->style->has_decimals) {
		write_cell(text, i, cell,
			column_text(cell, column, text->header, row));
		return;
	}
	decimal = decimal_text(
		text->style, column_number(column, row), text->header->unit);
	write_cell(text, i, decimal, strlen(decimal));
	mem_free(decimal);
}

static enum status write_text_rows(
	struct text_columns *text, struct schedule *schedule, struct err *err)
{
	const struct transmission *row;
	size_t count;

	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		for (size_t i = 0; i < count; i++)
			for (size_t k = 0; k < text->columns; k++)
				write_value(text, k, &row[i]);
	} while (count > 0 && !ferror(text->out.file));
	return STATUS_OK;
}

enum status schedule_write_text(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	struct text_columns text = {
		.style = style, .header = &schedule->header};
	enum status status;

	text.columns = schedule_columns_of(text.column, text.header);
	set_widths(&text);
	if (!style->no_header)
		schedule_write_header(text.header, out);
	out_init(&text.out, out);
	if (!style->no_header)
		write_names(&text);
	status = write_text_rows(&text, schedule, err);
	out_finish(&text.out);
	return status;
}
