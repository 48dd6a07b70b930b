/*
 * Reads Open MPI's dynamic rules.
 *
 *   text   an optional "rule-file-version-2", then whole numbers; # begins a
 *          comment.  The number of collectives; for each collective its number
 *          and how many sizes of communicators follow; for each of these its
 *          size and how many sizes of messages follow; for each of these its
 *          size, algorithm, fan-out and segment.  In version 2 a number of
 *          requests may follow in the same line.
 *   JSON   {"collectives": {"bcast": [{"comm_size_min": 2, "rules": [{"alg": 6,
 *          "msg_size_max": 4095}, ...]}, ...], ...}}
 *
 * Source: ompi/mca/coll/tuned/coll_tuned_dynamic_file.c, as of 2026.
 */
#include "format/formats.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/schedule/scan.h"

enum { FILE_MAX = 1 << 24, DEPTH_MAX = 64, WORD_MAX = 32 };

/* The file's text, which ends with a NUL, and the place reached. */
struct rules_text {
	char *at;
	uint64_t line;
	int version, depth, has_collectives;
	struct openmpi_file *file;
	struct err *err;
};

void openmpi_file_clear(struct openmpi_file *file)
{
	mem_free(file->entry);
	*file = (struct openmpi_file){NULL, 0, 0};
}

static struct openmpi_entry *add_rule(
	struct rules_text *text, const struct openmpi_entry *like)
{
	struct openmpi_file *file = text->file;

	file->entry = mem_grow(
		file->entry, &file->capacity, file->count, sizeof *file->entry);
	file->entry[file->count] = *like;
	file->entry[file->count].line = text->line;
	return &file->entry[file->count++];
}

static enum status refuse_rules(const struct rules_text *text, const char *what)
{
	char word[WORD_MAX + 1] = "";
	size_t size = strcspn(text->at, " \t\r\n,:{}[]\"");

	strncat(word, text->at, size > 0 && size < WORD_MAX ? size : 1);
	if (*text->at == '\0' || *text->at == '\n')
		return err_input(text->err, "line ", ERR_OWN,
			number_u64_text(text->line), ": ", what, " is missing");
	return err_input(text->err, "line ", ERR_OWN,
		number_u64_text(text->line), ": ", ERR_TEXT, word, " is not ",
		what);
}

/* Reads a whole number below 2^63. */
static enum status scan_whole(
	struct rules_text *text, uint64_t *value, const char *what)
{
	char *at = text->at;

	*value = 0;
	if (!number_is_digit(*at))
		return refuse_rules(text, what);
	if (!scan_digits(value, &at))
		return refuse_rules(text, "a number below 2^63");
	text->at = at;
	return STATUS_OK;
}

/* -- text */

/* Skips blanks and comments; with past_lines also line ends. */
static void skip_comments(struct rules_text *text, int past_lines)
{
	for (;; text->at++) {
		if (*text->at == '#')
			text->at += strcspn(text->at, "\n");
		if (*text->at == '\n' && past_lines)
			text->line++;
		else if (*text->at == '\0' || !strchr(" \t\r", *text->at))
			return;
	}
}

static enum status next_number(
	struct rules_text *text, uint64_t *value, const char *what)
{
	skip_comments(text, 1);
	return scan_whole(text, value, what);
}

/* Reads the four numbers of a rule. */
static enum status read_rule(
	struct rules_text *text, struct openmpi_entry *rule)
{
	if (next_number(text, &rule->least_bytes, "a size of messages") !=
			STATUS_OK ||
		next_number(text, &rule->id, "the number of an algorithm") !=
			STATUS_OK ||
		next_number(text, &rule->fanout, "a fan-out") != STATUS_OK ||
		next_number(text, &rule->segment, "a size of segments") !=
			STATUS_OK)
		return text->err->code;
	return STATUS_OK;
}

/* Reads the sizes of messages of one size of communicators. */
static enum status read_sizes(
	struct rules_text *text, const struct openmpi_entry *of)
{
	enum status status;
	uint64_t count, requests;

