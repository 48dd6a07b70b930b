/*
 * Reads the schedule format's line of columns and its rows.  Neighbouring rows
 * usually have the same time, so a time's text is compared with the last one
 * before it is parsed; and rows that look like fibcast's own, as most do, are
 * read by the shorter path scan_plain_rows.  Whatever that path does not read,
 * right or wrong, scan_row reads or refuses.
 */
#include "format/schedule/schedule.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "format/out.h"
#include "format/schedule/fields.h"
#include "format/schedule/scan.h"

enum { READER_ROWS = 256, COLUMN_NAMES_MAX = 80 };

struct reader {
	struct schedule schedule;
	struct lines lines;
	struct scan_texts texts;
	struct scan_parts *parts;
	const struct schedule_column *column[SCHEDULE_COLUMNS];
	size_t columns;
	uint64_t tick;	    /* of the last row */
	uint64_t taken;	    /* the latest one so far */
	uint64_t extra;	    /* the longest time of a row's further blocks */
	size_t time_size;   /* of the last time's text and its tab; 0: not kept
			     */
	uint64_t time;	    /* that text in one word */
	uint64_t time_mask; /* the bits of the word that belong to it */
	size_t digits[3];   /* expected in the next row's three numbers */
	struct transmission row[READER_ROWS];
};

static enum status error_at(const struct reader *reader, const char *text,
	const char *what, struct err *err)
{
	return scan_error(text, what, &reader->lines, err);
}

/* Keeps the text of a short time, up to the tab at end, for plain rows. */
static void keep_time(struct reader *reader, const char *text, const char *end)
{
	if (*end != '\t' || end - text >= 8 ||
		reader->columns > COLUMN_MESSAGE + 1)
		return;
	reader->time_size = (size_t)(end - text) + 1;
	reader->time_mask = UINT64_MAX >> (64 - 8 * reader->time_size);
	reader->time = digits_load(text) & reader->time_mask;
}

/* Makes the unit finer.  Errors: STATUS_INPUT if a time read so far would reach
 * 2^63. */
static enum status refine_times(
	struct reader *reader, uint64_t denominator, struct err *err)
{
	struct schedule_header *header = &reader->schedule.header;
	uint64_t latest = most_u64(reader->tick, reader->taken);
	uint64_t unit = header->unit, factor;

	latest = most_u64(latest, SCAN_EXTRA * reader->extra);
	if (scan_refine(header, &latest, denominator, &reader->lines, err) !=
		STATUS_OK)
		return err->code;
	factor = header->unit / unit;
	reader->tick *= factor;
	reader->taken *= factor;
	reader->extra *= factor;
	return STATUS_OK;
}

/* Reads a time.  If that is no multiple of the unit, makes the unit finer or,
 * unless may_refine, only sets *refine. */
static enum status scan_tick_of(struct reader *reader, uint64_t *tick,
	char **text, int may_refine, int *refine, struct err *err)
{
	struct schedule_header *header = &reader->schedule.header;
	struct scan_time time;

	if (scan_time(&time, text, &reader->lines, err) != STATUS_OK)
		return err->code;
	if (header->unit % time.denominator != 0) {
		*refine = !may_refine;
		if (*refine)
			return STATUS_OK;
		if (refine_times(reader, time.denominator, err) != STATUS_OK)
			return err->code;
	}
	return scan_tick(tick, &time, header, &reader->lines, err);
}

/* Reads the row's time. */
static enum status scan_row_time(struct reader *reader, char **text,
	int may_refine, int *refine, struct err *err)
{
	char *start = *text;
	uint64_t tick = 0;

	reader->time_size = 0;
	if (scan_tick_of(reader, &tick, text, may_refine, refine, err) !=
		STATUS_OK)
		return err->code;
	if (*refine)
		return STATUS_OK;
	if (tick < reader->tick)
		return error_at(
			reader, start, " is earlier than the line before", err);
	reader->tick = tick;
	keep_time(reader, start, *text);
	return STATUS_OK;
}

/* Reads a number of the column into the row. */
static enum status scan_cell_number(const struct reader *reader,
	const struct schedule_column *column, struct transmission *row,
	char **text, struct err *err)
{
	char *start = *text;
	uint64_t number;

	if (scan_number(&number, text, &reader->lines, err) != STATUS_OK)
		return err->code;
	if (number < (column->kind == VALUE_COUNT) ||
		number > column_most(column, &reader->schedule.header))
		return error_at(reader, start, column->wrong, err);
	memcpy((char *)row + column->offset, &number, sizeof number);
	return STATUS_OK;
}

