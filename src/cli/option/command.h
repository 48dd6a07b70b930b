/*
 * What a command is.  Each file in src/cli/command/ that is one exports it as
 * cmd_<name>; src/cli/commands.c lists them.
 */
#ifndef FIBCAST_CLI_OPTION_COMMAND_H
#define FIBCAST_CLI_OPTION_COMMAND_H

#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "cli/option/option.h"

struct command {
	const char *name;
	const char *summary; /* a line, without a full stop */
	const char *example; /* a command line */
	const char *shows;   /* what the example prints, or NULL */
	const char *also;    /* another command line */
	const struct option *options;
	size_t size;		     /* of the args struct */
	const void *defaults;	     /* an args struct; NULL: zeros */
	void (*explain)(FILE *file); /* more help, after the options; or NULL */
	/* Whether the option means something where the operand is that choice;
	 * NULL: all of them do. */
	int (*uses)(const char *choice, const char *option);
	/* Writes the answer to out, but nothing before everything that can be
	 * refused has been checked. */
	enum status (*run)(const void *args, FILE *out, struct err *err);
};

/* All commands, in the order of the help; ends with NULL. */
extern const struct command *const commands[];

const struct command *command_find(const char *name);

/* Completions for shells, made from the option tables. */
void completion_bash(FILE *file);
void completion_zsh(FILE *file);
void completion_fish(FILE *file);

#define FIBCAST_VERSION "2.0.0"

#endif
