/*
 * What pictures with a lane for each processor share: how many lanes there may
 * be, and how long they are.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_LANES_H
#define FIBCAST_FORMAT_SCHEDULE_LANES_H

#include <stdint.h>

#include "base/err.h"
#include "format/schedule/formats.h"
#include "format/schedule/loaded.h"

/*
 * Reads a schedule to be drawn; clear the list in any case.
 * Errors: STATUS_LIMIT, before anything is read, for more processors than
 * style's max_lanes; those of events_read.
 */
enum status lanes_read(struct event_list *whole, struct schedule *schedule,
	const struct schedule_look *style, struct err *err) WARN_UNUSED;

/* Whether there are no more processors than style's max_lanes.
 * Errors: STATUS_LIMIT. */
enum status lanes_check(const struct schedule *schedule,
	const struct schedule_look *style, struct err *err) WARN_UNUSED;

/* The ticks that a lane lasts: up to the finish, a unit if there is none. */
uint64_t lanes_span(const struct event_list *whole);

#endif
