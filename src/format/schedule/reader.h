/*
 * Schedules in: a file in the schedule format is one more producer.
 *
 * Times may have any denominator.  The unit of ticks begins as that of latency
 * and finish together; a time off that grid makes it finer, as
 * core/schedule.h describes, at the row where it is met.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_READER_H
#define FIBCAST_FORMAT_SCHEDULE_READER_H

#include <stdio.h>

#include "base/err.h"
#include "core/schedule.h"

/*
 * Reads the header from `in` and opens what follows.  `in` must stay open as
 * long as the schedule, and is not closed with it.
 * Errors, there and in schedule_next: STATUS_INPUT, "line 7: ...", for whatever
 * is not in the format: fibcast-schedule(5); STATUS_LIMIT if reading fails.
 */
enum status schedule_reader_open(
	struct schedule **schedule, FILE *in, struct err *err) WARN_UNUSED;

#endif
