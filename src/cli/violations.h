/* What is wrong with what was read, as lines of standard output. */
#ifndef FIBCAST_CLI_VIOLATIONS_H
#define FIBCAST_CLI_VIOLATIONS_H

#include <stdio.h>

#include "check/check.h"

/* Prints the first violations in that file, NULL or "-" for standard input,
 * and, if there are more, their number; returns STATUS_INVALID. */
enum status violations_print(
	const struct check *check, const char *name, FILE *out);

#endif
