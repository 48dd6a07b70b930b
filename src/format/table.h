/*
 * Tables: named columns and one row for each record, in a format that the
 * caller chooses.
 *   head  the names of the columns, as the first row
 *   twin  the nearest double of a number, for readers that have only doubles
 * A table is streamed: memory does not grow with its rows.  Aligned text takes
 * its widths from the rows that fit one buffer; a longer cell later on pushes
 * its row to the right.
 *   In JSON, a number that is not an integer below 2^53 is a string; its twin,
 * named NAME_approx, stands beside it.
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

/* What a cell holds: decides its alignment and its JSON type. */
enum cell_kind { CELL_NUMBER, CELL_RATIO, CELL_WORD, CELL_FLAG, CELL_ABSENT };

/* How a format writes a table's rows. */
struct table_writer {
	int has_head;	     /* writes the names of the columns as a row */
	int always_has_head; /* a table of a single value has a head, too */
	int has_twins;
	void (*cell)(struct table *table, enum cell_kind kind, const char *text,
		size_t size);
	void (*end)(struct table *table); /* ends a row */
	/* Writes rows that still wait; NULL if rows never wait. */
	void (*finish)(struct table *table);
};

extern const struct table_writer rows_text, rows_tsv, rows_csv, rows_json,
	rows_markdown;

/* Passes the cells to the table's plot or map and writes nothing. */
extern const struct table_writer rows_drawn;

enum { TABLE_COLUMNS_MAX = 12 };

struct table {
	struct out out;
	const struct table_writer *writer;
	int header;
	int64_t decimals; /* digits after a rational's point; -1: a fraction */
	const char *column[TABLE_COLUMNS_MAX];
	size_t columns, cell; /* cell: how many this row has so far */
	struct plot *plot;    /* rows_drawn passes cells to the plot */
	struct map *map;      /* or, if this is not NULL, to the map */
	/* Aligned text: the cells of rows that wait for the widths. */
	char *wait;
	size_t wait_size, wait_capacity;
	size_t width[TABLE_COLUMNS_MAX];
	int is_word[TABLE_COLUMNS_MAX];
	int is_aligned; /* the widths are known, nothing waits */
};

/* For rows_drawn the caller then sets plot or map.
 * decimals: the digits after the point of each rational; -1: fractions. */
void table_init(struct table *table, FILE *file,
	const struct table_writer *writer, int header, int64_t decimals);

/* Adds a column; call before the first cell.  The name is kept, not copied. */
void table_column(struct table *table, const char *name);
/* Adds the columns of a list that ends with NULL. */
void table_columns(struct table *table, const char *const *names);

/*
 * The next cell of this row.
 */
/* A word without blanks; NULL: absent. */
void table_text(struct table *table, const char *word);
/* A number that counts or names something: a step, a processor. */
void table_u64(struct table *table, uint64_t value);
void table_integer(struct table *table, const mpz_t value);
/* The same in a column whose values go up to `most`: in JSON all rows have a
 * twin if that one has.  value: NULL if it is missing. */
void table_integer_to(struct table *table, mpz_srcptr value, const mpz_t most);
/* A number that the user asked for: in JSON every row has its twin. */
void table_amount(struct table *table, const mpz_t value);
void table_rational(struct table *table, const mpq_t value);
/* "13..27/2", a value between the two; a string in JSON. */
void table_interval(struct table *table, const mpq_t lower, const mpq_t upper);
/* A rational with that many digits after the point, or the table's decimals; a
 * number also in JSON.  A ratio above 1 gets more digits if it would read as
 * 1. */
void table_ratio(struct table *table, const mpq_t value, int64_t digits);
/* A number that is text already, "15/2" or "7.5". */
void table_number(struct table *table, const char *text, size_t size);
/* In JSON, the twin of the preceding cell; NULL: null. */
void table_twin(struct table *table, const double *value);
/* yes or no, in JSON true or false. */
void table_flag(struct table *table, int yes);
/* In JSON, says whether this row's values are exact; call after its last
 * cell. */
void table_exact(struct table *table, int yes);
/* A missing value: "-", in JSON null; table_unknown adds a null twin. */
void table_absent(struct table *table);
void table_unknown(struct table *table);

/* Ends a row; every column must have its cell. */
void table_end(struct table *table);

/* Writes the rows so far to the file, which fixes the widths of aligned text;
 * call between rows. */
void table_flush(struct table *table);

/* Frees a table without writing what still waits: everything, if out_hold has
 * held it back. */
void table_drop(struct table *table);

/* Writes the rest of the table and frees it.  A table without rows still has
 * its header line. */
void table_finish(struct table *table);

#endif
