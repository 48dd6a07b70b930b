/*
 * Reads the header of the schedule format: the first line, and fields in any
 * order, each at most once.  What a field means may depend on those before it
 * in our own order, so their lines are kept, and read in that order at the end.
 */
#include "format/schedule/scan.h"

#include <string.h>

#include "base/mem.h"
#include "core/problem.h"
#include "number/cost.h"
#include "format/machine.h"
#include "format/schedule/fields.h"

/* The most bytes of all lines x-... together. */
enum { NOTES_MAX = 1 << 20 };

/* The longest number in a cost, in bits. */
static const uint64_t COST_BITS_MAX = UINT64_C(1) << 24;

static const char FIRST[] = "# fibcast schedule 1";

struct head {
	struct schedule_header *header;
	struct scan_texts *texts;
	struct lines *lines;
	struct err *err;
	/* Of each field, NULL and 0 if it is not given: its value, to the end
	 * of the line, and the line's number. */
	char *value[FIELDS];
	uint64_t line[FIELDS];
};

static enum status head_error(
	const struct head *head, const char *text, const char *what)
{
	return scan_error(text, what, head->lines, head->err);
}

/* The size of the rest of the line at text, without blanks at its end. */
static size_t size_of_rest(const char *text)
{
	const char *end = lines_end(text);

	while (end > text && is_blank(end[-1]))
		end--;
	return (size_t)(end - text);
}

static enum status check_text(
	const struct head *head, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)text[i] < ' ')
			return lines_error(head->lines, head->err,
				"a control character in the header");
	return STATUS_OK;
}

/* Copies the rest of the line. */
static enum status scan_text(
	char **copied, const struct head *head, char **text)
{
	size_t size = size_of_rest(*text);
	enum status status = check_text(head, *text, size);

	if (status == STATUS_OK)
		*copied = mem_text(*text, size);
	*text += size;
	return status;
}

/* Keeps a cost, which must be an expression.  Whether it has a value for each
 * size of group is only known when the rows are used. */
static enum status scan_cost(const struct head *head, char **text)
{
	enum model model = head->header->model;
	enum status status;
	struct cost *cost = NULL;
	struct err err;

	if (model != MODEL_LOCALITY)
		return lines_error(head->lines, head->err, "model ",
			schedule_models[model], " has no cost");
	status = scan_text(&head->texts->cost, head, text);
	if (status != STATUS_OK)
		return status;
	if (cost_parse(&cost, head->texts->cost, COST_BITS_MAX, &err) !=
		STATUS_OK)
		status = lines_error(head->lines, head->err, "cost: ", err.msg);
	cost_free(cost);
	return status;
}

/* Whether the model has the operation: telephone calls carry one block each,
 * and the model locality only broadcasts. */
static int has_operation(const struct schedule_header *header)
{
	if (header->model == MODEL_LOCALITY)
		return header->operation == OPERATION_BROADCAST;
	return (header->model != MODEL_TELEPHONE &&
		       header->model != MODEL_TELEGRAPH) ||
	       !schedule_is_by_block(header->operation);
}

/* Reads the model or the operation. */
static enum status scan_word(
	const struct head *head, enum field field, char **text)
{
	const struct schedule_field *row = &schedule_fields[field];
	struct schedule_header *header = head->header;
	unsigned index;

	if (!scan_words(&index, text, row->words))
		return head_error(head, *text,
			field == FIELD_MODEL ? " is not a model"
					     : " is not an operation");
	memcpy((char *)header + row->offset, &index, sizeof index);
	if (has_operation(header))
		return STATUS_OK;
	return lines_error(head->lines, head->err, ERR_TEXT,
		schedule_operations[header->operation],
		" is none of the model ", schedule_models[header->model]);
}

/* Reads a whole number of 1 or more. */
static enum status scan_count(
	uint64_t *count, const struct head *head, char **text)
{
	char *start = *text;
	enum status status = scan_number(count, text, head->lines, head->err);

	if (status == STATUS_OK && *count == 0)
		status = head_error(head, start, " is less than 1");
	return status;
}

