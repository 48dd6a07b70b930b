/*
 * What a command reads: a file, or standard input.
 */
#ifndef FIBCAST_CLI_INPUT_INPUT_H
#define FIBCAST_CLI_INPUT_INPUT_H

#include <stdio.h>

#include "core/schedule.h"

/* Opens the file of that name; NULL or "-" is standard input.
 * Errors: STATUS_INPUT, with the file's name. */
enum status input_file(
	FILE **file, const char *name, struct err *err) WARN_UNUSED;

/* The name as a terminal can show it, cut if it is long; empty for standard
 * input, NULL or "-". */
enum { INPUT_NAME = ERR_PART_MAX + 8 };
void input_name(char place[INPUT_NAME], const char *name);

/* Puts the name of the file before the message of a STATUS_INPUT about it, as
 * "FILE:7: ..." where that names a line; standard input has no name. */
void input_blame(struct err *err, const char *name);

/*
 * Opens the schedule in the file of that name; NULL or "-" is standard input.
 * Close the schedule, then call input_close with *file.
 * Errors: STATUS_INPUT if the file cannot be read, or is no schedule.
 */
enum status input_open(struct schedule **schedule, FILE **file,
	const char *name, struct err *err) WARN_UNUSED;
void input_close(FILE *file);

#endif
