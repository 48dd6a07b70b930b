/*
 * Cells are written as they come.  In aligned text the first rows wait, each
 * cell as kind, text and NUL, until the buffer is full or the table ends; then
 * the widths are fixed.
 */
#include "format/table.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "number/double.h"
#include "number/number.h"
#include "format/json.h"

/* The most that waits, and the room for it at first. */
enum { WAIT_SIZE = 1 << 14, WAIT_FIRST = 1 << 9 };

enum cell_kind {
	CELL_NUMBER = '0',
	CELL_RATIO = '.',
	CELL_WORD = 'a',
	CELL_FLAG = '?',
	CELL_ABSENT = '-'
};

const char *const table_formats[] = {"text", "tsv", "csv", "json", NULL};
const char *const table_formats_drawn[] = {
	"text", "tsv", "csv", "json", "plot", "chart", NULL};
const char *const table_formats_mapped[] = {
	"text", "tsv", "csv", "json", "plot", "chart", "map", NULL};

int table_format_find(enum table_format *format, const char *name)
{
	for (int i = TABLE_TEXT; table_formats[i]; i++)
		if (strcmp(table_formats[i], name) == 0) {
			*format = (enum table_format)i;
			return 1;
		}
	return 0;
}

void table_init(struct table *table, FILE *file, enum table_format format,
	int header, int64_t decimals)
{
	*table = (struct table){.format = format,
		.header = header,
		.decimals = decimals,
		.aligned = format != TABLE_TEXT};
	out_init(&table->out, file);
}

void table_column(struct table *table, const char *name)
{
	assert(table->columns < TABLE_COLUMNS_MAX);
	table->column[table->columns++] = name;
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

static void json_cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	struct out *out = &table->out;

	out_text(out, table->cell == 0 ? "{\"" : ",\"");
	out_text(out, table->column[table->cell]);
	out_text(out, "\":");
	if (kind == CELL_ABSENT) {
		out_text(out, "null");
	} else if (kind == CELL_FLAG) {
		out_text(out, *text == 'y' ? "true" : "false");
	} else if (kind == CELL_RATIO) {
		out_bytes(out, text, size);
	} else if (kind == CELL_NUMBER) {
		json_number(out, text, size);
	} else {
		json_string(out, text);
	}
}

static void padding(struct out *out, size_t width, size_t size)
{
	for (; size < width; size++)
		out_char(out, ' ');
}

/* Numbers to the right, words to the left, no blanks at a line's end. */
static void text_cell(
	struct table *table, size_t column, const char *text, size_t size)
{
	if (column > 0)
		out_bytes(&table->out, "  ", 2);
	if (!table->is_word[column])
		padding(&table->out, table->width[column], size);
	out_bytes(&table->out, text, size);
	if (table->is_word[column] && column + 1 < table->columns)
		padding(&table->out, table->width[column], size);
}

/* Fixes the widths and writes header and waiting rows. */
static void align(struct table *table)
{
	size_t column = 0, at = 0;

	table->aligned = 1;
	for (size_t i = 0; table->header && i < table->columns; i++) {
		size_t size = strlen(table->column[i]);

		if (table->width[i] < size)
			table->width[i] = size;
	}
	for (size_t i = 0; table->header && i < table->columns; i++)
		text_cell(table, i, table->column[i], strlen(table->column[i]));
	if (table->header)
		out_char(&table->out, '\n');
	while (at < table->wait_size) {
		const char *text = table->wait + at;
		size_t size = strlen(text);

		text_cell(table, column, text, size);
		if (++column == table->columns) {
			out_char(&table->out, '\n');
			column = 0;
		}
		at += size + 1;
	}
	mem_free(table->wait);
	table->wait = NULL;
}

/* Room for so many bytes more: an answer of few rows touches no new page. */
static void make_table_capacity(struct table *table, size_t size)
{
	size_t needed = table->wait_size + size;

	if (needed <= table->wait_capacity)
		return;
	table->wait_capacity = needed <= WAIT_FIRST ? WAIT_FIRST : WAIT_SIZE;
	table->wait = mem_resize(table->wait, table->wait_capacity, 1);
}

static void wait_cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	if (size >= WAIT_SIZE - table->wait_size) {
		align(table);
		text_cell(table, table->cell, text, size);
		return;
	}
	make_table_capacity(table, size + 1);
	if (table->width[table->cell] < size)
		table->width[table->cell] = size;
	if (kind == CELL_WORD || kind == CELL_FLAG)
		table->is_word[table->cell] = 1;
	memcpy(table->wait + table->wait_size, text, size);
	table->wait[table->wait_size + size] = '\0';
	table->wait_size += size + 1;
}

static void header(struct table *table)
{
	char separator = table->format == TABLE_CSV ? ',' : '\t';

	table->header = 0;
	if (table->format == TABLE_JSON)
		return;
	for (size_t i = 0; i < table->columns; i++) {
		if (i > 0)
			out_char(&table->out, separator);
		out_text(&table->out, table->column[i]);
	}
	out_char(&table->out, '\n');
}

static int is_drawn(const struct table *table)
{
	return table->format >= TABLE_PLOT;
}

