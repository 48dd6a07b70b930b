/*
 * --help, made from the option tables.
 */
#ifndef FIBCAST_CLI_OPTION_HELP_H
#define FIBCAST_CLI_OPTION_HELP_H

#include <stdio.h>

#include "cli/option/command.h"

/* Prints text from column at on, wrapped to the column where the help of an
 * option begins; returns the column it ends in. */
enum { HELP_COLUMN = 28, HELP_WIDTH = 79 };
int help_wrapped(FILE *file, const char *text, int at);

/* The help of a command, whole or on one screen; of the program for NULL. */
void help_print(FILE *file, const struct command *command, int is_whole);

#endif
