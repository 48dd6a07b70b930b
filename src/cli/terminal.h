/*
 * What a chart must know about the terminal that it is printed on.
 */
#ifndef FIBCAST_CLI_TERMINAL_H
#define FIBCAST_CLI_TERMINAL_H

#include <stdint.h>
#include <stdio.h>

/* How wide it is: as the terminal says if out is one, else as COLUMNS says; 0
 * if neither does. */
uint64_t terminal_columns(FILE *out);

/* Whether it shows colours, and the user wants them. */
int terminal_colour(FILE *out);

#endif
