/* What is wrong with what was read, as lines of standard output. */
#ifndef FIBCAST_CLI_OUTPUT_VIOLATIONS_H
#define FIBCAST_CLI_OUTPUT_VIOLATIONS_H

#include <stdio.h>

#include "check/check.h"

/* Prints the first violations in that place, a file's name as input_name has
 * it, and, if there are more, their number; returns STATUS_INVALID. */
enum status violations_print(
	const struct check *check, const char *place, FILE *out);

#endif
