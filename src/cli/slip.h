/*
 * Numbers as people write them elsewhere: with a sign, a unit, thousands set
 * off by commas, a decimal comma.  Each is told from a mere typing mistake, and
 * answered with how it is written here.
 */
#ifndef FIBCAST_CLI_SLIP_H
#define FIBCAST_CLI_SLIP_H

#include <stdint.h>

#include "base/err.h"

/*
 * Looks for such a slip.  least: the least value allowed; whole: only integers
 * are; list: a list is, too, so that only what would be a strange one is told.
 * Errors: STATUS_USAGE; STATUS_OK says only that it is none of these slips.
 */
enum status slip_check(const char *text, int64_t least, int whole, int list,
	struct err *err) WARN_UNUSED;

/* "must be at least 1, not '0'"; returns STATUS_USAGE. */
enum status slip_below(const char *text, int64_t least, struct err *err);

#endif
