/*
 * Any arguments, one a line or between NULs, to every command's table: they
 * are read or refused, in one line, and what was read is freed.
 */
#include "cli/option/option.h"
#include "cli/output/output.h"
#include "fuzz.h"

enum { WORDS_MAX = 64 };

/* Splits text in place; a limit of the user's own would make inputs slow. */
static int split(char *text, size_t size, char *word[WORDS_MAX])
{
	static char limit[] = "--max-bits=4096";
	int words = 0;
	char *at = text;

	for (size_t i = 0; i <= size && words < WORDS_MAX; i++) {
		if (i < size && text[i] != '\n' && text[i] != '\0')
			continue;
		text[i] = '\0';
		word[words++] = strncmp(at, "--max-bits", 10) == 0 ? limit : at;
		at = text + i + 1;
	}
	return words;
}

static void limit_bits(const struct option *options, void *args)
{
	const int64_t bits = FUZZ_BITS;

	for (; options->help; options++)
		if (options->name && strcmp(options->name, "max-bits") == 0)
			memcpy((char *)args + options->field, &bits,
				sizeof bits);
}

/* A value that was read is one that its row allows; what was not read is as it
 * was, and may say so by a value of its own. */
static void check_values(const struct command *command, const void *args)
{
	const struct option *options = command->options;

	for (; options->help; options++) {
		const char *field = (const char *)args + options->field;
		int choice;

		if (options->kind != OPTION_CHOICE)
			continue;
		memcpy(&choice, field, sizeof choice);
		if (choice == options->start)
			continue;
		for (int i = 0; i <= choice; i++)
			MUST(option_choice(options, (size_t)i));
		MUST(choice >= 0);
	}
}

static void check_command(const struct command *command, int argc, char **argv)
{
	struct err err = {.code = STATUS_OK};
	void *args = calloc(1, command->size);
	enum status status;
	int help;

	MUST(args);
	option_start(command->options, args);
	limit_bits(command->options, args);
	status = option_parse(command->options, args, argc, argv, &help, &err);
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	else
		check_values(command, args);
	option_clear(command->options, args);
	/* Freed things are gone: clearing again does nothing. */
	option_clear(command->options, args);
	free(args);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *word[WORDS_MAX];

	for (size_t i = 0; commands[i]; i++) {
		char *text = fuzz_text(data, size);

		check_command(commands[i], split(text, size, word), word);
		free(text);
	}
	return 0;
}
