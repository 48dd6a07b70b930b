/*
 * Tables: named columns, a row a record, as aligned text, TSV, CSV or JSON.
 * A table is streamed: memory does not grow with its rows.  Aligned text takes
 * its widths from the rows that fit one buffer; a longer cell later on pushes
 * its row to the right.
 */
#ifndef FIBCAST_FORMAT_ROWS_H
#define FIBCAST_FORMAT_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "format/out.h"

enum row_format { ROWS_TEXT, ROWS_TSV, ROWS_CSV, ROWS_JSON };

/* Their names, in that order. */
extern const char *const row_formats[];

enum { ROWS_COLUMNS_MAX = 12 };

struct rows {
	struct out out;
	enum row_format format;
	int header;
	int64_t decimals; /* of a rational, -1: as a fraction */
	const char *column[ROWS_COLUMNS_MAX];
	size_t columns, cell; /* cell: those of this row so far */
	/* Text: rows that wait for their widths, a cell after the other. */
	char *wait;
	size_t wait_size, wait_room;
	size_t width[ROWS_COLUMNS_MAX];
	int is_word[ROWS_COLUMNS_MAX];
	int aligned; /* the widths are known, nothing waits */
};

/* decimals: the digits after the point of each rational, or -1. */
void rows_init(struct rows *rows, FILE *file, enum row_format format,
	int header, int64_t decimals);

/* Adds a column; before the first cell.  The name is kept, not copied. */
void rows_column(struct rows *rows, const char *name);

/* The next cell of this row.  A word has no blanks. */
void rows_word(struct rows *rows, const char *word);
void rows_u64(struct rows *rows, uint64_t value);
void rows_integer(struct rows *rows, const mpz_t value);
void rows_rational(struct rows *rows, const mpq_t value);
/* The same with digits after the point unless others were asked for. */
void rows_ratio(struct rows *rows, const mpq_t value, int64_t digits);
/* A number that is text already, "15/2" or "7.5". */
void rows_number(struct rows *rows, const char *text, size_t size);
/* yes or no, in JSON true or false. */
void rows_flag(struct rows *rows, int yes);
/* In JSON marks this row's object as "exact":false; after its last cell. */
void rows_inexact(struct rows *rows);
/* What is absent: "-", in JSON null. */
void rows_absent(struct rows *rows);

/* The end of a row: every column has its cell. */
void rows_end(struct rows *rows);

/* The end of the table.  A table without rows has its header line. */
void rows_finish(struct rows *rows);

#endif
