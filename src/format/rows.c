/*
 * Writers of rows that need no widths: TSV, CSV and JSON write each row at
 * once; plots and maps keep rows until they are drawn.
 */
#include "format/out.h"
#include "format/table.h"

#include <string.h>

/* -- TSV and CSV */

/* Writes a field, quoted if it has a comma or a quotation mark (RFC 4180). */
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

static void tsv_cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	(void)kind;
	if (table->cell > 0)
		out_char(&table->out, '\t');
	out_bytes(&table->out, text, size);
}

static void csv_cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	(void)kind;
	if (table->cell > 0)
		out_char(&table->out, ',');
	csv_text(&table->out, text, size);
}

static void line_end(struct table *table)
{
	out_char(&table->out, '\n');
}

const struct table_writer rows_tsv = {
	.has_head = 1, .cell = tsv_cell, .end = line_end};
const struct table_writer rows_csv = {
	.has_head = 1, .cell = csv_cell, .end = line_end};

/* -- JSON */

static void json_cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	struct out *out = &table->out;

	json_name(
		out, table->cell == 0 ? '{' : ',', table->column[table->cell]);
	if (kind == CELL_ABSENT)
		out_text(out, "null");
	else if (kind == CELL_FLAG)
		out_text(out, *text == 'y' ? "true" : "false");
	else if (kind == CELL_RATIO)
		out_bytes(out, text, size);
	else if (kind == CELL_NUMBER)
		json_number(out, text, size);
	else
		json_string(out, text);
}

static void json_end(struct table *table)
{
	out_bytes(&table->out, "}\n", 2);
}

const struct table_writer rows_json = {
	.has_twins = 1, .cell = json_cell, .end = json_end};

/* -- plots and maps */

static void drawn_cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	(void)kind;
	if (table->map)
		map_cell(table->map, text, size);
	else
		plot_cell(table->plot, text, size);
}

static void drawn_end(struct table *table)
{
	if (table->map)
		map_end(table->map);
	else
		plot_end(table->plot);
}

const struct table_writer rows_drawn = {.cell = drawn_cell, .end = drawn_end};
