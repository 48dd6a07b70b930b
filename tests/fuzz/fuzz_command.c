/*
 * Any command line with any standard input, run as main runs it, but in this
 * process: it answers, or is refused in one line; what it prints ends with a
 * line's end and holds no NUL; what it took is freed.
 *
 * An input is text: the words of the line, one a line, the command first; an
 * empty line; and standard input.  Half of the mutations take another line from
 * the option tables (line.h) and keep the standard input.
 */
#define _GNU_SOURCE /* memfd_create */
#include <sys/mman.h>
#include <unistd.h>

#include "cli/option/option.h"
#include "cli/input/input.h"
#include "fuzz.h"
#include "line.h"

enum {
	WORDS_MAX = 64,
	MAX_BITS = 1 << 18,
	MAX_ROWS = 1 << 8,
	TRIALS_MAX = 4,
	BYTES_MAX = 1 << 14, /* as many segments are tried */
	DECIMALS_MAX = 1000
};

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t most, unsigned seed);

/* Words that would raise a limit set one; so does what they are left out of. */
static struct limit {
	const char *name;
	char word[24];
	int64_t value;
} limits[] = {
	{"max-bits", "--max-bits=262144", MAX_BITS},
	{"max-rows", "--max-rows=256", MAX_ROWS},
	{"trials", "--trials=4", TRIALS_MAX},
	{"limit", "--limit=0", 0},
};

enum { LIMITS = sizeof limits / sizeof *limits };

/* The word, or what takes its place; NULL: it may name an endless file. */
static char *take_word(char *word)
{
	if (strstr(word, "dev") || strstr(word, "proc"))
		return NULL;
	for (size_t i = 0; i < LIMITS; i++)
		if (strncmp(word, "--", 2) == 0 &&
			strncmp(word + 2, limits[i].name,
				strlen(limits[i].name)) == 0)
			return limits[i].word;
	return word;
}

/* The words at text, in place; *rest is what follows them.  0: none to run. */
static int split(char *text, char *end, char *word[WORDS_MAX], char **rest)
{
	int words = 0;

	while (text < end && *text != '\n' && words < WORDS_MAX) {
		char *stop = memchr(text, '\n', (size_t)(end - text));

		stop = stop ? stop : end;
		*stop = '\0';
		word[words] = take_word(text);
		if (!word[words++])
			return 0;
		text = stop < end ? stop + 1 : end;
	}
	*rest = text < end && *text == '\n' ? text + 1 : text;
	return words;
}

/* Makes these bytes standard input, of the stream and of the descriptor. */
static void set_input(const char *bytes, size_t size)
{
	static int file = -1;

	if (file < 0) {
		file = memfd_create("input", 0);
		MUST(file >= 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO);
	}
	/* What the stream has read ahead is forgotten. */
	fflush(stdin);
	clearerr(stdin);
	MUST(ftruncate(file, 0) == 0);
	MUST(pwrite(file, bytes, size, 0) == (ssize_t)size);
	MUST(lseek(file, 0, SEEK_SET) == 0);
}

static void lower_limits(const struct option *options, void *args)
{
	for (; options->help; options++)
		for (size_t i = 0; options->name && i < LIMITS; i++)
			if (options->kind == OPTION_COUNT &&
				strcmp(options->name, limits[i].name) == 0)
				memcpy(option_field(options, args),
					&limits[i].value,
					sizeof limits[i].value);
}

/* Whether so many bytes are to be cut into segments, or so many digits wanted,
 * that it takes seconds, as it may. */
static int is_long(const struct option *options, void *args)
{
	const struct sweep *bytes;
	int64_t decimals;

	for (; options->help; options++)
		if (options->name && strcmp(options->name, "bytes") == 0) {
			bytes = option_field(options, args);
			if (bytes->range && mpq_cmp_ui(sweep_greatest(bytes),
						    BYTES_MAX, 1) > 0)
				return 1;
		} else if (options->name &&
			   strcmp(options->name, "decimals") == 0) {
			memcpy(&decimals, option_field(options, args),
				sizeof decimals);
			if (decimals > DECIMALS_MAX)
				return 1;
		}
	return 0;
}

/* Searches that were given no time have none. */
static void end_searches(const struct option *options, void *args)
{
	const struct sweep_domain domain = {.whole = 0};
	struct sweep *limit;
	struct err err;

	for (; options->help; options++) {
		if (!options->name || options->kind != OPTION_RATIONAL ||
			strcmp(options->name, "limit") != 0)
			continue;
		limit = option_field(options, args);
		sweep_clear(limit);
		MUST(sweep_parse(limit, "0", &domain, FUZZ_BITS, &err) ==
			STATUS_OK);
	}
}

/* As main does, with limits; the program's standard error goes nowhere. */
static enum status run(const struct command *command, FILE *out, int argc,
	char **argv, struct err *err)
{
	void *args = calloc(1, command->size);
	FILE *said = stderr;
	enum status status;
	int help;

	MUST(args);
	option_start(command->options, args);
	lower_limits(command->options, args);
	status = option_parse(command->options, args, argc, argv, &help, err);
	if (status == STATUS_OK && !help && !is_long(command->options, args)) {
		stderr = fopen("/dev/null", "w");
		MUST(stderr);
		end_searches(command->options, args);
		status = command->run(args, out, err);
		fclose(stderr);
		stderr = said;
	}
	option_clear(command->options, args);
	free(args);
	return status;
}

static void check_run(const struct command *command, int argc, char **argv)
{
	struct err err = {.code = STATUS_OK};
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	enum status status;

	MUST(out);
	status = run(command, out, argc, argv, &err);
	MUST(!ferror(out) && fclose(out) == 0);
	if (status != STATUS_OK && status != STATUS_INVALID)
		fuzz_check_error(status, &err);
	MUST(!memchr(text, '\0', size));
	MUST(status != STATUS_OK || size == 0 || text[size - 1] == '\n');
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *word[WORDS_MAX], *rest;
	int words = split(text, text + size, word, &rest);
	const struct command *command = words > 0 ? command_find(*word) : NULL;

	if (command) {
		set_input(rest, (size_t)(text + size - rest));
		check_run(command, words - 1, word + 1);
	}
	free(text);
	return 0;
}

/* Where standard input begins, or the end. */
static size_t find_input(const uint8_t *data, size_t size)
{
	for (size_t i = 1; i < size; i++)
		if (data[i - 1] == '\n' && data[i] == '\n')
			return i + 1;
	return size;
}

/* Another line from the tables before the same standard input. */
size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t most, unsigned seed)
{
	static const char *const names[] = {"-", "nowhere"};
	const struct line_files files = {
		names, sizeof names / sizeof *names, names[0]};
	size_t input = find_input(data, size), kept = size - input, used = 0;
	static struct line line;

	if (seed % 2 == 0)
		return LLVMFuzzerMutate(data, size, most);
	line_make(&line, seed, NULL, &files);
	for (size_t i = 1; i < line.words; i++)
		used += strlen(line.word[i]) + 1;
	if (used + 1 + kept > most)
		return LLVMFuzzerMutate(data, size, most);
	memmove(data + used + 1, data + input, kept);
	data[used] = '\n';
	used = 0;
	for (size_t i = 1; i < line.words; i++) {
		size_t length = strlen(line.word[i]);

		memcpy(data + used, line.word[i], length);
		data[used + length] = '\n';
		used += length + 1;
	}
	return used + 1 + kept;
}
