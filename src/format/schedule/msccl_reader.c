/*
 * Reads MSCCL's XML as a schedule: the program is run in rounds (msccl_run.c),
 * what it sends is written to a file in the schedule format, and that file is
 * read.
 */
#include "format/schedule/msccl.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/schedule/schedule.h"
#include "number/number.h"

/* -- The text */

/* The text, and how far it has been read.  The first error is kept in err, and
 * ends reading. */
struct xml {
	char *text; /* ended by a NUL */
	size_t size, room, most;
	uint64_t line;
	char *at;
	struct err *err;
};

static int is_fine(const struct xml *xml)
{
	return xml->err->code == STATUS_OK;
}

static void xml_error(const struct xml *xml, const char *what, const char *text)
{
	if (is_fine(xml))
		(void)msccl_error(xml->line, xml->err, what, text);
}

/* Goes on to end, counting lines. */
static void xml_skip(struct xml *xml, const char *end)
{
	for (; xml->at < end; xml->at++)
		xml->line += *xml->at == '\n';
}

/* Reads the whole file into memory. */
static void xml_read(struct xml *xml, FILE *in)
{
	size_t got;

	do {
		if (xml->size + 1 >= xml->room) {
			if (xml->room > xml->most) {
				(void)limit_too_many("bytes", xml->err);
				return;
			}
			xml->room = 2 * xml->room + 4096;
			xml->text = mem_resize(xml->text, xml->room, 1);
		}
		got = fread(xml->text + xml->size, 1, xml->room - 1 - xml->size,
			in);
		xml->size += got;
	} while (got > 0);
	if (ferror(in)) {
		(void)err_input(xml->err, "cannot read: ", strerror(errno));
		return;
	}
	xml->text[xml->size] = '\0';
	xml->at = xml->text;
	xml->line = 1;
	if (strlen(xml->text) == xml->size)
		return;
	xml_skip(xml, xml->text + strlen(xml->text));
	xml_error(xml, "a NUL", NULL);
}

/* The next tag that is no comment, without < and >, ended by a NUL in place of
 * the >.  NULL if there is none, or after an error. */
static char *next_tag(struct xml *xml)
{
	char *begin, *end;

	do {
		int is_comment;

		if (!is_fine(xml))
			return NULL;
		assert(xml->at);
		begin = strchr(xml->at, '<');
		if (!begin)
			return NULL;
		xml_skip(xml, begin);
		is_comment = strncmp(begin, "<!--", 4) == 0;
		end = strstr(begin, is_comment ? "-->" : ">");
		if (!end) {
			xml_error(xml, "a tag without its end", NULL);
			return NULL;
		}
		xml_skip(xml, end);
	} while (begin[1] == '!' || begin[1] == '?');
	*end = '\0';
	xml->at = end + 1;
	return begin + 1;
}

static int is_tag(const char *tag, const char *name)
{
	size_t size = strlen(name);

	return strncmp(tag, name, size) == 0 &&
	       (tag[size] == '\0' || strchr(" \t\r\n/", tag[size]));
}

/* Where the attribute's value begins in the tag, after its quote; NULL if the
 * tag does not have the attribute. */
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

static void no_attribute(
	const struct xml *xml, const char *tag, const char *name)
{
	char lack[2 * WORD_MAX];

	snprintf(lack, sizeof lack, "the tag %.*s has no attribute ",
		(int)strcspn(tag, " \t\r\n/"), tag);
	xml_error(xml, lack, name);
}

/* word = the attribute's value; "" after an error. */
static void get_word(char word[WORD_MAX], const struct xml *xml,
	const char *tag, const char *name)
{
	const char *value = find_value(tag, name);
	size_t size = value ? strcspn(value, "\"'") : 0;

	if (!value)
		no_attribute(xml, tag, name);
	if (size >= WORD_MAX)
		xml_error(xml, "too long a value of the attribute ", name);
	if (!value || size >= WORD_MAX)
		size = 0;
	word[0] = '\0';
	strncat(word, value ? value : "", size);
}

