/*
 * A schedule carried out on a LogGP machine as soon as possible.
 *
 * Each processor does its sends in the order of the schedule, each once it has
 * done the one before it and has received what the schedule lets it have
 * received by then of the message: in a broadcast the first receive of it, in
 * other operations all.  A message is received when it comes; what it takes is
 * in core/machine.h.  Where two are ready at once, the order is that of
 * LogGOPSim, whose times these are, to the tick.
 *   As soon as possible is not as early as possible: a message that comes early
 * may keep a processor from a more urgent send.
 */
#ifndef FIBCAST_CORE_SCHEDULE_SIMULATED_H
#define FIBCAST_CORE_SCHEDULE_SIMULATED_H

#include <stdint.h>

#include "core/schedule_scaled.h"

/*
 * Opens the schedule of the model machine that results; it has a finish, and
 * owns the schedule given, of any model with messages, which is closed if that
 * fails.  max_bits: of memory.
 * Errors: those of pulling; STATUS_INPUT for the model locality, operations by
 * block, and what can never be sent; STATUS_LIMIT past max_bits, or if times
 * may reach 2^63.
 * O(log k) a row for k rows.
 */
enum status schedule_simulated(struct schedule **simulated,
	struct schedule *schedule, const struct schedule_machine *machine,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

#endif
