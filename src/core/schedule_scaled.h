/* A schedule of the postal model in a machine's time. */
#ifndef FIBCAST_CORE_SCHEDULE_SCALED_H
#define FIBCAST_CORE_SCHEDULE_SCALED_H

#include <gmp.h>

#include "core/schedule.h"

/*
 * The schedule with all times multiplied by send, the length of one send, > 0;
 * its header says so, and what machine it is: a copy of the text, or NULL.  It
 * owns the schedule given, which is closed if that fails.
 * Errors: STATUS_LIMIT if a time would not be below 2^63.
 */
enum status schedule_scaled(struct schedule **scaled, struct schedule *schedule,
	const mpq_t send, const char *machine, struct err *err) WARN_UNUSED;

#endif
