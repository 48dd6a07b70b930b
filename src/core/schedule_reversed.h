/*
 * A broadcast read backwards is a reduction: what a processor receives last it
 * sends first, to whom it had it from.  Sends and receives change places and
 * keep their distance, so what was valid stays valid, and takes as long.
 */
#ifndef FIBCAST_CORE_SCHEDULE_REVERSED_H
#define FIBCAST_CORE_SCHEDULE_REVERSED_H

#include "core/schedule.h"

/*
 * Opens the reduction of a broadcast, and closes that.  Transmissions of what
 * their receiver has, or is sent earlier, are left out first.
 * Errors: STATUS_USAGE for the model locality, and if messages wait at their
 * receiver, in logp: then nothing can be said of the reverse; STATUS_LIMIT if
 * all rows take more memory than max_bits.
 */
enum status schedule_reversed(struct schedule **reduction,
	struct schedule *broadcast, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

#endif
