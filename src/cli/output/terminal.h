/*
 * What a chart needs to know about the terminal that it is printed on.
 */
#ifndef FIBCAST_CLI_OUTPUT_TERMINAL_H
#define FIBCAST_CLI_OUTPUT_TERMINAL_H

#include <stdint.h>
#include <stdio.h>

/* The width in columns: the terminal's if out is one, else COLUMNS; 0 if
 * neither is known. */
uint64_t terminal_columns(FILE *out);

/* Whether out shows colours and the user wants them. */
int terminal_colour(FILE *out);

#endif