/* Reads a time, and makes the unit finer if the time is no multiple of it. */
static enum status scan_field_time(
	uint64_t *tick, const struct head *head, char **text)
{
	struct scan_time time;
	uint64_t none = 0;

	if (scan_time(&time, text, head->lines, head->err) != STATUS_OK ||
		scan_refine(head->header, &none, time.denominator, head->lines,
			head->err) != STATUS_OK)
		return head->err->code;
	return scan_tick(tick, &time, head->header, head->lines, head->err);
}

static int has_latency(const struct schedule_header *header)
{
	return header->model == MODEL_POSTAL || header->model == MODEL_LOGP;
}

/* Checks a number of the header that has been read; its text is at start. */
static enum status check_number(
	const struct head *head, enum field field, const char *start)
{
	const struct schedule_header *header = head->header;
	const char *wrong = NULL, *lacks = NULL;

	if (field == FIELD_MESSAGES && header->messages > 1 &&
		schedule_run_column(header->operation))
		wrong = " is too many: this operation has one message";
	if (field == FIELD_LATENCY && !has_latency(header))
		lacks = " has no latency";
	else if (field == FIELD_LATENCY && header->send == 0 &&
		 header->latency < header->unit)
		wrong = " is less than 1";
	else if (field == FIELD_LATENCY && header->model == MODEL_LOGP &&
		 header->unit > 1)
		wrong = " is not whole, as logp needs";
	if (field == FIELD_SEND && header->model != MODEL_POSTAL)
		lacks = " has sends of length 1 only";
	else if (field == FIELD_SEND && header->send == 0)
		wrong = " is not a time that a send can take";
	if (lacks)
		return lines_error(head->lines, head->err, "model ",
			schedule_models[header->model], lacks);
	return wrong ? head_error(head, start, wrong) : STATUS_OK;
}

/* Sets what a message takes on a machine, or inside its nodes. */
static enum status set_message(const struct head *head, int is_inside,
	const struct machine *machine, mpz_t bytes)
{
	struct schedule_header *header = head->header;
	struct block_cost cost = {.machine = machine};
	mpz_ptr block = mpq_numref(cost.block);
	struct machine_message message;
	enum status status = STATUS_OK;

	mpq_init(cost.block);
	machine_message_init(&message);
	mpq_set_ui(cost.block, 1, 1);
	if (mpz_sgn(bytes) > 0) {
		number_set_u64(block, header->messages);
		mpz_cdiv_q(block, bytes, block);
	}
	machine_message_set(&message, machine, cost.block);
	if (!(is_inside ? schedule_set_inside(header, &message)
			: problem_block_messages(header, &cost)))
		status = lines_error(head->lines, head->err,
			"the machine's times have no common unit in which they "
			"are below 2^63");
	machine_message_clear(&message);
	mpq_clear(cost.block);
	return status;
}

/* Reads a machine and keeps its text in *of: texts->machine, or texts->inside
 * for the machine inside nodes. */
static enum status scan_machine(const struct head *head, char **of, char **text)
{
	int is_inside = of == &head->texts->inside;
	const char **time_unit = &head->header->time_unit, *unit = NULL;
	struct machine machine = {0};
	enum status status = scan_text(of, head, text);
	struct err err;
	mpz_t bytes, messages;

	if (status != STATUS_OK)
		return status;
	mpz_inits(bytes, messages, NULL);
	number_set_u64(messages, head->header->messages);
	if (machine_text_parse(&machine, bytes, *of, &err) != STATUS_OK)
		status = lines_error(head->lines, head->err, err.msg);
	else if (mpz_sgn(bytes) > 0 && mpz_cmp(bytes, messages) < 0)
		status = lines_error(head->lines, head->err, ERR_TEXT, *of,
			" has fewer bytes than there are messages");
	else if (head->header->model == MODEL_MACHINE)
		status = set_message(head, is_inside, &machine, bytes);
	if (status == STATUS_OK && machine.unit != UNIT_NONE)
		unit = machine_units[machine.unit];
	if (status == STATUS_OK && is_inside && unit != *time_unit)
		status = lines_error(head->lines, head->err, ERR_TEXT, *of,
			" is not in the unit of the machine");
	*time_unit = unit;
	machine_clear(&machine);
	mpz_clears(bytes, messages, NULL);
	return status;
}