static void cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	assert(table->cell < table->columns);
	if (table->header && !is_drawn(table) && table->format != TABLE_TEXT)
		header(table);
	switch (table->format) {
	case TABLE_TEXT:
		if (table->aligned)
			text_cell(table, table->cell, text, size);
		else
			wait_cell(table, kind, text, size);
		break;
	case TABLE_TSV:
		if (table->cell > 0)
			out_char(&table->out, '\t');
		out_bytes(&table->out, text, size);
		break;
	case TABLE_CSV:
		if (table->cell > 0)
			out_char(&table->out, ',');
		csv_text(&table->out, text, size);
		break;
	case TABLE_JSON:
		json_cell(table, kind, text, size);
		break;
	case TABLE_PLOT:
	case TABLE_CHART:
	case TABLE_MAP:
		if (table->map)
			map_cell(table->map, text, size);
		else
			plot_cell(table->plot, text, size);
		break;
	}
	table->cell++;
}

void table_text(struct table *table, const char *word)
{
	cell(table, CELL_WORD, word, strlen(word));
}

void table_number(struct table *table, const char *text, size_t size)
{
	cell(table, CELL_NUMBER, text, size);
}

static void whole_cell(struct table *table, uint64_t value)
{
	char text[NUMBER_U64_MAX];

	cell(table, CELL_NUMBER, text, number_u64(text, value));
}

void table_u64(struct table *table, uint64_t value)
{
	mpz_t whole;

	if (table->format == TABLE_JSON && value >= JSON_INTEGERS) {
		mpz_init(whole);
		number_set_u64(whole, value);
		table_amount(table, whole);
		mpz_clear(whole);
	} else {
		whole_cell(table, value);
	}
}

static void number_cell(struct table *table, enum cell_kind kind, char *text)
{
	cell(table, kind, text, strlen(text));
	mem_free(text);
}

/* A value that fits 64-bit words, as most do, needs no memory: "15/2". */
static int word_cell(
	struct table *table, const mpz_t numerator, const mpz_t denominator)
{
	char text[2 * NUMBER_U64_MAX + 1];
	size_t size;

	if (!number_fits_u64(numerator) || !number_fits_u64(denominator))
		return 0;
	size = number_u64(text, number_get_u64(numerator));
	if (mpz_cmp_ui(denominator, 1) != 0) {
		text[size++] = '/';
		size += number_u64(text + size, number_get_u64(denominator));
	}
	cell(table, CELL_NUMBER, text, size);
	return 1;
}

static void integer_cell(struct table *table, const mpz_t value)
{
	if (!number_fits_u64(value))
		number_cell(table, CELL_NUMBER, number_integer_text(value));
	else
		whole_cell(table, number_get_u64(value));
}

void table_twin(struct table *table, const double *value)
{
	if (table->format != TABLE_JSON)
		return;
	assert(table->cell > 0);
	json_approx(&table->out, table->column[table->cell - 1], value);
}

void table_amount(struct table *table, const mpz_t value)
{
	double twin;

	integer_cell(table, value);
	if (table->format != TABLE_JSON)
		return;
	twin = number_integer_double(value);
	table_twin(table, &twin);
}

void table_integer(struct table *table, const mpz_t value)
{
	if (mpz_sizeinbase(value, 2) > JSON_BITS)
		table_amount(table, value);
	else
		integer_cell(table, value);
}

static void rational_cell(struct table *table, enum cell_kind kind,
	const mpq_t value, int64_t digits)
{
	double twin;

	if (digits >= 0)
		number_cell(table, kind,
			number_decimal_text(value, (size_t)digits));
	else if (!word_cell(table, mpq_numref(value), mpq_denref(value)))
		number_cell(table, kind, number_text(value));
	if (table->format != TABLE_JSON)
		return;
	twin = number_double(value);
	table_twin(table, &twin);
}

void table_rational(struct table *table, const mpq_t value)
{
	rational_cell(table, CELL_NUMBER, value, table->decimals);
}

void table_ratio(struct table *table, const mpq_t value, int64_t digits)
{
	rational_cell(table, CELL_RATIO, value,
		table->decimals < 0 ? digits : table->decimals);
}

void table_interval(struct table *table, const mpq_t lower, const mpq_t upper)
{
	char *text = number_interval_text(lower, upper, table->decimals);

	table_text(table, text);
	mem_free(text);
}

void table_flag(struct table *table, int yes)
{
	cell(table, CELL_FLAG, yes ? "yes" : "no", yes ? 3 : 2);
}

void table_exact(struct table *table, int yes)
{
	if (table->format == TABLE_JSON)
		out_text(&table->out,
			yes ? ",\"exact\":true" : ",\"exact\":false");
}

void table_absent(struct table *table)
{
	cell(table, CELL_ABSENT, "-", 1);
}

void table_unknown(struct table *table)
{
	table_absent(table);
	table_twin(table, NULL);
}

void table_end(struct table *table)
{
	assert(table->cell == table->columns);
	table->cell = 0;
	if (table->map)
		map_end(table->map);
	else if (table->plot)
		plot_end(table->plot);
	else if (table->format == TABLE_JSON)
		out_bytes(&table->out, "}\n", 2);
	else if (table->aligned)
		out_char(&table->out, '\n');
}

void table_flush(struct table *table)
{
	if (!table->out.text)
		return;
	out_flush(&table->out);
	fflush(table->out.file);
}

void table_finish(struct table *table)
{
	if (!table->aligned)
		align(table);
	else if (table->header && !is_drawn(table) &&
		 table->format != TABLE_TEXT)
		header(table);
	mem_free(table->wait);
	table->wait = NULL;
	out_finish(&table->out);
}
