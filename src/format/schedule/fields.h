/*
 * What the schedule format says, written once for its writers and its reader:
 * the fields of the header and the columns of the rows, in their order.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_FIELDS_H
#define FIBCAST_FORMAT_SCHEDULE_FIELDS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/schedule.h"

/* How a value is stored, and written. */
enum value_kind {
	VALUE_TIME,	 /* uint64_t: ticks */
	VALUE_PROCESSOR, /* uint64_t */
	VALUE_COUNT,	 /* uint64_t, from 1 on */
	VALUE_RUN,	 /* what a row carries: "3+2" */
	VALUE_WORD,	 /* an enum: index into words */
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

/* A line "# name value" of the header, which is absent where there is no value;
 * in JSON a member. */
struct schedule_field {
	const char *name;
	enum value_kind kind;
	size_t offset;		  /* in struct schedule_header */
	const char *const *words; /* of VALUE_WORD */
	unsigned models;	  /* a bit for each that has it; 0: all */
	int is_derived; /* other models' files have it not, but JSON has */
	int is_null;	/* in JSON null where absent */
};

extern const struct schedule_field schedule_fields[FIELDS];

/* Whether JSON has a value. */
int field_in_json(const struct schedule_field *field,
	const struct schedule_header *header);

/* The value of a field of times or counts. */
uint64_t field_number(const struct schedule_field *field,
	const struct schedule_header *header);

/* The value of another, for mem_free. */
char *field_text(const struct schedule_field *field,
	const struct schedule_header *header);

/* A column of the rows.  Some are there where a model or an operation has them,
 * some where the header's flag says so, too. */
struct schedule_column {
	const char *name; /* NULL: the operation's, blocks or operands */
	enum value_kind kind;
	size_t offset;		  /* in struct transmission */
	const char *const *words; /* of VALUE_WORD; "" is none */
	const char *wrong;	  /* said of a value that it cannot have */
	unsigned models;	  /* a bit for each that has it; 0: all */
	size_t flag;		  /* an int of the header; 0: none */
};

enum { COLUMN_MESSAGE = 3, SCHEDULE_COLUMNS = 9 };
extern const struct schedule_column schedule_columns[SCHEDULE_COLUMNS];

/* Whether rows may have the column, if the flag says so, too. */
int column_may_be(const struct schedule_column *column,
	const struct schedule_header *header);

/* The columns that the rows of such a header have; how many. */
size_t schedule_columns_of(
	const struct schedule_column *column[SCHEDULE_COLUMNS],
	const struct schedule_header *header);

const char *column_name(const struct schedule_column *column,
	const struct schedule_header *header);

/* The largest number of a column of processors or counts. */
uint64_t column_most(const struct schedule_column *column,
	const struct schedule_header *header);

/* The number, the ticks or the index of the word. */
uint64_t column_number(const struct schedule_column *column,
	const struct schedule_header *header, const struct transmission *row);

/* The row's value as text, and a NUL; its length. */
size_t column_text(char text[SCHEDULE_TIME_MAX],
	const struct schedule_column *column,
	const struct schedule_header *header, const struct transmission *row);

/* All parts of a row that has several, of which column_text writes only the
 * first, for mem_free; NULL of other rows and columns. */
char *column_parts_text(const struct schedule_column *column,
	const struct schedule_header *header, const struct transmission *row);

/* Writes the header's lines, from the first to finish and the notes. */
void schedule_write_header(const struct schedule_header *header, FILE *out);

#endif
