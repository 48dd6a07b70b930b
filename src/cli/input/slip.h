/*
 * Numbers as people write them elsewhere: with a sign, a unit, thousands set
 * off by commas, a decimal comma.  Each gets a message that says how it is
 * written here.
 */
#ifndef FIBCAST_CLI_INPUT_SLIP_H
#define FIBCAST_CLI_INPUT_SLIP_H

#include <stdint.h>

#include "base/err.h"

/*
 * Looks for such a slip.  least: the least value allowed; whole: only integers
 * are allowed; list: lists are, too, so that only odd ones are reported; bytes:
 * sizes in bytes are. Errors: STATUS_USAGE; STATUS_OK means only that it is
 * none of these slips.
 */
enum status slip_check(const char *text, int64_t least, int whole, int list,
	int bytes, struct err *err) WARN_UNUSED;

/* "must be at least 1, not '0'"; returns STATUS_USAGE. */
enum status slip_below(const char *text, int64_t least, struct err *err);

#endif