/* Passes over the unit, which must be the machine's. */
static enum status scan_unit(const struct head *head, char **text)
{
	const char *const units[] = {head->header->time_unit, NULL};
	unsigned index;

	return scan_words(&index, text, units)
		       ? STATUS_OK
		       : head_error(head, *text, " is not the machine's unit");
}

/* Checks that the header may have a field of ports or nodes.  The model postal
 * has all of them, a machine only node and inside-machine; all but ports need
 * node. */
static enum status check_level(const struct head *head, enum field field)
{
	const struct schedule_header *header = head->header;
	const char *name = schedule_fields[field].name;

	if (header->model != MODEL_POSTAL &&
		(header->model != MODEL_MACHINE ||
			(field != FIELD_NODE && field != FIELD_INSIDE_MACHINE)))
		return lines_error(head->lines, head->err, "model ",
			schedule_models[header->model], " has no ", name);
	if (field != FIELD_PORTS && field != FIELD_NODE && header->node == 0)
		return lines_error(head->lines, head->err,
			"the header has no node, which ", name, " needs");
	return STATUS_OK;
}

/* Reads a word or a text, which is the rest of the line. */
static enum status scan_string(
	const struct head *head, enum field field, char **text)
{
	if (field == FIELD_MODEL || field == FIELD_OPERATION)
		return scan_word(head, field, text);
	if (field == FIELD_UNIT)
		return scan_unit(head, text);
	if (field == FIELD_ALGORITHM)
		return scan_text(&head->texts->algorithm, head, text);
	if (field == FIELD_MACHINE)
		return scan_machine(head, &head->texts->machine, text);
	if (field == FIELD_INSIDE_MACHINE)
		return scan_machine(head, &head->texts->inside, text);
	return scan_cost(head, text);
}

/* Reads the value of a field. */
static enum status scan_value(
	const struct head *head, enum field field, char **text)
{
	const struct schedule_field *row = &schedule_fields[field];
	struct schedule_header *header = head->header;
	uint64_t *number = (uint64_t *)((char *)header + row->offset);
	enum status status = STATUS_OK;
	char *start = *text;

	if (field >= FIELD_NODE && field <= FIELD_PORTS)
		status = check_level(head, field);
	if (status != STATUS_OK)
		return status;
	if (row->kind > VALUE_COUNT)
		return scan_string(head, field, text);
	if (field == FIELD_FINISH) {
		header->has_finish = 1;
		header->finish_line = head->lines->line;
	}
	status = row->kind == VALUE_TIME ? scan_field_time(number, head, text)
					 : scan_count(number, head, text);
	return status == STATUS_OK ? check_number(head, field, start) : status;
}

/* Keeps a line "x-name value", a reader's own, as it is. */
static enum status scan_note(struct head *head, char *text)
{
	struct scan_texts *texts = head->texts;
	size_t size = size_of_rest(text), before = texts->notes_size;
	enum status status;

	if (is_cell_end(text[2]))
		return head_error(head, text, " has no name after x-");
	if (before + size >= NOTES_MAX)
		return lines_error(
			head->lines, head->err, "the lines x-... are too long");
	status = check_text(head, text, size);
	if (status != STATUS_OK)
		return status;
	texts->notes = mem_resize(texts->notes, before + size + 2, 1);
	memcpy(texts->notes + before, text, size);
	memcpy(texts->notes + before + size, "\n", 2);
	texts->notes_size += size + 1;
	return STATUS_OK;
}