/* Reads one of the column's words into the row. */
static enum status scan_cell_word(const struct reader *reader,
	const struct schedule_column *column, struct transmission *row,
	char **text, struct err *err)
{
	unsigned index;

	if (!scan_words(&index, text, column->words))
		return error_at(reader, *text, column->wrong, err);
	memcpy((char *)row + column->offset, &index, sizeof index);
	return STATUS_OK;
}

/* Reads when the row's message is taken. */
static enum status scan_taken(struct reader *reader, struct transmission *row,
	char **text, int may_refine, int *refine, struct err *err)
{
	enum status status = scan_tick_of(
		reader, &row->taken, text, may_refine, refine, err);

	if (status != STATUS_OK || *refine)
		return status;
	row->tick = reader->tick;
	reader->taken = most_u64(reader->taken, row->taken);
	return STATUS_OK;
}

/* Reads a message and the end of its line; returns the place after that, or
 * NULL.  If there is one message, nothing but "1" is tried. */
static inline char *scan_plain_message(
	uint64_t *message, char *text, size_t *digits, uint64_t messages)
{
	if (messages == 1) {
		*message = 1;
		return text[0] == '1' && text[1] == '\n' ? text + 2 : NULL;
	}
	text = digits_scan(message, text, '\n', digits);
	return text && *message >= 1 && *message <= messages ? text : NULL;
}

/* Whether the next line begins with the time of the last row. */
static inline int is_time_again(const struct reader *reader)
{
	return reader->time_size > 0 &&
	       ((digits_load(reader->lines.at) ^ reader->time) &
		       reader->time_mask) == 0;
}

/*
 * Reads at most `most` plain rows: the last row's time and three numbers of at
 * most eight digits, separated by single tabs.  Stops at the first line that is
 * anything else, or at the end of the last whole line; returns how many rows it
 * has read.  Everything the loop needs is in local variables: storing a row
 * might change anything else, as far as the compiler knows.
 */
static size_t scan_plain_rows(
	struct reader *reader, struct transmission *row, size_t most)
{
	const uint64_t time = reader->time, time_mask = reader->time_mask;
	const size_t time_size = reader->time_size;
	const uint64_t processors = reader->schedule.header.processors;
	const uint64_t messages = reader->schedule.header.messages;
	const uint64_t tick = reader->tick, line = reader->lines.line;
	size_t from = reader->digits[0], to = reader->digits[1];
	size_t message = reader->digits[2];
	char *at = reader->lines.at;
	size_t count = 0;

	for (; count < most; count++, row++) {
		char *text = at;

		if (((digits_load(text) ^ time) & time_mask) != 0)
			break;
		text = digits_scan(&row->from, text + time_size, '\t', &from);
		if (!text || row->from >= processors)
			break;
		text = digits_scan(&row->to, text, '\t', &to);
		if (!text || row->to >= processors)
			break;
		text = scan_plain_message(
			&row->message, text, &message, messages);
		if (!text)
			break;
		row->tick = tick;
		row->line = line + count;
		at = text;
	}
	reader->digits[0] = from;
	reader->digits[1] = to;
	reader->digits[2] = message;
	reader->lines.at = at;
	reader->lines.line += count;
	return count;
}

/* Reads a cell other than the row's time. */
static enum status scan_cell(struct reader *reader,
	const struct schedule_column *column, struct transmission *row,
	char **text, int may_refine, int *refine, struct err *err)
{
	const struct schedule_header *header = &reader->schedule.header;
	enum status status;

	*text = skip_blanks(*text);
	if (**text == '\n' || **text == '\r')
		return lines_error(&reader->lines, err, "too few columns");
	switch (column->kind) {
	case VALUE_TIME:
		return scan_taken(reader, row, text, may_refine, refine, err);
	case VALUE_RUN:
		status = scan_carried(
			row, reader->parts, header, text, &reader->lines, err);
		if (status == STATUS_OK)
			reader->extra = most_u64(
				reader->extra, schedule_row_extra(header, row));
		return status;
	case VALUE_WORD:
		return scan_cell_word(reader, column, row, text, err);
	case VALUE_PROCESSOR:
	case VALUE_COUNT:
	case VALUE_TEXT:
		break;
	}
	return scan_cell_number(reader, column, row, text, err);
}

