/* The values of options in a command's args struct. */
#ifndef FIBCAST_CLI_OPTION_VALUE_H
#define FIBCAST_CLI_OPTION_VALUE_H

#include <stdint.h>

#include "cli/option/option.h"

/*
 * Sets the option's field of args from its argument, or, of a flag, to 1.
 * Errors: STATUS_USAGE, naming the offending text; STATUS_LIMIT for a number
 * past max_bits.
 */
enum status option_set(const struct option *option, void *args,
	const char *text, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Frees what option_set put into args. */
void option_clear(const struct option *options, void *args);

#endif
