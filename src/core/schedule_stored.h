/*
 * A schedule kept in memory, for algorithms that must know all of it before
 * they can give out the first row.
 */
#ifndef FIBCAST_CORE_SCHEDULE_STORED_H
#define FIBCAST_CORE_SCHEDULE_STORED_H

#include <stddef.h>

#include "core/schedule.h"

/* Rows as they are found, in any order.  All zeros: none. */
struct transmissions {
	struct transmission *row;
	size_t count, capacity;
};

/* Appends a row. */
void transmissions_add(
	struct transmissions *list, const struct transmission *row);

void transmissions_clear(struct transmissions *list);

/*
 * Opens a schedule of these rows, in the order of (tick, from, message, to,
 * kind); the list is left empty.  What header points at must outlive the
 * schedule.
 */
struct schedule *schedule_stored(
	const struct schedule_header *header, struct transmissions *list);

#endif
