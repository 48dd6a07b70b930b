/*
 * Cells are written to the output as they come, but for aligned text: there
 * the first rows wait, each cell as kind, text, NUL, until the buffer is full
 * or the table ends; then the widths are fixed.
 */
#include "format/rows.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"

/* What waits at most, and what there is room for at first. */
enum { WAIT_SIZE = 1 << 14, WAIT_FIRST = 1 << 9 };

enum cell_kind {
	CELL_NUMBER = '0',
	CELL_WORD = 'a',
	CELL_FLAG = '?',
	CELL_ABSENT = '-'
};

const char *const row_formats[] = {"text", "tsv", "csv", "json", NULL};

void rows_init(struct rows *rows, FILE *file, enum row_format format,
	int header, int64_t decimals)
{
	*rows = (struct rows){.format = format,
		.header = header,
		.decimals = decimals,
		.aligned = format != ROWS_TEXT};
	out_init(&rows->out, file);
}

void rows_column(struct rows *rows, const char *name)
{
	assert(rows->columns < ROWS_COLUMNS_MAX);
	rows->column[rows->columns++] = name;
}

/* Quoted if RFC 4180 wants it. */
static void csv_text(struct out *out, const char *text, size_t size)
{
	if (!memchr(text, ',', size) && !memchr(text, '"', size)) {
		out_bytes(out, text, size);
		return;
	}
	out_char(out, '"');
	for (size_t i = 0; i < size; i++) {
		if (text[i] == '"')
			out_char(out, '"');
		out_char(out, text[i]);
	}
	out_char(out, '"');
}

/* JSON readers keep integers up to 2^53 exactly: 9007199254740992. */
static int is_json_number(const char *text, size_t size)
{
	static const char most[] = "9007199254740992";
	size_t digits = size - (*text == '-');

	for (size_t i = size - digits; i < size; i++)
		if (text[i] < '0' || text[i] > '9')
			return 0;
	if (digits != sizeof most - 1)
		return digits < sizeof most - 1;
	return memcmp(text + size - digits, most, digits) <= 0;
}

static void json_cell(
	struct rows *rows, enum cell_kind kind, const char *text, size_t size)
{
	struct out *out = &rows->out;

	out_text(out, rows->cell == 0 ? "{\"" : ",\"");
	out_text(out, rows->column[rows->cell]);
	out_text(out, "\":");
	if (kind == CELL_ABSENT) {
		out_text(out, "null");
	} else if (kind == CELL_FLAG) {
		out_text(out, *text == 'y' ? "true" : "false");
	} else if (kind == CELL_NUMBER && is_json_number(text, size)) {
		out_bytes(out, text, size);
	} else {
		out_char(out, '"');
		for (size_t i = 0; i < size; i++) {
			if (text[i] == '"' || text[i] == '\\')
				out_char(out, '\\');
			out_char(out, text[i]);
		}
		out_char(out, '"');
	}
}

static void padding(struct out *out, size_t width, size_t size)
{
	for (; size < width; size++)
		out_char(out, ' ');
}

/* Numbers to the right, words to the left, no blanks at a line's end. */
static void text_cell(
	struct rows *rows, size_t column, const char *text, size_t size)
{
	if (column > 0)
		out_bytes(&rows->out, "  ", 2);
	if (!rows->is_word[column])
		padding(&rows->out, rows->width[column], size);
	out_bytes(&rows->out, text, size);
	if (rows->is_word[column] && column + 1 < rows->columns)
		padding(&rows->out, rows->width[column], size);
}

/* Fixes the widths and writes header and waiting rows. */
static void align(struct rows *rows)
{
	size_t column = 0, at = 0;

	rows->aligned = 1;
	for (size_t i = 0; rows->header && i < rows->columns; i++) {
		size_t size = strlen(rows->column[i]);

		if (rows->width[i] < size)
			rows->width[i] = size;
	}
	for (size_t i = 0; rows->header && i < rows->columns; i++)
		text_cell(rows, i, rows->column[i], strlen(rows->column[i]));
	if (rows->header)
		out_char(&rows->out, '\n');
	while (at < rows->wait_size) {
		const char *text = rows->wait + at;
		size_t size = strlen(text);

		text_cell(rows, column, text, size);
		if (++column == rows->columns) {
			out_char(&rows->out, '\n');
			column = 0;
		}
		at += size + 1;
	}
	mem_free(rows->wait);
	rows->wait = NULL;
}

