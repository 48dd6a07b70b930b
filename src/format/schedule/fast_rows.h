/*
 * Text of a schedule's rows, fast: the formats that are one line a
 * transmission differ only in what stands between its numbers.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_FAST_ROWS_H
#define FIBCAST_FORMAT_SCHEDULE_FAST_ROWS_H

#include <stdio.h>

#include "base/err.h"
#include "core/schedule.h"

/* Writes the header's lines, from the first to finish. */
void schedule_write_header(const struct schedule_header *header, FILE *out);

/* Pulls the schedule and writes its rows to out, separated by tabs or commas:
 * time, from, to, message; for the locality model also size and access; kind if
 * there is one. */
enum status schedule_write_rows(struct schedule *schedule, FILE *out,
	char separator, struct err *err) WARN_UNUSED;

#endif
