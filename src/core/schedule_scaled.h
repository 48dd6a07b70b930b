/* A schedule of the postal model in a machine's time. */
#ifndef FIBCAST_CORE_SCHEDULE_SCALED_H
#define FIBCAST_CORE_SCHEDULE_SCALED_H

#include <gmp.h>

#include "core/schedule.h"

struct machine_message;

/* The machine whose time it is: its text, its unit of time, or NULL, and what a
 * message takes of it, or NULL, so that the schedule stays one of the postal
 * model. */
struct schedule_machine {
	const char *text, *time_unit;
	const struct machine_message *message;
};

/*
 * The schedule with all times multiplied by send, the length of one send, > 0;
 * machine: NULL, or what its header says.  With a message it is then of the
 * model machine: each message is taken when it arrives, and whether the machine
 * allows that is the caller's to know.  It owns the schedule given, which is
 * closed if that fails.
 * Errors: STATUS_LIMIT if a time would not be below 2^63.
 */
enum status schedule_scaled(struct schedule **scaled, struct schedule *schedule,
	const mpq_t send, const struct schedule_machine *machine,
	struct err *err) WARN_UNUSED;

#endif
