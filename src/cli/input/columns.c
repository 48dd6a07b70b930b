/*
 * Reads standard input as columns of values, one for each option that is "-":
 *
 * 	# measured
 * 	n,l
 * 	14,5/2
 *
 * Lines are split at blanks, commas and quotes; only if there is one option and
 * no header is the whole line its value.
 */
#include "cli/input/input.h"

#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "number/number.h"

enum { COLUMNS_MAX = 4, FIELDS_MAX = 64, NO_COLUMN = COLUMNS_MAX };

/* A column: what its values must be, and the range whose first value they set,
 * one after the other. */
struct sweep_column {
	struct sweep_domain domain;
	struct sweep_range *range;
};

/* Standard input, with a column for each sweep that reads it. */
struct sweep_stream {
	struct stream stream;
	struct sweep_column column[COLUMNS_MAX];
	size_t columns;
	size_t fields;		  /* in each line; 0: none has been read */
	size_t place[FIELDS_MAX]; /* the column of each field, or NO_COLUMN */
	int is_whole;		  /* one column, no header: lines are values */
	int has_row;		  /* a row has been read */
	uint64_t max_bits;
	sweep_value_parse *parse;
};

struct sweep_stream *sweep_stream_open(const struct sweep_domain *domain,
	struct sweep_range *range, uint64_t max_bits, sweep_value_parse *parse)
{
	struct sweep_stream *stream = mem_array(1, sizeof *stream);

	stream->column[0].domain = *domain;
	stream->column[0].domain.allowed = 0;
	if (domain->best)
		stream->column[0].domain.best = SWEEP_NO_BEST;
	stream->column[0].range = range;
	stream->columns = 1;
	stream->max_bits = max_bits;
	stream->parse = parse;
	stream_init(&stream->stream, STDIN_FILENO);
	return stream;
}

void sweep_stream_close(
	struct sweep_stream *stream, const struct sweep_range *range)
{
	size_t i = 0;

	while (stream->column[i].range != range)
		i++;
	for (stream->columns--; i < stream->columns; i++)
		stream->column[i] = stream->column[i + 1];
	if (stream->columns > 0)
		return;
	stream_clear(&stream->stream);
	mem_free(stream);
}

int sweep_join(struct sweep *sweep, const struct sweep *reader)
{
	struct sweep_stream *stream = reader->stream;

	if (stream->columns == COLUMNS_MAX)
		return 0;
	stream->column[stream->columns++] = sweep->stream->column[0];
	sweep_stream_close(sweep->stream, sweep->range);
	sweep->stream = stream;
	return 1;
}

/* Reads an integer of up to 9 digits quickly; 0 if text is anything else, or
 * below least. */
static int read_plain(mpq_t value, const char *text, long least)
{
	unsigned long number = 0;
	size_t size = 0;

	for (; number_is_digit(text[size]); size++)
		number = 10 * number + (unsigned long)(text[size] - '0');
	if (size == 0 || size > 9 || text[size] != '\0' ||
		number < (unsigned long)least)
		return 0;
	mpq_set_ui(value, number, 1);
	return 1;
}

static void prefix_option(struct err *err, const char *option)
{
	char *name = mem_join("--", option, NULL);

	err_prefix(err, name);
	mem_free(name);
}

/* Reads the i-th column's value; an error names the line and the option. */
static enum status read_value(struct sweep_stream *stream, size_t i,
	const char *text, struct err *err)
{
	const struct sweep_column *column = &stream->column[i];
	enum status status = STATUS_OK;

	if (!read_plain(column->range->first, text, column->domain.least))
		status = stream->parse(column->range->first, text,
			&column->domain, stream->max_bits, err);
	if (status == STATUS_OK)
		return status;
	status = stream_blame(&stream->stream, err);
	prefix_option(err, column->domain.option);
	return status;
}

/* Splits the line; returns how many fields it has, of which the first
 * FIELDS_MAX are kept. */
static size_t split_line(char *line, char *field[FIELDS_MAX])
{
	static const char between[] = " \t,\"";
	size_t count = 0;

	for (line += strspn(line, between); *line; count++) {
		size_t size = strcspn(line, between);
		int is_last = line[size] == '\0';

		if (count < FIELDS_MAX)
			field[count] = line;
		line[size] = '\0';
		line += size + !is_last;
		line += strspn(line, between);
	}
	return count;
}

