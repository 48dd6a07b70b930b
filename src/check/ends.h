/*
 * Both ends of what is sent.  Where rows state one end only, a send must have
 * its receive, a row of the same time, sender, receiver and message, and a
 * receive its send; else two processors' parts do not fit together, even if
 * everybody ends with every message.
 */
#ifndef FIBCAST_CHECK_ENDS_H
#define FIBCAST_CHECK_ENDS_H

#include <stdint.h>

#include "check/report.h"

/*
 * Opens a schedule of the transmissions of another one, which is not closed
 * with it.  Two rows that state the two ends of one transmission become one
 * row; a message arrives whether or not its receive is stated.  Ends without
 * their other ends are reported to check as they are met.
 *   Rows of one time are held: schedule_next gives STATUS_LIMIT if they need
 * more than max_bytes.  O(log k) a row for k rows of one time.
 */
struct schedule *ends_open(
	struct check *check, struct schedule *schedule, uint64_t max_bytes);

#endif