	status = next_number(text, &count, "the number of sizes of messages");
	for (uint64_t i = 0; i < count && status == STATUS_OK; i++) {
		struct openmpi_entry rule = *of;
		struct openmpi_entry *added;

		rule.most_bytes = UINT64_MAX;
		status = read_rule(text, &rule);
		if (status != STATUS_OK)
			return status;
		added = add_rule(text, &rule);
		if (i > 0)
			added[-1].most_bytes =
				rule.least_bytes > 0 ? rule.least_bytes - 1 : 0;
		skip_comments(text, 0);
		if (text->version > 1 && number_is_digit(*text->at))
			status = scan_whole(text, &requests, "requests");
	}
	return status;
}

/* Rules of fewer processors than `next` end where those for `next` begin.
 * *open: the collective's first rule that may not have ended yet. */
static void end_communicators(
	struct openmpi_file *file, size_t *open, uint64_t next)
{
	for (size_t i = *open; i < file->count; i++) {
		struct openmpi_entry *entry = &file->entry[i];

		if (entry->most_n == UINT64_MAX && entry->least_n < next)
			entry->most_n = next - 1;
		if (*open == i && entry->most_n < UINT64_MAX)
			++*open;
	}
}

static enum status read_communicators(
	struct rules_text *text, unsigned collective)
{
	size_t open = text->file->count;
	enum status status;
	uint64_t count;

	status = next_number(
		text, &count, "the number of sizes of communicators");
	for (uint64_t i = 0; i < count && status == STATUS_OK; i++) {
		struct openmpi_entry of = {
			.collective = collective, .most_n = UINT64_MAX};

		status = next_number(
			text, &of.least_n, "a size of communicators");
		if (status != STATUS_OK)
			break;
		end_communicators(text->file, &open, of.least_n);
		status = read_sizes(text, &of);
	}
	return status;
}

/* Reads the number of a collective. */
static enum status read_number(struct rules_text *text, uint64_t *collective)
{
	enum status status;
	char *begin;

	skip_comments(text, 1);
	begin = text->at;
	status = scan_whole(text, collective, "the number of a collective");
	for (uint64_t i = 0; status == STATUS_OK && i <= *collective; i++)
		if (!openmpi_collectives[i]) {
			text->at = begin; /* for the message */
			status = refuse_rules(
				text, "the number of a collective, 0 to 21");
		}
	return status;
}

static enum status read_text(struct rules_text *text)
{
	static const char head[] = "rule-file-version-";
	uint64_t version = 1, count = 0, collective;
	enum status status = STATUS_OK;

	skip_comments(text, 1);
	if (strncmp(text->at, head, sizeof head - 1) == 0) {
		text->at += sizeof head - 1;
		status = scan_whole(text, &version, "a version");
	}
	text->version = version > 1 ? 2 : 1;
	if (status == STATUS_OK)
		status = next_number(text, &count, "the number of collectives");
	for (uint64_t i = 0; i < count && status == STATUS_OK; i++) {
		status = read_number(text, &collective);
		if (status == STATUS_OK)
			status = read_communicators(text, (unsigned)collective);
	}
	return status;
}

/* -- JSON */

static void skip_white(struct rules_text *text)
{
	for (; *text->at != '\0' && strchr(" \t\r\n", *text->at); text->at++)
		if (*text->at == '\n')
			text->line++;
}

/* Skips the character, if it is next; whether it is. */
static int takes(struct rules_text *text, char c)
{
	skip_white(text);
	if (*text->at != c)
		return 0;
	text->at++;
	return 1;
}

static enum status expect(struct rules_text *text, char c)
{
	const char *what = c == ':'   ? "the ':' after a name"
			   : c == '{' ? "the '{' of an object"
			   : c == '[' ? "the '[' of a list"
			   : c == '}' ? "a ',' or '}'"
				      : "a ',' or ']'";

