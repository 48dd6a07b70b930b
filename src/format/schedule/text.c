/*
 * The schedule format in aligned columns: the header's lines, then cells padded
 * on their left.  Widths come from the header, as the rows are not known yet; a
 * time longer than the claimed finish only shifts its own line.
 */
#include "format/schedule/schedule.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/schedule/fast_rows.h"

struct columns {
	FILE *out;
	const struct schedule_look *style;
	const struct schedule_header *header;
	int is_locality, has_kind;
	const char *run;			     /* its column, or NULL */
	size_t time, processor, message, size, runs; /* widths */
};

static void pad(FILE *out, size_t width, size_t size)
{
	for (; size < width; size++)
		fputc(' ', out);
}

static void write_cell(FILE *out, size_t width, const char *text, size_t size)
{
	pad(out, width, size);
	fwrite(text, 1, size, out);
}

static void write_text_cell(FILE *out, size_t width, uint64_t number)
{
	char text[NUMBER_U64_MAX];

	fputs("  ", out);
	write_cell(out, width, text, number_u64(text, number));
}

/* tick/unit with the decimals of the style; free it with mem_free. */
static char *decimal_text(
	const struct schedule_look *style, uint64_t tick, uint64_t unit)
{
	mpq_t time;
	char *text;

	mpq_init(time);
	number_set_u64(mpq_numref(time), tick);
	number_set_u64(mpq_denref(time), unit);
	mpq_canonicalize(time);
	text = number_decimal_text(time, style->decimals);
	mpq_clear(time);
	return text;
}

static void write_time(
	const struct columns *columns, uint64_t tick, uint64_t unit)
{
	char text[SCHEDULE_TIME_MAX], *decimal;

	if (!columns->style->has_decimals) {
		write_cell(columns->out, columns->time, text,
			schedule_time_text(text, tick, unit));
		return;
	}
	decimal = decimal_text(columns->style, tick, unit);
	write_cell(columns->out, columns->time, decimal, strlen(decimal));
	mem_free(decimal);
}

static size_t number_width(uint64_t number, const char *name)
{
	char text[NUMBER_U64_MAX];
	size_t size = number_u64(text, number);

	return size > strlen(name) ? size : strlen(name);
}

/* The width of the longest FIRST+COUNT. */
static size_t run_width(const struct schedule_header *header, const char *name)
{
	size_t size = number_width(header->processors - 1, "") + 1 +
		      number_width(header->processors, "");

	return size > strlen(name) ? size : strlen(name);
}

/* The width of the longest time up to the finish. */
static size_t time_width(
	const struct schedule_header *header, const struct schedule_look *style)
{
	char text[SCHEDULE_TIME_MAX], *decimal;
	size_t size = number_u64(text, header->finish);

	if (style->has_decimals) {
		decimal = decimal_text(style, header->finish, header->unit);
		size = strlen(decimal);
		mem_free(decimal);
	} else if (header->unit > 1) {
		size += 1 + number_u64(text, header->unit);
	}
	return size > strlen("taken") || !header->has_taken
		       ? (size > strlen("time") ? size : strlen("time"))
		       : strlen("taken");
}

static void write_columns(const struct columns *columns)
{
	FILE *out = columns->out;

	write_cell(out, columns->time, "time", 4);
	fputs("  ", out);
	write_cell(out, columns->processor, "from", 4);
	fputs("  ", out);
	write_cell(out, columns->processor, "to", 2);
	fputs("  ", out);
	write_cell(out, columns->message, "message", 7);
	if (columns->is_locality) {
		fputs("  ", out);
		write_cell(out, columns->size, "size", 4);
		fputs("  access", out);
	}
	if (columns->run) {
		fputs("  ", out);
		write_cell(
			out, columns->runs, columns->run, strlen(columns->run));
	}
	if (columns->has_kind)
		fputs("  kind", out);
	if (columns->header->has_taken) {
		fputs("  ", out);
		write_cell(out, columns->time, "taken", 5);
	}
	fputc('\n', out);
}

static void write_run(
	const struct columns *columns, const struct transmission *row)
{
	char text[SCHEDULE_TIME_MAX];
	size_t size = schedule_run_text(text, row->first, row->size);

	fputs("  ", columns->out);
	write_cell(columns->out, columns->runs, text, size);
}

static void write_row(const struct columns *columns,
	const struct transmission *row, uint64_t unit)
{
	FILE *out = columns->out;

	write_time(columns, row->tick, unit);
	write_text_cell(out, columns->processor, row->from);
	write_text_cell(out, columns->processor, row->to);
	write_text_cell(out, columns->message, row->message);
	if (columns->is_locality) {
		write_text_cell(out, columns->size, row->size);
		fputs(row->access == ACCESS_WRITE ? "  write" : "  read", out);
	}
	if (columns->run)
		write_run(columns, row);
	if (columns->has_kind)
		fprintf(out, "  %s", schedule_kinds[row->kind]);
	if (columns->header->has_taken) {
		fputs("  ", out);
		write_time(columns, schedule_taken(columns->header, row), unit);
	}
	fputc('\n', out);
}

enum status schedule_write_text(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct columns columns = {.out = out,
		.style = style,
		.header = header,
		.is_locality = header->model == MODEL_LOCALITY,
		.has_kind = header->has_kind,
		.time = time_width(header, style),
		.processor = number_width(header->processors - 1, "from"),
		.message = number_width(header->messages, "message"),
		.run = schedule_run_column(header->operation),
		.size = number_width(header->processors, "size")};
	const struct transmission *row;
	size_t count;

	if (columns.run)
		columns.runs = run_width(header, columns.run);
	if (!style->no_header) {
		schedule_write_header(header, out);
		write_columns(&columns);
	}
	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		for (size_t i = 0; i < count; i++)
			write_row(&columns, &row[i], header->unit);
	} while (count > 0 && !ferror(out));
	return STATUS_OK;
}