/* The column of the option with that name or letter; or NO_COLUMN. */
static size_t find_column(const struct sweep_stream *stream, const char *name)
{
	for (size_t i = 0; i < stream->columns; i++) {
		const struct sweep_domain *domain = &stream->column[i].domain;

		if (strcmp(name, domain->option) == 0 ||
			(name[0] && !name[1] && domain->letters &&
				strchr(domain->letters, name[0])))
			return i;
	}
	return NO_COLUMN;
}

/* Takes the first line as the header if its fields name all columns; there may
 * be other fields.  Returns whether it is one. */
static int read_header(
	struct sweep_stream *stream, char *const field[], size_t fields)
{
	unsigned found = 0;

	for (size_t i = 0; i < fields && i < FIELDS_MAX; i++) {
		stream->place[i] = find_column(stream, field[i]);
		found |= 1u << stream->place[i];
	}
	if ((found & ~(1u << NO_COLUMN)) != (1u << stream->columns) - 1)
		return 0;
	stream->fields = fields;
	return 1;
}

/* Without a header the fields are the columns. */
static void begin_rows(struct sweep_stream *stream)
{
	stream->fields = stream->columns;
	stream->is_whole = stream->columns == 1;
	for (size_t i = 0; i < stream->columns; i++)
		stream->place[i] = i;
}

static enum status report_fields(
	const struct sweep_stream *stream, const char *line, struct err *err)
{
	char number[NUMBER_U64_MAX + 1];

	number[number_u64(number, stream->fields)] = '\0';
	err_input(err, ERR_TEXT, line, " is not a line of ", number,
		" columns, with blanks or commas between");
	return stream_blame(&stream->stream, err);
}

/* Reads the values of a line with as many fields as there must be. */
static enum status read_fields(
	struct sweep_stream *stream, char *const field[], struct err *err)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < stream->fields && i < FIELDS_MAX; i++)
		if (status == STATUS_OK && stream->place[i] != NO_COLUMN)
			status = read_value(
				stream, stream->place[i], field[i], err);
	return status;
}

/* Reads a line; *is_row: whether it has values, and is not the header. */
static enum status read_columns(struct sweep_stream *stream, const char *text,
	int *is_row, struct err *err)
{
	size_t fields;
	char *line = mem_join(text, NULL), *field[FIELDS_MAX];
	enum status status = STATUS_OK;

	fields = split_line(line, field);
	*is_row = stream->fields > 0 || !read_header(stream, field, fields);
	stream->has_row |= *is_row;
	if (stream->fields == 0)
		begin_rows(stream);
	if (*is_row && stream->is_whole)
		status = read_value(stream, 0, text, err);
	else if (*is_row && fields != stream->fields)
		status = report_fields(stream, text, err);
	else if (*is_row)
		status = read_fields(stream, field, err);
	mem_free(line);
	return status;
}

/* An error that belongs to no column names the first one's option. */
enum status sweep_read(const struct sweep *sweep, int *more, struct err *err)
{
	struct sweep_stream *stream = sweep->stream;
	enum status status;

	*more = 0;
	do {
		const char *text;

		status = stream_next(&stream->stream, &text, err);
		if (status == STATUS_OK && !text && !stream->has_row)
			status = err_input(err, "standard input is empty");
		if (status != STATUS_OK)
			prefix_option(err, stream->column[0].domain.option);
		if (status != STATUS_OK || !text)
			return status;
		if (*text == '\0' || *text == '#')
			continue;
		if (stream->is_whole &&
			read_plain(stream->column[0].range->first, text,
				stream->column[0].domain.least))
			*more = 1;
		else
			status = read_columns(stream, text, more, err);
	} while (status == STATUS_OK && !*more);
	return status;
}

int sweep_is_ready(const struct sweep *sweep)
{
	return stream_is_ready(&sweep->stream->stream);
}

void sweep_ask_whole(const struct sweep *sweep)
{
	struct sweep_stream *stream = sweep->stream;

	for (size_t i = 0; i < stream->columns; i++)
		if (stream->column[i].range == sweep->range)
			stream->column[i].domain.whole = 1;
}