	return takes(text, c) ? STATUS_OK : refuse_rules(text, what);
}

/* Reads a string and copies as much of it as fits.  An escaped character stands
 * for itself, as no word that is looked for needs more. */
static enum status read_string(struct rules_text *text, char word[WORD_MAX])
{
	size_t size = 0;

	if (!takes(text, '"'))
		return refuse_rules(text, "a string in quotes");
	for (; *text->at != '"'; text->at++) {
		if (*text->at == '\\' && text->at[1] != '\0')
			text->at++;
		if (*text->at == '\0' || *text->at == '\n')
			return err_input(text->err, "line ", ERR_OWN,
				number_u64_text(text->line),
				": the '\"' at the end of a string is missing");
		if (size + 1 < WORD_MAX)
			word[size++] = *text->at;
	}
	word[size] = '\0';
	text->at++;
	return STATUS_OK;
}

/* Reads a value of an object or an array.  key: its key, "" in an array; of:
 * the rule that it is a part of. */
typedef enum status read_member(
	struct rules_text *text, const char *key, struct openmpi_entry *of);

/* Reads {"key": value, ...} or [value, ...] and calls read for each value. */
static enum status read_members(struct rules_text *text, char open,
	read_member *read, struct openmpi_entry *of)
{
	const char close = open == '{' ? '}' : ']';
	enum status status = expect(text, open);
	char key[WORD_MAX] = "";

	if (status != STATUS_OK || takes(text, close))
		return status;
	if (text->depth++ == DEPTH_MAX)
		return err_input(text->err, "line ", ERR_OWN,
			number_u64_text(text->line), ": ", ERR_TEXT,
			open == '{' ? "{" : "[",
			" is more than 64 brackets deep");
	do {
		skip_white(text);
		if (open == '{')
			status = read_string(text, key);
		if (open == '{' && status == STATUS_OK)
			status = expect(text, ':');
		skip_white(text);
		if (status == STATUS_OK)
			status = read(text, key, of);
	} while (status == STATUS_OK && takes(text, ','));
	text->depth--;
	return status == STATUS_OK ? expect(text, close) : status;
}

/* Skips a value of any kind. */
static enum status skip_value(
	struct rules_text *text, const char *key, struct openmpi_entry *of)
{
	char word[WORD_MAX];

	(void)key;
	if (*text->at == '{' || *text->at == '[')
		return read_members(text, *text->at, skip_value, of);
	if (*text->at == '"')
		return read_string(text, word);
	if (*text->at == '\0' || strchr(",:]}", *text->at))
		return refuse_rules(text, "a value");
	text->at += strcspn(text->at, " \t\r\n,:]}");
	return STATUS_OK;
}

/* Reads a whole number; a string, "inf", is UINT64_MAX. */
static enum status read_limit(struct rules_text *text, uint64_t *value)
{
	char word[WORD_MAX];

	if (*text->at != '"')
		return scan_whole(text, value, "a whole number or \"inf\"");
	*value = UINT64_MAX;
	return read_string(text, word);
}

static enum status read_algorithm(
	struct rules_text *text, struct openmpi_entry *of)
{
	if (*text->at == '"')
		return read_string(text, of->name);
	return scan_whole(text, &of->id, "an algorithm's number or name");
}

static enum status read_size_member(
	struct rules_text *text, const char *key, struct openmpi_entry *of)
{
	if (strcmp(key, "msg_size_min") == 0)
		return read_limit(text, &of->least_bytes);
	if (strcmp(key, "msg_size_max") == 0)
		return read_limit(text, &of->most_bytes);
	if (strcmp(key, "faninout") == 0)
		return read_limit(text, &of->fanout);
	if (strcmp(key, "seg_size") == 0)
		return read_limit(text, &of->segment);
	if (strcmp(key, "alg") == 0)
		return read_algorithm(text, of);
	return skip_value(text, key, of);
}

