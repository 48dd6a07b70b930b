/*
 * The tables that define the schedule format for its writers and its reader:
 * the fields of the header and the columns of the rows, in order.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_FIELDS_H
#define FIBCAST_FORMAT_SCHEDULE_FIELDS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/schedule.h"

/* How a value is stored and written; the first kinds are numbers. */
enum value_kind {
	VALUE_TIME,	 /* uint64_t: ticks */
	VALUE_PROCESSOR, /* uint64_t */
	VALUE_COUNT,	 /* uint64_t, from 1 on */
	VALUE_RUN,	 /* what a row carries, "3+2": several members */
	VALUE_WORD,	 /* an enum: the index into words */
	VALUE_TEXT	 /* const char *, or NULL */
};

enum field {
	FIELD_MODEL,
	FIELD_ALGORITHM,
	FIELD_OPERATION,
	FIELD_PROCESSORS,
	FIELD_MESSAGES,
	FIELD_MACHINE,
	FIELD_UNIT,
	FIELD_SEND,
	FIELD_LATENCY,
	FIELD_NODE,
	FIELD_INSIDE_SEND,
	FIELD_INSIDE,
	FIELD_INSIDE_MACHINE,
	FIELD_LANES,
	FIELD_PORTS,
	FIELD_COST,
	FIELD_FINISH,
	FIELDS
};

/* A field of the header: a line "# name value" of a file, a member in JSON.  A
 * file has no line for a field without a value. */
struct schedule_field {
	const char *name;
	enum value_kind kind;
	size_t offset;		  /* in struct schedule_header */
	const char *const *words; /* for VALUE_WORD */
	unsigned models;	  /* a bit for each whose files have the field;
				   * 0: all */
	int is_derived;		  /* JSON has it for the other models too */
	int is_null;		  /* JSON has null if there is no value */
};

extern const struct schedule_field schedule_fields[FIELDS];

/* Whether JSON has a value other than null for the field. */
int field_in_json(const struct schedule_field *field,
	const struct schedule_header *header);

/* The value of a field of kind VALUE_TIME or VALUE_COUNT. */
uint64_t field_number(const struct schedule_field *field,
	const struct schedule_header *header);

/* The value of a field of kind VALUE_WORD or VALUE_TEXT; free it with mem_free.
 */
char *field_text(const struct schedule_field *field,
	const struct schedule_header *header);

/* A column of the rows.  The header's model and operation decide whether rows
 * may have it; where it has a flag, the header's flag decides whether they do.
 */
struct schedule_column {
	const char
		*name; /* NULL: as the operation calls it, schedule_run_column
			*/
	enum value_kind kind;
	size_t offset;		  /* in struct transmission */
	const char *const *words; /* for VALUE_WORD; "" stands for no value */
	const char *wrong; /* the end of the error for an invalid value */
	unsigned models;   /* a bit for each that has it; 0: all */
	size_t flag;	   /* the offset of an int of the header; 0: none
			    */
};

enum { COLUMN_MESSAGE = 3, SCHEDULE_COLUMNS = 9 };
extern const struct schedule_column schedule_columns[SCHEDULE_COLUMNS];

/* Whether rows of the header's model and operation may have the column. */
int column_may_be(const struct schedule_column *column,
	const struct schedule_header *header);

/* Sets column to the columns that rows of such a header have; their number. */
size_t schedule_columns_of(
	const struct schedule_column *column[SCHEDULE_COLUMNS],
	const struct schedule_header *header);

const char *column_name(const struct schedule_column *column,
	const struct schedule_header *header);

/* The largest valid number in a column of processors or counts. */
uint64_t column_most(const struct schedule_column *column,
	const struct schedule_header *header);

/* The row's number, ticks, or index of its word. */
uint64_t column_number(
	const struct schedule_column *column, const struct transmission *row);

/* Writes the row's value as text, and a NUL; its length. */
size_t column_text(char text[SCHEDULE_TIME_MAX],
	const struct schedule_column *column,
	const struct schedule_header *header, const struct transmission *row);

/* The text of a row that carries several parts, of which column_text writes
 * only the first; free it with mem_free.  NULL for other rows and columns. */
char *column_parts_text(const struct schedule_column *column,
	const struct schedule_header *header, const struct transmission *row);

/* Writes the header's lines: the first one, the fields and the notes. */
void schedule_write_header(const struct schedule_header *header, FILE *out);

#endif