/* Keeps the line "# name value" at text. */
static enum status keep_field(struct head *head, char *text)
{
	enum field field = FIELD_MODEL;
	size_t size;

	text = skip_blanks(text + 1);
	if (strncmp(text, "x-", 2) == 0)
		return scan_note(head, text);
	while (field < FIELDS &&
		!scan_is_word(text, schedule_fields[field].name))
		field++;
	if (field == FIELDS)
		return head_error(
			head, text, " is not a header line of a schedule");
	if (head->value[field])
		return head_error(head, text, " is given twice");
	text = skip_blanks(text + strlen(schedule_fields[field].name));
	size = size_of_rest(text);
	head->line[field] = head->lines->line;
	head->value[field] = mem_array(size + 1 + LINES_BEHIND, 1);
	memcpy(head->value[field], text, size);
	head->value[field][size] = '\n';
	return STATUS_OK;
}

/* An error in the value of a field that was kept: names its line and both. */
static enum status field_error(
	const struct head *head, enum field field, const char *what)
{
	const char *value = head->value[field];
	struct lines *lines = head->lines;
	uint64_t line = lines->line;
	enum status status;

	lines->line = head->line[field];
	status = lines_error(lines, head->err, schedule_fields[field].name,
		": ", ERR_TEXT, ERR_OWN, mem_text(value, size_of_rest(value)),
		what);
	lines->line = line;
	return status;
}

static enum status scan_field(const struct head *head, enum field field)
{
	const struct schedule_field *row = &schedule_fields[field];
	char *text = head->value[field];
	enum status status;

	if (size_of_rest(text) == 0)
		return lines_error(head->lines, head->err, ERR_TEXT,
			schedule_fields[field].name, " has no value");
	head->lines->field = row->kind > VALUE_COUNT ? NULL : row->name;
	status = scan_value(head, field, &text);
	head->lines->field = NULL;
	if (status == STATUS_OK && size_of_rest(text) > 0)
		status = lines_error(head->lines, head->err,
			"more than one value for ", ERR_TEXT,
			schedule_fields[field].name);
	return status;
}

/* Reads the fields that were kept, if the model is among them. */
static enum status scan_fields(const struct head *head)
{
	struct lines *lines = head->lines;
	uint64_t line = lines->line;
	enum status status = STATUS_OK;

	for (enum field field = 0; field < FIELDS && status == STATUS_OK &&
				   head->value[FIELD_MODEL];
		++field) {
		lines->line = head->line[field];
		if (head->value[field])
			status = scan_field(head, field);
	}
	lines->line = line;
	return status;
}

/* Whether a machine's messages inside nodes take more of a processor or of a
 * port than others. */
static int is_inside_busier(const struct schedule_header *header)
{
	return header->model == MODEL_MACHINE &&
	       (header->inside_message.overhead > header->message.overhead ||
		       header->inside_message.gap > header->message.gap);
}

/* Checks that nodes have one size, and that messages inside them are no slower
 * than others. */
static enum status check_nodes(const struct head *head)
{
	const struct schedule_header *header = head->header;
	uint64_t send = schedule_send(header), inside = header->inside_send;
	enum field latency =
		head->texts->inside ? FIELD_INSIDE_MACHINE : FIELD_INSIDE;
	enum field slower = inside > send ? FIELD_INSIDE_SEND : latency;

	if (header->node == 0)
		return STATUS_OK;
	if (inside == 0 && header->model != MODEL_MACHINE)
		inside = send;
	if (header->inside == 0 && !head->texts->inside)
		return lines_error(head->lines, head->err, "the header has no ",
			ERR_TEXT, schedule_fields[FIELD_INSIDE].name);
	if (header->processors % header->node > 0)
		return field_error(head, FIELD_PROCESSORS,
			" is not a multiple of the processors of a node");
	if (inside > send || header->inside > header->latency ||
		is_inside_busier(header))
		return field_error(head, slower,
			" makes messages inside a node slower than others");
	if (header->inside < inside)
		return field_error(head, latency,
			" makes the latency inside a node less than a send "
			"takes");
	return STATUS_OK;
}

