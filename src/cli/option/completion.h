/*
 * Completions for shells, made from the option tables.
 */
#ifndef FIBCAST_CLI_OPTION_COMPLETION_H
#define FIBCAST_CLI_OPTION_COMPLETION_H

#include <stdio.h>

void completion_bash(FILE *file);
void completion_zsh(FILE *file);
void completion_fish(FILE *file);

#endif
