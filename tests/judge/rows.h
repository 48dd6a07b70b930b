/* Reads all rows of a schedule, and makes a schedule of rows, for tests. */
#ifndef FIBCAST_JUDGE_ROWS_H
#define FIBCAST_JUDGE_ROWS_H

#include <stddef.h>

#include "core/schedule.h"

/* Appends the schedule's rows in their order; whether it could be read to the
 * end. */
int judge_rows_read(struct transmissions *list, struct schedule *schedule);

/* Opens a schedule of these rows as they stand; they must outlive it. */
struct schedule *judge_rows_open(const struct schedule_header *header,
	const struct transmission *row, size_t count);

#endif
