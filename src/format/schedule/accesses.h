/*
 * The accesses of a schedule of the model locality: how long they take, and in
 * which group they are.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_ACCESSES_H
#define FIBCAST_FORMAT_SCHEDULE_ACCESSES_H

#include <stdint.h>

#include "base/err.h"
#include "format/schedule/loaded.h"

/* Sets when each access ends, and the finish; the unit becomes finer where a
 * cost asks for that.  Errors: as of events_read_accesses. */
enum status accesses_receive(
	struct event_list *whole, struct err *err) WARN_UNUSED;

/*
 * *first = the first processor of the access's group among those of Algorithm
 * ROOT, which splits n processors, again and again, into groups of ceil(sqrt
 * n); 0 if none of them has that size and both processors.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Section 3.
 */
int accesses_group(uint64_t *first, const struct event_list *whole,
	const struct event_row *row);

#endif
