/* The tables of header fields and row columns, and their values as text. */
#include "format/schedule/fields.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "number/number.h"

#define FIELD(member) offsetof(struct schedule_header, member)
#define COLUMN(member) offsetof(struct transmission, member)

/* Files of the model machine have no send and latency: they follow from the
 * machine. */
#define ON_MACHINE (1U << MODEL_MACHINE)
#define ELSEWHERE (~ON_MACHINE)
#define BY_COST (1U << MODEL_LOCALITY)

const struct schedule_field schedule_fields[FIELDS] = {
	[FIELD_MODEL] = {"model", VALUE_WORD, FIELD(model),
		.words = schedule_models},
	[FIELD_ALGORITHM] = {"algorithm", VALUE_TEXT, FIELD(algorithm),
		.is_null = 1},
	[FIELD_OPERATION] = {"operation", VALUE_WORD, FIELD(operation),
		.words = schedule_operations},
	[FIELD_PROCESSORS] = {"processors", VALUE_COUNT,
		.offset = FIELD(processors)},
	[FIELD_MESSAGES] = {"messages", VALUE_COUNT, .offset = FIELD(messages)},
	[FIELD_MACHINE] = {"machine", VALUE_TEXT, .offset = FIELD(machine)},
	[FIELD_UNIT] = {"unit", VALUE_TEXT, FIELD(time_unit),
		.models = ON_MACHINE},
	[FIELD_SEND] = {"send", VALUE_TIME, FIELD(send), .models = ELSEWHERE,
		.is_derived = 1},
	[FIELD_LATENCY] = {"latency", VALUE_TIME, FIELD(latency),
		.models = ELSEWHERE, .is_derived = 1, .is_null = 1},
	[FIELD_NODE] = {"node", VALUE_COUNT, .offset = FIELD(node)},
	[FIELD_INSIDE_SEND] = {"inside-send", VALUE_TIME,
		.offset = FIELD(inside_send)},
	[FIELD_INSIDE] = {"inside", VALUE_TIME, FIELD(inside),
		.models = ELSEWHERE, .is_derived = 1},
	[FIELD_INSIDE_MACHINE] = {"inside-machine", VALUE_TEXT,
		FIELD(inside_machine), .models = ON_MACHINE},
	[FIELD_LANES] = {"lanes", VALUE_COUNT, .offset = FIELD(lanes)},
	[FIELD_PORTS] = {"ports", VALUE_COUNT, .offset = FIELD(ports)},
	[FIELD_COST] = {"cost", VALUE_TEXT, FIELD(cost), .is_null = 1},
	[FIELD_FINISH] = {"finish", VALUE_TIME, FIELD(finish), .is_null = 1},
};

static const void *member(const struct schedule_header *header, size_t offset)
{
	return (const char *)header + offset;
}

static int has_value(const struct schedule_field *field,
	const struct schedule_header *header)
{
	const void *value = member(header, field->offset);

	if (field->offset == FIELD(finish))
		return header->has_finish;
	if (field->kind == VALUE_TEXT)
		return *(const char *const *)value != NULL;
	return (field->kind != VALUE_TIME && field->kind != VALUE_COUNT) ||
	       *(const uint64_t *)value > 0;
}

static int is_of_model(unsigned models, const struct schedule_header *header)
{
	return models == 0 || (models >> header->model & 1);
}

/* Whether a file has the field's line; broadcasts leave the operation out. */
static int field_in_file(const struct schedule_field *field,
	const struct schedule_header *header)
{
	return has_value(field, header) && is_of_model(field->models, header) &&
	       (field->offset != FIELD(operation) ||
		       header->operation != OPERATION_BROADCAST);
}

int field_in_json(const struct schedule_field *field,
	const struct schedule_header *header)
{
	return has_value(field, header) &&
	       (field->is_derived || is_of_model(field->models, header));
}

uint64_t field_number(const struct schedule_field *field,
	const struct schedule_header *header)
{
	return *(const uint64_t *)member(header, field->offset);
}

static unsigned word_index(const void *value)
{
	unsigned index;

	memcpy(&index, value, sizeof index);
	return index;
}

char *field_text(const struct schedule_field *field,
	const struct schedule_header *header)
{
	const void *value = member(header, field->offset);
	const char *text;

	if (field->offset == FIELD(algorithm))
		return schedule_algorithm_text(header);
	text = field->kind == VALUE_WORD ? field->words[word_index(value)]
					 : *(const char *const *)value;
	return mem_join(text, NULL);
}

/* Writes a text up to its line's end; bytes that are not UTF-8 and control
 * characters become '?', as in JSON. */
