/*
 * Tables: named columns, a row a record, in a format that the caller chooses.
 *   head  the names of the columns, as the first row
 *   twin  the nearest double of a number that many readers would round
 * A table is streamed: memory does not grow with its rows.  Aligned text takes
 * its widths from the rows that fit one buffer; a longer cell later on pushes
 * its row to the right.
 *   In JSON, what is no integer below 2^53 is a string, and has a twin for
 * readers that want a number: the nearest double, named NAME_approx.
 */
#ifndef FIBCAST_FORMAT_TABLE_H
#define FIBCAST_FORMAT_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "format/out.h"
#include "format/plot/plot.h"

struct table;

/* What a cell is: how it is set, and how JSON has it. */
enum cell_kind { CELL_NUMBER, CELL_RATIO, CELL_WORD, CELL_FLAG, CELL_ABSENT };

/* How a format writes a table's rows; NULL: it has nothing there. */
struct table_writer {
	int has_head;	     /* the names of the columns are its first row */
	int always_has_head; /* even that of a single value */
	int has_twins;	     /* numbers that many readers round have twins */
	void (*cell)(struct table *table, enum cell_kind kind, const char *text,
		size_t size);
	void (*end)(struct table *table);    /* of a row */
	void (*finish)(struct table *table); /* of what waits */
};

extern const struct table_writer rows_text, rows_tsv, rows_csv, rows_json,
	rows_markdown;

/* Pictures: rows are kept for who draws them. */
extern const struct table_writer rows_drawn;

enum { TABLE_COLUMNS_MAX = 12 };

struct table {
	struct out out;
	const struct table_writer *writer;
	int header;
	int64_t decimals; /* of a rational, -1: as a fraction */
	const char *column[TABLE_COLUMNS_MAX];
	size_t columns, cell; /* cell: those of this row so far */
	struct plot *plot;    /* which takes the cells of a picture; */
	struct map *map;      /* or this */
	/* Text: rows that wait for their widths, a cell after the other. */
	char *wait;
	size_t wait_size, wait_capacity;
	size_t width[TABLE_COLUMNS_MAX];
	int is_word[TABLE_COLUMNS_MAX];
	int is_aligned; /* the widths are known, nothing waits */
};

/* plot or map has to be set for a picture.
 * decimals: the digits after the point of each rational, or -1. */
void table_init(struct table *table, FILE *file,
	const struct table_writer *writer, int header, int64_t decimals);

/* Adds a column; before the first cell.  The name is kept, not copied. */
void table_column(struct table *table, const char *name);
/* Adds those of a list that ends with NULL. */
void table_columns(struct table *table, const char *const *names);

/* The next cell of this row.  A word has no blanks; NULL: absent. */
void table_text(struct table *table, const char *word);
/* A number that counts or names something: a step, a processor. */
void table_u64(struct table *table, uint64_t value);
void table_integer(struct table *table, const mpz_t value);
/* What is asked for: in JSON with its twin, the nearest double, in every row.
 */
void table_amount(struct table *table, const mpz_t value);
void table_rational(struct table *table, const mpq_t value);
/* "13..27/2": something between them; a text. */
void table_interval(struct table *table, const mpq_t lower, const mpq_t upper);
/* A rational with digits after the point unless others were asked for, and more
 * if it is above 1 and would read as 1; in JSON a number, too. */
void table_ratio(struct table *table, const mpq_t value, int64_t digits);
/* A number that is text already, "15/2" or "7.5". */
void table_number(struct table *table, const char *text, size_t size);
/* The twin of the cell before, in JSON; NULL if that is no number. */
void table_twin(struct table *table, const double *value);
/* yes or no, in JSON true or false. */
void table_flag(struct table *table, int yes);
/* In JSON says whether this row's values are exact; after its last cell. */
void table_exact(struct table *table, int yes);
/* A value that is absent: "-", in JSON null; the second has a null twin,
 * too. */
void table_absent(struct table *table);
void table_unknown(struct table *table);

/* The end of a row: every column has its cell. */
void table_end(struct table *table);

/* Writes to the file the rows so far, at the widths that they ask for; between
 * rows. */
void table_flush(struct table *table);

/* Frees a table, of which nothing more is written; nothing at all if it has
 * been held back by out_hold. */
void table_drop(struct table *table);

/* The end of the table.  A table without rows has its header line. */
void table_finish(struct table *table);

#endif