/* Room for so many bytes more: an answer of few rows touches no new page. */
static void make_room(struct rows *rows, size_t size)
{
	size_t needed = rows->wait_size + size;

	if (needed <= rows->wait_room)
		return;
	rows->wait_room = needed <= WAIT_FIRST ? WAIT_FIRST : WAIT_SIZE;
	rows->wait = mem_resize(rows->wait, rows->wait_room, 1);
}

static void wait_cell(
	struct rows *rows, enum cell_kind kind, const char *text, size_t size)
{
	if (size >= WAIT_SIZE - rows->wait_size) {
		align(rows);
		text_cell(rows, rows->cell, text, size);
		return;
	}
	make_room(rows, size + 1);
	if (rows->width[rows->cell] < size)
		rows->width[rows->cell] = size;
	if (kind == CELL_WORD || kind == CELL_FLAG)
		rows->is_word[rows->cell] = 1;
	memcpy(rows->wait + rows->wait_size, text, size);
	rows->wait[rows->wait_size + size] = '\0';
	rows->wait_size += size + 1;
}

static void header(struct rows *rows)
{
	char separator = rows->format == ROWS_CSV ? ',' : '\t';

	rows->header = 0;
	if (rows->format == ROWS_JSON)
		return;
	for (size_t i = 0; i < rows->columns; i++) {
		if (i > 0)
			out_char(&rows->out, separator);
		out_text(&rows->out, rows->column[i]);
	}
	out_char(&rows->out, '\n');
}

static void cell(
	struct rows *rows, enum cell_kind kind, const char *text, size_t size)
{
	assert(rows->cell < rows->columns);
	if (rows->header && rows->format != ROWS_TEXT)
		header(rows);
	switch (rows->format) {
	case ROWS_TEXT:
		if (rows->aligned)
			text_cell(rows, rows->cell, text, size);
		else
			wait_cell(rows, kind, text, size);
		break;
	case ROWS_TSV:
		if (rows->cell > 0)
			out_char(&rows->out, '\t');
		out_bytes(&rows->out, text, size);
		break;
	case ROWS_CSV:
		if (rows->cell > 0)
			out_char(&rows->out, ',');
		csv_text(&rows->out, text, size);
		break;
	case ROWS_JSON:
		json_cell(rows, kind, text, size);
		break;
	}
	rows->cell++;
}

void rows_word(struct rows *rows, const char *word)
{
	cell(rows, CELL_WORD, word, strlen(word));
}

void rows_number(struct rows *rows, const char *text, size_t size)
{
	cell(rows, CELL_NUMBER, text, size);
}

void rows_u64(struct rows *rows, uint64_t value)
{
	char text[NUMBER_U64_MAX];

	cell(rows, CELL_NUMBER, text, number_u64(text, value));
}

static void number_cell(struct rows *rows, char *text)
{
	cell(rows, CELL_NUMBER, text, strlen(text));
	mem_free(text);
}

void rows_integer(struct rows *rows, const mpz_t value)
{
	number_cell(rows, number_integer_text(value));
}

void rows_rational(struct rows *rows, const mpq_t value)
{
	rows_ratio(rows, value, -1);
}

void rows_ratio(struct rows *rows, const mpq_t value, int64_t digits)
{
	if (rows->decimals >= 0)
		digits = rows->decimals;
	number_cell(rows, digits < 0
				  ? number_text(value)
				  : number_decimal_text(value, (size_t)digits));
}

void rows_flag(struct rows *rows, int yes)
{
	cell(rows, CELL_FLAG, yes ? "yes" : "no", yes ? 3 : 2);
}

void rows_inexact(struct rows *rows)
{
	if (rows->format == ROWS_JSON)
		out_text(&rows->out, ",\"exact\":false");
}

void rows_absent(struct rows *rows)
{
	cell(rows, CELL_ABSENT, "-", 1);
}

void rows_end(struct rows *rows)
{
	assert(rows->cell == rows->columns);
	rows->cell = 0;
	if (rows->format == ROWS_JSON)
		out_bytes(&rows->out, "}\n", 2);
	else if (rows->aligned)
		out_char(&rows->out, '\n');
}

void rows_finish(struct rows *rows)
{
	if (!rows->aligned)
		align(rows);
	else if (rows->header && rows->format != ROWS_TEXT)
		header(rows);
	mem_free(rows->wait);
	rows->wait = NULL;
	out_finish(&rows->out);
}
