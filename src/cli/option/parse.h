/* Reading a command's arguments. */
#ifndef FIBCAST_CLI_OPTION_PARSE_H
#define FIBCAST_CLI_OPTION_PARSE_H

#include "cli/option/option.h"

/*
 * Reads argv[0..argc) into args.  At --help it sets *help and reads no further.
 * Errors: STATUS_USAGE, naming the option and the offending text;
 * STATUS_LIMIT for a number past --max-bits.  After an error, too, what
 * args then hold is freed by option_clear (option_value.h).
 */
enum status option_parse(const struct option *options, void *args, int argc,
	char *const argv[], int *help, struct err *err) WARN_UNUSED;

#endif
