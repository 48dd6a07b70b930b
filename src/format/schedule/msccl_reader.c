/*
 * MSCCL's XML read as a schedule: what its program sends, carried out in rounds
 * (msccl_run.c), is written in the schedule format, and read.
 */
#include "format/schedule/msccl.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/schedule/schedule.h"
#include "number/number.h"

/* -- The text */

struct xml {
	char *text; /* ended by a NUL */
	size_t size, room, most;
	uint64_t line;
	char *at;
};

static enum status xml_error(const struct xml *xml, struct err *err,
	const char *what, const char *text)
{
	return msccl_error(xml->line, err, what, text);
}

static void xml_skip(struct xml *xml, const char *end)
{
	for (; xml->at < end; xml->at++)
		xml->line += *xml->at == '\n';
}

static enum status xml_read(struct xml *xml, FILE *in, struct err *err)
{
	size_t got;

	do {
		if (xml->size + 1 >= xml->room) {
			if (xml->room > xml->most)
				return limit_too_many("bytes", err);
			xml->room = 2 * xml->room + 4096;
			xml->text = mem_resize(xml->text, xml->room, 1);
		}
		got = fread(xml->text + xml->size, 1, xml->room - 1 - xml->size,
			in);
		xml->size += got;
	} while (got > 0);
	if (ferror(in))
		return err_limit(err, "cannot read");
	xml->text[xml->size] = '\0';
	xml->at = xml->text;
	xml->line = 1;
	if (strlen(xml->text) == xml->size)
		return STATUS_OK;
	xml_skip(xml, xml->text + strlen(xml->text));
	return xml_error(xml, err, "a NUL", NULL);
}

/* The next tag that is no comment, between < and >: both are ended by a NUL, so
 * that what is left begins behind it; NULL: there is none. */
static enum status next_tag(struct xml *xml, char **tag, struct err *err)
{
	char *begin, *end;

	do {
		int is_comment;

		*tag = NULL;
		assert(xml->at);
		begin = strchr(xml->at, '<');
		if (!begin)
			return STATUS_OK;
		xml_skip(xml, begin);
		is_comment = strncmp(begin, "<!--", 4) == 0;
		end = strstr(begin, is_comment ? "-->" : ">");
		if (!end)
			return xml_error(
				xml, err, "a tag without its end", NULL);
		xml_skip(xml, end);
	} while (begin[1] == '!' || begin[1] == '?');
	*end = '\0';
	xml->at = end + 1;
	*tag = begin + 1;
	return STATUS_OK;
}

static int is_tag(const char *tag, const char *name)
{
	size_t size = strlen(name);

	return strncmp(tag, name, size) == 0 &&
	       (tag[size] == '\0' || strchr(" \t\r\n/", tag[size]));
}

/* Where the attribute's value begins in the tag, behind its quote; NULL: it has
 * none. */
static const char *find_value(const char *tag, const char *name)
{
	size_t size = strlen(name);
	const char *at = tag;

	while ((at = strstr(at, name))) {
		const char *end = at + size;

		if (strchr(" \t\r\n", at[-1]) && end[0] == '=' &&
			(end[1] == '"' || end[1] == '\''))
			return end + 2;
		at = end;
	}
	return NULL;
}

enum { WORD_MAX = 24 };

static enum status get_word(char word[WORD_MAX], const struct xml *xml,
	const char *tag, const char *name, struct err *err)
{
	const char *value = find_value(tag, name);
	size_t size;

	if (!value)
		return xml_error(xml, err, "a tag has no attribute ", name);
	size = strcspn(value, "\"'");
	if (size >= WORD_MAX)
		return xml_error(
			xml, err, "too long a value of the attribute ", name);
	memcpy(word, value, size);
	word[size] = '\0';
	return STATUS_OK;
}