/* The attribute's value, a whole number from least to 2^31 - 1. */
static int64_t get_number(
	const struct xml *xml, const char *tag, const char *name, int64_t least)
{
	char word[WORD_MAX], *end;
	int64_t number;

	get_word(word, xml, tag, name);
	number = strtoll(word, &end, 10);
	if (end == word || *end != '\0' || number < least ||
		number > INT32_MAX) {
		char *what =
			mem_join("the attribute '", name, "' cannot be ", NULL);

		xml_error(xml, what, word);
		mem_free(what);
	}
	return number;
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

/* The program, and the text that it is read from. */
struct reading {
	struct xml xml;
	struct program program;
};

static const char *const buffers[BUFFERS] = {"i", "o", "s"};

static enum buffer get_buffer(
	const struct xml *xml, const char *tag, const char *name)
{
	char word[WORD_MAX];

	get_word(word, xml, tag, name);
	for (enum buffer buffer = 0; buffer < BUFFERS; ++buffer)
		if (strcmp(word, buffers[buffer]) == 0)
			return buffer;
	xml_error(xml, "no such buffer, i, o or s: ", word);
	return BUFFER_INPUT;
}

static unsigned get_type(const struct xml *xml, const char *tag)
{
	char word[WORD_MAX];

	get_word(word, xml, tag, "type");
	for (size_t i = 0; i < STEP_TYPES; i++)
		if (strcmp(word, step_types[i].name) == 0)
			return step_types[i].does;
	xml_error(xml, "a type of step that is not known: ", word);
	return 0;
}

static void read_step(struct reading *reading, const char *tag)
{
	const struct xml *xml = &reading->xml;
	struct program *program = &reading->program;
	struct msccl_step step = {.line = xml->line};
	struct msccl_block *block;

	if (program->blocks == 0) {
		xml_error(xml, "a step outside a tb", NULL);
		return;
	}
	block = &program->block[program->blocks - 1];
	if ((size_t)get_number(xml, tag, "s", 0) != block->steps)
		xml_error(xml, "a step out of order", NULL);
	step.does = get_type(xml, tag);
	step.source = get_buffer(xml, tag, "srcbuf");
	step.target = get_buffer(xml, tag, "dstbuf");
	step.from = get_number(xml, tag, "srcoff", -1);
	step.to = get_number(xml, tag, "dstoff", -1);
	step.count = get_number(xml, tag, "cnt", 0);
	step.other = get_number(xml, tag, "depid", -1);
	step.other_at = get_number(xml, tag, "deps", -1);
	if ((step.does & STEP_SENDS && block->send < 0) ||
		(step.does & STEP_RECEIVES && block->receive < 0))
		xml_error(xml, "a step that its tb has no peer for", NULL);
	program->step = mem_grow(program->step, &program->step_room,
		program->steps, sizeof *program->step);
	program->step[program->steps++] = step;
	block->steps++;
}

static void read_block(struct reading *reading, int64_t rank, const char *tag)
{
	const struct xml *xml = &reading->xml;
	struct program *program = &reading->program;
	struct msccl_block block = {.rank = rank, .first = program->steps};

	if (rank < 0)
		xml_error(xml, "a tb outside a gpu", NULL);
	block.id = get_number(xml, tag, "id", 0);
	block.send = get_number(xml, tag, "send", -1);
	block.receive = get_number(xml, tag, "recv", -1);
	block.channel = get_number(xml, tag, "chan", 0);
	if (block.send >= program->ranks || block.receive >= program->ranks ||
		block.send == rank || block.receive == rank)
		xml_error(xml, "a tb's peer is not another gpu", NULL);
	program->block = mem_grow(program->block, &program->block_room,
		program->blocks, sizeof *program->block);
	program->block[program->blocks++] = block;
}

static void read_gpu(struct reading *reading, int64_t *rank, const char *tag)
{
	static const char *const names[] = {"i_chunks", "o_chunks", "s_chunks"};
	const struct xml *xml = &reading->xml;
	struct program *program = &reading->program;

	if (program->ranks == 0)
		xml_error(xml, "a gpu outside an algo", NULL);
	*rank = get_number(xml, tag, "id", 0);
	if (!is_fine(xml))
		return;
	assert(program->size[0]);
	if (*rank >= program->ranks || program->size[0][*rank] >= 0)
		xml_error(xml, "a gpu's id is not a new one", NULL);
	for (int i = 0; i < BUFFERS && is_fine(xml); i++) {
		program->size[i][*rank] = get_number(xml, tag, names[i], 0);
		program->place[i][*rank] = program->chunks;
		if (!is_fine(xml))
			return;
		program->chunks += (size_t)program->size[i][*rank];
		if (program->chunks > xml->most / sizeof(struct chunk))
			(void)limit_too_many("chunks", xml->err);
	}
}

/* About the memory for a rank; and the most ranks, as msccl_run keeps a set of
 * them for each block of each rank. */
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

/* Whether the program may have that many ranks, and chunks in a loop. */
static int check_ranks(const struct xml *xml, int64_t ranks, int64_t chunks)
{
	char word[WORD_MAX];

	if (chunks != ranks)
		xml_error(xml,
			"nchunksperloop is not ngpus: a block must be a chunk",
			NULL);
	snprintf(word, sizeof word, "%" PRId64, ranks);
	if (ranks > RANKS_MAX)
		xml_error(xml, "more than 1024 gpus, ngpus is ", word);
	if (is_fine(xml) && (uint64_t)ranks > xml->most / RANK_BYTES)
		(void)limit_too_many("gpus", xml->err);
	return is_fine(xml);
}

static void read_algo(struct reading *reading, const char *tag)
{
	const struct xml *xml = &reading->xml;
	struct program *program = &reading->program;
	char word[WORD_MAX];
	int64_t ranks, chunks;

	if (program->ranks > 0)
		xml_error(xml, "a second algo", NULL);
	get_word(word, xml, tag, "coll");
	ranks = get_number(xml, tag, "ngpus", 1);
	chunks = get_number(xml, tag, "nchunksperloop", 1);
	program->in_place = get_number(xml, tag, "inplace", 0);
	if (!msccl_operation(&program->operation, word))
		xml_error(xml, "no schedules for the coll ", word);
	if (check_ranks(xml, ranks, chunks)) {
		program->ranks = ranks;
		make_ranks(program);
	}
}

static void read_program(struct reading *reading)
{
	struct program *program = &reading->program;
	struct xml *xml = &reading->xml;
	int64_t rank = -1;
	char *tag;

	while ((tag = next_tag(xml)) != NULL) {
		if (is_tag(tag, "algo"))
			read_algo(reading, tag);
		else if (is_tag(tag, "gpu"))
			read_gpu(reading, &rank, tag);
		else if (is_tag(tag, "tb"))
			read_block(reading, rank, tag);
		else if (is_tag(tag, "step"))
			read_step(reading, tag);
		else if (*tag != '/')
			xml_error(xml, "a tag that is not of MSCCL's: ", tag);
	}
	if (program->ranks == 0)
		xml_error(xml, "there is no <algo>", NULL);
	for (int64_t p = 0; p < program->ranks; p++)
		if (program->size[0][p] < 0)
			xml_error(xml, "there is no gpu for some id", NULL);
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
	mem_free(program->had_by);
}

/* Writes a header, and the rows. */
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
	struct reading reading = {
		.xml = {.most = (size_t)(max_bits / 8), .err = err},
		.program = {.most = max_bits / 8}};
	enum status status;

	*schedule = NULL;
	err->code = STATUS_OK;
	xml_read(&reading.xml, in);
	read_program(&reading);
	status = err->code;
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