static void write_printable(FILE *out, const char *text)
{
	while (*text && *text != '\n') {
		size_t size = utf8_size(text);

		fputs(size > 0 ? "" : "?", out);
		fwrite(text, 1, size, out);
		text += (size_t)most_u64(size, 1);
	}
	fputc('\n', out);
}

static void write_header_line(const struct schedule_field *field,
	const struct schedule_header *header, FILE *out)
{
	char number[SCHEDULE_TIME_MAX], *text;

	fprintf(out, "# %s ", field->name);
	if (field->kind == VALUE_TIME || field->kind == VALUE_COUNT) {
		schedule_time_text(number, field_number(field, header),
			field->kind == VALUE_TIME ? header->unit : 1);
		fprintf(out, "%s\n", number);
	} else {
		text = field_text(field, header);
		write_printable(out, text);
		mem_free(text);
	}
}

void schedule_write_header(const struct schedule_header *header, FILE *out)
{
	fputs("# fibcast schedule 1\n", out);
	for (size_t i = 0; i < FIELDS; i++)
		if (field_in_file(&schedule_fields[i], header))
			write_header_line(&schedule_fields[i], header, out);
	for (const char *note = header->notes; note && *note;) {
		fputs("# ", out);
		write_printable(out, note);
		note += strcspn(note, "\n") + 1;
	}
}

/* -- columns */

static const char *const accesses[] = {[ACCESS_NONE] = "",
	[ACCESS_WRITE] = "write",
	[ACCESS_READ] = "read",
	NULL};

const struct schedule_column schedule_columns[SCHEDULE_COLUMNS] = {
	{"time", VALUE_TIME, COLUMN(tick), .words = NULL},
	{"from", VALUE_PROCESSOR, COLUMN(from), .wrong = " is not a processor"},
	{"to", VALUE_PROCESSOR, COLUMN(to), .wrong = " is not a processor"},
	{"message", VALUE_COUNT, COLUMN(message), .wrong = " is not a message"},
	{"size", VALUE_COUNT, COLUMN(size), .models = BY_COST,
		.wrong = " is not the size of a group"},
	{"access", VALUE_WORD, COLUMN(access), accesses, .models = BY_COST,
		.wrong = " is neither read nor write"},
	{NULL, VALUE_RUN, COLUMN(first), .words = NULL},
	{"kind", VALUE_WORD, COLUMN(kind), schedule_kinds, .models = ELSEWHERE,
		.flag = FIELD(has_kind),
		.wrong = " is none of both, send, receive"},
	{"taken", VALUE_TIME, COLUMN(taken), .models = ON_MACHINE,
		.flag = FIELD(has_taken)},
};

const char *column_name(const struct schedule_column *column,
	const struct schedule_header *header)
{
	return column->name ? column->name
			    : schedule_run_column(header->operation);
}

int column_may_be(const struct schedule_column *column,
	const struct schedule_header *header)
{
	return is_of_model(column->models, header) &&
	       column_name(column, header) != NULL;
}

size_t schedule_columns_of(
	const struct schedule_column *column[SCHEDULE_COLUMNS],
	const struct schedule_header *header)
{
	size_t count = 0;

	for (size_t i = 0; i < SCHEDULE_COLUMNS; i++) {
		const struct schedule_column *c = &schedule_columns[i];

		if (column_may_be(c, header) &&
			(c->flag == 0 || *(const int *)member(header, c->flag)))
			column[count++] = c;
	}
	return count;
}

uint64_t column_most(const struct schedule_column *column,
	const struct schedule_header *header)
{
	if (column->kind == VALUE_PROCESSOR)
		return header->processors - 1;
	return column->offset == COLUMN(message) ? header->messages
						 : header->processors;
}

uint64_t column_number(
	const struct schedule_column *column, const struct transmission *row)
{
	const void *value = (const char *)row + column->offset;

	return column->kind == VALUE_WORD ? word_index(value)
					  : *(const uint64_t *)value;
}

char *column_parts_text(const struct schedule_column *column,
	const struct schedule_header *header, const struct transmission *row)
{
	return column->kind == VALUE_RUN ? schedule_parts_text(header, row)
					 : NULL;
}

size_t column_text(char text[SCHEDULE_TIME_MAX],
	const struct schedule_column *column,
	const struct schedule_header *header, const struct transmission *row)
{
	uint64_t number = column_number(column, row);

	switch (column->kind) {
	case VALUE_TIME:
		return schedule_time_text(text, number, header->unit);
	case VALUE_RUN:
		return schedule_run_text(text, header, row);
	case VALUE_WORD:
		return strlen(strcpy(text, column->words[number]));
	case VALUE_PROCESSOR:
	case VALUE_COUNT:
	case VALUE_TEXT:
		break;
	}
	return number_u64(text, number);
}