/* A whole number from least to 2^31 - 1. */
static enum status get_number(int64_t *number, const struct xml *xml,
	const char *tag, const char *name, int64_t least, struct err *err)
{
	char word[WORD_MAX], *end;

	if (get_word(word, xml, tag, name, err) != STATUS_OK)
		return err->code;
	*number = strtoll(word, &end, 10);
	if (end == word || *end != '\0' || *number < least ||
		*number > INT32_MAX)
		return xml_error(
			xml, err, "no such number for the attribute ", name);
	return STATUS_OK;
}

/* -- The program */

static const struct {
	const char *name;
	unsigned does;
} step_types[] = {
	{"s", STEP_SENDS},
	{"r", STEP_RECEIVES | STEP_STORES},
	{"rcs", STEP_RECEIVES | STEP_STORES | STEP_SENDS},
	{"rrc", STEP_RECEIVES | STEP_ADDS | STEP_STORES},
	{"rrs", STEP_RECEIVES | STEP_ADDS | STEP_SENDS},
	{"rrcs", STEP_RECEIVES | STEP_ADDS | STEP_STORES | STEP_SENDS},
	{"cpy", STEP_COPIES},
	{"re", STEP_COPIES | STEP_ADDS},
	{"nop", 0},
};

enum { STEP_TYPES = sizeof step_types / sizeof *step_types };

/* A program, and the text that it is read from. */
struct reading {
	struct xml xml;
	struct program program;
};

static const char *const buffers[BUFFERS] = {"i", "o", "s"};

static enum status get_buffer(enum buffer *buffer, const struct xml *xml,
	const char *tag, const char *name, struct err *err)
{
	char word[WORD_MAX];

	if (get_word(word, xml, tag, name, err) != STATUS_OK)
		return err->code;
	for (*buffer = 0; *buffer < BUFFERS; ++*buffer)
		if (strcmp(word, buffers[*buffer]) == 0)
			return STATUS_OK;
	return xml_error(xml, err, "no such buffer, i, o or s: ", word);
}

static enum status get_type(
	unsigned *does, const struct xml *xml, const char *tag, struct err *err)
{
	char word[WORD_MAX];

	if (get_word(word, xml, tag, "type", err) != STATUS_OK)
		return err->code;
	for (size_t i = 0; i < STEP_TYPES; i++)
		if (strcmp(word, step_types[i].name) == 0) {
			*does = step_types[i].does;
			return STATUS_OK;
		}
	return xml_error(xml, err, "a type of step that is not known: ", word);
}

static enum status read_step(
	struct reading *reading, const char *tag, struct err *err)
{
	const struct xml *xml = &reading->xml;
	struct program *program = &reading->program;
	struct msccl_step step = {.line = xml->line};
	struct msccl_block *block;
	int64_t at;

	if (program->blocks == 0)
		return xml_error(xml, err, "a step outside a tb", NULL);
	block = &program->block[program->blocks - 1];
	if (get_number(&at, xml, tag, "s", 0, err) != STATUS_OK ||
		get_type(&step.does, xml, tag, err) != STATUS_OK ||
		get_buffer(&step.source, xml, tag, "srcbuf", err) !=
			STATUS_OK ||
		get_buffer(&step.target, xml, tag, "dstbuf", err) !=
			STATUS_OK ||
		get_number(&step.from, xml, tag, "srcoff", -1, err) !=
			STATUS_OK ||
		get_number(&step.to, xml, tag, "dstoff", -1, err) !=
			STATUS_OK ||
		get_number(&step.count, xml, tag, "cnt", 0, err) != STATUS_OK ||
		get_number(&step.other, xml, tag, "depid", -1, err) !=
			STATUS_OK ||
		get_number(&step.other_at, xml, tag, "deps", -1, err) !=
			STATUS_OK)
		return err->code;
	if ((size_t)at != block->steps)
		return xml_error(xml, err, "a step out of order", NULL);
	if ((step.does & STEP_SENDS && block->send < 0) ||
		(step.does & STEP_RECEIVES && block->receive < 0))
		return xml_error(
			xml, err, "a step that its tb has no peer for", NULL);
	program->step = mem_grow(program->step, &program->step_room,
		program->steps, sizeof *program->step);
	program->step[program->steps++] = step;
	block->steps++;
	return STATUS_OK;
}