static enum status read_size(
	struct rules_text *text, const char *key, struct openmpi_entry *of)
{
	struct openmpi_entry rule = {
		.collective = of->collective, .most_bytes = UINT64_MAX};
	uint64_t line = text->line;
	enum status status;

	(void)key;
	status = read_members(text, '{', read_size_member, &rule);
	if (status == STATUS_OK)
		add_rule(text, &rule)->line = line;
	return status;
}

static enum status read_communicator_member(
	struct rules_text *text, const char *key, struct openmpi_entry *of)
{
	if (strcmp(key, "comm_size_min") == 0)
		return read_limit(text, &of->least_n);
	if (strcmp(key, "comm_size_max") == 0)
		return read_limit(text, &of->most_n);
	if (strcmp(key, "rules") == 0)
		return read_members(text, '[', read_size, of);
	return skip_value(text, key, of);
}

/* The range of processors is set last, as its members may follow the rules. */
static enum status read_communicator(
	struct rules_text *text, const char *key, struct openmpi_entry *of)
{
	struct openmpi_entry own = {
		.collective = of->collective, .most_n = UINT64_MAX};
	size_t first = text->file->count;
	enum status status;

	(void)key;
	status = read_members(text, '{', read_communicator_member, &own);
	for (size_t i = first; i < text->file->count; i++) {
		text->file->entry[i].least_n = own.least_n;
		text->file->entry[i].most_n = own.most_n;
	}
	return status;
}

/* Open MPI's source and its JSON schema spell two names differently. */
static enum status read_collective(
	struct rules_text *text, const char *key, struct openmpi_entry *of)
{
	unsigned i = 0;

	if (strcmp(key, "reducescatter") == 0)
		key = "reduce_scatter";
	if (strcmp(key, "reducescatterblock") == 0)
		key = "reduce_scatter_block";
	while (openmpi_collectives[i] &&
		strcmp(openmpi_collectives[i], key) != 0)
		i++;
	of->collective = i;
	if (openmpi_collectives[i])
		return read_members(text, '[', read_communicator, of);
	return err_input(text->err, "line ", ERR_OWN,
		number_u64_text(text->line), ": ", ERR_TEXT, key,
		" is not a collective");
}

static enum status read_root(
	struct rules_text *text, const char *key, struct openmpi_entry *of)
{
	if (strcmp(key, "collectives") != 0)
		return skip_value(text, key, of);
	text->has_collectives = 1;
	return read_members(text, '{', read_collective, of);
}

static enum status read_json(struct rules_text *text)
{
	struct openmpi_entry of = {.collective = 0};
	enum status status = read_members(text, '{', read_root, &of);

	if (status != STATUS_OK || text->has_collectives)
		return status;
	return err_input(text->err, "line ", ERR_OWN,
		number_u64_text(text->line), ": \"collectives\" is missing");
}

/* Reads the whole file and appends a NUL; free *all with mem_free. */
static enum status read_rules_text(char **all, FILE *in, struct err *err)
{
	size_t size = 0, got = 1;

	*all = NULL;
	while (got > 0 && size < FILE_MAX) {
		*all = mem_resize(*all, size + BUFSIZ + 1, 1);
		got = fread(*all + size, 1, BUFSIZ, in);
		size += got;
	}
	(*all)[size] = '\0';
	if (size >= FILE_MAX)
		return err_limit(err, "rules of more than 16 MiB are not read");
	return ferror(in) ? err_input(err, "it cannot be read") : STATUS_OK;
}

enum status openmpi_read(struct openmpi_file *file, FILE *in, struct err *err)
{
	struct rules_text text = {.line = 1, .file = file, .err = err};
	enum status status;
	char *all;

	*file = (struct openmpi_file){NULL, 0, 0};
	status = read_rules_text(&all, in, err);
	text.at = all;
	skip_white(&text);
	if (status == STATUS_OK)
		status = *text.at == '{' ? read_json(&text) : read_text(&text);
	mem_free(all);
	return status;
}
