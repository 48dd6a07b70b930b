/*
 * A broadcast read backwards is a reduction: what a processor received last it
 * sends first, to the processor it came from.  Sends and receives change places
 * and stay as far apart, so the result is valid and takes as long.
 */
#ifndef FIBCAST_CORE_SCHEDULE_REVERSED_H
#define FIBCAST_CORE_SCHEDULE_REVERSED_H

#include <stdint.h>

#include "core/schedule.h"

/*
 * Opens the reduction of a broadcast, and closes that.  Transmissions of a
 * message that their receiver has by then, or is sent earlier, are left out
 * first.
 * What is a reduction already is given back.
 * Errors: STATUS_USAGE for the model locality, and if messages wait at their
 * receiver, in logp: there is no reverse then; STATUS_LIMIT if all rows take
 * more memory than max_bits.
 */
enum status schedule_reversed(struct schedule **reduction,
	struct schedule *broadcast, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

#endif
