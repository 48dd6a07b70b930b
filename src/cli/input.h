/*
 * What a command reads: a file, or standard input.
 */
#ifndef FIBCAST_CLI_INPUT_H
#define FIBCAST_CLI_INPUT_H

#include <stdio.h>

#include "core/schedule.h"

/* Opens the file of that name; NULL or "-" is standard input.
 * Errors: STATUS_INPUT. */
enum status input_file(
	FILE **file, const char *name, struct err *err) WARN_UNUSED;

/*
 * Opens the schedule in the file of that name; NULL or "-" is standard input.
 * Close the schedule, then call input_close with *file.
 * Errors: STATUS_INPUT if the file cannot be read, or is no schedule.
 */
enum status input_open(struct schedule **schedule, FILE **file,
	const char *name, struct err *err) WARN_UNUSED;
void input_close(FILE *file);

#endif
