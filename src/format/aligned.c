/*
 * Tables in aligned columns: plain text, or GitHub's Markdown, which has pipes
 * between cells and a line of dashes below the header.  The first rows wait in
 * a buffer, as NUL-terminated cells one after the other, until it is full or
 * the table ends; only then are the widths of the columns known.
 */
#include "format/table.h"

#include <string.h>

#include "base/mem.h"

/* The size of that buffer, at most and at first. */
enum { WAIT_SIZE = 1 << 14, WAIT_FIRST = 1 << 9 };

enum { DASHES_LEAST = 3 };

static int has_pipes(const struct table *table)
{
	return table->writer == &rows_markdown;
}

/* Writes a cell: numbers right-aligned, words left-aligned.  The last word of a
 * line of plain text gets no blanks after it. */
static void text_cell(
	struct table *table, size_t column, const char *text, size_t size)
{
	struct out *out = &table->out;
	size_t width = table->width[column];
	size_t blanks = size < width ? width - size : 0;

	if (column > 0)
		out_bytes(out, "  ", has_pipes(table) ? 1 : 2);
	if (has_pipes(table))
		out_bytes(out, "| ", 2);
	if (!table->is_word[column])
		out_fill(out, ' ', blanks);
	out_bytes(out, text, size);
	if (table->is_word[column] &&
		(has_pipes(table) || column + 1 < table->columns))
		out_fill(out, ' ', blanks);
}

static void end_line(struct table *table)
{
	out_text(&table->out, has_pipes(table) ? " |\n" : "\n");
}

/* "| ----: | --- |": a colon at the right of a column of numbers. */
static void write_dashes(struct table *table)
{
	for (size_t i = 0; i < table->columns; i++) {
		out_text(&table->out, i > 0 ? " | " : "| ");
		out_fill(&table->out, '-', table->width[i] - 1);
		out_char(&table->out, table->is_word[i] ? '-' : ':');
	}
	end_line(table);
}

static void write_column_names(struct table *table)
{
	for (size_t i = 0; i < table->columns; i++) {
		size_t size = strlen(table->column[i]);

		if (table->width[i] < size)
			table->width[i] = size;
		if (has_pipes(table) && table->width[i] < DASHES_LEAST)
			table->width[i] = DASHES_LEAST;
	}
	for (size_t i = 0; i < table->columns; i++)
		text_cell(table, i, table->column[i], strlen(table->column[i]));
	end_line(table);
	if (has_pipes(table))
		write_dashes(table);
}

/* Writes the header and the waiting rows, at widths that are now fixed. */
static void align(struct table *table)
{
	size_t column = 0, at = 0;

	table->is_aligned = 1;
	if (table->header)
		write_column_names(table);
	while (at < table->wait_size) {
		const char *text = table->wait + at;
		size_t size = strlen(text);

		text_cell(table, column, text, size);
		if (++column == table->columns) {
			end_line(table);
			column = 0;
		}
		at += size + 1;
	}
	mem_free(table->wait);
	table->wait = NULL;
}

/* Makes room for that many bytes more; small at first, so that a short answer
 * touches no new page of memory. */
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

static void aligned_cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	if (table->is_aligned)
		text_cell(table, table->cell, text, size);
	else
		wait_cell(table, kind, text, size);
}

static void aligned_end(struct table *table)
{
	if (table->is_aligned)
		end_line(table);
}

static void aligned_finish(struct table *table)
{
	if (!table->is_aligned)
		align(table);
}

const struct table_writer rows_text = {
	.cell = aligned_cell, .end = aligned_end, .finish = aligned_finish};

/* Puts a backslash before each pipe in the cell. */
static void markdown_cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	char *escaped;
	size_t length = 0;

	if (!memchr(text, '|', size)) {
		aligned_cell(table, kind, text, size);
		return;
	}
	escaped = mem_array(size, 2);
	for (size_t i = 0; i < size; i++) {
		if (text[i] == '|')
			escaped[length++] = '\\';
		escaped[length++] = text[i];
	}
	aligned_cell(table, kind, escaped, length);
	mem_free(escaped);
}

const struct table_writer rows_markdown = {.always_has_head = 1,
	.cell = markdown_cell,
	.end = aligned_end,
	.finish = aligned_finish};