static enum status read_block(
	struct reading *reading, int64_t rank, const char *tag, struct err *err)
{
	const struct xml *xml = &reading->xml;
	struct program *program = &reading->program;
	struct msccl_block block = {.rank = rank, .first = program->steps};

	if (rank < 0)
		return xml_error(xml, err, "a tb outside a gpu", NULL);
	if (get_number(&block.id, xml, tag, "id", 0, err) != STATUS_OK ||
		get_number(&block.send, xml, tag, "send", -1, err) !=
			STATUS_OK ||
		get_number(&block.receive, xml, tag, "recv", -1, err) !=
			STATUS_OK ||
		get_number(&block.channel, xml, tag, "chan", 0, err) !=
			STATUS_OK)
		return err->code;
	if (block.send >= program->ranks || block.receive >= program->ranks ||
		block.send == rank || block.receive == rank)
		return xml_error(
			xml, err, "a tb's peer is not another gpu", NULL);
	program->block = mem_grow(program->block, &program->block_room,
		program->blocks, sizeof *program->block);
	program->block[program->blocks++] = block;
	return STATUS_OK;
}

static enum status read_gpu(struct reading *reading, int64_t *rank,
	const char *tag, struct err *err)
{
	static const char *const names[] = {"i_chunks", "o_chunks", "s_chunks"};
	const struct xml *xml = &reading->xml;
	struct program *program = &reading->program;

	if (program->ranks == 0)
		return xml_error(xml, err, "a gpu outside an algo", NULL);
	if (get_number(rank, xml, tag, "id", 0, err) != STATUS_OK)
		return err->code;
	if (*rank >= program->ranks || program->size[0][*rank] >= 0)
		return xml_error(xml, err, "a gpu's id is not a new one", NULL);
	for (int i = 0; i < BUFFERS; i++) {
		if (get_number(&program->size[i][*rank], xml, tag, names[i], 0,
			    err) != STATUS_OK)
			return err->code;
		program->place[i][*rank] = program->chunks;
		program->chunks += (size_t)program->size[i][*rank];
		if (program->chunks > xml->most / sizeof(struct chunk))
			return limit_too_many("chunks", err);
	}
	return STATUS_OK;
}

/* The memory of a rank, about. */
enum { RANK_BYTES = 128, RANKS_MAX = 1024 };

static void make_ranks(struct program *program)
{
	size_t ranks = (size_t)program->ranks;

	program->sent = mem_array(ranks, sizeof *program->sent);
	program->received = mem_array(ranks, sizeof *program->received);
	for (int i = 0; i < BUFFERS; i++) {
		program->size[i] = mem_array(ranks, sizeof *program->size[i]);
		program->place[i] = mem_array(ranks, sizeof *program->place[i]);
		for (size_t p = 0; p < ranks; p++)
			program->size[i][p] = -1;
	}
}

static enum status read_algo(
	struct reading *reading, const char *tag, struct err *err)
{
	const struct xml *xml = &reading->xml;
	struct program *program = &reading->program;
	char word[WORD_MAX];
	int64_t chunks = 0;

