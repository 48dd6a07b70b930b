/*
 * fibcast: finds the command, reads its options, runs it, and makes sure that
 * no output is lost.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/option/option.h"
#include "cli/output/output.h"

enum { EXIT_ANSWERED, EXIT_INVALID, EXIT_USAGE, EXIT_LIMIT };

/* The command that runs; global because out_of_memory has no other way to know
 * it. */
static const struct command *running;

static void write_text(const char *text)
{
	ssize_t written = write(STDERR_FILENO, text, strlen(text));

	(void)written;
}

/* Called by the allocator; must not allocate, nor flush incomplete output. */
static _Noreturn void out_of_memory(size_t bytes)
{
	(void)bytes;
	write_text("fibcast: ");
	if (running) {
		write_text(running->name);
		write_text(": ");
	}
	write_text("out of memory\n");
	_exit(EXIT_LIMIT);
}

static int exit_status(enum status status)
{
	switch (status) {
	case STATUS_OK:
		return EXIT_ANSWERED;
	case STATUS_INVALID:
		return EXIT_INVALID;
	case STATUS_INPUT:
	case STATUS_USAGE:
		return EXIT_USAGE;
	case STATUS_LIMIT:
		break;
	}
	return EXIT_LIMIT;
}

static int report(const struct command *command, const struct err *err)
{
	message_print(command ? command->name : NULL, err);
	if (err->code == STATUS_USAGE && command)
		fprintf(stderr, "Try 'fibcast %s --help'.\n", command->name);
	else if (err->code == STATUS_USAGE)
		fputs("Try 'fibcast --help'.\n", stderr);
	return exit_status(err->code);
}

static enum status run_command(
	const struct command *command, int argc, char **argv, struct err *err)
{
	void *args = mem_array(1, command->size);
	int help;
	enum status status;

	option_start(command->options, args);
	status = option_parse(command->options, args, argc, argv, &help, err);
	if (status == STATUS_OK && help)
		help_print(stdout, command, 0);
	else if (status == STATUS_OK)
		status = command->run(args, stdout, err);
	option_clear(command->options, args);
	mem_free(args);
	return status;
}

/* The answer is complete only if its last byte was written. */
static int finish(int status, const struct command *command)
{
	struct err err;
	int failed = ferror(stdout);

	if (fflush(stdout) != 0)
		failed = 1;
	if (!failed && close(STDOUT_FILENO) != 0 && errno != EINTR)
		failed = 1;
	if (!failed)
		return status;
	if (errno == EPIPE)
		return EXIT_LIMIT;
	err_limit(&err,
		"cannot write: ", errno ? strerror(errno) : "output error");
	return report(command, &err);
}

/* The command that takes that word as its operand, as schedule takes bcast; or
 * NULL. */
static const struct command *find_owner(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		for (const struct option *o = commands[i]->options; o->help;
			o++)
			if (!o->name &&
				option_choice_index(o, name, strlen(name)) >= 0)
				return commands[i];
	return NULL;
}

/* Whether it is an operation, such as allreduce. */
static int is_operation(const char *name)
{
	const struct option *o = option_find(
		command_find("schedule")->options, "op", strlen("op"));

	return o && option_choice_index(o, name, strlen(name)) >= 0;
}

/* What may have been meant instead: `ours`, our name for it, or the nearest
 * word; NULL if none is near. */
static const char *find_meant(const char *name, const char *ours)
{
	struct nearest nearest;

	if (ours && (command_find(ours) || *ours == '-'))
		return ours;
	nearest_init(&nearest, name, strlen(name));
	if (*name == '-') {
		nearest_try(&nearest, "--help");
		nearest_try(&nearest, "--version");
		return nearest.word;
	}
	for (size_t i = 0; commands[i]; i++)
		nearest_try(&nearest, commands[i]->name);
	nearest_try(&nearest, "help");
	return nearest.word;
}

/* Whether some command has the option: -n, -n14, --latency or --latency=2. */
static int is_option_of_command(const char *name)
{
	char list[OPTION_CHOICE_LIST];

	if (name[1] == '-') {
		option_list_commands(
			list, name + 2, strcspn(name + 2, "="), NULL, 0);
		return *list != '\0';
	}
	for (size_t i = 0; commands[i] && name[1]; i++)
		if (option_find_letter(commands[i]->options, name[1]))
			return 1;
	return 0;
}

static int report_unknown(const char *name)
{
	const char *ours = nearest_own_name(name, strlen(name));
	const char *before = "", *blank = "", *meant = name;
	const struct command *owner = find_owner(name);
	struct err err;

	if (owner) {
		before = owner->name;
		blank = " ";
	} else if (is_operation(name) && !ours) {
		before = "compare --op ";
	} else {
		meant = find_meant(name, ours);
	}
	if (!meant && *name == '-' && is_option_of_command(name)) {
		err_usage(&err, "COMMAND is missing before ", ERR_TEXT, name);
		return report(NULL, &err);
	}
	err_usage(&err, *name == '-' ? "unknown option " : "unknown command ",
		ERR_TEXT, name, meant ? ": did you mean '" : NULL, before,
		blank, meant, "'?");
	return report(NULL, &err);
}

static const char version[] =
	"fibcast " FIBCAST_VERSION "\n"
	"Copyright (C) 2026 the fibcast authors\n"
	"License GPLv3+: GNU GPL version 3 or later "
	"<https://gnu.org/licenses/gpl.html>\n"
	"This is free software: you may change and redistribute it.\n"
	"There is no warranty, as far as the law permits.\n"
	"Home: the repository that this was built from.\n"
	"Report bugs to its maintainers, or to those who packaged it.\n";

static int is_one_of(const char *name, const char *x, const char *y)
{
	return strcmp(name, x) == 0 || strcmp(name, y) == 0;
}

static int is_help(const char *name)
{
	return strcmp(name, "help") == 0 || is_one_of(name, "--help", "-h");
}

/* Runs a word that is no command: help, --version and the like. */
static int run_itself(const char *name, int argc, char **argv)
{
	const struct command *command = NULL;
	struct err err;

	if (!is_help(name) && !is_one_of(name, "--version", "-V"))
		return report_unknown(name);
	if (is_help(name) && argc > 0) {
		command = command_find(argv[0]);
		if (!command && !is_help(argv[0]))
			return report_unknown(argv[0]);
		argc--;
		argv++;
	}
	if (argc > 0) {
		err_usage(&err, "extra operand ", ERR_TEXT, argv[0]);
		return report(NULL, &err);
	}
	if (is_one_of(name, "--version", "-V"))
		fputs(version, stdout);
	else
		help_print(stdout, command, 1);
	return finish(EXIT_ANSWERED, NULL);
}

int main(int argc, char **argv)
{
	/* Our own buffer, so that stdio need not allocate one. */
	static char buffer[1024];
	const int words = argc > 1 && strcmp(argv[1], "--") == 0 ? 2 : 1;
	const char *name = argc > words ? argv[words] : NULL;
	const struct command *command;
	struct err err;
	enum status status;

	mem_init(out_of_memory);
	/* Let the write fail at a file's size limit instead of killing us. */
	signal(SIGXFSZ, SIG_IGN);
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	if (!name) {
		help_print(stderr, NULL, 1);
		return EXIT_USAGE;
	}
	argc -= words + 1;
	argv += words + 1;
	command = command_find(name);
	if (!command)
		return run_itself(name, argc, argv);
	running = command;
	status = run_command(command, argc, argv, &err);
	if (status != STATUS_OK && status != STATUS_INVALID)
		return report(command, &err);
	return finish(exit_status(status), command);
}
