/*
 * Turns values into cells of text, which the format's writer then writes.
 */
#include "format/table.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/out.h"

void table_init(struct table *table, FILE *file,
	const struct table_writer *writer, int header, int64_t decimals)
{
	*table = (struct table){
		.writer = writer, .header = header, .decimals = decimals};
	out_init(&table->out, file);
}

void table_column(struct table *table, const char *name)
{
	assert(table->columns < TABLE_COLUMNS_MAX);
	table->column[table->columns++] = name;
}

void table_columns(struct table *table, const char *const *names)
{
	for (; *names; names++)
		table_column(table, *names);
}

/* The names of the columns, as a row of words. */
static void write_head(struct table *table)
{
	const struct table_writer *writer = table->writer;

	if (!table->header || !writer->has_head)
		return;
	table->header = 0;
	for (; table->cell < table->columns; table->cell++) {
		const char *name = table->column[table->cell];

		writer->cell(table, CELL_WORD, name, strlen(name));
	}
	writer->end(table);
	table->cell = 0;
}

static void cell(
	struct table *table, enum cell_kind kind, const char *text, size_t size)
{
	assert(table->cell < table->columns);
	write_head(table);
	table->writer->cell(table, kind, text, size);
	table->cell++;
}

void table_text(struct table *table, const char *word)
{
	if (word)
		cell(table, CELL_WORD, word, strlen(word));
	else
		table_absent(table);
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

	if (table->writer->has_twins && value >= JSON_INTEGERS) {
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

/* Writes a fraction of two 64-bit words, the usual case, without allocating;
 * 0 if a part does not fit. */
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
	if (!table->writer->has_twins)
		return;
	assert(table->cell > 0);
	json_approx(&table->out, table->column[table->cell - 1], value);
}

void table_amount(struct table *table, const mpz_t value)
{
	double twin;

	integer_cell(table, value);
	if (!table->writer->has_twins)
		return;
	twin = number_scaled_double(value, 0);
	table_twin(table, &twin);
}

void table_integer(struct table *table, const mpz_t value)
{
	if (mpz_sizeinbase(value, 2) > JSON_BITS)
		table_amount(table, value);
	else
		integer_cell(table, value);
}

void table_integer_to(struct table *table, mpz_srcptr value, const mpz_t most)
{
	int has_twin = mpz_sizeinbase(most, 2) > JSON_BITS;

	if (!value)
		(has_twin ? table_unknown : table_absent)(table);
	else
		(has_twin ? table_amount : table_integer)(table, value);
}

static void rational_twin(struct table *table, const mpq_t value)
{
	double twin;

	if (!table->writer->has_twins)
		return;
	twin = number_double(value);
	table_twin(table, &twin);
}

void table_rational(struct table *table, const mpq_t value)
{
	if (table->decimals >= 0)
		number_cell(table, CELL_NUMBER,
			number_decimal_text(value, (size_t)table->decimals));
	else if (!word_cell(table, mpq_numref(value), mpq_denref(value)))
		number_cell(table, CELL_NUMBER, number_text(value));
	rational_twin(table, value);
}

/* A ratio above 1 that still reads as 1 with this many digits is rounded up. */
enum { RATIO_MOST = 20 };

static int is_one(const char *text)
{
	return *text == '1' && text[1] != '0' &&
	       strspn(text + 1, ".0") == strlen(text + 1);
}

/* The ratio with that many digits, or more if it is above 1 and they do not
 * tell it from 1. */
static char *ratio_text(const mpq_t value, int64_t digits)
{
	int is_above = mpq_cmp_ui(value, 1, 1) > 0;

	for (;; digits++) {
		char *text = number_decimal_text(value, (size_t)digits);

		if (!is_above || !is_one(text))
			return text;
		if (digits >= RATIO_MOST) {
			text[strlen(text) - 1] = '1';
			return text;
		}
		mem_free(text);
	}
}

void table_ratio(struct table *table, const mpq_t value, int64_t digits)
{
	number_cell(table, CELL_RATIO,
		ratio_text(value,
			table->decimals >= 0 ? table->decimals : digits));
	rational_twin(table, value);
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
	if (table->writer->has_twins)
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
	table->writer->end(table);
}

void table_flush(struct table *table)
{
	if (!table->out.text)
		return;
	if (table->wait_size > 0)
		table->writer->finish(table); /* set, as rows wait */
	out_flush(&table->out);
	fflush(table->out.file);
}

void table_drop(struct table *table)
{
	mem_free(table->wait);
	out_drop(&table->out);
}

void table_finish(struct table *table)
{
	write_head(table);
	if (table->writer->finish)
		table->writer->finish(table);
	out_finish(&table->out);
}