	if (program->ranks > 0)
		return xml_error(xml, err, "a second algo", NULL);
	if (get_word(word, xml, tag, "coll", err) != STATUS_OK ||
		get_number(&program->ranks, xml, tag, "ngpus", 1, err) !=
			STATUS_OK ||
		get_number(&chunks, xml, tag, "nchunksperloop", 1, err) !=
			STATUS_OK ||
		get_number(&program->in_place, xml, tag, "inplace", 0, err) !=
			STATUS_OK)
		return err->code;
	if (!msccl_operation(&program->operation, word))
		return xml_error(xml, err, "no schedules for the coll ", word);
	if (chunks != program->ranks)
		return xml_error(xml, err,
			"nchunksperloop is not ngpus: a block must be a chunk",
			NULL);
	/* A set of ranks for each block of each. */
	if (program->ranks > RANKS_MAX) {
		snprintf(word, sizeof word, "%" PRId64, program->ranks);
		return xml_error(
			xml, err, "more than 1024 gpus, ngpus is ", word);
	}
	if ((uint64_t)program->ranks > xml->most / RANK_BYTES)
		return limit_too_many("gpus", err);
	make_ranks(program);
	return STATUS_OK;
}

static enum status read_program(struct reading *reading, struct err *err)
{
	struct program *program = &reading->program;
	struct xml *xml = &reading->xml;
	enum status status;
	int64_t rank = -1;
	char *tag;

	while ((status = next_tag(xml, &tag, err)) == STATUS_OK && tag) {
		if (is_tag(tag, "algo"))
			status = read_algo(reading, tag, err);
		else if (is_tag(tag, "gpu"))
			status = read_gpu(reading, &rank, tag, err);
		else if (is_tag(tag, "tb"))
			status = read_block(reading, rank, tag, err);
		else if (is_tag(tag, "step"))
			status = read_step(reading, tag, err);
		else if (*tag != '/')
			status = xml_error(xml, err,
				"a tag that is not of "
				"MSCCL's: ",
				tag);
		if (status != STATUS_OK)
			return status;
	}
	if (status == STATUS_OK && program->ranks == 0)
		return xml_error(xml, err, "there is no algo", NULL);
	assert(status != STATUS_OK || program->size[0]);
	for (int64_t p = 0; p < program->ranks && status == STATUS_OK; p++)
		if (program->size[0][p] < 0)
			return xml_error(
				xml, err, "there is no gpu for some id", NULL);
	return status;
}

static void program_clear(struct program *program)
{
	for (size_t i = 0; program->mailbox && i < program->blocks; i++)
		mem_free(program->mailbox[i].message);
	for (int i = 0; i < BUFFERS; i++) {
		mem_free(program->size[i]);
		mem_free(program->place[i]);
	}
	mem_free(program->mailbox);
	mem_free(program->flight);
	mem_free(program->set);
	mem_free(program->held);
	mem_free(program->chunk);
	mem_free(program->step);
	mem_free(program->block);
	mem_free(program->sent);
	mem_free(program->received);
}

/* Writes the rows, behind a header. */
static enum status write_program(
	struct program *program, FILE *rows, struct err *err)
{
	enum status status;

	out_init(&program->out, rows);
	out_print(&program->out,
		"# fibcast schedule 1\n# model sendrecv\n# operation %s\n"
		"# processors %" PRIu64 "\ntime from to message blocks\n",
		schedule_operations[program->operation],
		(uint64_t)program->ranks);
	status = msccl_run(program, err);
	out_finish(&program->out);
	return status;
}

enum status schedule_msccl_open(struct schedule **schedule, FILE *in,
	FILE *rows, uint64_t max_bits, struct err *err)
{
	struct reading reading = {.xml.most = (size_t)(max_bits / 8)};
	enum status status = xml_read(&reading.xml, in, err);

	*schedule = NULL;
	if (status == STATUS_OK)
		status = read_program(&reading, err);
	if (status == STATUS_OK)
		status = write_program(&reading.program, rows, err);
	program_clear(&reading.program);
	mem_free(reading.xml.text);
	if (status != STATUS_OK)
		return status;
	if (fflush(rows) != 0 || fseek(rows, 0, SEEK_SET) != 0)
		return err_limit(err, "cannot write a temporary file");
	return schedule_reader_open(schedule, rows, err);
}