static enum status scan_row(struct reader *reader, struct transmission *row,
	int may_refine, int *refine, struct err *err)
{
	char *text = skip_blanks(reader->lines.at);
	enum status status =
		scan_row_time(reader, &text, may_refine, refine, err);

	row->tick = reader->tick;
	for (size_t i = 1;
		i < reader->columns && status == STATUS_OK && !*refine; i++)
		status = scan_cell(reader, reader->column[i], row, &text,
			may_refine, refine, err);
	if (status != STATUS_OK || *refine)
		return status;
	text = skip_blanks(text);
	if (*text != '\n' && *text != '\r')
		return lines_error(&reader->lines, err, "too many columns");
	row->line = reader->lines.line;
	lines_next(&reader->lines, text);
	return STATUS_OK;
}

/* Skips the line if it is a comment or blank; whether it is. */
static int skip_line(struct reader *reader)
{
	char *text = skip_blanks(reader->lines.at);

	if (*text != '#' && *text != '\n' && *text != '\r')
		return 0;
	lines_next(&reader->lines, text);
	return 1;
}

static enum status reader_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct reader *reader = (struct reader *)schedule;
	struct lines *lines = &reader->lines;
	int refine = 0;

	*rows = reader->row;
	*count = 0;
	while (*count < READER_ROWS && !refine) {
		if (lines->at == lines->limit &&
			lines_fill(lines, err) != STATUS_OK)
			return err->code;
		if (lines->at == lines->limit)
			break;
		if (is_time_again(reader))
			*count += scan_plain_rows(reader, &reader->row[*count],
				READER_ROWS - *count);
		if (*count == READER_ROWS || lines->at == lines->limit)
			continue;
		if (!number_is_digit(*lines->at) && skip_line(reader))
			continue;
		if (scan_row(reader, &reader->row[*count], *count == 0, &refine,
			    err) != STATUS_OK)
			return err->code;
		*count += !refine;
	}
	return STATUS_OK;
}

/* STATUS_INPUT, naming the columns that the header requires. */
static enum status no_columns(const struct reader *reader, struct err *err)
{
	const struct schedule_header *header = &reader->schedule.header;
	char names[COLUMN_NAMES_MAX] = "";

	for (size_t i = 0; i < SCHEDULE_COLUMNS; i++) {
		const struct schedule_column *column = &schedule_columns[i];

		if (column->flag == 0 && column_may_be(column, header))
			text_add(names, sizeof names, " %s",
				column_name(column, header));
	}
	if (strncmp(reader->lines.at, "time,", 5) == 0)
		return lines_error(&reader->lines, err,
			"commas between columns: use tabs or blanks");
	return lines_error(&reader->lines, err,
		"not the line that names the columns:", names);
}

/* Reads the line that names the columns; one with a flag may be missing. */
static enum status scan_columns(struct reader *reader, struct err *err)
{
	struct schedule_header *header = &reader->schedule.header;
	char *at = skip_blanks(reader->lines.at);

	for (size_t i = 0; i < SCHEDULE_COLUMNS; i++) {
		const struct schedule_column *column = &schedule_columns[i];
		const char *name = column_name(column, header);

		if (!column_may_be(column, header))
			continue;
		if (scan_is_word(at, name)) {
			at = skip_blanks(at + strlen(name));
			if (column->flag > 0)
				*(int *)((char *)header + column->flag) = 1;
		} else if (column->flag == 0) {
			return no_columns(reader, err);
		}
	}
	if (at != lines_end(at))
		return lines_error(
			&reader->lines, err, "more columns than the model has");
	lines_next(&reader->lines, at);
	reader->columns = schedule_columns_of(reader->column, header);
	return STATUS_OK;
}

static void reader_clear(struct schedule *schedule)
{
	struct reader *reader = (struct reader *)schedule;

	lines_clear(&reader->lines);
	scan_texts_clear(&reader->texts);
	scan_parts_free(reader->parts);
}

static const struct schedule_ops reader_ops = {reader_next, reader_clear};

enum status schedule_reader_open(
	struct schedule **schedule, FILE *in, struct err *err)
{
	struct reader *reader = mem_array(1, sizeof *reader);
	enum status status;

	*schedule = NULL;
	reader->schedule.ops = &reader_ops;
	for (int i = 0; i < 3; i++)
		reader->digits[i] = 8;
	lines_init(&reader->lines, in);
	status = scan_header(
		&reader->schedule.header, &reader->texts, &reader->lines, err);
	reader->parts = scan_parts_new();
	reader->schedule.header.parts = scan_parts_all(reader->parts);
	if (status == STATUS_OK)
		status = scan_columns(reader, err);
	if (status != STATUS_OK)
		schedule_close(&reader->schedule);
	else
		*schedule = &reader->schedule;
	return status;
}
