/*
 * Text of a schedule's rows, fast: the formats that are one line a
 * transmission differ only in what stands between its numbers.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_ROWS_H
#define FIBCAST_FORMAT_SCHEDULE_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/schedule.h"

/* The longest time: two numbers and a stroke. */
enum { SCHEDULE_TIME_MAX = 48 };

/* Writes tick/unit in lowest terms to out, "15/2" or "7"; its length. */
size_t schedule_time_text(
	char out[SCHEDULE_TIME_MAX], uint64_t tick, uint64_t unit);

/* Pulls the schedule and writes its rows to out, separated by tabs or commas:
 * time, from, to, message; for the locality model also size and access. */
enum status schedule_write_rows(struct schedule *schedule, FILE *out,
	char separator, struct err *err) WARN_UNUSED;

#endif
