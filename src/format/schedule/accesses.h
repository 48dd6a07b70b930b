/*
 * The accesses of a schedule of the model locality: how long they take, and in
 * which group they are.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_ACCESSES_H
#define FIBCAST_FORMAT_SCHEDULE_ACCESSES_H

#include <stdint.h>

#include "base/err.h"
#include "format/schedule/loaded.h"

/*
 * Pulls a schedule of that model to its end, as events_read those of others: an
 * access in a group of `size` takes the cost of that size.
 * max_bits: of memory, 0: any.
 * Errors: those of events_pull and cost_value; STATUS_INPUT for a cost that is
 * not exact; STATUS_LIMIT if no unit keeps the times below 2^63.
 */
enum status accesses_read(struct event_list *whole, struct schedule *schedule,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * *first = the first processor of the access's group among those of Algorithm
 * ROOT, which splits n processors, again and again, into groups of ceil(sqrt
 * n); 0 if none of them has that size and both processors.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Section 3.
 */
int accesses_group(uint64_t *first, const struct event_list *whole,
	const struct event_row *row);

#endif