/* Whether every header of the model has the field. */
static int is_required(const struct schedule_header *header, enum field field)
{
	return field == FIELD_MODEL || field == FIELD_PROCESSORS ||
	       (field == FIELD_LATENCY && has_latency(header)) ||
	       (field == FIELD_MACHINE && header->model == MODEL_MACHINE) ||
	       (field == FIELD_COST && header->model == MODEL_LOCALITY);
}

static enum status check_complete(const struct head *head)
{
	const struct schedule_header *header = head->header;

	for (enum field field = 0; field < FIELDS; ++field)
		if (is_required(header, field) && !head->value[field])
			return lines_error(head->lines, head->err,
				"the header has no ", ERR_TEXT,
				schedule_fields[field].name);
	if (has_latency(header) && header->send > header->latency)
		return field_error(
			head, FIELD_LATENCY, " is less than a send takes");
	return check_nodes(head);
}

static enum status scan_first(const struct head *head)
{
	const struct lines *lines = head->lines;

	if (lines->at == lines->limit)
		return lines_error(lines, head->err, "the file is empty");
	if (size_of_rest(lines->at) == strlen(FIRST) &&
		strncmp(lines->at, FIRST, strlen(FIRST)) == 0)
		return STATUS_OK;
	if (strncmp(lines->at, "time,from,to,", 13) == 0)
		return lines_error(lines, head->err,
			"csv is not read, as it has no header: use tsv or "
			"text");
	if (*lines->at == '{')
		return lines_error(lines, head->err,
			"JSON is not read: see fibcast-schedule(5) for how jq "
			"makes a schedule of it");
	return lines_error(lines, head->err,
		"not the beginning of a schedule, ", ERR_TEXT, FIRST,
		" and the lines '# model M', '# processors N', '# latency L', "
		"'time from to message': see fibcast-schedule(5)");
}

void scan_texts_clear(struct scan_texts *texts)
{
	mem_free(texts->algorithm);
	mem_free(texts->cost);
	mem_free(texts->machine);
	mem_free(texts->inside);
	mem_free(texts->notes);
	*texts = (struct scan_texts){0};
}

/* Keeps all fields; *is_whole = whether a line follows that is none. */
static enum status keep_fields(struct head *head, int *is_whole)
{
	struct lines *lines = head->lines;
	enum status status = STATUS_OK;

	*is_whole = 0;
	while (status == STATUS_OK && !*is_whole) {
		char *text;

		lines_next(lines, lines->at);
		status = lines_fill(lines, head->err);
		if (status != STATUS_OK || lines->at == lines->limit)
			break;
		text = skip_blanks(lines->at);
		if (*text == '#')
			status = keep_field(head, text);
		else
			*is_whole = size_of_rest(text) > 0;
	}
	return status;
}

enum status scan_header(struct schedule_header *header,
	struct scan_texts *texts, struct lines *lines, struct err *err)
{
	struct head head = {
		.header = header, .texts = texts, .lines = lines, .err = err};
	enum status status = lines_fill(lines, err);
	int is_whole = 0;

	*header = (struct schedule_header){.unit = 1, .messages = 1};
	if (status == STATUS_OK)
		status = scan_first(&head);
	if (status == STATUS_OK)
		status = keep_fields(&head, &is_whole);
	if (status == STATUS_OK)
		status = scan_fields(&head);
	if (status == STATUS_OK)
		status = is_whole ? check_complete(&head)
				  : lines_error(lines, err,
					    "the file ends within its header");
	for (enum field field = 0; field < FIELDS; ++field)
		mem_free(head.value[field]);
	header->algorithm = texts->algorithm;
	header->cost = texts->cost;
	header->machine = texts->machine;
	header->inside_machine = texts->inside;
	header->notes = texts->notes;
	return status;
}
