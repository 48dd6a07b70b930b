/*
 * --help, made from the option tables.
 */
#ifndef FIBCAST_CLI_HELP_H
#define FIBCAST_CLI_HELP_H

#include <stdio.h>

#include "cli/command.h"

/* A line with the command's operands and required options. */
void help_usage(FILE *file, const struct command *command);

/* The help of a command, or of the program for NULL. */
void help_print(FILE *file, const struct command *command);

#endif
